// biome-ignore-all lint/a11y/useSemanticElements: virtual rows are positioned one by one, which table elements cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid takes the focus and names its active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys
// biome-ignore-all lint/a11y/noStaticElementInteractions: the tick only shows the row's aria-selected
/**
 * The rows as a table for pointer, keyboard and screen reader: one tab stop, with the active row named by its id
 * (`aria-activedescendant`), because a virtual row may be removed while it is active.
 */
import { useVirtualizer } from '@tanstack/react-virtual'
import type { CSSProperties, MouseEvent, ReactNode } from 'react'
import { useId } from 'react'
import type { ColumnMetadata } from '../../../src/contract/list.ts'
import { useText } from '../../i18n.ts'
import { useFormatContext, Value } from '../values/formats.tsx'
import { columnWidths } from './columnWidths.ts'
import { GroupTitle } from './GroupTitle.tsx'
import { gridAttributes } from './gridAttributes.ts'
import { ariaSort, nextSort } from './listUrl.ts'
import { clickMode, rowKeys } from './rowKeys.ts'
import type { RowsViewProps } from './rowsView.ts'
import { rowHeight } from './rowsView.ts'
import { RowMarks, tintOf } from './tint.tsx'
import { useLayout } from './useLayout.ts'
import type { Row } from './useRows.ts'
import { useVisible } from './useVisible.ts'

/** Shows the whole text of a truncated cell under the pointer. */
const showWholeText = ({ target }: MouseEvent): void => {
  const cell = (target as Element).closest<HTMLElement>('.parts-cell')
  if (cell) cell.title = cell.scrollWidth > cell.clientWidth ? cell.innerText : ''
}

export function ListGrid(props: RowsViewProps) {
  const { list, rows, layout, startAt, scroller, onVisible } = props
  const context = useFormatContext()
  const id = useId()
  const { columns } = useLayout(list)
  const hasBothSigns = list.tint.length > 0 && list.marks.length > 0
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: layout.count,
    getItemKey: layout.keyAt,
    getScrollElement: () => scroller.ref.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: rowHeight,
    scrollPaddingStart: rowHeight,
    initialOffset: startAt * rowHeight
  })
  useVisible(virtualizer, layout, onVisible)

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
      style={columnWidths(columns, list.selection === 'many', context, hasBothSigns)}
      onKeyDown={onKeyDown}
      onScroll={scroller.onScroll}
    >
      <GridHead columns={columns} sort={props.sort} onSort={props.onSort} />
      {/* biome-ignore lint/a11y/useKeyWithMouseEvents: screen readers and the keyboard get the whole text anyway */}
      <div
        className="parts-grid-body"
        role="rowgroup"
        onMouseOver={showWholeText}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index: position, start }) => {
          const item = layout.itemAt(position)
          const shared = { position, columns, style: { transform: `translateY(${start - rowHeight}px)` } }
          if (item.kind === 'heading') {
            return (
              <HeadingRow key={item.key} {...shared}>
                <GroupTitle groupBy={list.groupBy?.[0]} item={item} />
              </HeadingRow>
            )
          }
          const { index } = item
          const row = rows.rowAt(index)
          if (!row) return <LoadingRow key={index} {...shared} />
          return <GridRow key={index} id={`${id}-${index}`} {...shared} {...props} row={row} index={index} />
        })}
      </div>
    </div>
  )
}

const sortIcons = { ascending: 'pi-arrow-up', descending: 'pi-arrow-down', none: 'pi-sort-alt' }

type GridHeadProps = Pick<RowsViewProps, 'sort' | 'onSort'> & { readonly columns: readonly ColumnMetadata[] }

function GridHead({ columns, sort, onSort }: GridHeadProps) {
  const t = useText()
  return (
    <div className="parts-grid-head" role="rowgroup">
      <div className="parts-grid-row" role="row" aria-rowindex={1}>
        <span role="columnheader" className="parts-cell">
          <span className="visually-hidden">{t('parts.mark')}</span>
        </span>
        {columns.map(column => (
          <span
            key={column.key}
            role="columnheader"
            className="parts-cell"
            data-align={column.align}
            {...(column.sortable ? { 'aria-sort': ariaSort(sort, column.key) } : {})}
          >
            {column.sortable ? (
              <button type="button" className="parts-sort" onClick={() => onSort(nextSort(sort, column.key))}>
                <span>{t(column.header)}</span>
                <i className={`pi ${sortIcons[ariaSort(sort, column.key)]}`} aria-hidden="true" />
              </button>
            ) : (
              <span className="parts-head-text">{t(column.header)}</span>
            )}
          </span>
        ))}
      </div>
    </div>
  )
}

interface PositionedProps {
  readonly position: number
  readonly columns: readonly ColumnMetadata[]
  readonly style: CSSProperties
}

function HeadingRow({ position, columns, style, children }: PositionedProps & { readonly children: ReactNode }) {
  return (
    <div role="row" className="parts-grid-heading" aria-rowindex={position + 2} style={style}>
      <span role="rowheader" aria-colspan={columns.length + 1}>
        {children}
      </span>
    </div>
  )
}

interface GridRowProps
  extends PositionedProps,
    Pick<RowsViewProps, 'list' | 'choice' | 'openId' | 'onPick' | 'onOpen'> {
  readonly id: string
  readonly row: Row
  readonly index: number
}

function GridRow({ id, row, index, position, columns, style, list, choice, openId, onPick, onOpen }: GridRowProps) {
  const picked = choice.ids.includes(row.id)
  const tint = tintOf(list.tint, row)
  const pick = (event: MouseEvent, byDefault: 'only' | 'toggle'): void =>
    onPick({ index, mode: clickMode(event, byDefault) })
  return (
    <div
      id={id}
      role="row"
      className="parts-grid-row"
      aria-rowindex={position + 2}
      aria-selected={list.selection === 'none' ? undefined : picked}
      aria-current={row.id === openId || undefined}
      data-active={index === choice.active || undefined}
      data-tone={tint?.tone}
      style={style}
      onMouseDown={event => event.shiftKey && event.preventDefault()}
      onClick={event => pick(event, 'only')}
      onDoubleClick={() => {
        getSelection()?.removeAllRanges()
        onOpen(row, index)
      }}
    >
      <span role="gridcell" className="parts-cell parts-cell-mark">
        {list.selection === 'many' && (
          <i
            className="parts-tick"
            data-on={picked || undefined}
            aria-hidden="true"
            onClick={event => {
              event.stopPropagation()
              pick(event, 'toggle')
            }}
          />
        )}
        <RowMarks list={list} row={row} />
      </span>
      {columns.map(column => (
        <span key={column.key} role="gridcell" className="parts-cell" data-align={column.align}>
          <Value schema={column.schema} value={row[column.key]} blank={column.blank} plain />
        </span>
      ))}
    </div>
  )
}

function LoadingRow({ position, columns, style }: PositionedProps) {
  return (
    <div className="parts-grid-row" role="row" aria-rowindex={position + 2} style={style}>
      <span role="gridcell" className="parts-cell" />
      {columns.map(column => (
        <span key={column.key} role="gridcell" className="parts-cell">
          <span className="skeleton-bar" />
        </span>
      ))}
    </div>
  )
}
