// biome-ignore-all lint/a11y/useSemanticElements: rows stand at places of their own, which table elements do not do
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop and names its active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid hears the keys
// biome-ignore-all lint/a11y/noStaticElementInteractions: the tick is a picture of the row's aria-selected
/** The rows as a table that a keyboard and a screen reader can walk: one tab stop, the active row told by its id. */
import type { Virtualizer } from '@tanstack/react-virtual'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { CSSProperties, KeyboardEvent, MouseEvent } from 'react'
import { useEffect, useId } from 'react'
import type { ColumnMetadata, ListMetadata } from '../../../src/contract/list.ts'
import { unwrapped } from '../../../src/contract/schema.ts'
import { useText } from '../../i18n.ts'
import { area } from '../../session.ts'
import type { Speaker } from '../values/formats.tsx'
import { useSpeaker, Value } from '../values/formats.tsx'
import { GroupTitle } from './GroupTitle.tsx'
import type { Layout } from './groups.ts'
import { ariaSort, nextSort } from './listUrl.ts'
import type { Choice, Pick } from './selection.ts'
import { steppedTo } from './selection.ts'
import { Mark, tintOf } from './tint.tsx'
import type { Row, Rows, Visible } from './useRows.ts'
import type { Watched } from './useWatchedScroll.ts'

/** Height of a row in pixels: the token `--row`. */
export const rowHeight = area() === 'portal' ? 56 : 40

export interface RowsViewProps {
  readonly face: ListMetadata
  readonly rows: Rows
  readonly layout: Layout
  readonly choice: Choice
  readonly sort: string
  readonly startAt: number
  readonly label: string
  readonly scroller: Watched
  readonly onSort: (sort: string) => void
  readonly onPick: (pick: Pick) => void
  readonly onMove: (index: number) => void
  readonly onOpen: (row: Row, index: number) => void
  readonly onVisible: (visible: Visible) => void
}

/** About what one letter of a badge takes, and what stands around its text. */
const letter = 6.3
const around = 40

/** The width of a column whose values are all about as long, in pixels; undefined for free text. */
function widthOf(
  { schema: declared }: ColumnMetadata,
  index: number,
  { t, vocabularies }: Speaker
): number | undefined {
  const schema = unwrapped(declared)
  const words = schema.vocabulary ? vocabularies[schema.vocabulary]?.members : undefined
  if (words) {
    const longest = Math.max(...words.map(({ name }) => t(`${schema.vocabulary}.${name}`).length))
    return Math.round(Math.min(168, Math.max(88, longest * letter + around)))
  }
  if (schema.format === 'instant') return 168
  if (schema.format === 'money') return 116
  if (schema.format === 'day' || schema.format === 'phone') return 108
  if (schema.format === 'ratio') return 84
  if (schema.type === 'string') return index === 0 ? 128 : undefined
  return 68
}

/** A text that is cut short is told whole where the pointer rests. */
const tellWhole = ({ target }: MouseEvent): void => {
  const cell = (target as Element).closest<HTMLElement>('.parts-cell')
  if (cell) cell.title = cell.scrollWidth > cell.clientWidth ? cell.innerText : ''
}

const leastText = 100

/** The widths above are for the back office's 14 px; the portal's text is larger. */
const scaled = (width: number): string => `calc(var(--t-md) * ${(width / 14).toFixed(2)})`

/** What is always as long gets its room; the rest is shared by the texts, as their columns say. */
function widthsOf(columns: readonly ColumnMetadata[], many: boolean, speaker: Speaker): CSSProperties {
  const mark = many ? 48 : 24
  const widths = columns.map((column, index) => widthOf(column, index, speaker))
  const least = widths.reduce<number>((sum, width) => sum + (width ?? leastText), mark)
  const someText = widths.includes(undefined)
  const shares = columns.map((column, index) => {
    const width = widths[index]
    if (width === undefined) return `minmax(${scaled(leastText)}, ${Math.max(0.1, column.grow)}fr)`
    return someText ? scaled(width) : `minmax(${scaled(width)}, 1fr)`
  })
  return { '--parts-columns': `${mark}px ${shares.join(' ')}`, '--parts-least': scaled(least) } as CSSProperties
}

/** Tells which rows are on screen, whenever that changes. */
export function useVisible(
  { range }: Virtualizer<HTMLDivElement, Element>,
  { rowAtPlace }: Layout,
  tell: (visible: Visible) => void
): void {
  const first = range ? rowAtPlace(range.startIndex) : 0
  const last = range ? rowAtPlace(range.endIndex) : 0
  useEffect(() => tell({ first, last }), [first, last, tell])
}

