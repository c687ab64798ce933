/**
 * Enters a received transfer card in the firm's record at the register, once, although a call whose answer is lost may have been carried out, and although
 * a person may have entered the card at the register's own page: each try looks first whether the card has its entry, and takes it for done then.
 *
 * A register that is away is asked again (`tries.ts`). After a lost answer the pause is a minute at
 * least, because the register may carry a call out late. What the register refuses is final, as is that it has no record card for the place,
 * the code and the year, or several: then a person looks, and the command may be given anew.
 */
import { yearOf } from '../../../src/contract/days.ts'
import { runAsSystem } from '../../../src/kernel/commands/system.ts'
import { sql } from '../../../src/kernel/database/sql.ts'
import type { Module } from '../../../src/kernel/module.ts'
import { notifyAccount } from '../../../src/kernel/realtime/notice.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { cards } from '../cards/resource.ts'
import { type Received, recordsOf } from '../register/records.ts'
import type { RegisterAnswer } from '../register/register.ts'
import { isFinal, problemOf, triesOf, waitOf, wordsOf } from '../tries.ts'
import { entryQueue } from './commands.ts'
import { entryDone, entryRefused } from './outcome.ts'
import { EntryState } from './schema.ts'

export interface EntryJob {
  readonly entryId: number
}

/** Seconds after a call whose answer was lost. */
const pauseAfterLost = 60
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

const entries = triesOf<Entry>({
  table: sql`waste.entries`,
  state: EntryState.waiting,
  read: sql`select tried.id, tried.card_id as "cardId", tried.mass::float8 as mass, tried.received_at as "receivedAt", tried.waste_code as "wasteCode",
      tried.account_id as "accountId", tried.tries, card.register_id as "registerId", card.number, card.receiver_eup as place
    from tried join waste.cards card on card.id = tried.card_id`,
  queue: entryQueue,
  jobOf: (entryId): EntryJob => ({ entryId }),
  changed: ({ hints }, { cardId }) =>
    hints.send({ kind: 'changed', resourceType: cards.subjectType, ids: [cardId], companyId: null })
})

/** Enqueues the entries that wait for a register, now that there is one. */
export const resumeEntries = entries.resume

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
  const words = wordsOf(text)
  await runAsSystem(services, entryRefused, [cardId], { entryId, state, words })
  const params = { number: number ?? registerId }
  if (accountId) notifyAccount(services, accountId, { tone: 'danger', message: 'waste.entryRefused.notice', params })
}

type Failed = Exclude<RegisterAnswer<unknown>, { kind: 'ok' }>

/** The register did not answer what was asked: for good, or for now. */
const failed = (services: Services, entry: Entry, answer: Failed, atLeast = 0): Promise<void> =>
  isFinal(answer)
    ? refuse(services, entry, EntryState.refused, problemOf(answer))
    : entries.later(services, entry, problemOf(answer), Math.max(waitOf(answer), atLeast))

/** Tries once. Throws only errors of this application, after which the queue runs the job again. */
export async function enter(services: Services, { entryId }: EntryJob): Promise<void> {
  const entry = await entries.begin(services, entryId)
  if (!entry) return
  const register = recordsOf(services)
  if (!register) return entries.rest(services, entry)
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

  if (performance.now() - began > askWithinMs) return entries.later(services, entry, 'the record was read too slowly')
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
