/**
 * Makes the card of a draft in the register and approves it. Neither is done twice, although a call whose answer is lost may have been carried out:
 * that the register is asked to make the card is committed before the call, and whoever tries again looks for the card by its mark first; what the card
 * is called is committed before it is approved, and whoever tries again looks at its state first.
 *
 * It is tried again for as long as the register is away (`tries.ts`). Keys that it does not take end a draft whose card was never asked for.
 */
import { defaultLanguage } from '../../../src/contract/languages.ts'
import { runAsSystem } from '../../../src/kernel/commands/system.ts'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import type { Module } from '../../../src/kernel/module.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { joinOrder } from '../../orders/public.ts'
import { senderOf } from '../keys/use.ts'
import { registerOf } from '../register/client.ts'
import type { RegisterAnswer } from '../register/register.ts'
import type { SenderRegister, SentCard } from '../register/sender.ts'
import { isFinal, problemOf, triesOf, waitOf, wordsOf } from '../tries.ts'
import { draftQueue } from './commands.ts'
import { draftDone, draftRefused } from './outcome.ts'
import { drafts } from './resource.ts'
import { DraftState } from './schema.ts'
import { receivingPlace } from './values.ts'

export interface DraftJob {
  readonly draftId: number
}

/** Seconds after a call whose answer was lost: the register may carry it out late. */
const pauseAfterLost = 60
/** The register's clock and ours may differ by so much. */
const clocksMs = 120_000
/** The queue gives a try so long; one that has taken longer than `askWithinMs` asks for no card any more, because another may have begun. */
const expireSeconds = 300
const askWithinMs = 240_000

interface Drafted {
  readonly id: number
  readonly orderNumber: string
  readonly companyId: number
  readonly departmentId: number
  readonly place: string
  readonly wasteCode: string
  readonly process: string
  readonly plate: string
  readonly mass: number
  readonly plannedAt: Date
  readonly store: string | null
  /** With the try that begins. */
  readonly tries: number
  readonly askedAt: Date | null
  readonly registerId: string | null
}

const waiting = triesOf<Drafted>({
  table: sql`waste.drafts`,
  state: DraftState.waiting,
  read: sql`select tried.id, o.number as "orderNumber", tried.company_id as "companyId", o.department_id as "departmentId", tried.place,
      tried.waste_code as "wasteCode", tried.process, tried.plate, tried.mass::float8 as mass, tried.planned_at as "plannedAt", tried.store,
      tried.tries, tried.asked_at as "askedAt", tried.register_id as "registerId"
    from tried ${joinOrder('o', 'tried.order_id')}`,
  queue: draftQueue,
  jobOf: (draftId): DraftJob => ({ draftId }),
  changed: ({ hints }, { id, companyId, departmentId }) =>
    hints.send({ kind: 'changed', resourceType: drafts.subjectType, ids: [id], companyId, departmentId })
})

/** Enqueues the drafts that wait for a register, now that there is one. */
export const resumeDrafts = waiting.resume

/** By which the card is found again; people read it in the register. */
export const markOf = ({ orderNumber, id }: Pick<Drafted, 'orderNumber' | 'id'>): string => `${orderNumber} (${id})`

type Failed = Exclude<RegisterAnswer<never>, { kind: 'ok' }>

async function done(services: Services, draft: Drafted, number: string | null): Promise<void> {
  await runAsSystem(services, draftDone, [draft.id], { number })
}

async function refuse(services: Services, draft: Drafted, words: string): Promise<void> {
  await runAsSystem(services, draftRefused, [draft.id], { words: wordsOf(words) })
}

/** What a failed call leads to: it is refused for good, or tried later. */
function settle(services: Services, draft: Drafted, answer: Failed, wasAsked: boolean): Promise<void> {
  if (isFinal(answer) || (answer.kind === 'credentials' && !wasAsked)) return refuse(services, draft, problemOf(answer))
  return waiting.later(services, draft, problemOf(answer), waitOf(answer))
}

