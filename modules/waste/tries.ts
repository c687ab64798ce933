/**
 * What waits until the register has taken it (acts, entries, drafts) is tried again, after pauses that grow up to an hour, for as long as it takes. A try is
 * committed before the register is called. Where the settings name no register any more it rests until they do; that pause without end stands as
 * `infinity`.
 */
import type { Knex } from 'knex'
import { query, queryOne, type Sql, sql } from '../../src/kernel/database/sql.ts'
import type { Services } from '../../src/kernel/services.ts'
import type { RegisterAnswer } from './register/register.ts'

const longestPause = 3600
const wordsLength = 500

/** Words of the register as they are kept. */
export const wordsOf = (text: string): string => text.replaceAll('\u0000', '').slice(0, wordsLength)

export const problemOf = (answer: Exclude<RegisterAnswer<unknown>, { kind: 'ok' }>): string => {
  if (answer.kind === 'throttled') return `HTTP 429, Retry-After: ${answer.afterSeconds}`
  if (answer.kind === 'notFound') return 'HTTP 404'
  return answer.kind === 'away' ? answer.problem : answer.words
}

export const isFinal = ({ kind }: RegisterAnswer<unknown>): boolean => kind === 'refused' || kind === 'notFound'

/** Seconds that the register asks to wait for. */
export const waitOf = (answer: RegisterAnswer<unknown>): number =>
  answer.kind === 'throttled' ? answer.afterSeconds : 0

interface Waiting {
  readonly id: number
  /** With the try that has begun. */
  readonly tries: number
}

interface TriesOf<T> {
  /** Its columns: `id, state, tries, tried_at, problem, due_at`. */
  readonly table: Sql
  /** The code of the state in which it waits. */
  readonly state: number
  /** Reads what a try needs from the row `tried`. */
  readonly read: Sql
  readonly queue: string
  jobOf(id: number): object
  /** Says to the pages that show it that it has changed. */
  changed(services: Services, thing: T): void
}

export function triesOf<T extends Waiting>({ table, state, read, queue, jobOf, changed }: TriesOf<T>) {
  const enqueue = ({ jobs }: Services, trx: Knex.Transaction, id: number, options?: { readonly startAfter: Date }) =>
    jobs.send(trx, queue, jobOf(id), options)

  async function putOff(services: Services, thing: T, problem: string, startAfter: Date | undefined): Promise<void> {
    const { db, log } = services
    log.warn(
      { queue, id: thing.id, tried: thing.tries, problem },
      'waste: a call of the register failed, it is tried again'
    )
    await db.transaction(async trx => {
      await query(
        trx,
        sql`update ${table} set problem = ${wordsOf(problem)}, due_at = ${startAfter?.toISOString() ?? 'infinity'}::timestamptz
          where id = ${thing.id} and state = ${state}`
      )
      if (startAfter) await enqueue(services, trx, thing.id, { startAfter })
    })
    changed(services, thing)
  }

  return {
    /** Begins a try. Undefined: what was to be done has ended. */
    begin: ({ db, now }: Services, id: number): Promise<T | undefined> =>
      db.transaction(trx =>
        queryOne<T>(
          trx,
          sql`with tried as (update ${table} set tries = least(tries + 1, 30000), tried_at = ${now()}
              where id = ${id} and state = ${state} returning *) ${read}`
        )
      ),

    /** Says why it waits, and enqueues the next try. @param atLeast seconds of the pause */
    later(services: Services, thing: T, problem: string, atLeast = 0): Promise<void> {
      const pause = Math.max(Math.min(2 ** Math.min(thing.tries, 12), longestPause), atLeast)
      return putOff(services, thing, problem, new Date(services.now().getTime() + pause * 1000))
    },

    /** The settings name no register any more: it is not tried until `resume`. */
    rest: (services: Services, thing: T): Promise<void> => putOff(services, thing, 'BDO_URL: none', undefined),

    /** Enqueues what rests, now that there is a register. */
    resume: (services: Services): Promise<void> =>
      services.db.transaction(async trx => {
        const resting = await query<{ id: number }>(
          trx,
          sql`update ${table} set due_at = ${services.now()} where state = ${state} and due_at = 'infinity' returning id`
        )
        for (const { id } of resting) await enqueue(services, trx, id)
      })
  }
}
