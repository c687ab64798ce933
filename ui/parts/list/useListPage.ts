/**
 * The state of a list, on a page or in a tab, and the actions of a person on it. What should survive a reload is in the URL
 * (`listUrl.ts`).
 */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ListMetadata } from '../../../src/contract/list.ts'
import { alerts } from '../../alerts.ts'
import { usePhone } from '../../elements/usePhone.ts'
import { useStable } from '../../elements/useStable.ts'
import { useText } from '../../i18n.ts'
import { readRows } from '../../query.ts'
import { lowWindow, useMediaQuery } from '../../theme/mediaQuery.ts'
import type { CommandHost } from '../command/commandState.ts'
import { textOf, useFormatContext } from '../values/formats.tsx'
import { cellsOf, rowHeightOf } from './cells.ts'
import { layoutOf } from './groups.ts'
import type { ListUrl } from './listUrl.ts'
import { pageQuery } from './listUrl.ts'
import { extentOf, matchingRows } from './matching.ts'
import { namingColumn } from './namingColumn.ts'
import type { Pick } from './selection.ts'
import { activeCandidates, chosen, idsBetween } from './selection.ts'
import { useLayout } from './useLayout.ts'
import { useListUrl } from './useListUrl.ts'
import type { Row, Rows, Visible } from './useRows.ts'
import { useRows } from './useRows.ts'
import { useStableRows } from './useStableRows.ts'
import { useStableScroll } from './useStableScroll.ts'

interface Options {
  /** The prefix of its keys in the URL. */
  readonly prefix?: string
  /** Whether rows differ in height. */
  readonly uneven?: boolean
}

