/** Carries out what a drop on the planning board means, and draws it at once: the orders stand where they were put until the answer is there. */
import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ListMetadata } from '../../../../src/contract/list.ts'
import type { Row } from '../../../../src/contract/row.ts'
import { alerts } from '../../../alerts.ts'
import { newKey } from '../../../api.ts'
import { attempt } from '../../../attempt.ts'
import { useText } from '../../../i18n.ts'
import { availability } from '../../../parts/command/commandState.ts'
import type { Runner } from '../../../parts/command/runner.ts'
import { runOrAsk } from '../../../parts/command/runOrAsk.ts'
import { refreshResource } from '../../../parts/queryKeys.ts'
import { read } from '../../../query.ts'
import { aheadOf } from '../route.ts'
import { putBack, sendSequence } from '../sequence.ts'
import { type Column, type Meaning, sequenceOf, type Target, withMoved } from './moves.ts'

/** A list whose commands a drop runs. */
interface Source {
  readonly list: ListMetadata
  readonly runner: Runner
  /** The row as the list has it now. */
  readonly rowNow: (id: number) => Row | undefined
}

interface MovesOptions {
  readonly day: string
  readonly toPlan: Source
  readonly planned: Source
}

interface Moved {
  readonly ids: readonly number[]
  /** As they were when they were put down. */
  readonly rows: readonly Row[]
  readonly target: Target
}

/** Lists take over in the next turn what was read for them. */
const takenOver = (): Promise<void> => new Promise(resolve => notifyManager.schedule(resolve))

type Reorder = Extract<Meaning, { command: 'orders.reorder' }>

export function useMoves({ day, toPlan, planned }: MovesOptions) {
  const t = useText()
  const queries = useQueryClient()
  const [underWay, setUnderWay] = useState<readonly Moved[]>([])
  /** The end of the move before: the next one is sent with the versions that rows have after it. */
  const last = useRef(Promise.resolve())

  const reorder = async ({ ids, vehicleId, before }: Reorder, key: string): Promise<void> => {
    const route = { vehicleId, day }
    const present = await read('/api/Admin/Vehicles/:id/route', { id: vehicleId, day })
    const saved = aheadOf(present.data)
    await sendSequence(sequenceOf(saved, ids, before), present.route?.version, key)
    const undo = async (): Promise<void> => {
      await putBack(route, saved)
      alerts.success(t('parts.undone'))
      await refreshResource(queries, planned.list.resourceType)
    }
    alerts.success(t('orders.reorder.done'), { action: { label: t('parts.undo'), run: () => attempt(undo) } })
    void refreshResource(queries, planned.list.resourceType)
  }
  const run = async (meaning: Exclude<Meaning, Reorder>, key: string): Promise<void> => {
    const { list, runner, rowNow } = meaning.command === 'orders.realize' ? toPlan : planned
    const command = list.commands.find(({ name }) => name === meaning.command)
    const rows = meaning.ids.flatMap(id => rowNow(id) ?? [])
    if (!command || rows.length === 0) return
    const { shown, refusal } = availability(command, rows)
    if (refusal || !shown) alerts.note(t(refusal?.reason ?? 'parts.needs.other'))
    else await runOrAsk(queries, runner, { command, rows, ...('given' in meaning && { given: meaning.given }) }, key)
  }
  const carryOut = async (meaning: Meaning): Promise<void> => {
    const { resourceType } = planned.list
    const act = (key: string): Promise<void> =>
      meaning.command === 'orders.reorder' ? reorder(meaning, key) : run(meaning, key)
    await attempt(act, { key: newKey(), onFailure: () => void refreshResource(queries, resourceType) })
    // the lists are being read again by now; nothing is read twice
    await queries.invalidateQueries({ queryKey: [resourceType] }, { cancelRefetch: false })
    await takenOver()
  }
  const perform = async (meaning: Meaning, target: Target): Promise<void> => {
    const { ids } = meaning
    const moved: Moved = { ids, target, rows: ids.flatMap(id => toPlan.rowNow(id) ?? planned.rowNow(id) ?? []) }
    setUnderWay(all => [...all, moved])
    last.current = last.current.then(() => carryOut(meaning))
    await last.current
    setUnderWay(all => all.filter(one => one !== moved))
  }
  return {
    perform,
    isSettled: underWay.length === 0,
    /** An order under way, which may be in no list for a moment. */
    rowOf: (id: number): Row | undefined => underWay.flatMap(({ rows }) => rows).find(row => row.id === id),
    /** The columns with what is under way. */
    shownOf: (columns: readonly Column[]): readonly Column[] =>
      underWay.reduce<readonly Column[]>((all, { ids, target }) => withMoved(all, ids, target), columns)
  }
}
