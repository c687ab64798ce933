/**
 * Fetches summaries of groups by their ids. Requests made at the same time are combined into one call, because a page has many
 * headings.
 */
import type { Row } from '../../../../src/contract/row.ts'
import { readRows } from '../../../query.ts'

/** What a group is identified by: the id of the thing that its rows share (a vehicle), or the value that they share (a day). */
type Id = number | string
type Summaries = ReadonlyMap<Id, Row>

interface Batch {
  readonly ids: Set<Id>
  readonly answer: Promise<Summaries>
}

const gathering = new Map<string, Batch>()

async function ask(call: string, ids: ReadonlySet<Id>): Promise<Summaries> {
  // all ids that are asked for in this turn of the event loop are in the same call
  await Promise.resolve()
  gathering.delete(call)
  const { data } = await readRows(call, { ids: [...ids].join() })
  return new Map(data.map(row => [row.id as Id, row]))
}

/** The summary of a group; null if there is none, for example because its last row has just left it. */
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
