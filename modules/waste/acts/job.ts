/**
 * Tells the register what people have done with a card. An act is told exactly once, although a call whose answer is lost may have been carried out:
 * that it is being tried is committed before the call, so whoever tries again, after a lost answer or a crash, asks the card first, and takes
 * the act for done if the card says so.
 *
 * Whatever is not clearly done or refused is tried again (`tries.ts`), because the law wants the confirmation, however long the register is away. The
 * card says meanwhile what waits, and why.
 */
import { runAsSystem } from '../../../src/kernel/commands/system.ts'
import { sql } from '../../../src/kernel/database/sql.ts'
import type { Module } from '../../../src/kernel/module.ts'
import { notifyAccount } from '../../../src/kernel/realtime/notice.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { cards } from '../cards/resource.ts'
import { registerOf } from '../register/client.ts'
import type { Card, CardRole, CardState, RegisterAnswer, WasteRegister } from '../register/register.ts'
import { isFinal, problemOf, triesOf, waitOf, wordsOf } from '../tries.ts'
import { actQueue } from './commands.ts'
import { actDone, actRefused, nameOfKind } from './outcome.ts'
import { ActKind, actStates } from './schema.ts'

export interface ActJob {
  readonly actId: number
}

/** The register's clock and ours may differ by so much. */
const clocksMs = 120_000

interface Act {
  readonly id: number
  readonly cardId: number
  readonly kind: number
  readonly mass: number | null
  readonly reason: string | null
  /** With the try that begins. */
  readonly tries: number
  readonly accountId: number | null
  readonly createdAt: Date
  readonly registerId: string
  readonly number: string | null
  readonly place: string | null
}

const acts = triesOf<Act>({
  table: sql`waste.acts`,
  state: actStates.waiting,
  read: sql`select tried.id, tried.card_id as "cardId", tried.kind, tried.mass::float8 as mass, tried.reason, tried.tries, tried.account_id as "accountId",
      tried.created_at as "createdAt", card.register_id as "registerId", card.number,
      case when tried.kind = ${ActKind.confirmTransport} then card.carrier_eup else card.receiver_eup end as place
    from tried join waste.cards card on card.id = tried.card_id`,
  queue: actQueue,
  jobOf: (actId): ActJob => ({ actId }),
  changed: ({ hints }, { cardId }) =>
    hints.send({ kind: 'changed', resourceType: cards.subjectType, ids: [cardId], companyId: null })
})

/** Enqueues the acts that wait for a register, now that there is one. */
export const resumeActs = acts.resume

const send = (
  register: WasteRegister,
  { kind, registerId: id, mass, reason, place }: Act
): Promise<RegisterAnswer<null>> => {
  const at = place ?? ''
  if (kind === ActKind.reject) return register.reject(at, id, reason ?? '')
  if (kind === ActKind.confirmTransport) return register.confirmTransport(at, id)
  return register.confirmReceipt(at, id, { mass: mass ?? 0, ...(reason === null ? {} : { remarks: reason }) })
}

/** The states that a card has before an act and after it, by the code of its kind. */
const courses: Readonly<Record<number, { readonly before: CardState; readonly after: CardState }>> = {
  [ActKind.confirmReceipt]: { before: 'CONFIRMATION_GENERATED', after: 'RECEIVE_CONFIRMATION' },
  [ActKind.reject]: { before: 'CONFIRMATION_GENERATED', after: 'REJECTED' },
  [ActKind.confirmTransport]: { before: 'RECEIVE_CONFIRMATION', after: 'TRANSPORT_CONFIRMATION' }
}

/** The card as it is there now. @param expected where it is looked for first, as calls for details are few a second */
const look = (
  register: WasteRegister,
  { kind, registerId, place }: Act,
  expected: 'before' | 'after'
): Promise<RegisterAnswer<Card>> => {
  const role: CardRole = kind === ActKind.confirmTransport ? 'carrier' : 'receiver'
  return register.card(place ?? '', role, registerId, courses[kind]?.[expected] ?? 'CONFIRMATION_GENERATED')
}

/** Whether the card says that the act was done. A rejected card may have been revised since: it is on its way again, and still says when it was rejected. */
function isDone({ kind, createdAt }: Act, { state, rejectedAt }: Card): boolean {
  if (kind === ActKind.confirmTransport) return state === 'TRANSPORT_CONFIRMATION'
  if (kind === ActKind.confirmReceipt) return state === 'RECEIVE_CONFIRMATION' || state === 'TRANSPORT_CONFIRMATION'
  return state === 'REJECTED' || (rejectedAt !== null && Date.parse(rejectedAt) >= createdAt.getTime() - clocksMs)
}

/** Tries once. Throws only errors of this application, after which the queue runs the job again. */
export async function tell(services: Services, { actId }: ActJob): Promise<void> {
  const act = await acts.begin(services, actId)
  if (!act) return
  const { cardId, kind, accountId } = act
  const params = { number: act.number ?? act.registerId, kind: nameOfKind(kind) }
  const done = async (card: Card | undefined): Promise<void> => {
    await runAsSystem(services, actDone, [cardId], { actId, kind, card })
    if (accountId) notifyAccount(services, accountId, { tone: 'success', message: 'waste.actDone.notice', params })
  }
  const refuse = async (text: string): Promise<void> => {
    const words = wordsOf(text)
    await runAsSystem(services, actRefused, [cardId], { actId, kind, words })
    if (accountId)
      notifyAccount(services, accountId, {
        tone: 'danger',
        message: 'waste.actRefused.notice',
        params: { ...params, words }
      })
  }
  const register = registerOf(services)
  if (!register) return acts.rest(services, act)

  if (act.tries > 1) {
    const there = await look(register, act, 'before')
    if (there.kind === 'ok' && isDone(act, there.value)) return done(there.value)
    if (there.kind !== 'ok' && !isFinal(there)) return acts.later(services, act, problemOf(there), waitOf(there))
  }
  const answer = await send(register, act)
  if (answer.kind !== 'ok' && !isFinal(answer)) return acts.later(services, act, problemOf(answer), waitOf(answer))
  const there = await look(register, act, answer.kind === 'ok' ? 'after' : 'before')
  if (answer.kind === 'ok') return done(there.kind === 'ok' ? there.value : undefined)
  // A refusal may mean that it was done before: by an earlier try, or by a person at the register's own page.
  if (there.kind === 'ok' && isDone(act, there.value)) return done(there.value)
  if (there.kind !== 'ok' && !isFinal(there)) return acts.later(services, act, problemOf(there), waitOf(there))
  return refuse(problemOf(answer))
}

export const actJobs: NonNullable<Module['jobs']> = [
  // A try makes up to seventeen calls of fifteen seconds at most.
  { name: actQueue, retries: 30, expireSeconds: 300, parallel: 4, run: (services, job: ActJob) => tell(services, job) }
]
