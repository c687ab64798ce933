/** The columns of the vehicles: those that have stops side by side, and the free ones in one column. */
import type { ReactNode } from 'react'
import { usePhone } from '../../../elements/usePhone.ts'
import { useText } from '../../../i18n.ts'
import type { Scroller } from '../../../parts/list/rows/useStableScroll.ts'
import type { Column } from './moves.ts'

interface BoardVehiclesProps {
  readonly columns: readonly Column[]
  readonly draw: (column: Column) => ReactNode
  /** Of the list, whose further rows are loaded through it. */
  readonly scroller: Scroller | undefined
}

export function BoardVehicles({ columns, draw, scroller }: BoardVehiclesProps) {
  const t = useText()
  const isPhone = usePhone()
  const free = columns.filter(({ isFree, ids }) => isFree && ids.length === 0)
  const busy = columns.filter(column => !free.includes(column))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a legend
    <div
      ref={scroller?.ref}
      className="board-columns"
      role="group"
      aria-label={t('planning.board.vehicles')}
      // it scrolls sideways, so it must be reached by the keyboard
      tabIndex={isPhone ? undefined : 0}
    >
      {busy.map(column => draw(column))}
      {free.length > 0 && (
        // many of them scroll up and down, and nothing in them has the focus
        <section className="board-free" aria-label={t('planning.beside.free')} tabIndex={isPhone ? undefined : 0}>
          <h2 className="board-title">
            {t('planning.beside.free')} <span className="board-count tabular">{free.length}</span>
          </h2>
          {free.map(column => draw(column))}
        </section>
      )}
    </div>
  )
}
