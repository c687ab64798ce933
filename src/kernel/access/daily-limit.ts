/**
 * How often strangers of one network may do something in 24 hours, in all processes together. What all networks together do refuses
 * nobody: otherwise a few addresses could close registration for everybody. It is recorded as a security event instead, so that somebody
 * looks. Networks are kept as keyed hashes, for a day.
 */
import { createHmac } from 'node:crypto'
import { type Database, query, queryOne, sql } from '../database/sql.ts'
import { throwProblem } from '../errors/errors.ts'
import type { Services } from '../services.ts'
import { addressKey, networkOf } from './address-key.ts'
import { keyFor } from './secrets.ts'

export interface DailyLimit {
  /** The name under which it is counted; the security event has it as its subject. */
  readonly what: string
  /** The most of one network. */
  readonly ofNetwork: number
  /** From how many of all networks together a security event is recorded, once for each further one. */
  readonly unusual: number
}

const dayMs = 24 * 3_600_000
const hourSeconds = 3_600

/** What `takeOfDay` needs of a command's context. */
interface Caller {
  readonly services: Pick<Services, 'settings' | 'security'>
  readonly now: Date
  readonly address: string
}

/** Counts a call. False: the network has had its number; the call is then not counted. */
export async function takeOfDay(
  database: Database,
  { what, ofNetwork, unusual }: DailyLimit,
  { services, now, address }: Caller
): Promise<boolean> {
  const network = createHmac('sha256', keyFor(services.settings, 'stranger calls'))
    .update(addressKey(address))
    .digest('base64url')
  const since = new Date(now.getTime() - dayMs)
  // One after the other for each network, so that calls at the same time count each other.
  await query(database, sql`select pg_advisory_xact_lock(hashtextextended(${`${what} ${network}`}, 0))`)
  const row = await queryOne<{ own: number; all: number }>(
    database,
    sql`select (select count(*) from kernel.stranger_calls where what = ${what} and network = ${network} and at > ${since})::int as own,
        (select count(*) from kernel.stranger_calls where what = ${what} and at > ${since})::int as all`
  )
  if ((row?.own ?? 0) >= ofNetwork) return false
  if ((row?.all ?? 0) >= unusual)
    services.security.record({ kind: 'unusualNumber', subject: what, network: networkOf(address) })
  await query(database, sql`insert into kernel.stranger_calls (what, network, at) values (${what}, ${network}, ${now})`)
  return true
}

/** Counts a call, or refuses it with 429. */
export async function limitOfDay(database: Database, limit: DailyLimit, caller: Caller): Promise<void> {
  if (!(await takeOfDay(database, limit, caller)))
    throwProblem('tooMany', { retryAfter: hourSeconds, event: { subject: limit.what } })
}

/** Removes what is older than a day. */
export async function forgetStrangerCalls(database: Database, now: Date): Promise<void> {
  await query(database, sql`delete from kernel.stranger_calls where at < ${new Date(now.getTime() - dayMs)}`)
}
