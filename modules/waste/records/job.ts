/**
 * Enters a received transfer card in the firm's record at the register, once, although a call whose answer is lost may have been carried out, and although
 * a person may have entered the card at the register's own page: each try looks first whether the card has its entry, and takes it for done then.
 *
 * A register that is away is asked again, as in `acts/job.ts`, after pauses that grow up to an hour. After a lost answer the pause is a minute at
 * least, because the register may carry a call out late. What the register refuses is final, as is that it has no record card for the place,
 * the code and the year, or several: then a person looks, and the command may be given anew.
 */
import { yearOf } from '../../../src/contract/days.ts'
import { runAsSystem } from '../../../src/kernel/commands/system.ts'
import { query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import type { Module } from '../../../src/kernel/module.ts'
import { notifyAccount } from '../../../src/kernel/realtime/notice.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { isFinal, problemOf, waitOf } from '../acts/job.ts'
import { cards } from '../cards/resource.ts'
import { type Received, recordsOf } from '../register/records.ts'
import type { RegisterAnswer } from '../register/register.ts'
import { entryQueue } from './commands.ts'
import { entryDone, entryRefused } from './outcome.ts'
import { EntryState } from './schema.ts'

export interface EntryJob {
  readonly entryId: number
}

const longestPause = 3600
/** Seconds after a call whose answer was lost. */
const pauseAfterLost = 60
const wordsLength = 500
/** The queue gives a try so long; one that has looked for longer than `askWithinMs` enters nothing any more, because another may have begun. */
const expireSeconds = 300
const askWithinMs = 240_000

interface Entry {
  readonly id: number
  readonly cardId: number
  readonly mass: number
  readonly receivedAt: Date
  readonly wasteCode: string
  readonly accountId: number | null
  /** With the try that begins. */
  readonly tries: number
  readonly registerId: string
  readonly number: string | null
  readonly place: string | null
}

/** Begins a try. Undefined: the entry has ended. */
const beginTry = ({ db, now }: Services, id: number): Promise<Entry | undefined> =>
  db.transaction(trx =>
    queryOne<Entry>(
      trx,
      sql`update waste.entries entry set tries = least(entry.tries + 1, 30000), tried_at = ${now()} from waste.cards card
        where entry.id = ${id} and entry.state = ${EntryState.waiting} and card.id = entry.card_id
        returning entry.id, entry.card_id as "cardId", entry.mass::float8 as mass, entry.received_at as "receivedAt",
          entry.waste_code as "wasteCode", entry.account_id as "accountId", entry.tries, card.register_id as "registerId", card.number,
          card.receiver_eup as place`
    )
  )

const changed = ({ hints }: Services, { cardId }: Entry): void =>
  hints.send({ kind: 'changed', resourceType: cards.subjectType, ids: [cardId], companyId: null })

/** Says on the card why the entry waits, and enqueues the next try. */
async function later(services: Services, entry: Entry, problem: string, atLeast: number): Promise<void> {
  const { db, jobs, log, now } = services
  log.warn({ entry: entry.id, card: entry.cardId, tried: entry.tries, problem }, 'waste: a card could not be entered')
  const pause = Math.max(Math.min(2 ** Math.min(entry.tries, 12), longestPause), atLeast)
  const startAfter = new Date(now().getTime() + pause * 1000)
  await db.transaction(async trx => {
    await query(
      trx,
      sql`update waste.entries set problem = ${problem.replaceAll('\u0000', '').slice(0, wordsLength)}, due_at = ${startAfter}
        where id = ${entry.id} and state = ${EntryState.waiting}`
    )
    await jobs.send(trx, entryQueue, { entryId: entry.id } satisfies EntryJob, { startAfter })
  })
  changed(services, entry)
}

/** The settings name no register any more: the entry rests, as acts do, until they name one again (`resumeEntries`). */
async function restUntilRegister(services: Services, entry: Entry): Promise<void> {
  services.log.warn(
    { entry: entry.id, card: entry.cardId },
    'waste: there is no register to enter it in (BDO_URL is none)'
  )
  await query(
    services.db,
    sql`update waste.entries set problem = 'BDO_URL: none', due_at = 'infinity' where id = ${entry.id} and state = ${EntryState.waiting}`
  )
  changed(services, entry)
}

/** Enqueues the entries that wait for a register, now that there is one. */
export const resumeEntries = ({ db, jobs, now }: Services): Promise<void> =>
  db.transaction(async trx => {
    const resting = await query<{ id: number }>(
      trx,
      sql`update waste.entries set due_at = ${now()} where state = ${EntryState.waiting} and due_at = 'infinity' returning id`
    )
    for (const { id } of resting) await jobs.send(trx, entryQueue, { entryId: id } satisfies EntryJob)
  })

/** The card has its entry. */
async function done(
  services: Services,
  { id: entryId, cardId, mass, accountId, number, registerId }: Entry
): Promise<void> {
  await runAsSystem(services, entryDone, [cardId], { entryId, mass })
  const params = { number: number ?? registerId }
  if (accountId) notifyAccount(services, accountId, { tone: 'success', message: 'waste.entryDone.notice', params })
}

/** @param state why, a code of `EntryState`; `words` are the register's */
async function refuse(services: Services, entry: Entry, state: number, text = ''): Promise<void> {
  const { id: entryId, cardId, accountId, number, registerId } = entry
  const words = text.replaceAll('\u0000', '').slice(0, wordsLength)
  await runAsSystem(services, entryRefused, [cardId], { entryId, state, words })
  const params = { number: number ?? registerId }
  if (accountId) notifyAccount(services, accountId, { tone: 'danger', message: 'waste.entryRefused.notice', params })
}

type Failed = Exclude<RegisterAnswer<unknown>, { kind: 'ok' }>

/** The register did not answer what was asked: for good, or for now. */
const failed = (services: Services, entry: Entry, answer: Failed, atLeast = 0): Promise<void> =>
  isFinal(answer)
    ? refuse(services, entry, EntryState.refused, problemOf(answer))
    : later(services, entry, problemOf(answer), Math.max(waitOf(answer), atLeast))

/** Tries once. Throws only errors of this application, after which the queue runs the job again. */
export async function enter(services: Services, { entryId }: EntryJob): Promise<void> {
  const entry = await beginTry(services, entryId)
  if (!entry) return
  const register = recordsOf(services)
  if (!register) return restUntilRegister(services, entry)
  const began = performance.now()
  const place = entry.place ?? ''
  const { mass, receivedAt, wasteCode, registerId: kpoId, number } = entry
  const received: Received = { kpoId, number, mass, receivedAt: receivedAt.toISOString() }

  const found = await register.recordCards(place, { wasteCode, year: yearOf(receivedAt) })
  if (found.kind !== 'ok') return failed(services, entry, found)
  const [recordCard, another] = found.value
  if (recordCard === undefined) return refuse(services, entry, EntryState.noRecordCard)

  // Of several record cards each may have it already; which one it belongs on, a person must say.
  for (const each of found.value) {
    const there = await register.entry(place, each, received)
    if (there.kind === 'ok') return done(services, entry)
    if (there.kind !== 'notFound') return failed(services, entry, there)
  }
  if (another !== undefined) return refuse(services, entry, EntryState.severalRecordCards)

  if (performance.now() - began > askWithinMs) return later(services, entry, 'the record was read too slowly', 0)
  const answer = await register.enter(place, recordCard, received)
  if (answer.kind === 'ok') return done(services, entry)
  if (!isFinal(answer)) return failed(services, entry, answer, answer.kind === 'away' ? pauseAfterLost : 0)
  // A refusal may mean that it is there: by an earlier call that was carried out late, or by a person.
  const there = await register.entry(place, recordCard, received)
  if (there.kind === 'ok') return done(services, entry)
  return failed(services, entry, isFinal(there) ? answer : there)
}

export const entryJobs: NonNullable<Module['jobs']> = [
  { name: entryQueue, retries: 30, expireSeconds, parallel: 2, run: (services, job: EntryJob) => enter(services, job) }
]
