// biome-ignore-all lint/a11y/useSemanticElements: virtual rows are positioned one by one, which table elements cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid takes the focus and names its active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys
// biome-ignore-all lint/a11y/noStaticElementInteractions: the tick only shows the row's aria-selected
/**
 * The rows of a panel's tab on a wide screen: a grid like the page's own, with the same keys, whose rows have two lines, because a
 * panel is too narrow for columns. The first line has the row's name and kind, the second its other values. Missing values are left
 * out, and so is a "no"; a "yes" is shown by the label of its field.
 */
import { useVirtualizer } from '@tanstack/react-virtual'
import type { CSSProperties, MouseEvent, Ref } from 'react'
import { useId } from 'react'
import type { ColumnMetadata } from '../../../src/contract/list.ts'
import type { Row } from '../../../src/contract/row.ts'
import { unwrapped } from '../../../src/contract/schema.ts'
import { useText } from '../../i18n.ts'
import { gridAttributes } from '../list/grid/gridAttributes.ts'
import { clickMode, rowKeys } from '../list/grid/rowKeys.ts'
import type { RowsViewProps } from '../list/grid/rowsView.ts'
import { RowMarks, tintOf } from '../list/grid/tint.tsx'
import { useVisible } from '../list/grid/useVisible.ts'
import { Badge, isMissing, Value } from '../values/formats.tsx'

/** The estimated height of a row of two lines, in pixels, before it is measured. */
const likelyHeight = 61

const isYesOrNo = ({ schema }: ColumnMetadata): boolean => unwrapped(schema).type === 'boolean'
const isBadge = (column: ColumnMetadata): boolean =>
  isYesOrNo(column) || unwrapped(column.schema).vocabulary !== undefined

export function TabRows(props: RowsViewProps) {
  const { list, rows, items, startAt, scroller, onVisible } = props
  const t = useText()
  const id = useId()
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: items.count,
    getItemKey: items.keyAt,
    getScrollElement: () => scroller.ref.current,
    estimateSize: () => likelyHeight,
    overscan: 6,
    initialOffset: startAt * likelyHeight
  })
  useVisible(virtualizer, items, onVisible)
  const onKeyDown = rowKeys(props, {
    rowsPerPage: () => Math.max(1, Math.floor((virtualizer.scrollRect?.height ?? likelyHeight) / likelyHeight) - 1),
    scrollTo: position => virtualizer.scrollToIndex(position, { align: 'auto' })
  })
  return (
    <div
      ref={scroller.ref}
      className="parts-tab-grid"
      {...gridAttributes({ ...props, columns: list.columns }, id)}
      onKeyDown={onKeyDown}
      onScroll={scroller.onScroll}
    >
      <div className="visually-hidden" role="row" aria-rowindex={1}>
        <span role="columnheader">{t('parts.mark')}</span>
        {list.columns.map(({ key, header }) => (
          <span key={key} role="columnheader">
            {t(header)}
          </span>
        ))}
      </div>
      <div className="parts-tab-body" role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows.rowAt(index)
          const shared = {
            index,
            measure: virtualizer.measureElement,
            style: { transform: `translateY(${start}px)` }
          }
          return row ? (
            <TabRow key={index} id={`${id}-${index}`} {...shared} {...props} row={row} />
          ) : (
            <LoadingRow key={index} {...shared} columns={list.columns.length} />
          )
        })}
      </div>
    </div>
  )
}

interface PlacedProps {
  readonly index: number
  readonly measure: Ref<HTMLDivElement>
  readonly style: CSSProperties
}

interface TabRowProps extends PlacedProps, Pick<RowsViewProps, 'list' | 'choice' | 'onPick'> {
  readonly id: string
  readonly row: Row
}

function TabRow({ id, row, index, measure, style, list, choice, onPick }: TabRowProps) {
  const t = useText()
  const isPicked = choice.ids.includes(row.id)
  const tint = tintOf(list.tint, row)
  const [title, ...rest] = list.columns.map((column, at) => ({ column, at: at + 2 }))
  const isShown = ({ column }: { readonly column: ColumnMetadata }): boolean =>
    isYesOrNo(column) ? row[column.key] === true : column.blank !== undefined || !isMissing(row[column.key])
  const shownColumns = rest.filter(isShown)
  const pick = (event: MouseEvent, byDefault: 'only' | 'toggle'): void =>
    onPick({ index, mode: clickMode(event, byDefault) })
  return (
    <div
      ref={measure}
      data-index={index}
      id={id}
      role="row"
      className="parts-tab-row"
      aria-rowindex={index + 2}
      aria-selected={list.selection === 'none' ? undefined : isPicked}
      data-active={index === choice.active || undefined}
      data-tone={tint?.tone}
      style={style}
      onMouseDown={event => event.shiftKey && event.preventDefault()}
      onClick={event => pick(event, 'only')}
    >
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
      <div className="parts-tab-lines">
        <div className="parts-tab-line">
          {title && (
            <span role="gridcell" aria-colindex={title.at} className="parts-tab-name">
              <Value
                schema={title.column.schema}
                value={row[title.column.key]}
                row={row}
                blank={title.column.blank}
                plain
              />
            </span>
          )}
          {shownColumns
            .filter(({ column }) => isBadge(column))
            .map(({ column, at }) => (
              <span key={column.key} role="gridcell" aria-colindex={at}>
                {isYesOrNo(column) ? (
                  <Badge tone="neutral">{t(column.header)}</Badge>
                ) : (
                  <Value schema={column.schema} value={row[column.key]} row={row} blank={column.blank} plain />
                )}
              </span>
            ))}
          <span role="gridcell" aria-colindex={1} className="parts-tab-marks">
            <RowMarks list={list} row={row} />
          </span>
        </div>
        <div className="parts-tab-line parts-tab-values">
          {shownColumns
            .filter(({ column }) => !isBadge(column))
            .map(({ column: { key, header, schema, blank }, at }) => (
              <span key={key} role="gridcell" aria-colindex={at}>
                <small>{t(header)}</small> <Value schema={schema} value={row[key]} row={row} blank={blank} plain />
              </span>
            ))}
        </div>
      </div>
    </div>
  )
}

function LoadingRow({ index, measure, style, columns }: PlacedProps & { readonly columns: number }) {
  return (
    <div ref={measure} data-index={index} className="parts-tab-row" role="row" aria-rowindex={index + 2} style={style}>
      <span role="gridcell" aria-colindex={1} aria-colspan={columns + 1} className="parts-tab-lines">
        <span className="skeleton-bar" />
        <span className="skeleton-bar" />
      </span>
    </div>
  )
}
