// biome-ignore-all lint/a11y/useSemanticElements: cards are rows of a grid that is no table
// biome-ignore-all lint/a11y/useFocusableInteractive: the rows take the focus
/** A column of the planning board: its head, and its cards from top to bottom. */
import type { ReactNode } from 'react'
import type { ListMetadata } from '../../../../src/contract/list.ts'
import type { Row } from '../../../../src/contract/row.ts'
import { useText } from '../../../i18n.ts'
import type { Scroller } from '../../../parts/list/rows/useStableScroll.ts'
import { BoardCard } from './BoardCard.tsx'
import { type Column, stayingIn, type Target } from './moves.ts'

/** What all columns show alike. */
export interface BoardView {
  readonly rowOf: (id: number) => Row | undefined
  readonly active: number | undefined
  readonly chosen: readonly number[]
  readonly carried: readonly number[]
  /** Where what is carried would be put. */
  readonly target: Target | undefined
  /** Whether it would be put between the cards of its own column. */
  readonly isWithin: boolean
  readonly helpId: string
  /** Whether stops have the numbers of their rows: all that was moved is known to the server. */
  readonly isSettled: boolean
  /** Puts what is carried into the column; undefined while nothing is, or while it is dragged. */
  readonly onDropIn: ((target: Target) => void) | undefined
}

interface BoardColumnProps {
  readonly column: Column
  readonly list: ListMetadata
  readonly view: BoardView
  /** What the column is called. */
  readonly name: string
  readonly head: ReactNode
  readonly empty: string
  readonly isHidden: boolean
  /** Of a list that loads more rows as it is scrolled. */
  readonly scroller?: Scroller
}

/** The number of a stop in its route, where stops that are done come first and a filter may leave some out. */
const stopOf = ({ sequenceInRoute }: Row, index: number, isSettled: boolean): number =>
  isSettled && typeof sequenceInRoute === 'number' ? sequenceInRoute : index + 1

export function BoardColumn(props: BoardColumnProps) {
  const { column, list, view, name, head, empty, isHidden, scroller } = props
  const { place, ids } = column
  const t = useText()
  const { active, carried, target, isWithin, onDropIn } = view
  const staying = stayingIn(column, carried)
  // each column scrolls by itself, so each is reached by Tab
  const tabStop = active !== undefined && ids.includes(active) ? active : ids.find(id => view.rowOf(id))
  const isTarget = target?.place === place
  const at = isTarget && isWithin && place !== 'toPlan' ? target.at : undefined
  const dropOf = (id: number): 'before' | 'after' | undefined => {
    if (at === undefined || staying.length === 0) return undefined
    if (staying[at] === id) return 'before'
    return at === staying.length && staying.at(-1) === id ? 'after' : undefined
  }
  return (
    <section
      className="board-column"
      aria-label={name}
      data-place={place}
      data-target={isTarget || undefined}
      hidden={isHidden}
    >
      <header className="board-head">
        {head}
        {onDropIn && (
          <button
            type="button"
            className="button board-drop"
            aria-label={t('planning.board.dropIn', { column: name })}
            onClick={() => onDropIn({ place, at: isTarget ? (target?.at ?? 0) : staying.length })}
          >
            <i className="pi pi-download" aria-hidden="true" />
            {t('planning.board.drop')}
          </button>
        )}
      </header>
      <div ref={scroller?.ref} className="board-cards" data-scrolls onScroll={scroller?.onScroll}>
        {ids.length > 0 ? (
          <div role="grid" aria-label={name} aria-multiselectable>
            {ids.map((id, index) => {
              const row = view.rowOf(id)
              return (
                row && (
                  <BoardCard
                    key={id}
                    list={list}
                    row={row}
                    stop={place === 'toPlan' ? undefined : stopOf(row, index, view.isSettled)}
                    isActive={active === id}
                    isTabStop={tabStop === id}
                    isChosen={view.chosen.includes(id)}
                    isCarried={carried.includes(id)}
                    drop={dropOf(id)}
                    helpId={view.helpId}
                  />
                )
              )
            })}
          </div>
        ) : (
          <p className="board-empty">{empty}</p>
        )}
      </div>
    </section>
  )
}
