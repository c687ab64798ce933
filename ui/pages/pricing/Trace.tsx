/** `part:pricing.trace`: the source of the price of a form. */
import { useText } from '../../i18n.ts'
import type { FieldPartProps } from '../../parts/registry.ts'
import { Explained } from './Explained.tsx'
import { explanationOf } from './trace.ts'

export default function Trace({ id, value, reads }: FieldPartProps) {
  const t = useText()
  const explanation = explanationOf(t, value, reads.typed)
  return <Explained id={id} label={t('pricing.trace')} explanation={explanation} wait={t('pricing.trace.wait')} />
}