export function ListGrid(props: RowsViewProps) {
  const { face, rows, layout, choice, sort, startAt, label, scroller, onSort, onPick, onMove, onOpen, onVisible } =
    props
  const t = useText()
  const speaker = useSpeaker()
  const id = useId()
  const columns = face.columns.filter(column => !column.hidden)
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
  const activeId = rows.rowAt(choice.active) ? `${id}-${choice.active}` : undefined

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return
    const page = Math.floor((virtualizer.scrollRect?.height ?? rowHeight) / rowHeight) - 2
    const place = steppedTo(event.key, choice.active, rows.count, page)
    const row = rows.rowAt(choice.active)
    if (place !== undefined) {
      virtualizer.scrollToIndex(layout.placeOf(place), { align: 'auto' })
      if (event.shiftKey) onPick({ index: place, mode: 'range' })
      else onMove(place)
    } else if (event.key === ' ') onPick({ index: choice.active, mode: event.shiftKey ? 'range' : 'toggle' })
    else if (event.key === 'Enter' && row) onOpen(row, choice.active)
    else return
    event.preventDefault()
  }
  const onClick = (event: MouseEvent, index: number): void =>
    onPick({ index, mode: event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'only' })

  return (
    <div
      ref={scroller.ref}
      className="parts-grid"
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rows.totalCapped || rows.total === undefined ? -1 : rows.total + layout.headings + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable={face.selection === 'many'}
      aria-activedescendant={activeId}
      aria-busy={rows.stale || rows.total === undefined}
      data-stale={rows.stale || undefined}
      style={widthsOf(columns, face.selection === 'many', speaker)}
      onKeyDown={onKeyDown}
      onScroll={scroller.onScroll}
    >
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
                  <i className={`pi ${sortIcon(sort, column.key)}`} aria-hidden="true" />
                </button>
              ) : (
                <span className="parts-head-text">{t(column.header)}</span>
              )}
            </span>
          ))}
        </div>
      </div>
      {/* biome-ignore lint/a11y/useKeyWithMouseEvents: a reader and a keyboard have the whole text anyhow */}
      <div
        className="parts-grid-body"
        role="rowgroup"
        onMouseOver={tellWhole}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index: place, start }) => {
          const item = layout.itemAt(place)
          const style = { transform: `translateY(${start - rowHeight}px)` }
          if (item.kind === 'heading') {
            return (
              <div key={item.key} role="row" className="parts-grid-heading" aria-rowindex={place + 2} style={style}>
                <span role="rowheader" aria-colspan={columns.length + 1}>
                  <GroupTitle face={face} item={item} />
                </span>
              </div>
            )
          }
          const { index } = item
          const row = rows.rowAt(index)
          if (!row) return <BlankRow key={index} place={place} columns={columns} style={style} />
          const picked = choice.ids.includes(row.id)
          const tint = tintOf(face.tint, row)
          return (
            <div
              key={index}
              id={`${id}-${index}`}
              role="row"
              className="parts-grid-row"
              aria-rowindex={place + 2}
              aria-selected={picked}
              data-active={index === choice.active || undefined}
              data-tone={tint?.tone}
              style={style}
              onMouseDown={event => event.shiftKey && event.preventDefault()}
              onClick={event => onClick(event, index)}
              onDoubleClick={() => {
                getSelection()?.removeAllRanges()
                onOpen(row, index)
              }}
            >
              <span role="gridcell" className="parts-cell parts-cell-mark">
                {face.selection === 'many' && (
                  <i
                    className="parts-tick"
                    data-on={picked || undefined}
                    aria-hidden="true"
                    onClick={event => {
                      event.stopPropagation()
                      onPick({ index, mode: event.shiftKey ? 'range' : 'toggle' })
                    }}
                  />
                )}
                <Mark tint={tint} />
              </span>
              {columns.map(column => (
                <span key={column.key} role="gridcell" className="parts-cell" data-align={column.align}>
                  <Value schema={column.schema} value={row[column.key]} blank={column.blank} plain />
                </span>
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}

const sortIcon = (sort: string, key: string): string =>
  ({ ascending: 'pi-arrow-up', descending: 'pi-arrow-down', none: 'pi-sort-alt' })[ariaSort(sort, key)]

interface BlankRowProps {
  readonly place: number
  readonly columns: readonly ColumnMetadata[]
  readonly style: CSSProperties
}

function BlankRow({ place, columns, style }: BlankRowProps) {
  return (
    <div className="parts-grid-row" role="row" aria-rowindex={place + 2} style={style}>
      <span role="gridcell" className="parts-cell" />
      {columns.map(column => (
        <span key={column.key} role="gridcell" className="parts-cell">
          <span className="parts-bone" />
        </span>
      ))}
    </div>
  )
}
