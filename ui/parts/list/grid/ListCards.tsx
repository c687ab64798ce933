/**
 * The rows as cards, on a phone: the column that names the row is the title, vocabulary columns are badges, the others lines and
 * labelled values (`cardColumns.ts`). On a phone in landscape format there are two columns of cards.
 */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo } from 'react'
import { useMediaQuery, widths } from '../../../theme/mediaQuery.ts'
import { type CardColumns, cardColumns } from '../columns/cardColumns.ts'
import { GroupCommands, GroupTitle } from './GroupTitle.tsx'
import { ListCard } from './ListCard.tsx'
import type { RowsViewProps } from './rowsView.ts'
import { useVisible } from './useVisible.ts'
import './cards.css'

/**
 * Estimated heights in pixels: of a heading, of a card without values, of one line and of a row of facts; and the gap between
 * cards.
 */
const headingHeight = 36
const cardBaseHeight = 56
const lineHeight = 22
const factsHeight = 44
const gap = 8

const heightOf = ({ lines, texts, facts }: CardColumns): number =>
  cardBaseHeight + (lines.length + texts.length) * lineHeight + (facts.length > 0 ? factsHeight : 0)

export function ListCards(props: RowsViewProps) {
  const { list, rows, items, choice, startAt, label, scroller, onPick, onOpen, onVisible } = props
  const columns = useMemo(() => cardColumns(list.columns), [list.columns])
  const cardHeight = heightOf(columns)
  const isWide = useMediaQuery(`(width >= ${widths.phone}px)`)
  // headings span the whole width, so a grouped list has one column of cards
  const lanes = isWide && !list.groupBy ? 2 : 1
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: items.count,
    getItemKey: items.keyAt,
    getScrollElement: () => scroller.ref.current,
    estimateSize: position => (items.itemAt(position).kind === 'heading' ? headingHeight : cardHeight),
    overscan: 4,
    gap,
    lanes,
    initialOffset: Math.floor(startAt / lanes) * (cardHeight + gap)
  })
  useVisible(virtualizer, items, onVisible)
  return (
    <div
      ref={scroller.ref}
      className="parts-cards"
      tabIndex={-1}
      data-focus-home
      aria-busy={rows.stale}
      onScroll={scroller.onScroll}
    >
      <ul aria-label={label} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index: position, start, lane }) => {
          const item = items.itemAt(position)
          const shared = {
            ref: virtualizer.measureElement,
            'data-index': position,
            'data-lane': lanes > 1 ? lane : undefined,
            style: { transform: `translateY(${start}px)` }
          }
          if (item.kind === 'heading') {
            return (
              <li key={item.key} {...shared}>
                <div className="parts-cards-heading" data-outer={item.isOuter || undefined}>
                  <h2>
                    <GroupTitle list={list} item={item} rowAt={rows.rowAt} />
                  </h2>
                  <GroupCommands list={list} item={item} rowAt={rows.rowAt} />
                </div>
              </li>
            )
          }
          const { index } = item
          const row = rows.rowAt(index)
          if (!row) {
            return (
              <li key={index} {...shared}>
                <div className="parts-card" style={{ height: cardHeight }}>
                  <span className="skeleton-bar" />
                  <span className="skeleton-bar" />
                </div>
              </li>
            )
          }
          const setSize = rows.totalCapped ? -1 : (rows.total ?? -1)
          return (
            <li key={index} {...shared} aria-posinset={index + 1} aria-setsize={setSize}>
              <ListCard
                list={list}
                columns={columns}
                row={row}
                index={index}
                isPicked={choice.ids.includes(row.id)}
                isActive={index === choice.active}
                onPick={onPick}
                onOpen={onOpen}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