/** The card of the draft in the register, made now or before; undefined where that ended the try. */
async function cardOf(services: Services, sender: SenderRegister, draft: Drafted, begun: number) {
  const { db, now } = services
  if (draft.askedAt) {
    const since = new Date(draft.askedAt.getTime() - clocksMs).toISOString()
    const found = await sender.find(draft.place, markOf(draft), since)
    if (found.kind === 'ok') return found.value
    if (found.kind !== 'notFound') return void (await settle(services, draft, found, true))
  }
  const ours = await registerOf(services)?.places()
  if (ours?.kind !== 'ok')
    return void (await (ours ? waiting.later(services, draft, problemOf(ours)) : waiting.rest(services, draft)))
  const receiver = receivingPlace(ours.value, draft.store)
  if (!receiver) return void (await waiting.later(services, draft, 'getEupList: 0'))
  if (performance.now() - begun > askWithinMs)
    return void (await waiting.later(services, draft, 'slow', pauseAfterLost))
  await query(
    db,
    sql`update waste.drafts set asked_at = coalesce(asked_at, ${now()}::timestamptz) where id = ${draft.id} and state = ${DraftState.waiting}`
  )
  const { wasteCode, process, plate, mass, plannedAt } = draft
  const made = await sender.plan(draft.place, {
    ...{ wasteCode, process, plate, mass, mark: markOf(draft) },
    ...{ carrierCompanyId: receiver.companyId, receiverCompanyId: receiver.companyId, receiverPlace: receiver.id },
    plannedAt: plannedAt.toISOString()
  })
  if (made.kind === 'ok') return made.value
  if (made.kind === 'away') return void (await waiting.later(services, draft, made.problem, pauseAfterLost))
  return void (await settle(services, draft, made, draft.askedAt !== null))
}

/** Approves a planned card that is known by its id. */
async function approve(
  services: Services,
  sender: SenderRegister,
  draft: Drafted,
  id: string,
  isNew: boolean
): Promise<void> {
  const look = (state: SentCard['state']) => sender.card(draft.place, id, state)
  if (!isNew) {
    const there = await look('PLANNED')
    if (there.kind !== 'ok') return settle(services, draft, there, true)
    if (there.value.state !== 'PLANNED') return done(services, draft, there.value.number)
  }
  const answer = await sender.approve(draft.place, id)
  const there = await look('APPROVED')
  // A refusal may mean that it was approved before: by an earlier try, or by a person at the register's own page.
  if (there.kind === 'ok' && there.value.state !== 'PLANNED') return done(services, draft, there.value.number)
  if (answer.kind !== 'ok') return settle(services, draft, answer, true)
  return waiting.later(services, draft, there.kind === 'ok' ? there.value.state : problemOf(there))
}

/** Tries once. Throws only errors of this application, after which the queue runs the job again. */
export async function tellDraft(services: Services, { draftId }: DraftJob): Promise<void> {
  const begun = performance.now()
  const draft = await waiting.begin(services, draftId)
  if (!draft) return
  if (!registerOf(services)) return waiting.rest(services, draft)
  const sender = await senderOf(services, draft.companyId, draft.orderNumber)
  if (!sender) {
    const words = services.messages.say(defaultLanguage, 'waste.draftRefused.noKeys')
    // of a card that may be there nobody can say more without keys
    return draft.askedAt ? waiting.later(services, draft, words) : refuse(services, draft, words)
  }
  if (draft.registerId) return approve(services, sender, draft, draft.registerId, false)
  const card = await cardOf(services, sender, draft, begun)
  if (!card) return
  await query(
    services.db,
    sql`update waste.drafts set register_id = ${card.id} where id = ${draft.id} and state = ${DraftState.waiting}`
  )
  return approve(services, sender, { ...draft, registerId: card.id }, card.id, card.state === 'PLANNED')
}

export const draftJobs: NonNullable<Module['jobs']> = [
  {
    name: draftQueue,
    retries: 30,
    expireSeconds,
    parallel: 2,
    run: (services, job: DraftJob) => tellDraft(services, job)
  }
]
