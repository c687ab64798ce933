/** The props that the grid and the cards of a list have in common. */
import type { ReactNode } from 'react'
import type { ListMetadata } from '../../../../src/contract/list.ts'
import type { Row } from '../../../../src/contract/row.ts'
import type { Rows, Visible } from '../rows/pages.ts'
import type { Choice, Pick } from '../rows/selection.ts'
import type { Scroller } from '../rows/useStableScroll.ts'
import type { Items } from './groups.ts'

export interface RowsViewProps {
  readonly list: ListMetadata
  readonly rows: Rows
  readonly items: Items
  readonly choice: Choice
  /** The row whose panel is open. */
  readonly openId: number | undefined
  readonly sort: string
  /** The index of the row that is scrolled to first. */
  readonly startAt: number
  readonly label: string
  readonly scroller: Scroller
  /** Whether the row has left the list and is still shown, until the person's own next action. */
  readonly isGone: (row: Row) => boolean
  /** The path that the history of a row is read from. */
  readonly history: string | undefined
  /** The check box that selects all rows, in the head of a grid where several rows can be selected. */
  readonly headTick?: ReactNode
  readonly onSort: (sort: string) => void
  readonly onPick: (pick: Pick) => void
  /** Called when the keyboard moves to a row without selecting it. */
  readonly onMove: (index: number) => void
  readonly onOpen: (row: Row, index: number) => void
  readonly onVisible: (visible: Visible) => void
}
