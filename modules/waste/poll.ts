/**
 * Reads the cards of the register in which the business is carrier or receiver. Each place of the business has two lists there, the newest change first.
 * A list is gone through until its cards have not changed since it was last read; what a page says of its cards is kept at once (`keepListed`), and
 * makes the changed ones due. Then the details of due cards are read, the newest first, and the cards find their orders.
 *
 * Everything is resumable: a list by its page, because cards that change meanwhile only move to its head, where the next run finds them; details by the
 * mark that they are due. A run reads so many pages and details at most, and the next one goes on.
 *
 * No connection of the database is held while the register is asked, and one process asks at a time (`polls/lease.ts`).
 */
import { runAsSystem } from '../../src/kernel/commands/system.ts'
import { literal, query, sql } from '../../src/kernel/database/sql.ts'
import type { Services } from '../../src/kernel/services.ts'
import { resumeActs } from './acts/job.ts'
import { isStorable, type ReadCard, storeDetails } from './cards/read.ts'
import { registerStateOf } from './cards/schema.ts'
import { resumeDrafts } from './drafts/job.ts'
import { matchWaiting } from './matching.ts'
import { type Lease, takeLease } from './polls/lease.ts'
import { PollKind } from './polls/schema.ts'
import {
  dueLists,
  keepListed,
  keepPlaces,
  type Poll,
  placesPoll,
  roleOf,
  saveProblem,
  saveStanding
} from './polls/store.ts'
import { resumeEntries } from './records/job.ts'
import { registerOf } from './register/client.ts'
import type { RegisterAnswer, WasteRegister } from './register/register.ts'

const everyMs = 5 * 60_000
/** Changes that were known already are looked at again for so long: their times are those of the register's processes, which do not agree to the second. */
const overlapMs = 10 * 60_000
const pageSize = 50
/** Of one run: pages of a list, so that 25,000 cards are on their page after the first one, and details of all lists together, which fill the time to the next run. */
const maxPages = 500
const maxDetails = 1_400
/** Details that are stored together. */
const batchSize = 20
/** So many cards in a row that cannot be read mean that it is not the cards. */
const maxFailures = 3
const pauseMs = { first: 5 * 60_000, most: 24 * 3_600_000 }

type Failure = Exclude<RegisterAnswer<never>, { kind: 'ok' }>

const problemOf = (failure: Failure): string => {
  if (failure.kind === 'throttled') return `HTTP 429, Retry-After: ${failure.afterSeconds}`
  if (failure.kind === 'notFound') return 'HTTP 404'
  return failure.kind === 'away' ? failure.problem : failure.words
}

/** When it is asked again. */
const afterFailure = (failure: Failure, now: Date): Date =>
  new Date(now.getTime() + (failure.kind === 'throttled' ? failure.afterSeconds * 1000 : everyMs))

interface Run {
  readonly services: Services
  readonly register: WasteRegister
  readonly lease: Lease
  readonly signal: AbortSignal
}

const mayGoOn = async ({ lease, signal }: Run): Promise<boolean> => !signal.aborted && (await lease.renew())

/** The schedule: does nothing where no register is set, and while another process reads. */
export async function poll(services: Services, signal: AbortSignal): Promise<void> {
  const register = registerOf(services)
  if (!register) return
  await resumeActs(services)
  await resumeDrafts(services)
  await resumeEntries(services)
  await pollRegister(services, register, signal)
}

export async function pollRegister(services: Services, register: WasteRegister, signal: AbortSignal): Promise<void> {
  const lease = await takeLease(services.db)
  if (!lease) return
  const run = { services, register, lease, signal }
  try {
    if (!(await readPlaces(run))) return
    const lists = await dueLists(services)
    for (const list of lists) if (!(await readList(run, list))) break
    const read = await readDetails(run)
    if ((lists.length > 0 || read > 0) && !signal.aborted) await matchWaiting(services)
  } finally {
    await lease.release()
  }
}

/** Which places the business has, once in a while. @returns false where the register cannot be read now */
async function readPlaces({ services, register }: Run): Promise<boolean> {
  const now = services.now()
  const places = await placesPoll(services)
  if (places.nextAt > now) return true
  const answer = await register.places()
  const after = services.now()
  if (answer.kind === 'ok') {
    await keepPlaces(services, answer.value)
    const standing = { page: null, total: null, newestAt: null, knownAt: after }
    await saveStanding(services, places, standing, new Date(after.getTime() + everyMs))
    return true
  }
  const problem = problemOf(answer)
  services.log.warn({ problem }, 'waste: the register does not say which places there are')
  await saveProblem(services, places, problem, afterFailure(answer, after))
  for (const list of await dueLists(services)) await saveProblem(services, list, problem, afterFailure(answer, after))
  return false
}

/** The page to go on with: one earlier than where the last run ended, in case cards have left the list since, which moves the others up. */
const pageToResume = ({ page }: Poll): number => Math.max(1, (page ?? 1) - 1)