export function useListPage(list: ListMetadata, { prefix = '', uneven = false }: Options = {}) {
  const phone = usePhone()
  const isLow = useMediaQuery(lowWindow)
  const [url, change] = useListUrl(list, prefix)
  const [startAt] = useState(url.at)
  const [visible, setVisible] = useState<Visible>({ first: url.at, last: url.at })
  const [focus, setFocus] = useState({ active: url.at, anchor: url.at })
  const live = useRows(list, url, visible)
  const asked = JSON.stringify(pageQuery(list, url, 0))
  const [isRunning, setRunning] = useState(false)
  const isBusy = !phone && !uneven && (isRunning || url.rows.length > 0 || url.panel !== undefined)
  const { rows, gone, left, waiting, showCurrent } = useStableRows(live, asked, isBusy, list.pageSize)
  usePrunedSelection(url.rows, isRunning ? nothing : gone.size > 0 ? gone : left, change)
  const layout = useMemo(
    () =>
      layoutOf(
        list.groupBy?.map(({ key }) => key),
        rows.count,
        rows.rowAt,
        list.groups?.over !== undefined
      ),
    [list.groupBy, list.groups, rows.count, rows.rowAt]
  )
  const { columns, layout: arranged } = useLayout(list)
  const rowHeight = rowHeightOf(cellsOf(columns, arranged.density), arranged.density)
  const onRest = useCallback((index: number) => change({ at: index }), [change])
  const { scroller, newRows, showNewRows } = useStableScroll({
    rows,
    layout,
    visible,
    selected: url.rows,
    rowHeight: phone || uneven ? undefined : rowHeight,
    margin: list.margin,
    onRest
  })
  useOnNewQuery(
    url,
    useCallback(() => {
      scroller.ref.current?.scrollTo({ top: 0 })
      setFocus({ active: 0, anchor: 0 })
      change({ rows: [], at: 0 })
    }, [change, scroller.ref])
  )

  useActiveRow(
    rows,
    focus.active,
    useCallback((index: number) => setFocus(now => (now.active === index ? now : { active: index, anchor: index })), [])
  )

  const choice = { ...focus, active: Math.max(0, Math.min(focus.active, rows.count - 1)), ids: url.rows }
  const onPick = (pick: Pick): void => {
    const picked = rows.rowAt(pick.index)
    // a row that has left the list cannot be selected
    if (picked && gone.has(picked.id)) {
      onMove(pick.index)
      return
    }
    const next = chosen(choice, pick, index => rows.rowAt(index)?.id, list.selection)
    setFocus({ active: next.active, anchor: next.anchor })
    // an open panel follows the selected row
    const panel = url.panel !== undefined && pick.mode === 'only' && next.ids[0]
    change({ rows: next.ids, ...(panel ? { panel } : {}) })
  }
  const onMove = (index: number): void => setFocus({ active: index, anchor: index })
  const onOpen = (row: Row, index: number): void => {
    if (!list.opens || !list.panel) return
    onMove(index)
    change({ rows: [row.id], panel: row.id }, 'push')
  }
  const closePanel = (): void => {
    showCurrent()
    change({ panel: undefined, tab: undefined, ...(phone ? { rows: [] } : {}) })
  }
  const deselect = (): void => {
    showCurrent()
    change({ rows: [] })
  }
  const labelOf = useRowLabel(list)
  const history = list.panel?.tabs.find(tab => tab.kind === 'timeline')
  const host: CommandHost = {
    resourceType: list.resourceType,
    panel: list.panel?.name,
    labelOf,
    clearSelection: deselect,
    onRunning: setRunning,
    showNow: showCurrent,
    openPanel: (id, tab) => change({ rows: [id], panel: id, tab }, 'push'),
    closePanel: () => url.panel !== undefined && closePanel(),
    // on a phone a card's own button selects nothing, so the URL names the row as long as its form is open
    onFormChange: (command, about) =>
      change({
        command,
        ...(phone && list.selection === 'one' && url.panel === undefined ? { rows: idsOf(about) } : {})
      }),
    rowNow: id => {
      const index = rows.indexOf(id)
      return index === undefined ? undefined : rows.rowAt(index)
    },
    rowAfter: (id, suits) => {
      const at = rows.indexOf(id)
      for (let index = (at ?? rows.count) + 1; index < rows.count; index++) {
        const row = rows.rowAt(index)
        if (row && !gone.has(row.id) && suits(row)) return row
      }
      return undefined
    },
    selectRows: ids => change({ rows: ids }),
    ...(history ? { history } : {})
  }
  const [knownRows, remember] = useKnownRows(url, rows)
  const selectedRows = useMemo(() => url.rows.flatMap(id => knownRows.get(id) ?? []), [url.rows, knownRows])
  const panelRow = url.panel === undefined ? undefined : knownRows.get(url.panel)
  const takeActive = (): Row | undefined => {
    const row = scroller.ref.current?.contains(document.activeElement) ? rows.rowAt(choice.active) : undefined
    if (row) change({ rows: [row.id] })
    return row
  }
  const loaded = useMemo(
    () => idsBetween(index => rows.rowAt(index)?.id, 0, rows.count - 1).filter(id => !gone.has(id)),
    [rows.rowAt, rows.count, gone]
  )
  const latest = useRef(asked)
  useEffect(() => {
    latest.current = asked
  })
  const selectMatching = async (): Promise<void> => {
    const found = await matchingRows((page, limit) => readRows(list.call, { ...pageQuery(list, url, page), limit }))
    // the person has changed search or filters meanwhile
    if (latest.current !== asked) return
    remember(found)
    change({ rows: found.map(({ id }) => id) })
  }
  const isGone = (row: Row): boolean => !isRunning && gone.has(row.id)
  // stable functions, so that memoized rows are not drawn again when another row is selected
  const handlers = {
    onSort: useStable((sort: string) => change({ sort })),
    onPick: useStable(onPick),
    onMove: useStable(onMove),
    onOpen: useStable(onOpen)
  }
  const view = {
    list,
    rows,
    isGone,
    history: history?.load,
    layout,
    choice,
    openId: url.panel,
    sort: url.sort,
    startAt,
    scroller
  }
  return {
    phone,
    /** Whether the forms of inline commands are opened by buttons instead of being always open. */
    formsFold: phone || isLow,
    url,
    change,
    rows,
    selectedRows,
    /** Selects and returns the active row, if the rows have the focus. */
    takeActive,
    /** Selects all rows that are loaded. */
    selectAll: () => change({ rows: loaded }),
    /** Whether none, some or all of the loaded rows are selected. */
    extent: extentOf(url.rows, loaded),
    /** Selects all rows that match, up to a limit. Throws the error of a call. */
    selectMatching,
    panelRow,
    host,
    closePanel,
    /** Clears the selection, and shows the list as it is now. */
    deselect,
    newRows: newRows + waiting,
    showNewRows: () => {
      showCurrent()
      showNewRows()
    },
    /** The props of the grid and the cards. */
    view: { ...view, ...handlers, onVisible: setVisible }
  }
}

