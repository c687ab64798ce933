/**
 * Security events: who tried what, from where. Each has one line of the log (`info`; a failed sign-in `warn`), one count of the metric
 * `opony_security_events_total`, and one row of `audit.security_events`, which modules/audit/security shows.
 *
 * A stranger can cause them as often as the line carries calls, so that an event costs little and many of them are bounded:
 *
 * - `record` only puts it into memory. Once a second, outside of any request, all that came is written in one call of the database.
 * - The same event again within a minute is counted, and written as one more row when the minute is over.
 * - An account, a network, and all strangers together have a budget of rows (`budget.ts`). What exceeds it is counted by its kind
 *   (and account) alone: one row a minute.
 * - While the database is away a limited number of rows waits; beyond that the oldest is lost, which a metric counts.
 *
 * A process that is killed loses at most the last second of rows, and the counts of the present minute; the lines of the log are there.
 * E-mails that were tried are kept as a keyed hash alone: equal spellings can be recognised, and nobody can be read from them.
 */
import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { Counter } from 'prom-client'
import { keyFor, type Secrets } from '../access/secrets.ts'
import { type Database, query, sql } from '../database/sql.ts'
import { defineSlot } from '../extension-points.ts'
import type { Metrics } from '../metrics.ts'
import { openBudget } from './budget.ts'
import { guesses, type SecurityKind, securityKinds } from './kinds.ts'

export interface SecurityEvent {
  readonly kind: SecurityKind
  /** Who did it; null for somebody without a session. */
  readonly accountId?: number | null | undefined
  /** The account that it concerns, where that is another one. */
  readonly targetId?: number | null | undefined
  /** The e-mail that was tried, as it was spelled. Only its hash is kept, and the account that has it. */
  readonly email?: string | undefined
  readonly sessionId?: string | null | undefined
  /** As `networkOf` gives it. */
  readonly network?: string | null | undefined
  readonly requestId?: string | undefined
  /** Method and route, such as `PUT /api/Admin/Orders/:id/accept`; never with values. */
  readonly call?: string | undefined
  /** What it was about: the name of a command, the id of a page. */
  readonly subject?: string | undefined
  /** The code of the refusal, or another detail. */
  readonly code?: string | undefined
}

/** A row of the table. Instants are ISO 8601. */
export interface SecurityRow {
  readonly at: string
  /** Of the last one, where the row counts several. */
  readonly until: string | null
  readonly count: number
  readonly kind: number
  readonly account_id: number | null
  readonly target_id: number | null
  readonly email_hash: string | null
  readonly session_id: string | null
  readonly network: string | null
  readonly request_id: string | null
  readonly call: string | null
  readonly subject: string | null
  readonly code: string | null
}

export interface SecurityEvents {
  /** Never waits, and never throws. */
  record(event: SecurityEvent): void
  /**
   * Records the event if the question, which is asked of the database after the answer was sent, says so: the answer takes no longer,
   * and tells nothing. One question is asked after the other; of too many at once the last are dropped.
   */
  recordIf(question: () => Promise<boolean>, event: SecurityEvent): void
  /** Resolves when the rows of what was recorded are written, or could not be written now. */
  flush(): Promise<void>
  /** Calls the listener when rows were written by this process. */
  onWritten(hear: () => void): void
  /** Writes everything, the counts of the present minute included. */
  stop(): Promise<void>
}

/** Ids of the accounts that have these e-mails, in any letter case, by the e-mail as it was given. */
export type AccountsOfEmails = (database: Database, emails: readonly string[]) => Promise<ReadonlyMap<string, number>>

export const accountsOfEmails = defineSlot<AccountsOfEmails>('kernel.accountsOfEmails', async () => new Map())

export interface SecurityEventsOptions {
  readonly db: Database
  readonly log: FastifyBaseLogger
  readonly metrics: Pick<Metrics, 'registry'>
  readonly settings: Secrets
  readonly now: () => Date
  readonly accountsOfEmails: AccountsOfEmails
  /** Milliseconds of a clock that is never set; for tests. */
  readonly clock?: () => number
}

/** A row that waits to be written; the e-mail lives in memory alone. */
interface Waiting {
  readonly row: SecurityRow
  readonly email: string | undefined
}

/** Further events like one that was written: they are counted until the minute is over. */
interface Repeats {
  readonly row: SecurityRow
  readonly endsAt: number
  count: number
  from: Date
  until: Date
}

const flushMs = 1_000
const minuteMs = 60_000
const rowsAtOnce = 500
const maxWaiting = 5_000
const maxQuestions = 100
const complainEveryMs = 60_000

/** The keyed hash of an e-mail, the same for equal spellings. */
export const emailHash = (settings: Secrets, email: string): string =>
  createHmac('sha256', keyFor(settings, 'security.emails'))
    .update(email.trim().normalize('NFKC').toLowerCase())
    .digest('base64url')
    .slice(0, 22)

/** Writes rows into the chain. For commands of the server's command line; everything else uses `SecurityEvents`. */
export async function writeSecurityRows(database: Database, rows: readonly SecurityRow[]): Promise<void> {
  if (rows.length > 0) await query(database, sql`select audit.add_security_events(${JSON.stringify(rows)}::jsonb)`)
}

