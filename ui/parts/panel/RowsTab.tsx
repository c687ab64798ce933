/**
 * A panel's tab that is a list of its own: its rows are selected, searched and loaded page by page as on a list page, and its commands
 * run on them. Commands that need no row get the panel's row as context. Its selection, search and open form are in the URL
 * (`tab.row`, `tab.q`, `tab.do`). It is a focus region (`ui/elements/focus.ts`).
 */
import { useCallback, useMemo, useRef } from 'react'
import type { ListMetadata, TabMetadata } from '../../../src/contract/list.ts'
import type { Row } from '../../../src/contract/row.ts'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { SearchInput } from '../../search.tsx'
import { CommandBar } from '../command/CommandBar.tsx'
import { CommandRunner } from '../command/CommandRunner.tsx'
import { filledPath } from '../command/commandState.ts'
import { ReopenForm } from '../command/ReopenForm.tsx'
import { EmptyList } from '../list/EmptyList.tsx'
import { ListCards } from '../list/grid/ListCards.tsx'
import { isNarrowed, tabPrefix } from '../list/listUrl.ts'
import { MainCommand, withoutMain } from '../list/MainCommand.tsx'
import { useFocusOnceEmpty } from '../list/useFocusOnceEmpty.ts'
import { type ListState, useListPage } from '../list/useListPage.ts'
import { AboveRows } from './AboveRows.tsx'
import { TabRows } from './TabRows.tsx'
import './rows.css'

interface RowsTabProps {
  readonly tab: Extract<TabMetadata, { kind: 'rows' }>
  /** That of the panel's row. */
  readonly resourceType: string
  readonly id: number
  /** The panel's row; undefined until it has loaded. */
  readonly item: Row | undefined
}

/** The tab's list, limited to the panel's row. */
const listOf = ({ list, parent }: RowsTabProps['tab'], id: number): ListMetadata => ({
  ...list,
  call: filledPath(list.call, { id }),
  fixed: { ...list.fixed, ...(parent ? { [parent]: id } : {}) }
})

export function RowsTab({ tab, resourceType, id, item }: RowsTabProps) {
  const t = useText()
  const root = useRef<HTMLDivElement>(null)
  const list = useMemo(() => listOf(tab, id), [tab, id])
  const state = useListPage(list, { prefix: tabPrefix, uneven: true })
  const { phone, url, change, rows, selectedRows, host } = state
  const region = useCallback(() => root.current, [])
  const commands = phone ? withoutMain(list.commands) : list.commands
  // an empty list shows the main command in its middle
  const showsInEmpty = rows.total === 0 && !isNarrowed(list, url)
  const onSearch = useCallback((search: string) => change({ search }), [change])
  return (
    <CommandRunner host={{ ...host, region, ...(item ? { context: item } : {}) }}>
      {item && (
        <ReopenForm command={url.command} commands={list.commands} subjects={[selectedRows]} ready={state.isReady} />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the Esc that no element inside has handled */}
      <div
        ref={root}
        className="parts-tab-list"
        data-focus-region
        onKeyDown={event => {
          if (event.key !== 'Escape' || event.defaultPrevented || (event.target as Element).closest('dialog')) return
          if (url.rows.length === 0) return
          // the first Esc clears the selection, the second closes the panel
          event.stopPropagation()
          change({ rows: [] })
        }}
      >
        {item && commands.length > 0 && <CommandBar commands={commands} rows={selectedRows} label={t(tab.title)} />}
        {tab.above && <AboveRows above={tab.above} types={[list.resourceType, resourceType]} id={id} />}
        {list.search && (
          <div className="parts-tab-search">
            <SearchInput {...list.search} inUrl={url.search} onSearch={onSearch} />
            <p role="status">
              {isNarrowed(list, url) &&
                !rows.stale &&
                rows.total !== undefined &&
                t(list.search.found, { count: rows.total })}
            </p>
          </div>
        )}
        {rows.error !== undefined && rows.error !== null && <Failed error={rows.error} retry={state.retry} />}
        <Body list={list} state={state} region={root} label={t(tab.title)} />
        {phone && item && url.rows.length === 0 && !showsInEmpty && <MainCommand commands={list.commands} />}
      </div>
    </CommandRunner>
  )
}

interface BodyProps {
  readonly list: ListMetadata
  readonly state: ListState
  readonly region: { readonly current: HTMLDivElement | null }
  readonly label: string
}

function Body({ list, state, region, label }: BodyProps) {
  const { phone, url, change, rows, view } = state
  const isEmpty = rows.total === 0 && !rows.stale
  useFocusOnceEmpty(isEmpty, region)
  if (isEmpty) {
    const clear = (): void => change({ search: '', filters: {} })
    return <EmptyList list={list} filtered={isNarrowed(list, url)} onClear={clear} />
  }
  if (rows.count === 0) return rows.error ? null : <Skeleton rows={6} />
  return (
    <div className="parts-tab-rows">
      {phone ? <ListCards {...view} label={label} /> : <TabRows {...view} label={label} />}
    </div>
  )
}
