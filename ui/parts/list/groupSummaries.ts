/** Summaries of groups by their ids. Those that are asked for at once are one call: a screen has many headings. */
import type { ListResponse } from '../../../src/contract/list.ts'
import { get } from '../../api.ts'
import type { Row } from './useRows.ts'

/** Of a group the number of its thing; of others that rows share, such as a day, the value itself. */
type Id = number | string
type Summaries = ReadonlyMap<Id, Row>

interface Batch {
  readonly ids: Set<Id>
  readonly answer: Promise<Summaries>
}

const gathering = new Map<string, Batch>()

async function ask(call: string, ids: ReadonlySet<Id>): Promise<Summaries> {
  // whoever else asks in this turn of the event loop is in the same call
  await Promise.resolve()
  gathering.delete(call)
  const { data } = await get<ListResponse<Row>>(call, { ids: [...ids].join() })
  return new Map(data.map(row => [row.id as Id, row]))
}

/** The summary of a group; null where there is none, as when its last row has just left it. */
export async function summaryOf(call: string, id: Id): Promise<Row | null> {
  let batch = gathering.get(call)
  if (!batch) {
    const ids = new Set<Id>()
    batch = { ids, answer: ask(call, ids) }
    gathering.set(call, batch)
  }
  batch.ids.add(id)
  return (await batch.answer).get(id) ?? null
}
