// biome-ignore-all lint/a11y/useSemanticElements: cards are rows of a grid that is no table
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the board handles the keys
// biome-ignore-all lint/a11y/useFocusableInteractive: the row takes the focus
/** An order as a card of the planning board. */
import { memo } from 'react'
import type { ListMetadata } from '../../../../src/contract/list.ts'
import type { Row } from '../../../../src/contract/row.ts'
import { useText } from '../../../i18n.ts'
import { RowMarks, tintOf } from '../../../parts/list/grid/tint.tsx'
import { isMissing, textOf, useFormatContext, Value } from '../../../parts/values/formats.tsx'

interface BoardCardProps {
  readonly list: ListMetadata
  readonly row: Row
  /** From 1, of a stop. */
  readonly stop: number | undefined
  readonly isActive: boolean
  /** Whether Tab leads to it: one card of each column. */
  readonly isTabStop: boolean
  readonly isChosen: boolean
  readonly isCarried: boolean
  /** A drop would put what is carried before it, or after it at the end of its column. */
  readonly drop: 'before' | 'after' | undefined
  readonly helpId: string
}

const tonnes = { type: 'number', format: 'tonnes' } as const

export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { list, row, stop, isActive, isTabStop, isChosen, isCarried, drop, helpId } = props
  const t = useText()
  const context = useFormatContext()
  const { company, number, receptionPlace, orderTypeItemName: item, wishedDate, load } = row
  const shown = (key: string): string => {
    const column = list.columns.find(one => one.key === key)
    return column && !isMissing(row[key]) ? textOf(context, column.schema, row[key]) : ''
  }
  const state = list.columns.find(one => one.key === 'stopState')
  const wish = [wishedDate && shown('wishedDate'), shown('wishedPart')].filter(Boolean).join(', ')
  const name = `${String(number)}, ${String(company)}`
  return (
    <div
      role="row"
      className="board-card"
      tabIndex={isTabStop ? 0 : -1}
      aria-selected={isChosen}
      aria-describedby={helpId}
      data-card={row.id}
      data-focus-active={isActive || undefined}
      data-tone={tintOf(list.tint, row)?.tone}
      data-carried={isCarried || undefined}
      data-drop={drop}
    >
      <div role="gridcell" className="board-card-body">
        <p className="board-card-title">
          {stop !== undefined && <span className="board-stop tabular">{stop}</span>}
          <strong>{String(company)}</strong>
          <span className="board-card-marks">
            <RowMarks list={list} row={row} />
            {row.notified === true && (
              <span title={t('planning.route.notified')}>
                <i className="pi pi-send" aria-hidden="true" />
                <span className="visually-hidden">{t('planning.route.notified')}</span>
              </span>
            )}
          </span>
        </p>
        <p>{String(receptionPlace ?? '')}</p>
        {state && !isMissing(row.stopState) && (
          <p>
            <Value schema={state.schema} value={row.stopState} />
          </p>
        )}
        <p className="board-card-facts">
          <span>
            {String(item ?? '')} · <span className="unbroken tabular">{textOf(context, tonnes, load)}</span>
          </span>
          {wish && (
            <span>
              <span className="visually-hidden">{t('orders.order.wishedDate')}: </span>
              <i className="pi pi-clock" aria-hidden="true" /> {wish}
            </span>
          )}
          <span className="tabular">{String(number)}</span>
        </p>
        <button
          type="button"
          className="board-handle"
          tabIndex={-1}
          data-handle
          aria-label={t('planning.board.pick', { name })}
        >
          <i className="pi pi-arrows-alt" aria-hidden="true" />
        </button>
      </div>
    </div>
  )
})
