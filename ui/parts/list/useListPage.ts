/**
 * The state of a list, on a page or in a tab: its rows are in a store (`rows/rowsStore.ts`), what should survive a reload is in the URL
 * (`listUrl.ts`).
 */
import { useMemo } from 'react'
import type { ListMetadata } from '../../../src/contract/list.ts'
import type { Row } from '../../../src/contract/row.ts'
import { useCards } from '../../elements/usePhone.ts'
import { lowWindow, useMediaQuery } from '../../theme/mediaQuery.ts'
import { textOf, useFormatContext } from '../values/formats.tsx'
import { cellsOf, rowHeightOf } from './columns/cells.ts'
import { namingColumn } from './columns/namingColumn.ts'
import { useLayout } from './columns/useLayout.ts'
import { type Items, itemsOf } from './grid/groups.ts'
import { listHost } from './listHost.ts'
import { extentOf } from './rows/matching.ts'
import type { Rows } from './rows/pages.ts'
import { activeIndex, isGone, loadedIds, rowOf } from './rows/readRows.ts'
import { useRowsStore } from './rows/useRowsStore.ts'
import { useStableScroll } from './rows/useStableScroll.ts'
import { useListUrl } from './useListUrl.ts'

interface Options {
  /** The prefix of its keys in the URL. */
  readonly prefix?: string
  /** Whether rows differ in height. */
  readonly uneven?: boolean
}

export function useListPage(list: ListMetadata, { prefix = '', uneven = false }: Options = {}) {
  const phone = useCards()
  const isLow = useMediaQuery(lowWindow)
  const [inUrl, changeUrl] = useListUrl(list, prefix)
  const [store, state] = useRowsStore({ list, url: inUrl, changeUrl, phone, uneven })
  const { rows, selection, selectedRows } = state
  const url = useMemo(() => ({ ...inUrl, rows: selection }), [inUrl, selection])
  const items = useItems(list, rows)
  const height = useRowHeight(list)
  const rowHeight = phone || uneven ? undefined : height
  const { scroller, newRows, showNewRows, onVisible } = useStableScroll({
    store,
    state,
    items,
    rowHeight,
    margin: list.margin
  })
  const labelOf = useRowLabel(list)
  const active = activeIndex(state)
  return {
    phone,
    /** Whether the forms of inline commands are opened by buttons instead of being always open. */
    formsFold: phone || isLow,
    url,
    change: store.change,
    rows,
    retry: store.retry,
    selectedRows,
    /** Whether the rows that the URL names are selected and loaded. */
    isReady: selectedRows.length === selection.length && inUrl.rows.every(id => selection.includes(id)),
    /** Selects and returns the active row, if the rows have the focus; the toolbar of a heading belongs to no row. */
    takeActive: (): Row | undefined => {
      const focus = document.activeElement
      const isOnRows = scroller.ref.current?.contains(focus) && !focus?.closest('[role=toolbar]')
      const row = isOnRows ? rows.rowAt(active) : undefined
      if (row) store.select([row.id])
      return row
    },
    /** A row as the list has it now, which may not be drawn yet. */
    rowNow: (id: number): Row | undefined => rowOf(store.current(), id),
    selectAll: store.selectAll,
    /** Whether none, some or all of the loaded rows are selected. */
    extent: extentOf(selection, loadedIds(state)),
    selectMatching: store.selectMatching,
    panelRow: url.panel === undefined ? undefined : rowOf(state, url.panel),
    host: listHost(list, store, labelOf, phone),
    closePanel: store.closePanel,
    deselect: store.deselect,
    newRows: newRows + (state.places?.waiting ?? 0),
    showNewRows: () => {
      store.renew()
      showNewRows()
    },
    /** The props of the grid and the cards. */
    view: {
      list,
      rows,
      items,
      isGone: (row: Row): boolean => isGone(state, row.id),
      history: list.panel?.tabs.find(tab => tab.kind === 'timeline')?.load,
      choice: { ids: selection, active, anchor: state.anchor },
      openId: url.panel,
      sort: url.sort,
      startAt: store.startAt,
      scroller,
      onSort: store.sort,
      onPick: store.pick,
      onMove: store.move,
      onOpen: store.open,
      onVisible
    }
  }
}

export type ListState = ReturnType<typeof useListPage>

/** The rows with the headings of their groups. */
function useItems({ groupBy, groups }: ListMetadata, { count, rowAt }: Rows): Items {
  const hasOuter = groups?.over !== undefined
  return useMemo(
    () =>
      itemsOf(
        groupBy?.map(({ key }) => key),
        count,
        rowAt,
        hasOuter
      ),
    [groupBy, hasOuter, count, rowAt]
  )
}

/** The height in pixels of the rows of the grid. */
function useRowHeight(list: ListMetadata): number {
  const { columns, layout } = useLayout(list)
  return rowHeightOf(cellsOf(columns, layout.density), layout.density)
}

/** Returns a function that names a row, by its naming column. */
function useRowLabel({ columns }: ListMetadata): (row: Row) => string {
  const context = useFormatContext()
  const naming = namingColumn(columns)
  return row => (naming ? textOf(context, naming.schema, row[naming.key]) : String(row.id))
}
