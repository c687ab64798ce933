/**
 * Runs one check once. Its result is compared with the existing findings, in one statement and one transaction.
 *
 * - Found, and there is no finding: a new finding, unless a person has approved one for the same thing and there is no new evidence.
 * - Found, and there is an open finding: the finding stays, and its evidence is replaced if it differs.
 * - Not found any more, and there is an open finding: the finding is resolved and stays in the list.
 *
 * Two runs of one check wait for each other with an advisory lock, so the second has nothing left to do. The unique index of the
 * table enforces the rule for all other writers. If a person approves a finding meanwhile, that row is locked: the update waits, sees
 * that the finding is approved, and leaves it unchanged.
 *
 * The statement reads all data, which takes longer than a request may take. So it has its own connection with a longer time limit.
 */
import type { Knex } from 'knex'
import type { Settings } from '../../config/settings.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { join, literal, query, queryOne, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { insertEvents } from '../../src/kernel/history/history.ts'
import { checks, type Evidence, evidence, type KindName, nameOfKind, offeredKinds } from './kinds.ts'
import { ValidatorKind, ValidatorSubject } from './schema.ts'

/** The time limit of one check. With a million orders and 50,000 containers a check takes seconds. */
const checkTimeoutMs = 180_000
/** The advisory lock of a check is this number with the code of its kind. */
const lockNumber = 20_311

const subjectColumns = {
  [ValidatorSubject.container]: 'container_id',
  [ValidatorSubject.order]: 'order_id',
  [ValidatorSubject.receptionPlace]: 'reception_place_id'
} as const

/** How many findings a check has added, updated with other evidence, and resolved; and how many are open now. */
export interface Outcome {
  readonly added: number
  readonly refreshed: number
  readonly resolved: number
  readonly open: number
}

const listed = (prefix = ''): Sql =>
  raw(
    Object.keys(evidence)
      .map(column => `${prefix}${column}`)
      .join(', ')
  )

/** The rows of a check, with the column names of findings. If a reception place is the subject, `place_id` is its own id. */
function foundRows(name: KindName, settings: Settings, now: Date): Sql {
  const { subject, gives, found } = checks[name]
  const column = ([key, type]: readonly [string, string]): Sql => {
    if (key === 'evidence_at') return raw('each.since as evidence_at')
    if (key === 'place_id' && subject === ValidatorSubject.receptionPlace) return raw('each.id as place_id')
    return raw(`${gives.includes(key as Evidence) ? `each.${key}` : `null::${type}`} as ${key}`)
  }
  return sql`select each.id as subject_id, ${join(Object.entries(evidence).map(column), ', ')}
    from (${found(settings, now)}) each`
}

function statement(name: KindName, settings: Settings, now: Date): Sql {
  const { subject, newEvidence, horizon } = checks[name]
  const kind = literal(ValidatorKind[name])
  const isOpen = sql`standing.kind = ${kind} and standing.approved_at is null and standing.resolved_at is null`
  const own = raw(subjectColumns[subject])
  const inSight = horizon ? sql`and standing.evidence_at >= ${horizon(now)}` : raw('')
  const event = (code: string, rows: string): Sql =>
    insertEvents({ at: now, resourceType: 'validators.finding', code, rows: raw(rows) })
  return sql`
    with found as materialized (${foundRows(name, settings, now)}),
    added as (
      insert into validators.findings (kind, subject, ${own}, ${listed()}, created_at)
      select ${kind}, ${literal(subject)}, found.subject_id, ${listed('found.')}, ${now}
      from found left join lateral (
        select * from validators.findings a where a.kind = ${kind} and a.subject_id = found.subject_id
          and a.approved_at is not null order by a.approved_at desc limit 1) approved on true
      where not exists (select from validators.findings standing where ${isOpen} and standing.subject_id = found.subject_id)
        and (approved.id is null or ${newEvidence(settings)})
      on conflict (kind, subject_id) where approved_at is null and resolved_at is null do nothing
      returning id, version
    ), refreshed as (
      update validators.findings standing set (${listed()}) = row(${listed('found.')})
      from found where ${isOpen} and standing.subject_id = found.subject_id
        and row(${listed('standing.')}) is distinct from row(${listed('found.')})
      returning standing.id, standing.version
    ), resolved as (
      update validators.findings standing set resolved_at = ${now}
      where ${isOpen} ${inSight} and not exists (select from found where found.subject_id = standing.subject_id)
      returning standing.id, standing.version
    ), history as (
      ${event('validators.found', 'added')} ), history_of_refreshed as (
      ${event('validators.refreshed', 'refreshed')} ), history_of_resolved as (
      ${event('validators.resolved', 'resolved')} )
    select (select count(*) from added)::int as added, (select count(*) from refreshed)::int as refreshed,
      (select count(*) from resolved)::int as resolved`
}

/** Runs a check in the transaction. */
export async function runCheck(trx: Knex.Transaction, name: KindName, settings: Settings, now: Date): Promise<Outcome> {
  const kind = ValidatorKind[name]
  // Another run of the same check may hold the lock for as long as a check may take.
  await query(trx, sql`set local lock_timeout = ${raw(`'${checkTimeoutMs}ms'`)}`)
  await query(trx, sql`select pg_advisory_xact_lock(${lockNumber}, ${kind})`)
  const done = await queryOne<Omit<Outcome, 'open'>>(trx, statement(name, settings, now))
  const standing = await queryOne<{ open: number }>(
    trx,
    sql`select count(*)::int as open from validators.findings
      where kind = ${kind} and approved_at is null and resolved_at is null`
  )
  return { added: 0, refreshed: 0, resolved: 0, open: 0, ...done, ...standing }
}

/** Calls `work` with its own connection, which has the time limit of checks, and closes the connection afterwards. */
export async function withPatience<T>(url: string, work: (database: Knex) => Promise<T>): Promise<T> {
  const database = openDatabase({ url, poolSize: 1, statementTimeoutMs: checkTimeoutMs })
  try {
    return await work(database)
  } finally {
    await database.destroy()
  }
}

/** Runs every check once that this installation has, in the transaction. */
export async function runAllChecks(trx: Knex.Transaction, settings: Settings, now: Date): Promise<void> {
  for (const kind of offeredKinds(settings)) await runCheck(trx, nameOfKind(kind), settings, now)
}
