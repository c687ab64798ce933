/** What a change did to its rows: they are read before and after, and the difference becomes history. */
import type { Knex } from 'knex'
import type { Reader } from '../access/caller.ts'
import { queryPrepared, type Sql, sql } from '../database/sql.ts'
import type { Resource } from '../resources/resource.ts'
import { selectByIds, viewOf, visibleFields } from '../resources/select.ts'
import { type Change, difference, type Params } from './history.ts'

export type Row = Record<string, unknown> & { id: number; version: number }

/** Rows at one moment: the list's fields, and the fields that history keeps. */
export interface Snapshot {
  readonly rows: readonly Row[]
  readonly audited: readonly Row[]
}

/** The rows of these ids in the ids' order, as the list gives them to the reader; one statement. */
export async function readSnapshot(
  trx: Knex.Transaction,
  resource: Resource,
  ids: readonly number[],
  reader: Reader
): Promise<Snapshot> {
  const listed = selectByIds(resource, visibleFields(resource, 'list', reader), ids, reader)
  const audited = [...new Set(['id', 'version', ...visibleFields(resource, 'history', reader)])]
  const together = (each: Sql): Sql => sql`coalesce((select json_agg(row) from (${each}) as each), '[]'::json)`
  const [snapshot] = await queryPrepared<Snapshot>(
    trx,
    sql`select ${together(listed)} as rows, ${together(selectByIds(resource, audited, ids, reader))} as audited`
  )
  return snapshot ?? { rows: [], audited: [] }
}

export interface AuditEvent {
  /** Name of the command: its sentence is the message `{code}.history`. */
  readonly code: string
  /** Parameters of the history of the row with this id. */
  readonly paramsOf: (id: number) => Params
}

const auditFields = (resource: Resource, row: Row): Record<string, unknown> =>
  Object.fromEntries(viewOf(resource, 'history').map(field => [field, row[field]]))

/** The first history entry of a thing that has just been created. */
export const creationEvents = (resource: Resource, created: Snapshot, { code, paramsOf }: AuditEvent): Change[] =>
  created.audited.map(row => {
    const { after } = difference({}, auditFields(resource, row))
    return {
      resourceType: resource.subjectType,
      subjectId: row.id,
      version: row.version,
      code,
      params: paramsOf(row.id),
      before: {},
      after
    }
  })

/** Writes one history entry for each row; a row that is gone keeps its former values. */
export function changesBetween(
  resource: Resource,
  before: Snapshot,
  after: Snapshot,
  { code, paramsOf }: AuditEvent
): Change[] {
  const now = new Map(after.audited.map(row => [row.id, row]))
  return before.audited.map(was => {
    const is = now.get(was.id)
    const differs = is
      ? difference(auditFields(resource, was), auditFields(resource, is))
      : { before: auditFields(resource, was), after: {} }
    const version = is?.version ?? was.version
    const params = paramsOf(was.id)
    return { resourceType: resource.subjectType, subjectId: was.id, version, code, params, ...differs }
  })
}