export function rowOf(settings: Secrets, event: SecurityEvent, at: Date): SecurityRow {
  return {
    at: at.toISOString(),
    until: null,
    count: 1,
    kind: securityKinds[event.kind],
    account_id: event.accountId ?? null,
    target_id: event.targetId ?? null,
    email_hash: event.email === undefined ? null : emailHash(settings, event.email),
    session_id: event.sessionId ?? null,
    network: event.network ?? null,
    request_id: event.requestId ?? null,
    call: event.call ?? null,
    subject: event.subject ?? null,
    code: event.code ?? null
  }
}

const sameness = ({ kind, account_id, target_id, email_hash, network, call, subject, code }: SecurityRow): string =>
  JSON.stringify([kind, account_id, target_id, email_hash, network, call, subject, code])

const summed = ({ row, count, from, until }: Repeats): SecurityRow => ({
  ...row,
  at: from.toISOString(),
  until: until.toISOString(),
  count
})

export function openSecurityEvents(options: SecurityEventsOptions): SecurityEvents {
  const { db, log, metrics, settings, now, accountsOfEmails: ownersOf, clock = () => performance.now() } = options
  const counted = new Counter({
    name: 'opony_security_events_total',
    help: 'Security events by kind',
    labelNames: ['kind'],
    registers: [metrics.registry]
  })
  const lost = new Counter({
    name: 'opony_security_events_lost_total',
    help: 'Rows of security events that could not be written',
    registers: [metrics.registry]
  })
  const budget = openBudget()
  /** By what makes events the same. */
  const repeats = new Map<string, Repeats>()
  const hearing: (() => void)[] = []
  let waiting: Waiting[] = []
  let running: Promise<void> = Promise.resolve()
  let asking: Promise<void> = Promise.resolve()
  let questions = 0
  let complainedAt = Number.NEGATIVE_INFINITY

  const repeat = (key: string, row: SecurityRow, at: Date, count: number): void => {
    const known = repeats.get(key)
    if (known) {
      if (known.count === 0) known.from = at
      known.count += 1
      known.until = at
    } else repeats.set(key, { row, endsAt: clock() + minuteMs, count, from: at, until: at })
  }
  const put = (row: SecurityRow, email?: string): void => {
    if (waiting.length >= maxWaiting) {
      waiting.shift()
      lost.inc()
    }
    waiting.push({ row, email })
  }
  const say = (kind: SecurityKind, row: SecurityRow): void => {
    const facts = Object.entries({ ...row, kind }).filter(([name, value]) => value !== null && name !== 'at')
    log[guesses.has(kind) ? 'warn' : 'info']({ security: Object.fromEntries(facts) }, 'security event')
  }
  const kindOf = (row: SecurityRow): SecurityKind =>
    (Object.keys(securityKinds) as SecurityKind[]).find(name => securityKinds[name] === row.kind) as SecurityKind

  /** Moves the counts of minutes that are over, or all, to what waits to be written. */
  const closeMinutes = (all: boolean): void => {
    const present = clock()
    for (const [key, one] of repeats) {
      if (!all && one.endsAt > present) continue
      repeats.delete(key)
      if (one.count === 0) continue
      const row = summed(one)
      put(row)
      say(kindOf(row), row)
    }
  }
  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, rowsAtOnce)
      const emails = batch.flatMap(({ row, email }) => (email !== undefined && row.target_id === null ? email : []))
      const owners = emails.length > 0 ? await ownersOf(db, emails) : new Map<string, number>()
      const rows = batch.map(({ row, email }) => ({
        ...row,
        target_id: row.target_id ?? (email === undefined ? null : (owners.get(email) ?? null))
      }))
      await writeSecurityRows(db, rows)
      for (const hear of hearing) hear()
      const written = new Set(batch)
      waiting = waiting.filter(one => !written.has(one))
    }
  }
  const writeOrComplain = (): Promise<void> =>
    write().catch((error: unknown) => {
      const present = clock()
      if (present - complainedAt < complainEveryMs) return
      complainedAt = present
      log.warn({ err: error, waiting: waiting.length }, 'security events wait for the database')
    })
  const flush = (all = false): Promise<void> => {
    running = Promise.all([running, asking]).then(() => {
      closeMinutes(all)
      return writeOrComplain()
    })
    return running
  }
  const timer = setInterval(() => {
    if (waiting.length > 0 || repeats.size > 0) void flush()
  }, flushMs)
  timer.unref()

  const record = (event: SecurityEvent): void => {
    const at = now()
    const row = rowOf(settings, event, at)
    counted.inc({ kind: event.kind })
    const key = sameness(row)
    if (repeats.has(key)) {
      repeat(key, row, at, 0)
    } else if (budget.take({ accountId: row.account_id, network: row.network }, clock())) {
      repeat(key, row, at, 0)
      put(row, event.email)
      say(event.kind, row)
    } else {
      const { kind, account_id } = row
      const bare = { email_hash: null, session_id: null, network: null, request_id: null, call: null, subject: null }
      repeat(`over ${kind} ${account_id}`, { ...row, ...bare, target_id: null, code: null }, at, 1)
    }
  }
  return {
    record,
    recordIf(question, event) {
      if (questions >= maxQuestions) return
      questions += 1
      asking = asking
        .then(async () => {
          if (await question()) record(event)
        })
        .catch((error: unknown) => log.debug({ err: error }, 'security events: a question was not answered'))
        .finally(() => {
          questions -= 1
        })
    },
    flush: () => flush(),
    onWritten: hear => void hearing.push(hear),
    async stop() {
      clearInterval(timer)
      await flush(true)
    }
  }
}