/** Goes through a list. @returns false where the register cannot be read now, or the process is to stop */
async function readList(run: Run, list: Poll): Promise<boolean> {
  const { services, register } = run
  const floor = list.knownAt && new Date(list.knownAt.getTime() - overlapMs).toISOString()
  let page = pageToResume(list)
  let { newestAt, total } = list
  for (let pages = 1; ; pages += 1) {
    if (!(await mayGoOn(run))) return false
    const answer = await register.search({ place: list.place, role: roleOf(list), page })
    const now = services.now()
    if (answer.kind !== 'ok') {
      const problem = problemOf(answer)
      services.log.warn({ problem, place: list.place, role: roleOf(list), page }, 'waste: a list cannot be read')
      await saveProblem(services, list, problem, afterFailure(answer, now))
      return false
    }
    const { cards, isLast, total: present } = answer.value
    await keepListed(services, list, cards)
    newestAt ??= cards[0] ? new Date(cards[0].modifiedAt) : list.knownAt
    const gone = total === null ? 0 : Math.max(0, total - present)
    total = present
    if (gone > 0 && page > 1) {
      // the cards that took the places of those that left the list were on an earlier page
      page = Math.max(1, page - Math.ceil(gone / pageSize))
      continue
    }
    // a page has the cards of two years, each list by itself: all of them must be known
    const isKnown = floor !== null && cards.every(({ modifiedAt }) => modifiedAt < floor)
    if (isLast || isKnown) {
      const standing = { page: null, total: null, newestAt: null, knownAt: newestAt }
      await saveStanding(services, list, standing, new Date(now.getTime() + everyMs))
      return true
    }
    page += 1
    await saveStanding(services, list, { page, total, newestAt, knownAt: list.knownAt }, now)
    if (pages >= maxPages) return true
  }
}

interface DueCard {
  readonly id: number
  readonly version: number
  readonly registerId: string
  readonly state: number
  readonly carrierEup: string | null
  readonly receiverEup: string | null
  readonly tries: number
}

const dueCards = ({ db, now }: Services, limit: number): Promise<DueCard[]> =>
  query<DueCard>(
    db,
    sql`select id, version, register_id as "registerId", listed_state as state, carrier_eup as "carrierEup", receiver_eup as "receiverEup", tries
      from waste.cards where is_due and due_at <= ${now()}::timestamptz order by listed_at desc, id limit ${literal(limit)}`
  )

/** What came of reading the details of some cards. */
interface Details {
  readonly read: Map<number, ReadCard>
  /** The register does not have them any more. */
  readonly gone: number[]
  /** They cannot be read now, and are tried again later. */
  readonly failed: DueCard[]
  /** Why nothing more can be read now. */
  end: Failure | undefined
}

async function detailsOf(run: Run, batch: readonly DueCard[]): Promise<Details> {
  const details: Details = { read: new Map(), gone: [], failed: [], end: undefined }
  let failures = 0
  for (const due of batch) {
    if (!(await mayGoOn(run))) return details
    const place = due.receiverEup ?? due.carrierEup ?? ''
    const role = due.receiverEup === null ? 'carrier' : 'receiver'
    const answer = await run.register.card(place, role, due.registerId, registerStateOf(due.state))
    if (answer.kind === 'ok' && isStorable(answer.value)) {
      details.read.set(due.id, { card: answer.value, version: due.version })
      failures = 0
    } else if (answer.kind === 'notFound') details.gone.push(due.id)
    else if (answer.kind === 'throttled' || answer.kind === 'credentials') {
      details.end = answer
      return details
    } else {
      details.failed.push(due)
      failures += 1
      if (failures < maxFailures) continue
      details.end = answer.kind === 'ok' ? { kind: 'away', problem: 'unreadable cards' } : answer
      return details
    }
  }
  return details
}

async function putOff({ db, now }: Services, { gone, failed }: Details): Promise<void> {
  if (gone.length > 0) await query(db, sql`update waste.cards set is_due = false where id = any(${gone}::int[])`)
  const dues = failed.map(
    ({ tries }) => now().getTime() + Math.min(pauseMs.most, pauseMs.first * 2 ** Math.min(tries, 10))
  )
  if (failed.length > 0)
    await query(
      db,
      sql`update waste.cards card set tries = card.tries + 1, due_at = later.due_at
        from unnest(${failed.map(({ id }) => id)}::int[], ${dues.map(due => new Date(due))}::timestamptz[]) as later (id, due_at)
        where card.id = later.id`
    )
}

/** Reads what is due. @returns how many details were stored */
async function readDetails(run: Run): Promise<number> {
  const { services } = run
  let stored = 0
  for (let asked = 0; asked < maxDetails; ) {
    const batch = await dueCards(services, Math.min(batchSize, maxDetails - asked))
    if (batch.length === 0) return stored
    asked += batch.length
    const details = await detailsOf(run, batch)
    const { read, end } = details
    if (read.size > 0) stored += (await runAsSystem(services, storeDetails, [...read.keys()], read)).length
    await putOff(services, details)
    if (end) {
      await saveDetailsProblem(services, end)
      return stored
    }
    if (run.signal.aborted || !(await run.lease.renew())) return stored
  }
  return stored
}

/** The lists say that the details of their cards cannot be read. */
async function saveDetailsProblem(services: Services, failure: Failure): Promise<void> {
  const problem = problemOf(failure)
  services.log.warn({ problem }, 'waste: the details of cards cannot be read')
  await query(
    services.db,
    sql`update waste.polls set problem = ${problem.slice(0, 500)}, tried_at = ${services.now()},
        next_at = greatest(next_at, ${afterFailure(failure, services.now())}::timestamptz)
      where kind <> ${PollKind.places}`
  )
}
