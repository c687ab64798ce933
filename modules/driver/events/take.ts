/**
 * Takes the events of a device: each once, whatever is repeated and in which order it comes. What a driver reports is never lost because the
 * office has changed its plan meanwhile: it is kept, and the office decides.
 *
 * The orders are locked before anything is read of them, in the order of their ids, as all commands do. A call has a fixed number of
 * statements, however many events it brings.
 */
import type { Caller } from '../../../src/kernel/access/caller.ts'
import type { CommandContext } from '../../../src/kernel/commands/command.ts'
import { type Database, query, sql } from '../../../src/kernel/database/sql.ts'
import { lockDrivenOrders } from '../../orders/public.ts'
import { OrderStatus } from '../../orders/schema.ts'
import { leftJoinStore } from '../../warehouse/public.ts'
import { isTold, reportLater } from '../clients/report.ts'
import type { DriverEvent, EventAnswer, RefusalReason } from '../contract.ts'
import { Conflict, EventKind, EventState } from '../schema.ts'
import { hashOfEvent, judge } from './judge.ts'
import { noteStopStates } from './stop-states.ts'
import { occurredAt } from './time.ts'

/** Something with an id that a device has sent. */
export type Given = { readonly id: string } & Readonly<Record<string, unknown>>

type Reason = keyof typeof Conflict & ('canceled' | 'finished' | 'unplanned' | 'otherDriver')

interface Placed {
  readonly event: DriverEvent
  readonly hash: Buffer
  /** Why the office has to decide; undefined: it counts. */
  readonly conflict: Reason | undefined
}

type Context = Pick<CommandContext, 'trx' | 'now' | 'hint'>

export interface Taken {
  readonly answers: EventAnswer[]
  /** Orders for which something new was reported, and of which the office has to decide. */
  readonly orderIds: readonly number[]
  readonly conflicts: readonly number[]
}

/** @throws nothing for a bad event: the answer says what became of each, in the order of the call */
export async function takeEvents({ trx, now }: Context, caller: Caller, given: readonly Given[]): Promise<Taken> {
  const answers = new Map<string, EventAnswer>()
  const refuse = (id: string, reason: RefusalReason, field?: string): void => {
    answers.set(id, { id, result: 'refused', reason, ...(field === undefined ? {} : { field }) })
  }
  const good = new Map<string, { event: DriverEvent; hash: Buffer }>()
  const repeated = new Set<string>()
  for (const one of given) {
    const judged = judge(one)
    const known = good.get(one.id)
    if (judged.kind === 'malformed') refuse(one.id, 'malformed', judged.field)
    else if (judged.kind === 'signature') refuse(one.id, 'signature', 'data.path')
    else if (!known) good.set(one.id, { event: judged.event, hash: hashOfEvent(caller.accountId, judged.event) })
    else if (!known.hash.equals(hashOfEvent(caller.accountId, judged.event))) repeated.add(one.id)
  }
  const placed = await place(trx, caller, [...good.values()], refuse)
  const { stored, known } = await store(trx, caller, now, placed)
  for (const { event, hash, conflict } of placed) {
    const { id } = event
    if (stored.has(id))
      answers.set(id, { id, result: conflict ? 'conflict' : 'applied', ...(conflict && { reason: conflict }) })
    else if (known.get(id)?.equals(hash)) answers.set(id, { id, result: 'duplicate' })
    else refuse(id, 'otherBody')
  }
  const fresh = placed.filter(({ event }) => stored.has(event.id))
  const orderIds = [...new Set(fresh.map(({ event }) => event.orderId))]
  await noteStopStates(trx, orderIds)
  const ended = fresh.filter(({ event, conflict }) => !conflict && isTold(event.type))
  await reportLater(trx, now, [...new Set(ended.map(({ event }) => event.orderId))])
  return {
    answers: answersOf(given, answers, repeated),
    orderIds,
    conflicts: fresh.flatMap(({ event, conflict }) => (conflict ? (stored.get(event.id) ?? []) : []))
  }
}

/** An answer for each event of the call; an id that stands in it again is a duplicate, or another event under the same id. */
function answersOf(
  given: readonly Given[],
  answers: ReadonlyMap<string, EventAnswer>,
  repeated: ReadonlySet<string>
): EventAnswer[] {
  const seen = new Set<string>()
  return given.map(({ id }) => {
    const answer = answers.get(id) as EventAnswer
    if (!seen.has(id)) {
      seen.add(id)
      return answer
    }
    if (answer.result === 'refused') return answer
    return repeated.has(id) ? { id, result: 'refused', reason: 'otherBody' } : { id, result: 'duplicate' }
  })
}

