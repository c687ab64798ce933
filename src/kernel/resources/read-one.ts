/** Single things, read through the same map as the lists. */
import type { Static, TObject } from '@sinclair/typebox'
import type { Caller } from '../access/caller.ts'
import { type Database, queryOne, raw, sql } from '../database/sql.ts'
import { joinsFor, type Rows, selected, visible } from './rows.ts'

/** The row as the caller may see it, or undefined: absent and another company's look the same. */
export async function readOne<S extends TObject>(
  database: Database,
  rows: Rows<S>,
  id: number,
  caller: Caller
): Promise<Static<S> | undefined> {
  const fields = selected(rows, caller)
  const alias = raw(rows.alias)
  const mine = visible(rows, caller) ?? raw('true')
  const answer = await queryOne<{ row: Static<S> }>(
    database,
    sql`select to_json(r) as row from (select ${fields} from ${raw(rows.table)} ${alias} ${joinsFor(rows, [fields, mine])}
      where ${alias}.id = ${id} and ${mine}) r`
  )
  return answer?.row
}
