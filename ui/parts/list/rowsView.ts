/** What the two views of a list's rows, grid and cards, have in common. */
import type { ReactNode } from 'react'
import type { ListMetadata } from '../../../src/contract/list.ts'
import type { Layout } from './groups.ts'
import type { Choice, Pick } from './selection.ts'
import type { Row, Rows, Visible } from './useRows.ts'
import type { Scroller } from './useStableScroll.ts'

export interface RowsViewProps {
  readonly list: ListMetadata
  readonly rows: Rows
  readonly layout: Layout
  readonly choice: Choice
  /** The row whose panel is open. */
  readonly openId: number | undefined
  readonly sort: string
  /** The index of the row that the view begins with. */
  readonly startAt: number
  readonly label: string
  readonly scroller: Scroller
  /** What selects all rows, in the head of a grid of many. */
  readonly headTick?: ReactNode
  readonly onSort: (sort: string) => void
  readonly onPick: (pick: Pick) => void
  /** The keyboard moves to a row without selecting it. */
  readonly onMove: (index: number) => void
  readonly onOpen: (row: Row, index: number) => void
  readonly onVisible: (visible: Visible) => void
}
