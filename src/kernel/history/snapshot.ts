/** What a change did to its rows: read before, read after, and the difference becomes history. */
import type { Knex } from 'knex'
import type { Caller } from '../access/caller.ts'
import { query, raw, type Sql, sql } from '../database/sql.ts'
import { type Rows, selectByIds } from '../resources/rows.ts'
import { type Change, difference } from './history.ts'

export type Row = Record<string, unknown> & { id: number; version: number }

/** Things at one moment: as their list shows them, and as history compares them. */
export interface Snapshot {
  readonly rows: readonly Row[]
  readonly audited: readonly Row[]
}

/** The things of these ids in the ids' order, as the list gives them to the caller; one statement. */
export async function readSnapshot(
  trx: Knex.Transaction,
  rows: Rows,
  ids: readonly number[],
  caller: Caller
): Promise<Snapshot> {
  const listed = selectByIds(rows, ids, caller)
  const wider = rows.history && selectByIds(rows.history.rows, ids, caller)
  const together = (each: Sql): Sql => sql`coalesce((select json_agg(row) from (${each}) as each), '[]'::json)`
  const [snapshot] = await query<{ rows: Row[]; audited: Row[] | null }>(
    trx,
    sql`select ${together(listed)} as rows, ${wider ? together(wider) : raw('null')} as audited`
  )
  const seen = snapshot?.rows ?? []
  return { rows: seen, audited: snapshot?.audited ?? seen }
}

export interface AuditEvent {
  /** Name of the command: `{code}.history` is its sentence. */
  readonly code: string
  readonly params: Change['params']
}

/** What history keeps of a row. */
const audited = ({ history }: Rows, row: Row): Record<string, unknown> =>
  history ? Object.fromEntries(history.fields.map(field => [field, row[field]])) : row

/** The first entry in the history of things that have just been made. */
export const creationEvents = (rows: Rows, made: Snapshot, { code, params }: AuditEvent): Change[] =>
  made.audited.map(is => {
    const { after } = difference({}, audited(rows, is))
    return { resourceType: rows.type, subjectId: is.id, version: is.version, code, params, before: {}, after }
  })

/** One entry of history a thing; a thing that is gone keeps what it was. */
export function changesBetween(rows: Rows, before: Snapshot, after: Snapshot, { code, params }: AuditEvent): Change[] {
  return before.audited.map(was => {
    const is = after.audited.find(({ id }) => id === was.id)
    const differs = is ? difference(audited(rows, was), audited(rows, is)) : { before: audited(rows, was), after: {} }
    return { resourceType: rows.type, subjectId: was.id, version: is?.version ?? was.version, code, params, ...differs }
  })
}
