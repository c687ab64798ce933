/** What is chosen on the planning board: each list keeps its own choice, and its bar acts on that. */
import { useState } from 'react'
import { chosen } from '../../../parts/list/rows/selection.ts'
import type { ListState } from '../../../parts/list/useListPage.ts'
import { type Column, columnOf } from './moves.ts'

interface States {
  readonly planned: ListState
  readonly toPlan: ListState
}

export function useBoardChoice(columns: readonly Column[], { planned, toPlan }: States) {
  const [anchor, setAnchor] = useState<number>()
  const stateOf = (id: number): ListState => (columnOf(columns, id)?.place === 'toPlan' ? toPlan : planned)
  return {
    ids: [...planned.url.rows, ...toPlan.url.rows],
    /** What is chosen in the list of this order. */
    with: (id: number): readonly number[] => stateOf(id).url.rows,
    anchorAt: setAnchor,
    /**
     * A range is one of its column, and begins where one began before, else at `origin`. What is chosen alone ends the choice of the other
     * list.
     */
    choose: (id: number, mode: 'only' | 'toggle' | 'range', origin = id): void => {
      const column = columnOf(columns, id)
      if (!column) return
      const { ids } = column
      const state = stateOf(id)
      const other = state === toPlan ? planned : toPlan
      const begin = anchor !== undefined && ids.includes(anchor) ? anchor : origin
      const from = Math.max(0, ids.indexOf(begin))
      const before = { ids: state.url.rows, active: from, anchor: from }
      const next = chosen(before, { index: ids.indexOf(id), mode }, index => ids[index], 'many')
      setAnchor(ids[next.anchor])
      state.change({ rows: next.ids })
      if (mode === 'only' && other.url.rows.length > 0) other.change({ rows: [] })
    },
    /** Ends the choice of what is to be planned; whether there was one. The page ends that of its own rows. */
    clearToPlan: (): boolean => {
      if (toPlan.url.rows.length === 0) return false
      toPlan.change({ rows: [] })
      return true
    }
  }
}
