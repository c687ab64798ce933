// biome-ignore-all lint/a11y/useSemanticElements: virtual rows are positioned one by one, which table elements cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid takes the focus and names its active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys
// biome-ignore-all lint/a11y/noStaticElementInteractions: the tick only shows the row's aria-selected
/**
 * The rows as a table for pointer, keyboard and screen reader: one tab stop, with the active row named by its id
 * (`aria-activedescendant`), because a virtual row may be removed while it is active.
 */
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import type { CSSProperties, MouseEvent, ReactNode } from 'react'
import { memo, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ListLayout } from '../../../../src/contract/layout.ts'
import type { ColumnMetadata } from '../../../../src/contract/list.ts'
import type { Row } from '../../../../src/contract/row.ts'
import { type Cell, cellsOf, isText, rowHeightOf } from '../columns/cells.ts'
import { withColumnWidth } from '../columns/layout.ts'
import { gridStyle, markWidthOf, useCellWidths } from '../columns/useCellWidths.ts'
import { useLayout } from '../columns/useLayout.ts'
import { CellValue } from './CellValue.tsx'
import { GoneNote } from './GoneNote.tsx'
import { GridHead } from './GridHead.tsx'
import { GroupCommands, GroupTitle } from './GroupTitle.tsx'
import { gridAttributes } from './gridAttributes.ts'
import { clickMode, rowKeys } from './rowKeys.ts'
import type { RowsViewProps } from './rowsView.ts'
import { RowMarks, tintOf } from './tint.tsx'
import { useVisible } from './useVisible.ts'

/** Shows the whole text of a truncated cell or heading under the pointer. */
const showWholeText = ({ target }: MouseEvent): void => {
  const cell = (target as Element).closest<HTMLElement>('.parts-cell, .parts-group-title small')
  if (!cell) return
  const isCut = cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight + 1
  cell.title = isCut ? cell.innerText : ''
}

/** When the height of rows changes, measures them again and keeps the topmost row at the top. */
function useMeasuredAgain(virtualizer: Virtualizer<HTMLDivElement, Element>, rowHeight: number): void {
  const earlier = useRef(rowHeight)
  useLayoutEffect(() => {
    if (earlier.current === rowHeight) return
    const top = Math.round((virtualizer.scrollOffset ?? 0) / earlier.current)
    earlier.current = rowHeight
    virtualizer.measure()
    virtualizer.scrollToOffset(top * rowHeight)
  }, [virtualizer, rowHeight])
}

/**
 * Scrolls the row whose panel the address opens into view, once: whoever follows a link need not look for it. An address that says how far
 * the list was scrolled (`startAt`) is left alone.
 */
function useOpenRowShown(virtualizer: Virtualizer<HTMLDivElement, Element>, startAt: number, position?: number): void {
  const isShown = useRef(startAt > 0)
  useEffect(() => {
    if (isShown.current || position === undefined) return
    isShown.current = true
    virtualizer.scrollToIndex(position, { align: 'auto' })
  }, [virtualizer, position])
}

export function ListGrid(props: RowsViewProps) {
  const { list, rows, items, choice, openId, isGone, history, startAt, scroller, onPick, onOpen, onVisible } = props
  const id = useId()
  const { columns, layout, setLayout } = useLayout(list)
  const [dragLayout, setDragLayout] = useState<ListLayout>()
  const { density } = layout
  const cells = useMemo(() => cellsOf(columns, density), [columns, density])
  const rowHeight = rowHeightOf(cells, density)
  const widths = useCellWidths({ list, cells, layout: dragLayout ?? layout, rows, grid: scroller.ref })
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: items.count,
    getItemKey: items.keyAt,
    getScrollElement: () => scroller.ref.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: rowHeight,
    scrollPaddingStart: rowHeight,
    initialOffset: startAt * rowHeight
  })
  useVisible(virtualizer, items, onVisible)
  useMeasuredAgain(virtualizer, rowHeight)
  const openIndex = openId === undefined ? undefined : rows.indexOf(openId)
  useOpenRowShown(virtualizer, startAt, openIndex === undefined ? undefined : items.positionOf(openIndex))

  const onResize = (key: string, width: number, isDone: boolean): void => {
    const resized = withColumnWidth(layout, key, width)
    setDragLayout(isDone ? undefined : resized)
    if (isDone) setLayout(resized)
  }
  const onKeyDown = rowKeys(props, {
    rowsPerPage: () => Math.floor((virtualizer.scrollRect?.height ?? rowHeight) / rowHeight) - 2,
    scrollTo: position => virtualizer.scrollToIndex(position, { align: 'auto' })
  })
  return (
    <div
      ref={scroller.ref}
      className="parts-grid"
      {...gridAttributes({ ...props, columns }, id)}
      data-stale={rows.stale || undefined}
      data-density={density}
      style={gridStyle(markWidthOf(list), widths, rowHeight)}
      onKeyDown={onKeyDown}
      onScroll={event => {
        event.currentTarget.toggleAttribute('data-sideways', event.currentTarget.scrollLeft > 0)
        scroller.onScroll()
      }}
    >
      <GridHead
        cells={cells}
        sort={props.sort}
        onSort={props.onSort}
        tick={list.selection === 'many' && props.headTick}
        onResize={onResize}
        onFit={key => setLayout(withColumnWidth(layout, key, undefined))}
      />
      {/* biome-ignore lint/a11y/useKeyWithMouseEvents: screen readers and the keyboard get the whole text anyway */}
      <div
        className="parts-grid-body"
        role="rowgroup"
        onMouseOver={showWholeText}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index: position, start }) => {
          const item = items.itemAt(position)
          const shared = { position, cells, top: start - rowHeight }
          if (item.kind === 'heading') {
            return (
              <HeadingRow key={item.key} {...shared} isOuter={item.isOuter}>
                <GroupTitle list={list} item={item} rowAt={rows.rowAt} />
                <GroupCommands list={list} item={item} rowAt={rows.rowAt} />
              </HeadingRow>
            )
          }
          const { index } = item
          const row = rows.rowAt(index)
          if (!row) return <LoadingRow key={index} {...shared} />
          return (
            <GridRow
              key={index}
              id={`${id}-${index}`}
              {...shared}
              list={list}
              row={row}
              index={index}
              isPicked={choice.ids.includes(row.id)}
              isActive={index === choice.active}
              isOpen={row.id === openId}
              isGone={isGone(row)}
              history={history}
              onPick={onPick}
              onOpen={onOpen}
            />
          )
        })}
      </div>
    </div>
  )
}

