import type { PanelField } from '../../../src/contract/panel.ts'
import { useText } from '../../i18n.ts'
import type { Row } from '../list/useRows.ts'
import { readAs, textOf, useFormatContext } from '../values/formats.tsx'
import type { Person } from './Byline.tsx'
import { Byline } from './Byline.tsx'

export interface HistoryEntry {
  readonly date: string
  readonly statusDescription: string
  readonly user: Person | string | null
  readonly changes?: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[]
}

interface TimeLineProps {
  /** The fields whose changes are listed. */
  readonly fields: readonly PanelField[]
  readonly entries: readonly HistoryEntry[]
  /** The item as it is now, on which the units of its values may depend. */
  readonly item?: Row | undefined
}

/** The history of an item: what was done, which fields changed, by whom and when. */
export function TimeLine({ fields, entries, item }: TimeLineProps) {
  const t = useText()
  const context = useFormatContext()
  const fieldByKey = new Map(fields.map(field => [field.key, field]))
  return (
    <ol className="parts-timeline">
      {entries.map(({ date, statusDescription, user, changes }) => (
        <li key={`${date} ${statusDescription}`}>
          <strong>{statusDescription}</strong>
          {changes && changes.length > 0 && (
            <ul>
              {changes.map(({ field, before, after }) => {
                const { label = field, schema: declared = {} } = fieldByKey.get(field) ?? {}
                const schema = readAs(declared, item)
                return (
                  <li key={field}>
                    <span>{t(label)}</span>
                    <del>{textOf(context, schema, before) || '–'}</del>
                    <i className="pi pi-arrow-right" aria-hidden="true" />
                    <ins>{textOf(context, schema, after) || '–'}</ins>
                  </li>
                )
              })}
            </ul>
          )}
          <Byline at={date} who={user} />
        </li>
      ))}
    </ol>
  )
}
