/** The tone of a row, and the icon that shows it to those who do not see the colour. */
import type { ListMetadata } from '../../../src/contract/list.ts'
import type { Tone } from '../../../src/contract/vocabulary.ts'
import { matches } from '../../../src/contract/when.ts'
import { useText } from '../../i18n.ts'
import type { Row } from './useRows.ts'

type Tint = ListMetadata['tint'][number]

/** The first tint whose rule the row matches. */
export const tintOf = (tints: ListMetadata['tint'], row: Row): Tint | undefined =>
  tints.find(({ when }) => matches(when, row))

const icons: Readonly<Record<Tone, string>> = {
  neutral: 'pi-circle',
  info: 'pi-info-circle',
  success: 'pi-check-circle',
  warning: 'pi-exclamation-triangle',
  danger: 'pi-exclamation-circle'
}

export function Mark({ tint }: { readonly tint: Tint | undefined }) {
  const t = useText()
  if (!tint) return null
  const label = t(tint.says ?? `parts.tone.${tint.tone}`)
  return (
    <span className="parts-mark" data-tone={tint.tone} title={label}>
      <i className={`pi ${icons[tint.tone]}`} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