/** Which of the events are taken, and which of them the office has to decide about; the others are refused. */
async function place(
  trx: Database,
  { accountId }: Caller,
  good: readonly { readonly event: DriverEvent; readonly hash: Buffer }[],
  refuse: (id: string, reason: RefusalReason, field?: string) => void
): Promise<Placed[]> {
  if (good.length === 0) return []
  const orderIds = [...new Set(good.map(({ event }) => event.orderId))]
  const orders = new Map((await lockDrivenOrders(trx, orderIds)).map(order => [order.id, order]))
  const known = await knownOrders(trx, accountId, orderIds)
  const stores = await storesAmong(trx, good)
  return good.flatMap(({ event, hash }): Placed[] => {
    const order = orders.get(event.orderId)
    const isOwn = order?.driverId === accountId
    if (!order || !(isOwn || known.has(order.id))) {
      refuse(event.id, 'notYours', 'orderId')
      return []
    }
    if (event.type === 'unloaded' && !stores.has(event.data.storeId)) {
      refuse(event.id, 'noStore', 'data.storeId')
      return []
    }
    return [{ event, hash, conflict: conflictOf(order.status, isOwn) }]
  })
}

const { completed, invoiced, canceled, inProgress } = OrderStatus

function conflictOf(status: number, isOwn: boolean): Reason | undefined {
  if (status === canceled) return 'canceled'
  if (status === completed || status === invoiced) return 'finished'
  if (status !== inProgress) return 'unplanned'
  return isOwn ? undefined : 'otherDriver'
}

/** Those of the orders that the driver was shown, or has reported for before. */
async function knownOrders(trx: Database, accountId: number, orderIds: readonly number[]): Promise<Set<number>> {
  const found = await query<{ id: number }>(
    trx,
    sql`select order_id as id from driver.given where account_id = ${accountId} and order_id = any(${[...orderIds]}::int[])
      union select order_id from driver.events where account_id = ${accountId} and order_id = any(${[...orderIds]}::int[])`
  )
  return new Set(found.map(({ id }) => id))
}

/** Those of the stores that events name which there are, or were. */
async function storesAmong(trx: Database, good: readonly { readonly event: DriverEvent }[]): Promise<Set<number>> {
  const named = good.flatMap(({ event }) => (event.type === 'unloaded' ? [event.data.storeId] : []))
  if (named.length === 0) return new Set()
  const found = await query<{ id: number }>(
    trx,
    sql`select store.id from unnest(${[...new Set(named)]}::int[]) as named (id) ${leftJoinStore('store', 'named.id')}
      where store.id is not null`
  )
  return new Set(found.map(({ id }) => id))
}

interface Stored {
  /** The ids of the rows that were written, by the keys of their events. */
  readonly stored: ReadonlyMap<string, number>
  /** Of the other events what was stored under their keys before. */
  readonly known: ReadonlyMap<string, Buffer>
}

/** Writes the events that are not stored yet, in one statement. */
async function store(trx: Database, caller: Caller, now: Date, placed: readonly Placed[]): Promise<Stored> {
  if (placed.length === 0) return { stored: new Map(), known: new Map() }
  const rows = placed.map(({ event, hash, conflict }) => {
    const { id, orderId, type, at, sentAt, position, data } = event
    return {
      key: id,
      order_id: orderId,
      type: EventKind[type],
      at,
      sent_at: sentAt,
      occurred_at: new Date(occurredAt(Date.parse(at), Date.parse(sentAt), now.getTime())).toISOString(),
      ...(position ?? {}),
      data,
      hash: hash.toString('hex'),
      state: conflict ? EventState.waiting : EventState.applied,
      reason: conflict ? Conflict[conflict] : null
    }
  })
  const written = await query<{ id: number; key: string }>(
    trx,
    sql`insert into driver.events (key, account_id, device_id, order_id, type, at, sent_at, received_at, occurred_at, latitude, longitude,
        accuracy, data, hash, state, reason)
      select e.key, ${caller.accountId}, (select id from driver.devices where session_id = ${caller.sessionId}::uuid), e.order_id, e.type,
        e.at, e.sent_at, ${now}, e.occurred_at, e.latitude, e.longitude, e.accuracy, e.data, decode(e.hash, 'hex'), e.state, e.reason
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (key uuid, order_id int, type smallint, at timestamptz,
        sent_at timestamptz, occurred_at timestamptz, latitude float8, longitude float8, accuracy float8, data jsonb, hash text,
        state smallint, reason smallint)
      order by e.key
      on conflict (key) do nothing returning id, key::text as key`
  )
  const stored = new Map(written.map(({ id, key }) => [key, id]))
  const rest = placed.map(({ event }) => event.id).filter(id => !stored.has(id))
  if (rest.length === 0) return { stored, known: new Map() }
  const before = await query<{ key: string; hash: Buffer }>(
    trx,
    sql`select key::text as key, hash from driver.events where key = any(${rest}::uuid[])`
  )
  return { stored, known: new Map(before.map(({ key, hash }) => [key, hash])) }
}
