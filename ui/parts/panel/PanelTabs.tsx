/** The bodies of a panel's tabs: fields, a small list, a time-line, comments, or a registered part. */
import { Suspense } from 'react'
import type { PanelField, TabMetadata } from '../../../src/contract/panel.ts'
import { unwrapped } from '../../../src/contract/schema.ts'
import { Empty, Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import type { Row } from '../list/useRows.ts'
import { partOf } from '../registry.ts'
import { textOf, useSpeaker, Value } from '../values/formats.tsx'
import type { Person } from './Byline.tsx'
import { Signed } from './Byline.tsx'
import type { Comment } from './Comments.tsx'
import { Comments, composerOf } from './Comments.tsx'
import { useDetail } from './useDetail.ts'

interface TabBodyProps {
  readonly tab: TabMetadata
  readonly resourceType: string
  readonly id: number
  readonly row: Row | undefined
  readonly onClose: () => void
}

export function TabBody({ tab, resourceType, id, row, onClose }: TabBodyProps) {
  if (tab.kind === 'part') {
    const Part = partOf(tab.part)
    if (!Part) throw new Error(`The tab ${tab.name} needs the part ${tab.part}, which is not registered`)
    return (
      <Suspense fallback={<Skeleton rows={6} />}>
        <Part id={id} row={row} rows={row ? [row] : []} close={onClose} />
      </Suspense>
    )
  }
  return <LoadedTab tab={tab} resourceType={resourceType} id={id} row={row} />
}

type Loaded = Exclude<TabMetadata, { kind: 'part' }>

interface LoadedTabProps extends Omit<TabBodyProps, 'tab' | 'onClose'> {
  readonly tab: Loaded
}

function LoadedTab({ tab, resourceType, id, row }: LoadedTabProps) {
  const { data, error, isPending, refetch } = useDetail<unknown>(resourceType, id, tab.load)
  if (isPending) return <Skeleton rows={6} />
  if (error && !data) return <Failed error={error} retry={() => void refetch()} />
  const held = data?.data
  if (tab.kind === 'fields') return <Fields fields={tab.fields} thing={(held ?? {}) as Row} />
  const list = Array.isArray(held) ? held : []
  if (tab.kind === 'list') return <SmallList columns={tab.columns} rows={list as Row[]} />
  if (tab.kind === 'timeline') return <TimeLine fields={tab.fields} entries={list as HistoryEntry[]} />
  return <Comments comments={list as Comment[]} command={composerOf(tab)} row={row} />
}

function Fields({ fields, thing }: { readonly fields: readonly PanelField[]; readonly thing: Row }) {
  const t = useText()
  const groups = [...new Set(fields.map(({ group }) => group))]
  return groups.map(group => (
    <section key={group ?? ''} className="parts-fields">
      {group && <h3>{t(group)}</h3>}
      <dl>
        {fields
          .filter(field => field.group === group)
          .map(({ key, label, schema, blank }) => (
            <div key={key}>
              <dt>{t(label)}</dt>
              <dd>
                <Value schema={schema} value={thing[key]} blank={blank} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  ))
}

type SmallListProps = Pick<Extract<TabMetadata, { kind: 'list' }>, 'columns'> & { readonly rows: readonly Row[] }

/** As many columns as a panel has room for; rows of more are slips. */
const mostColumns = 3

function SmallList({ columns, rows }: SmallListProps) {
  const t = useText()
  if (rows.length === 0) return <Nothing />
  if (columns.length > mostColumns) return <Slips columns={columns} rows={rows} />
  return (
    <div className="parts-small">
      <table>
        <thead>
          <tr>
            {columns.map(({ key, header, align }) => (
              <th key={key} scope="col" data-align={align}>
                {t(header)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.id ?? index}>
              {columns.map(({ key, schema, align, blank }) => (
                <td key={key} data-align={align}>
                  <Value schema={schema} value={row[key]} blank={blank} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === ''
const isText = ({ schema }: SmallListProps['columns'][number]): boolean => {
  const { type, format, vocabulary } = unwrapped(schema)
  return type === 'string' && !format && !vocabulary
}

/** What is short stands in the first line of a slip, each text below it in full; what is empty is left out. */
function Slips({ columns, rows }: SmallListProps) {
  const t = useText()
  return (
    <ol className="parts-slips">
      {rows.map((row, index) => (
        <li key={row.id ?? index}>
          <dl>
            {columns
              .filter(({ key }) => !isBlank(row[key]))
              .map(column => (
                <div key={column.key} data-text={isText(column) || undefined}>
                  <dt className="visually-hidden">{t(column.header)}</dt>
                  <dd>
                    <Value schema={column.schema} value={row[column.key]} />
                  </dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ol>
  )
}

interface HistoryEntry {
  readonly date: string
  readonly statusDescription: string
  readonly user: Person | string | null
  readonly changes?: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[]
}

interface TimeLineProps {
  readonly fields: readonly PanelField[]
  readonly entries: readonly HistoryEntry[]
}

function TimeLine({ fields, entries }: TimeLineProps) {
  const t = useText()
  const speaker = useSpeaker()
  const known = new Map(fields.map(field => [field.key, field]))
  if (entries.length === 0) return <Nothing />
  return (
    <ol className="parts-timeline">
      {entries.map(({ date, statusDescription, user, changes }) => (
        <li key={`${date} ${statusDescription}`}>
          <strong>{statusDescription}</strong>
          {changes && changes.length > 0 && (
            <ul>
              {changes.map(({ field, before, after }) => {
                const { label = field, schema = {} } = known.get(field) ?? {}
                return (
                  <li key={field}>
                    <span>{t(label)}</span>
                    <del>{textOf(speaker, schema, before) || '–'}</del>
                    <i className="pi pi-arrow-right" aria-hidden="true" />
                    <ins>{textOf(speaker, schema, after) || '–'}</ins>
                  </li>
                )
              })}
            </ul>
          )}
          <Signed at={date} who={user} />
        </li>
      ))}
    </ol>
  )
}

function Nothing() {
  const t = useText()
  return <Empty title={t('parts.nothing')} />
}
