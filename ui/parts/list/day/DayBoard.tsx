/** The rows of a page of one day as a board: a hand-written part. */
import { createElement } from 'react'
import type { ListMetadata } from '../../../../src/contract/list.ts'
import { Failed } from '../../../elements/states.tsx'
import { boardPartOf } from '../../registry.ts'
import type { ListState } from '../useListPage.ts'

interface DayBoardProps {
  readonly list: ListMetadata
  readonly state: ListState
}

export default function DayBoard({ list, state }: DayBoardProps) {
  const { day } = list
  const Part = day?.board === undefined ? undefined : boardPartOf(day.board)
  if (!day || !Part) return null
  if (state.rows.error && state.rows.total === undefined) return <Failed error={state.rows.error} retry={state.retry} />
  return createElement(Part, { list, state, day: state.url.filters[day.filter] ?? '' })
}
