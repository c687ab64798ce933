/** The body of a panel's tab, by its kind: fields, a list, the history, comments, or a registered component. */
import { createElement, useState } from 'react'
import type { SmallListMetadata, TabMetadata } from '../../../src/contract/list.ts'
import type { PanelField } from '../../../src/contract/panel.ts'
import type { Row } from '../../../src/contract/row.ts'
import { matches } from '../../../src/contract/when.ts'
import { Boundary } from '../../elements/Boundary.tsx'
import { Empty, Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { partOf, valuePartOf } from '../registry.ts'
import { isMissing, Value } from '../values/formats.tsx'
import type { Comment } from './Comments.tsx'
import { Comments, composerOf } from './Comments.tsx'
import { RowsTab } from './RowsTab.tsx'
import { SmallList } from './SmallList.tsx'
import { Steps } from './Steps.tsx'
import type { HistoryEntry } from './TimeLine.tsx'
import { TimeLine } from './TimeLine.tsx'
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
      <Boundary waiting={<Skeleton rows={6} />}>
        {createElement(Part, { id, row, rows: row ? [row] : [], close: onClose })}
      </Boundary>
    )
  }
  if (tab.kind === 'rows') return <RowsTab tab={tab} resourceType={resourceType} id={id} item={row} />
  return <LoadedTab tab={tab} resourceType={resourceType} id={id} row={row} />
}

interface LoadedTabProps extends Omit<TabBodyProps, 'tab' | 'onClose'> {
  readonly tab: Exclude<TabMetadata, { kind: 'part' | 'rows' }>
}

function LoadedTab({ tab, resourceType, id, row }: LoadedTabProps) {
  const { data: response, error, isPending, refetch } = useDetail<unknown>(resourceType, id, tab.load)
  if (isPending) return <Skeleton rows={6} />
  if (error && !response) return <Failed error={error} retry={() => void refetch()} />
  const data = response?.data
  if (tab.kind === 'fields') {
    return (
      <>
        {tab.steps && <Steps steps={tab.steps} row={(data ?? {}) as Row} />}
        <Fields fields={tab.fields} item={(data ?? {}) as Row} resourceType={resourceType} id={id} />
        {tab.below?.map(list => (
          <Below key={list.load} list={list} resourceType={resourceType} id={id} />
        ))}
      </>
    )
  }
  const list = Array.isArray(data) ? data : []
  if (tab.kind === 'comments') return <Comments comments={list as Comment[]} command={composerOf(tab)} row={row} />
  if (list.length === 0) return <EmptyTab />
  if (tab.kind === 'list') return <SmallList columns={tab.columns} rows={list as Row[]} />
  return <TimeLine fields={tab.fields} entries={list as HistoryEntry[]} item={row} />
}

interface BelowProps extends Pick<TabBodyProps, 'resourceType' | 'id'> {
  readonly list: SmallListMetadata
}

/** A small list below the fields of a tab. */
function Below({ list: { title, load, columns }, resourceType, id }: BelowProps) {
  const t = useText()
  const { data, error, isPending, refetch } = useDetail<Row[]>(resourceType, id, load)
  const rows = data?.data ?? []
  return (
    <section className="parts-fields">
      <h3>{t(title)}</h3>
      {isPending && <Skeleton rows={2} />}
      {error && !data && <Failed error={error} retry={() => void refetch()} />}
      {data && rows.length === 0 && <p className="blank">{t('parts.nothing')}</p>}
      {rows.length > 0 && <SmallList columns={columns} rows={rows} />}
    </section>
  )
}

function EmptyTab() {
  const t = useText()
  return <Empty title={t('parts.nothing')} />
}

const waiting = <span className="skeleton-bar" />

/** A value that a registered component draws. */
function PartValue({ part, value }: { readonly part: string; readonly value: unknown }) {
  const Part = valuePartOf(part)
  if (!Part) throw new Error(`The panel needs the value ${part}, which is not registered`)
  return <Boundary waiting={waiting}>{createElement(Part, { value })}</Boundary>
}

interface LoadedValueProps extends Pick<TabBodyProps, 'resourceType' | 'id'> {
  readonly load: string
  readonly part: string
}

/** A value that is loaded by a call of its own. */
function LoadedValue({ load, part, resourceType, id }: LoadedValueProps) {
  const { data, error, refetch } = useDetail<unknown>(resourceType, id, load)
  if (error && !data) return <Failed error={error} retry={() => void refetch()} />
  return data ? <PartValue part={part} value={data.data} /> : waiting
}

interface FieldValueProps extends Pick<TabBodyProps, 'resourceType' | 'id'> {
  readonly field: PanelField
  readonly item: Row
}

function FieldValue({ field: { key, schema, blank, part, loaded }, item, resourceType, id }: FieldValueProps) {
  if (part && loaded) return <LoadedValue load={loaded.load} part={part} resourceType={resourceType} id={id} />
  if (part && !isMissing(item[key])) return <PartValue part={part} value={item[key]} />
  return <Value schema={schema} value={item[key]} row={item} blank={blank} />
}

/** If at least this many fields have no value, they are hidden until the person asks for them. */
const manyEmpty = 3

interface FieldsProps extends Pick<TabBodyProps, 'resourceType' | 'id'> {
  readonly fields: readonly PanelField[]
  readonly item: Row
}

function Fields({ fields, item, resourceType, id }: FieldsProps) {
  const t = useText()
  const [showsAll, setShowsAll] = useState(false)
  const relevant = fields.filter(({ shown: rule }) => matches(rule, item))
  const filled = relevant.filter(({ key, blank, loaded }) => loaded || blank !== undefined || !isMissing(item[key]))
  const empty = relevant.length - filled.length
  const shownFields = showsAll || empty < manyEmpty ? relevant : filled
  const groups = [...new Set(shownFields.map(({ group }) => group))]
  return (
    <>
      {shownFields.length === 0 && <EmptyTab />}
      {groups.map(group => (
        <section key={group ?? ''} className="parts-fields">
          {group && <h3>{t(group)}</h3>}
          <dl>
            {shownFields
              .filter(field => field.group === group)
              .map(field => (
                <div key={field.key}>
                  <dt>{t(field.label)}</dt>
                  <dd>
                    <FieldValue field={field} item={item} resourceType={resourceType} id={id} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
      {empty >= manyEmpty && (
        <button
          type="button"
          className="link parts-empty-fields"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {t(showsAll ? 'parts.empty.hide' : 'parts.empty.show', { count: empty })}
        </button>
      )}
    </>
  )
}
