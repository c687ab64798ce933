/** Whether a page of one day is shown as a list or as a board. The choice is kept in this browser. */
import { useState } from 'react'
import type { ListMetadata } from '../../../../src/contract/list.ts'

export interface Look {
  /** The part that draws the board, by which its texts are named: `{board}.title`, `.asList`, `.asBoard`. Undefined where there is none. */
  readonly board: string | undefined
  readonly isBoard: boolean
  readonly choose: (isBoard: boolean) => void
}

export function useLook({ name, day }: Pick<ListMetadata, 'name' | 'day'>): Look {
  const key = `opony.board.${name}`
  const [isChosen, setChosen] = useState(() => localStorage.getItem(key) === 'on')
  const board = day?.board
  return {
    board,
    isBoard: board !== undefined && isChosen,
    choose: isBoard => {
      localStorage.setItem(key, isBoard ? 'on' : 'off')
      setChosen(isBoard)
    }
  }
}
