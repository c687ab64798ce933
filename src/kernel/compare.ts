/** What a change did to its rows: read before, read after, and the difference becomes history. */
import type { Knex } from 'knex'
import type { Caller } from './caller.ts'
import { type Change, difference } from './history.ts'
import { type Rows, selectByIds } from './rows.ts'
import { query, raw, type Sql, sql } from './sql.ts'

export type Row = Record<string, unknown> & { id: number; version: number }

/** Things at one moment: as their list shows them, and as history compares them. */
export interface Moment {
  readonly rows: readonly Row[]
  readonly told: readonly Row[]
}

/** The things of these ids in the ids' order, as the list gives them to the caller; one statement. */
export async function momentOf(
  trx: Knex.Transaction,
  rows: Rows,
  ids: readonly number[],
  caller: Caller
): Promise<Moment> {
  const listed = selectByIds(rows, ids, caller)
  const told = rows.history && selectByIds(rows.history.rows, ids, caller)
  const together = (each: Sql): Sql => sql`coalesce((select json_agg(row) from (${each}) as each), '[]'::json)`
  const [moment] = await query<{ rows: Row[]; told: Row[] | null }>(
    trx,
    sql`select ${together(listed)} as rows, ${told ? together(told) : raw('null')} as told`
  )
  const seen = moment?.rows ?? []
  return { rows: seen, told: moment?.told ?? seen }
}

export interface Deed {
  /** Name of the command: `{code}.history` is its sentence. */
  readonly code: string
  readonly params: Change['params']
}

/** What history keeps of a row. */
const told = ({ history }: Rows, row: Row): Record<string, unknown> =>
  history ? Object.fromEntries(history.fields.map(field => [field, row[field]])) : row

/** The first entry in the history of things that have just been made. */
export const birthsIn = (rows: Rows, made: Moment, { code, params }: Deed): Change[] =>
  made.told.map(is => {
    const { after } = difference({}, told(rows, is))
    return { noun: rows.noun, subjectId: is.id, version: is.version, code, params, before: {}, after }
  })

/** One entry of history a thing; a thing that is gone keeps what it was. */
export function changesBetween(rows: Rows, before: Moment, after: Moment, { code, params }: Deed): Change[] {
  return before.told.map(was => {
    const is = after.told.find(({ id }) => id === was.id)
    const differs = is ? difference(told(rows, was), told(rows, is)) : { before: told(rows, was), after: {} }
    return { noun: rows.noun, subjectId: was.id, version: is?.version ?? was.version, code, params, ...differs }
  })
}
