/** The same rows on a phone: the first column is the title, a word of a vocabulary the badge, the rest labelled values. */
import { useVirtualizer } from '@tanstack/react-virtual'
import type { ColumnMetadata } from '../../../src/contract/list.ts'
import { unwrapped } from '../../../src/contract/schema.ts'
import { useText } from '../../i18n.ts'
import { Value } from '../values/formats.tsx'
import { GroupTitle } from './GroupTitle.tsx'
import type { RowsViewProps } from './ListGrid.tsx'
import { useVisible } from './ListGrid.tsx'
import { Mark, tintOf } from './tint.tsx'
import type { Row } from './useRows.ts'
import './cards.css'

/** About what a heading takes, in pixels. */
const headingHeight = 36

const isBadge = ({ schema }: ColumnMetadata): boolean => unwrapped(schema).vocabulary !== undefined
const isBlank = (value: unknown): boolean => value === null || value === undefined || value === ''

/** Which columns stand where on a card. */
export function cardOf(columns: readonly ColumnMetadata[]) {
  const [title, ...rest] = columns.filter(column => !column.hidden)
  return { title, badges: rest.filter(isBadge), pairs: rest.filter(column => !isBadge(column)) }
}

export function ListCards(props: RowsViewProps) {
  const { face, rows, layout, choice, startAt, label, scroller, onPick, onOpen, onVisible } = props
  const t = useText()
  const { title, badges, pairs } = cardOf(face.columns)
  const guess = 72 + pairs.length * 22
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: layout.count,
    getItemKey: layout.keyAt,
    getScrollElement: () => scroller.ref.current,
    estimateSize: place => (layout.itemAt(place).kind === 'heading' ? headingHeight : guess),
    overscan: 4,
    gap: 8,
    initialOffset: startAt * (guess + 8)
  })
  useVisible(virtualizer, layout, onVisible)
  const onTap = (row: Row, index: number): void => {
    if (face.opens) onOpen(row, index)
    else onPick({ index, mode: 'toggle' })
  }
  return (
    <div ref={scroller.ref} className="parts-cards" aria-busy={rows.stale} onScroll={scroller.onScroll}>
      <ul aria-label={label} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index: at, start }) => {
          const item = layout.itemAt(at)
          const style = { transform: `translateY(${start}px)` }
          if (item.kind === 'heading') {
            return (
              <li key={item.key} ref={virtualizer.measureElement} data-index={at} style={style}>
                <h2 className="parts-cards-heading">
                  <GroupTitle face={face} item={item} />
                </h2>
              </li>
            )
          }
          const { index } = item
          const row = rows.rowAt(index)
          const place = { 'aria-posinset': index + 1, 'aria-setsize': rows.totalCapped ? -1 : (rows.total ?? -1) }
          if (!row || !title) {
            return (
              <li key={index} ref={virtualizer.measureElement} data-index={at} style={style}>
                <div className="parts-card" style={{ height: guess }}>
                  <span className="parts-bone" />
                  <span className="parts-bone" />
                </div>
              </li>
            )
          }
          const tint = tintOf(face.tint, row)
          const picked = choice.ids.includes(row.id)
          return (
            <li key={index} ref={virtualizer.measureElement} data-index={at} style={style} {...place}>
              <div className="parts-card" data-picked={picked || undefined} data-tone={tint?.tone}>
                <div className="parts-card-head">
                  {face.selection === 'many' && (
                    <label className="parts-card-tick">
                      <input
                        type="checkbox"
                        checked={picked}
                        onChange={() => onPick({ index, mode: 'toggle' })}
                        aria-label={t('parts.choose')}
                      />
                    </label>
                  )}
                  <button
                    type="button"
                    className="parts-card-title"
                    aria-pressed={face.opens ? undefined : picked}
                    onClick={() => onTap(row, index)}
                  >
                    <Value schema={title.schema} value={row[title.key]} blank={title.blank} />
                  </button>
                  <Mark tint={tint} />
                  {badges.map(({ key, schema, blank }) => (
                    <Value key={key} schema={schema} value={row[key]} blank={blank} />
                  ))}
                </div>
                <dl>
                  {pairs
                    .filter(({ key, blank }) => blank || !isBlank(row[key]))
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
            </li>
          )
        })}
      </ul>
    </div>
  )
}