export type ListState = ReturnType<typeof useListPage>

/** Returns a function that names a row, by its naming column. */
function useRowLabel({ columns }: ListMetadata): (row: Row) => string {
  const context = useFormatContext()
  const naming = namingColumn(columns)
  return row => (naming ? textOf(context, naming.schema, row[naming.key]) : String(row.id))
}

/**
 * The selected rows and the panel's row, by their ids, and a function that adds rows. A row that is no longer among the loaded pages is
 * kept as it was loaded last.
 */
function useKnownRows(
  { rows: ids, panel }: ListUrl,
  { indexOf, rowAt }: Rows
): [ReadonlyMap<number, Row>, (rows: readonly Row[]) => void] {
  const known = useRef<ReadonlyMap<number, Row>>(new Map())
  const remember = useCallback((rows: readonly Row[]): void => {
    known.current = new Map([...known.current, ...rows.map(row => [row.id, row] as const)])
  }, [])
  const current = useMemo(() => {
    const found = [...ids, ...(panel === undefined ? [] : [panel])].flatMap(id => {
      const index = indexOf(id)
      return (index === undefined ? known.current.get(id) : rowAt(index)) ?? []
    })
    known.current = new Map(found.map(row => [row.id, row]))
    return known.current
  }, [ids, panel, indexOf, rowAt])
  return [current, remember]
}

const idsOf = (rows: readonly Row[]): number[] => rows.map(({ id }) => id)

const nothing: ReadonlySet<number> = new Set()

/** Removes rows that have left the list from the selection, and tells the person. */
function usePrunedSelection(
  ids: readonly number[],
  gone: ReadonlySet<number>,
  change: (changed: { readonly rows: readonly number[] }) => void
): void {
  const t = useText()
  useEffect(() => {
    const kept = ids.filter(id => !gone.has(id))
    if (kept.length === ids.length) return
    change({ rows: kept })
    alerts.note(t('parts.pruned', { count: ids.length - kept.length }))
  }, [ids, gone, change, t])
}

/**
 * Keeps the same row active when rows are added or removed; if it has left the list, the row that took its place becomes active.
 */
function useActiveRow({ edition, indexOf, rowAt, stale }: Rows, active: number, onMove: (index: number) => void): void {
  const candidates = useRef<readonly number[]>([])
  useLayoutEffect(() => {
    if (stale || edition === undefined) return
    const index = candidates.current.map(indexOf).find(found => found !== undefined)
    if (index !== undefined) onMove(index)
    candidates.current = []
  }, [edition, indexOf, onMove, stale])
  useEffect(() => {
    // after another search, sort or filter the first row is active
    candidates.current = stale ? [] : activeCandidates(active, index => rowAt(index)?.id)
  })
}

/** Calls back when search, sort or filters have changed. */
function useOnNewQuery({ search, sort, filters }: ListUrl, onNewQuery: () => void): void {
  const query = JSON.stringify([search, sort, filters])
  const earlier = useRef(query)
  useEffect(() => {
    if (earlier.current === query) return
    earlier.current = query
    onNewQuery()
  }, [query, onNewQuery])
}
