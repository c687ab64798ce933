/** One thing, read through the same declaration as the lists. */
import type { Reader } from '../access/caller.ts'
import { type Database, queryPrepared, raw, sql } from '../database/sql.ts'
import type { ItemOf, Resource } from './resource.ts'
import { expressionOf, fromOf, joinsFor, selectionOf, visible, visibleFields } from './select.ts'

/**
 * The complete thing, as the reader may see it; undefined where it does not exist or is not for this reader, which look the same.
 */
export async function readOne<R extends Resource>(
  database: Database,
  resource: R,
  id: number,
  reader: Reader
): Promise<ItemOf<R> | undefined> {
  const { columns, aliases } = selectionOf(resource, visibleFields(resource, 'details', reader), reader)
  const condition = visible(resource, reader) ?? raw('true')
  const [answer] = await queryPrepared<{ row: ItemOf<R> }>(
    database,
    sql`select to_json(r) as row from (select ${columns} from ${fromOf(resource)} ${joinsFor(resource, aliases)}
      where ${raw(resource.alias)}.id = ${id} and ${condition}) r`
  )
  return answer?.row
}

/** Whether the reader may see the thing. */
export async function exists(database: Database, resource: Resource, id: number, reader: Reader): Promise<boolean> {
  const condition = visible(resource, reader) ?? raw('true')
  const [found] = await queryPrepared(
    database,
    sql`select 1 from ${fromOf(resource)} where ${raw(resource.alias)}.id = ${id} and ${condition}`
  )
  return found !== undefined
}

/** The id of the thing that has this text in a field of the resource's own table, in any letter case. */
export async function findByField(
  database: Database,
  resource: Resource,
  field: string,
  text: string,
  reader: Reader
): Promise<number | undefined> {
  const condition = visible(resource, reader) ?? raw('true')
  const [found] = await queryPrepared<{ id: number }>(
    database,
    sql`select ${raw(resource.alias)}.id from ${fromOf(resource)}
      where lower(${expressionOf(resource, field, reader)}) = lower(${text}) and ${condition}`
  )
  return found?.id
}