interface PositionedProps {
  readonly position: number
  readonly cells: readonly Cell[]
  /** Pixels from the first row. */
  readonly top: number
}

const placedAt = (top: number): CSSProperties => ({ transform: `translateY(${top}px)` })

interface HeadingRowProps extends PositionedProps {
  readonly isOuter: boolean
  readonly children: ReactNode
}

function HeadingRow({ position, cells, top, isOuter, children }: HeadingRowProps) {
  return (
    <div
      role="row"
      className="parts-grid-heading"
      data-outer={isOuter || undefined}
      aria-rowindex={position + 2}
      style={placedAt(top)}
    >
      <span role="rowheader" aria-colspan={cells.reduce((sum, { columns }) => sum + columns.length, 1)}>
        {children}
      </span>
    </div>
  )
}

interface GridRowProps extends PositionedProps, Pick<RowsViewProps, 'list' | 'history' | 'onPick' | 'onOpen'> {
  readonly id: string
  readonly row: Row
  readonly index: number
  readonly isPicked: boolean
  /** It is the active row of the keyboard. */
  readonly isActive: boolean
  /** Its panel is open. */
  readonly isOpen: boolean
  readonly isGone: boolean
}

/** Memoized, so that selecting a row draws only the rows that change. */
const GridRow = memo(function GridRow(props: GridRowProps) {
  const { id, row, index, position, cells, top, list, isPicked, isActive, isOpen, isGone, history, onPick, onOpen } =
    props
  const tint = tintOf(list.tint, row)
  const pick = (event: MouseEvent, byDefault: 'only' | 'toggle'): void =>
    onPick({ index, mode: clickMode(event, byDefault) })
  return (
    <div
      id={id}
      role="row"
      className="parts-grid-row"
      aria-rowindex={position + 2}
      aria-selected={list.selection === 'none' ? undefined : isPicked}
      aria-current={isOpen || undefined}
      data-active={isActive || undefined}
      data-tone={tint?.tone}
      data-gone={isGone || undefined}
      style={placedAt(top)}
      onMouseDown={event => event.shiftKey && event.preventDefault()}
      onClick={event => pick(event, 'only')}
      onDoubleClick={() => {
        getSelection()?.removeAllRanges()
        if (!list.noDoubleClick) onOpen(row, index)
      }}
    >
      <span role="gridcell" className="parts-cell parts-cell-mark">
        {list.selection === 'many' && (
          <i
            className="parts-tick"
            data-on={isPicked || undefined}
            aria-hidden="true"
            onClick={event => {
              event.stopPropagation()
              pick(event, 'toggle')
            }}
          />
        )}
        <RowMarks list={list} row={row} />
        {isGone && <GoneNote resourceType={list.resourceType} id={row.id} history={history} />}
      </span>
      {cells.map(cell => (
        <Lines key={cell.key} cell={cell} isEmpty={cell.columns.every(({ key, blank }) => !blank && isBlank(row[key]))}>
          {column => <CellValue column={column} row={row} plain />}
        </Lines>
      ))}
    </div>
  )
})

interface LinesProps {
  readonly cell: Cell
  /** Whether all lines are empty: a single dash is then shown. */
  readonly isEmpty?: boolean
  readonly children: (column: ColumnMetadata) => ReactNode
}

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === ''

/** The columns of a cell: one, or two lines that are aligned alike. To a screen reader two lines are two cells. */
function Lines({ cell, isEmpty = false, children }: LinesProps) {
  const lines = cell.columns.map(column => (
    <span
      key={column.key}
      role="gridcell"
      className="parts-cell"
      data-align={cell.columns[0].align}
      data-broken={(cell.hasBothLines && isText(column)) || undefined}
    >
      {children(column)}
    </span>
  ))
  if (lines.length === 1) return lines
  return (
    <span className="parts-lines" data-main={cell.isMain || undefined} data-empty={isEmpty || undefined}>
      {lines}
    </span>
  )
}

function LoadingRow({ position, cells, top }: PositionedProps) {
  return (
    <div className="parts-grid-row" role="row" aria-rowindex={position + 2} style={placedAt(top)}>
      <span role="gridcell" className="parts-cell parts-cell-mark" />
      {cells.map(cell => (
        <Lines key={cell.key} cell={cell}>
          {() => <span className="skeleton-bar" />}
        </Lines>
      ))}
    </div>
  )
}
