/** Summaries of groups by their ids. Those that are asked for at once are one call: a screen has many headings. */
import type { ListResponse } from '../../../src/contract/list.ts'
import { get } from '../../api.ts'
import type { Row } from './useRows.ts'

interface Batch {
  readonly ids: Set<number>
  readonly answer: Promise<ReadonlyMap<number, Row>>
}

const gathering = new Map<string, Batch>()

async function ask(call: string, ids: ReadonlySet<number>): Promise<ReadonlyMap<number, Row>> {
  // whoever else asks in this turn of the event loop is in the same call
  await Promise.resolve()
  gathering.delete(call)
  const { data } = await get<ListResponse<Row>>(call, { ids: [...ids].join() })
  return new Map(data.map(row => [row.id, row]))
}

/** The summary of a group; null where there is none, as when its last row has just left it. */
export async function summaryOf(call: string, id: number): Promise<Row | null> {
  let batch = gathering.get(call)
  if (!batch) {
    const ids = new Set<number>()
    batch = { ids, answer: ask(call, ids) }
    gathering.set(call, batch)
  }
  batch.ids.add(id)
  return (await batch.answer).get(id) ?? null
}
