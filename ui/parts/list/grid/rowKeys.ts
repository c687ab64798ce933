import type { KeyboardEvent } from 'react'
import { steppedTo } from '../rows/selection.ts'
import type { RowsViewProps } from './rowsView.ts'

interface Steps {
  /** By how many rows Page Up and Page Down move. */
  readonly rowsPerPage: () => number
  /** Scrolls the row at a position into view. */
  readonly scrollTo: (position: number) => void
}

type Keyed = Pick<RowsViewProps, 'rows' | 'items' | 'choice' | 'onPick' | 'onMove' | 'onOpen'>

/** Handles the keys while the rows themselves have the focus: move, select, extend, open. */
export const rowKeys =
  ({ rows, items, choice, onPick, onMove, onOpen }: Keyed, { rowsPerPage, scrollTo }: Steps) =>
  (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return
    const index = steppedTo(event.key, choice.active, rows.count, rowsPerPage())
    const row = rows.rowAt(choice.active)
    if (index !== undefined) {
      scrollTo(items.positionOf(index))
      if (event.shiftKey) onPick({ index, mode: 'range' })
      else onMove(index)
    } else if (event.key === ' ') onPick({ index: choice.active, mode: event.shiftKey ? 'range' : 'toggle' })
    else if (event.key === 'Enter' && row) onOpen(row, choice.active)
    else return
    event.preventDefault()
  }

type Clicked = Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** The selection mode of a click: a range with Shift, a toggle with Ctrl or Cmd, else `byDefault`. */
export const clickMode = (
  { ctrlKey, metaKey, shiftKey }: Clicked,
  byDefault: 'only' | 'toggle'
): 'only' | 'toggle' | 'range' => (shiftKey ? 'range' : ctrlKey || metaKey ? 'toggle' : byDefault)
