/** The tone of a row, and the icon that says the same to those who do not see the colour. */
import type { ListMetadata } from '../../../../src/contract/list.ts'
import type { Row } from '../../../../src/contract/row.ts'
import type { Tone } from '../../../../src/contract/vocabulary.ts'
import { matches } from '../../../../src/contract/when.ts'
import { useText } from '../../../i18n.ts'

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

interface RowMarksProps {
  readonly list: Pick<ListMetadata, 'tint' | 'marks'>
  readonly row: Row
  /** The label of a blue tint is written, as on a phone, where nothing hovers: “default”, “company administrator”. */
  readonly worded?: boolean
}

/** The icons of a row: that of its tint, and every mark whose rule the row matches, each with its label. */
export function RowMarks({ list, row, worded = false }: RowMarksProps) {
  const t = useText()
  const tint = tintOf(list.tint, row)
  return (
    <>
      {tint && (
        <Mark
          tone={tint.tone}
          icon={icons[tint.tone]}
          label={t(tint.label ?? `parts.tone.${tint.tone}`)}
          worded={worded && tint.tone === 'info' && tint.label !== undefined}
        />
      )}
      {list.marks
        .filter(({ when }) => matches(when, row))
        .map(({ tone, icon, label }) => (
          <Mark key={label} tone={tone} icon={`pi-${icon}`} label={t(label)} />
        ))}
    </>
  )
}

interface MarkProps {
  readonly tone: Tone
  readonly icon: string
  readonly label: string
  readonly worded?: boolean
}

const Mark = ({ tone, icon, label, worded = false }: MarkProps) => (
  <span className="parts-mark" data-tone={tone} title={label}>
    <i className={`pi ${icon}`} aria-hidden="true" />
    <span className={worded ? 'parts-mark-word' : 'visually-hidden'}>{label}</span>
  </span>
)
