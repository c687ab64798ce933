/** When a place lets drivers in, in a line. */
import { type ReceivingHours, receivingText } from '../../../src/contract/receiving.ts'
import { useLanguage } from '../../i18n.ts'
import type { ValuePartProps } from '../../parts/registry.ts'

export default function ReceivingValue({ value }: ValuePartProps) {
  return receivingText(useLanguage(), value as ReceivingHours)
}
