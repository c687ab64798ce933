import type { PanelField } from '../../../src/contract/panel.ts'
import type { Row } from '../../../src/contract/row.ts'
import { useText } from '../../i18n.ts'
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

const without = (list: readonly unknown[], others: readonly unknown[]): unknown[] => {
  const otherTexts = new Set(others.map(one => JSON.stringify(one)))
  return list.filter(one => !otherTexts.has(JSON.stringify(one)))
}

/** Of a list people want to know what came and what went, not all that stayed. */
function ListChange({ removed, added }: { readonly removed: string; readonly added: string }) {
  const t = useText()
  return (
    <>
      {added && (
        <>
          {t('parts.timeline.added')} <ins>{added}</ins>
        </>
      )}
      {removed && (
        <>
          {t('parts.timeline.removed')} <del>{removed}</del>
        </>
      )}
    </>
  )
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
                const text = (value: unknown): string => textOf(context, schema, value)
                return (
                  <li key={field}>
                    <span>{t(label)}</span>
                    {Array.isArray(before) && Array.isArray(after) ? (
                      <ListChange removed={text(without(before, after))} added={text(without(after, before))} />
                    ) : (
                      <>
                        <del>{text(before) || '–'}</del>
                        <i className="pi pi-arrow-right" aria-hidden="true" />
                        <ins>{text(after) || '–'}</ins>
                      </>
                    )}
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
