/** The source of the price of an order, in its panel. */
import { useText } from '../../i18n.ts'
import type { ValuePartProps } from '../../parts/registry.ts'
import { Explained } from './Explained.tsx'
import { explanationOf } from './trace.ts'

export default function TraceValue({ value }: ValuePartProps) {
  return <Explained explanation={explanationOf(useText(), value)} />
}
