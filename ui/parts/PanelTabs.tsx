/** The bodies of a panel's tabs: fields, a small list, a time-line, comments, or a registered part. */
import type { ReactNode } from 'react'
import type { PanelField, TabFace } from '../../src/contract/panel.ts'
import { useText } from '../i18n.ts'
import { Empty, Failed, Skeleton } from '../shell/states.tsx'
import { instantText, textOf, useSpeaker, Value } from './formats.tsx'
import { partOf } from './registry.ts'
import type { Row } from './useRows.ts'
import { useThing } from './useThing.ts'

interface TabBodyProps {
  readonly tab: TabFace
  readonly noun: string
  readonly id: number
  readonly row: Row | undefined
  readonly onClose: () => void
}

export function TabBody({ tab, noun, id, row, onClose }: TabBodyProps) {
  if (tab.kind === 'part') {
    const Part = partOf(tab.part)
    if (!Part) throw new Error(`The tab ${tab.name} needs the part ${tab.part}, which is not registered`)
    return <Part id={id} row={row} close={onClose} />
  }
  return <LoadedTab tab={tab} noun={noun} id={id} />
}

type Loaded = Exclude<TabFace, { kind: 'part' }>

function LoadedTab({ tab, noun, id }: { readonly tab: Loaded; readonly noun: string; readonly id: number }) {
  const { data, error, isPending, refetch } = useThing<unknown>(noun, id, tab.load)
  if (isPending) return <Skeleton rows={6} />
  if (error && !data) return <Failed error={error} retry={() => void refetch()} />
  const held = data?.data
  if (tab.kind === 'fields') return <Fields fields={tab.fields} thing={(held ?? {}) as Row} />
  const list = Array.isArray(held) ? held : []
  if (tab.kind === 'list') return <SmallList columns={tab.columns} rows={list as Row[]} />
  if (tab.kind === 'timeline') return <TimeLine fields={tab.fields} entries={list as HistoryEntry[]} />
  return <Comments comments={list as CommentEntry[]} />
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

type SmallListProps = Pick<Extract<TabFace, { kind: 'list' }>, 'columns'> & { readonly rows: readonly Row[] }

function SmallList({ columns, rows }: SmallListProps) {
  const t = useText()
  if (rows.length === 0) return <Nothing />
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

interface Person {
  readonly firstName?: string | null
  readonly lastName?: string | null
}

/** The name of who did it: a text, a person, or nobody that is known. */
export function nameOf(user: Person | string | null | undefined, unknown: string): string {
  if (typeof user === 'string') return user || unknown
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ')
  return name || unknown
}

interface HistoryEntry {
  readonly date: string
  readonly statusDescription: string
  readonly user: Person | string | null
  readonly changes?: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[]
}

interface EntryProps {
  readonly at: string
  readonly who: Person | string | null | undefined
  readonly children: ReactNode
}

function Entry({ at, who, children }: EntryProps) {
  const t = useText()
  return (
    <li>
      {children}
      <small>
        <time dateTime={at}>{instantText(at)}</time> · {nameOf(who, t('parts.unknownUser'))}
      </small>
    </li>
  )
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
        <Entry key={`${date} ${statusDescription}`} at={date} who={user}>
          <strong>{statusDescription}</strong>
          {changes && changes.length > 0 && (
            <ul>
              {changes.map(({ field, before, after }) => {
                const { label = field, schema = {} } = known.get(field) ?? {}
                return (
                  <li key={field}>
                    {t(label)}: <del>{textOf(speaker, schema, before) || '–'}</del> →{' '}
                    <ins>{textOf(speaker, schema, after) || '–'}</ins>
                  </li>
                )
              })}
            </ul>
          )}
        </Entry>
      ))}
    </ol>
  )
}

interface CommentEntry {
  readonly id: number
  readonly content: string
  readonly createdAt: string
  readonly user: Person | string | null
}

function Comments({ comments }: { readonly comments: readonly CommentEntry[] }) {
  if (comments.length === 0) return <Nothing />
  return (
    <ol className="parts-comments">
      {comments.map(({ id, content, createdAt, user }) => (
        <Entry key={id} at={createdAt} who={user}>
          <p>{content}</p>
        </Entry>
      ))}
    </ol>
  )
}

function Nothing() {
  const t = useText()
  return <Empty title={t('parts.nothing')} />
}
