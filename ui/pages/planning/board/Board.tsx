/**
 * The planner's day as a board: what is to be planned, and a column for each vehicle with its stops in their order. Cards are moved by
 * dragging, by keys alone (Space picks up, arrows carry, Enter drops, Escape gives back) or by taps (handle, then the column). A drop runs
 * the commands of the lists (`moves.ts`); where their forms have something to ask, such as a tick for an overload, the form opens.
 */
import { useCallback, useRef } from 'react'
import type { ListMetadata } from '../../../../src/contract/list.ts'
import { CommandRunner } from '../../../parts/command/CommandRunner.tsx'
import { ReopenForm } from '../../../parts/command/ReopenForm.tsx'
import { useRunner } from '../../../parts/command/runner.ts'
import { useListPage } from '../../../parts/list/useListPage.ts'
import type { BoardPartProps } from '../../../parts/registry.ts'
import { OnDay } from '../OnDay.tsx'
import { BoardColumns } from './BoardColumns.tsx'
import './board.css'
import './boardCard.css'

/** The keys of the list of what is to be planned in the URL, as beside the list. */
const prefix = 'plan.'

export default function Board(props: BoardPartProps) {
  const toPlan = props.list.day?.beside?.list
  return toPlan ? <WholeBoard {...props} toPlan={toPlan} /> : null
}

function WholeBoard({ list, state, day, toPlan }: BoardPartProps & { readonly toPlan: ListMetadata }) {
  const root = useRef<HTMLDivElement>(null)
  const region = useCallback(() => root.current, [])
  const waiting = useListPage(toPlan, { prefix, uneven: true })
  const runner = useRunner()
  return (
    <div ref={root} className="board">
      <CommandRunner host={{ ...waiting.host, region }}>
        <OnDay day={day}>
          <ReopenForm
            command={waiting.url.command}
            commands={toPlan.commands}
            subjects={[waiting.selectedRows]}
            ready={waiting.isReady && waiting.selectedRows.length > 0}
          />
          <BoardColumns day={day} planned={{ list, state, runner }} toPlan={{ list: toPlan, state: waiting }} />
        </OnDay>
      </CommandRunner>
    </div>
  )
}
