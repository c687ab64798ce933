/** History: one row for each change, with the values before and after. Its text is made at reading, in the reader's language. */
import type { Database } from '../database/sql.ts'
import { join, queryPrepared, raw, type Sql, sql } from '../database/sql.ts'
import { maxRows } from '../limits.ts'

/** The parameter that marks an event which is not for clients. */
export const staffOnly = 'staffOnly'

export interface Change {
  readonly resourceType: string
  readonly subjectId: number
  readonly version: number
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

export type Params = Change['params']

/** Further parameters of a change's history, beside the fields that differ. */
export interface AddedParams {
  /** For the row of this id; without it, for every row of the call. */
  add(more: Params, id?: number): void
  of(id: number): Params
  /** Parameters of every row of the call. */
  shared(): Params
}

/**
 * Collects them. Parameters that differ from row to row are given with the row's id: otherwise each row's history would hold those
 * of all rows, and history would grow with the square of their number.
 */
export function addedParams(): AddedParams {
  let shared: Params = {}
  const own = new Map<number, Params>()
  return {
    add: (more, id) => {
      if (id === undefined) shared = { ...shared, ...more }
      else own.set(id, { ...own.get(id), ...more })
    },
    of: id => ({ ...shared, ...own.get(id) }),
    shared: () => shared
  }
}

/** The fields in which two rows differ, with both values. The version is left out. */
export function difference(before: Record<string, unknown>, after: Record<string, unknown>) {
  const changed = Object.keys(after).filter(
    key => key !== 'version' && JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null)
  )
  const pick = (row: Record<string, unknown>) => Object.fromEntries(changed.map(key => [key, row[key] ?? null]))
  return { before: pick(before), after: pick(after) }
}

/** Writes changes into the history. `followUps` are statements that write, too, and are sent as one with it (`on-changes.ts`). */
export async function recordChanges(
  trx: Database,
  accountId: number | null,
  now: Date,
  changes: readonly Change[],
  followUps: readonly Sql[] = []
): Promise<void> {
  if (changes.length === 0) return
  const parts = followUps.map((statement, at) => sql`${raw(`follow_up_${at}`)} as (${statement})`)
  await queryPrepared(
    trx,
    sql`${parts.length > 0 ? sql`with ${join(parts, ', ')} ` : raw('')}insert into kernel.changes (at, account_id, resource_type, subject_id, version, code, params, before, after)
      select ${now}, ${accountId}, c."resourceType", c."subjectId", c.version, c.code, c.params, c.before, c.after
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c
        ("resourceType" text, "subjectId" int, version int, code text, params jsonb, before jsonb, after jsonb)`
  )
}

export interface PastChange {
  readonly id: number
  readonly at: Date
  readonly accountId: number | null
  readonly version: number
  readonly code: string
  readonly params: Record<string, string | number>
  readonly before: Record<string, unknown>
  readonly after: Record<string, unknown>
}

/** Changes of one subject, newest first; with `since`, only those after that version. At most `maxRows`. */
export const changesOf = (
  database: Database,
  resourceType: string,
  subjectId: number,
  since = 0
): Promise<PastChange[]> =>
  queryPrepared<PastChange>(
    database,
    sql`select id, at, account_id as "accountId", version, code, params, before, after from kernel.changes
      where resource_type = ${resourceType} and subject_id = ${subjectId} and version > ${since} order by id desc limit ${maxRows}`
  )

/**
 * The statement that writes one event for each of any number of rows that the application has changed in one statement; it is used
 * within that statement. `rows` names the table expression that gives `id, version`.
 */
export const insertEvents = ({
  at,
  resourceType,
  code,
  rows
}: {
  readonly at: Date
  readonly resourceType: string
  readonly code: string
  readonly rows: Sql
}): Sql => sql`
  insert into kernel.changes (at, account_id, resource_type, subject_id, version, code, params, before, after)
  select ${at}, null, ${resourceType}, id, version, ${code}, '{}', '{}', '{}' from ${rows}`

/** The id of the newest entry that the transaction sees, its own included. */
export async function lastChangeOf(trx: Database): Promise<number> {
  const [row] = await queryPrepared<{ id: number }>(trx, sql`select coalesce(max(id), 0) as id from kernel.changes`)
  return row?.id ?? 0
}

/**
 * Whether one of the subjects has an entry after that one.
 * @param subjects a statement that gives `type, id`
 * @param except codes that do not count
 */
export async function areChangedSince(
  trx: Database,
  subjects: Sql,
  since: number,
  except: readonly string[]
): Promise<boolean> {
  const [found] = await queryPrepared(
    trx,
    sql`select 1 from (${subjects}) subject join kernel.changes c on c.resource_type = subject.type and c.subject_id = subject.id
      where c.id > ${since} and c.code <> all(${[...except]}::text[]) limit 1`
  )
  return found !== undefined
}
