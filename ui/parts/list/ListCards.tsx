/** The rows as cards, on a phone: the column that names the row is the title, vocabulary columns are badges, the rest labelled values. */
import { useVirtualizer } from '@tanstack/react-virtual'
import type { ColumnMetadata } from '../../../src/contract/list.ts'
import { useText } from '../../i18n.ts'
import { isMissing, Value } from '../values/formats.tsx'
import { GroupCommands, GroupTitle } from './GroupTitle.tsx'
import { isBadge, namingColumn } from './namingColumn.ts'
import type { RowsViewProps } from './rowsView.ts'
import { RowMarks, tintOf } from './tint.tsx'
import type { Row } from './useRows.ts'
import { useVisible } from './useVisible.ts'
import './cards.css'

/** In pixels: estimated heights of a heading, of a card without values and of one value; and between two cards. */
const headingHeight = 36
const cardBaseHeight = 72
const pairHeight = 22
const gap = 8

interface CardColumns {
  readonly title: ColumnMetadata | undefined
  readonly badges: readonly ColumnMetadata[]
  readonly pairs: readonly ColumnMetadata[]
}

function cardColumns(columns: readonly ColumnMetadata[]): CardColumns {
  const title = namingColumn(columns)
  const rest = columns.filter(column => column !== title)
  return { title, badges: rest.filter(isBadge), pairs: rest.filter(column => !isBadge(column)) }
}

export function ListCards(props: RowsViewProps) {
  const { list, rows, layout, startAt, label, scroller, onVisible } = props
  const columns = cardColumns(list.columns)
  const cardHeight = cardBaseHeight + columns.pairs.length * pairHeight
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: layout.count,
    getItemKey: layout.keyAt,
    getScrollElement: () => scroller.ref.current,
    estimateSize: position => (layout.itemAt(position).kind === 'heading' ? headingHeight : cardHeight),
    overscan: 4,
    gap,
    initialOffset: startAt * (cardHeight + gap)
  })
  useVisible(virtualizer, layout, onVisible)
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
        {virtualizer.getVirtualItems().map(({ index: position, start }) => {
          const item = layout.itemAt(position)
          const shared = {
            ref: virtualizer.measureElement,
            'data-index': position,
            style: { transform: `translateY(${start}px)` }
          }
          if (item.kind === 'heading') {
            return (
              <li key={item.key} {...shared}>
                <div className="parts-cards-heading">
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
              <Card {...props} columns={columns} row={row} index={index} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface CardProps extends Pick<RowsViewProps, 'list' | 'choice' | 'onPick' | 'onOpen'> {
  readonly columns: CardColumns
  readonly row: Row
  readonly index: number
}

function Card({ list, choice, onPick, onOpen, columns: { title, badges, pairs }, row, index }: CardProps) {
  const t = useText()
  const tint = tintOf(list.tint, row)
  const picked = choice.ids.includes(row.id)
  const toggle = (): void => onPick({ index, mode: 'toggle' })
  return (
    <div className="parts-card" data-picked={picked || undefined} data-tone={tint?.tone}>
      <div className="parts-card-head">
        {list.selection === 'many' && (
          <label className="parts-card-tick">
            <input type="checkbox" checked={picked} onChange={toggle} aria-label={t('parts.choose')} />
          </label>
        )}
        <button
          type="button"
          className="parts-card-title whole-card"
          data-focus-active={index === choice.active || undefined}
          aria-pressed={list.opens ? undefined : picked}
          onClick={() => (list.opens ? onOpen(row, index) : toggle())}
        >
          {title && <Value schema={title.schema} value={row[title.key]} blank={title.blank} />}
        </button>
        <RowMarks list={list} row={row} />
        {badges.map(({ key, schema, blank }) => (
          <Value key={key} schema={schema} value={row[key]} blank={blank} />
        ))}
      </div>
      <dl>
        {pairs
          .filter(({ key, blank }) => blank || !isMissing(row[key]))
          .map(({ key, header, schema, blank }) => (
            <div key={key}>
              <dt>{t(header)}</dt>
              <dd>
                <Value schema={schema} value={row[key]} blank={blank} />
              </dd>
            </div>
          ))}
      </dl>
    </div>
  )
}
