/**
 * Tells a client how a collection ended, two minutes after the driver has made the last report: what was taken and who has signed, or why
 * nothing was taken. What the driver takes back within that time is told to nobody. Of an order a client is told once, and once more where the
 * driver has reported something else since. Of an order that the office has finished, the client gets the news of the finish; a message about the
 * driver's report follows only where its quantity or mass is another one.
 *
 * The rows of `driver.reports` are the only state. What a driver reports makes the row due, in the same transaction; a worker queues the e-mail
 * and notes what it says in one transaction. So nothing is lost or told twice, whichever process is killed.
 */
import { createHash } from 'node:crypto'
import { dayOf } from '../../../src/contract/days.ts'
import { clientContacts } from '../../../src/kernel/access/identity.ts'
import { type Database, query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { exists } from '../../../src/kernel/resources/read-one.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { type Say, tellClient } from '../../notifications/public.ts'
import { ClientNews } from '../../notifications/schema.ts'
import { collectionsTold, type OrderOfClient, orderOfClient } from '../../orders/public.ts'
import { orderResources } from '../../orders/resources.ts'
import { OrderStatus } from '../../orders/schema.ts'
import type { EventType } from '../contract.ts'
import { type Reported, reportedOf } from '../events/reported.ts'
import { type Reading, stepsOf, stepText } from './steps.ts'

/** How long the driver must have reported nothing more of it, in milliseconds: longer than a tap can be undone, and than a name is typed. */
export const quietMs = 2 * 60_000
/** An e-mail, and one that corrects it. */
const maxLetters = 2
/** How many orders are looked up at once. */
const batch = 100

/** What a client is told by. Photos come later and are in the portal. */
const told: ReadonlySet<EventType> = new Set(['loaded', 'weighed', 'failed', 'signed', 'undone'])
export const isTold = (type: EventType): boolean => told.has(type)

/** Makes the orders due, unless their clients were told as often as they may be. */
export async function reportLater(trx: Database, now: Date, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return
  await query(
    trx,
    sql`insert into driver.reports as report (order_id, due_at)
      select o.id, ${new Date(now.getTime() + quietMs)} from unnest(${[...orderIds]}::int[]) as o (id) order by o.id
      on conflict (order_id) do update set due_at = excluded.due_at where report.letters < ${maxLetters}`
  )
}

/** Tells of every order whose time has come. Where one fails it is tried again the next time; the others are told. */
export async function sendReports(services: Services): Promise<void> {
  const now = services.now()
  let last = 0
  for (;;) {
    const due = await query<{ id: number }>(
      services.db,
      sql`select order_id as id from driver.reports where due_at <= ${now} and order_id > ${last} order by order_id limit ${batch}`
    )
    for (const { id } of due)
      await services.db
        .transaction(trx => report(services, trx, id, now))
        .catch((error: unknown) =>
          services.log.error({ err: error, order: id }, 'driver: a client was not told of a collection')
        )
    last = due.at(-1)?.id ?? last
    if (due.length < batch) return
  }
}

type Transaction = Parameters<typeof tellClient>[1]

const { inProgress, completed, invoiced } = OrderStatus
const isDriven = (status: number): boolean => [inProgress, completed, invoiced].some(one => one === status)

/** What the e-mail is about: where nothing of it differs, there is nothing new to say. */
function digestOf({ state }: Reported): string {
  const { reason, quantity, tyres, kilograms, signature } = state
  const end = endOf(state.outcome)
  const said = { done: [quantity, tyres, kilograms, signature?.name ?? null], failed: [reason], open: [] }[end]
  return createHash('sha256')
    .update(JSON.stringify([end, ...said]))
    .digest('base64url')
}

/** How the collection ended; `open`: it has not. */
const endOf = (outcome: Reported['state']['outcome']): 'done' | 'failed' | 'open' =>
  outcome === 'done' || outcome === 'failed' ? outcome : 'open'

/** Whether the driver has collected what the order was finished with, as far as he has said. */
function agrees({ quantity, kilograms }: Reported['state'], order: OrderOfClient): boolean {
  const isSame = (reported: number | null, finished: number | null): boolean =>
    reported === null || reported === finished
  return isSame(quantity, order.quantityTaken) && isSame(kilograms, order.kilograms)
}

/** Whether there is something to say: an end that the client does not know from the office, or that an end of which the client knows was taken back. */
function isWorthReporting({ state }: Reported, order: OrderOfClient, letters: number): boolean {
  const { status } = order
  const end = endOf(state.outcome)
  if (end === 'open') return letters > 0 && status === inProgress
  if (end === 'done' && status !== inProgress && agrees(state, order)) return false
  return isDriven(status)
}

async function report(services: Services, trx: Transaction, id: number, now: Date): Promise<void> {
  // another worker that has it is telling it, or has told it meanwhile
  const kept = await queryOne<{ told: string | null; letters: number }>(
    trx,
    sql`select told, letters from driver.reports where order_id = ${id} and due_at <= ${now} for update skip locked`
  )
  if (!kept) return
  const order = await orderOfClient(trx, id)
  const state = (await reportedOf(trx, [id])).get(id)
  const digest = state && order && isWorthReporting(state, order, kept.letters) ? digestOf(state) : kept.told
  if (state && order && digest !== kept.told)
    await tell(services, trx, { id, order, told: state, isAgain: kept.letters > 0 })
  const letters = digest === kept.told ? kept.letters : kept.letters + 1
  await query(
    trx,
    sql`update driver.reports set due_at = null, told = ${digest}, letters = ${letters} where order_id = ${id}`
  )
}

/**
 * Of the orders those that a letter has called collected, and what the driver has reported of them; none whose letter is still to come, or
 * where the driver has reported something else since the last one.
 */
export const toldOfCollections = collectionsTold.fill(async (database, orderIds) => {
  const rows = await query<{ id: number; told: string | null }>(
    database,
    sql`select order_id as id, told from driver.reports
      where order_id = any(${[...orderIds]}::int[]) and letters > 0 and due_at is null`
  )
  const reported = await reportedOf(
    database,
    rows.map(({ id }) => id)
  )
  return new Map(
    rows.flatMap(({ id, told }) => {
      const own = reported.get(id)
      const end = own?.events.findLast(({ type }) => type === 'loaded' || type === 'weighed')
      if (!own || !end || endOf(own.state.outcome) !== 'done' || digestOf(own) !== told) return []
      const { quantity, kilograms, kpo } = own.state
      return [[id, { quantity, kilograms, kpo, day: dayOf(new Date(end.at)) }] as const]
    })
  )
})

interface Ended {
  readonly id: number
  readonly order: OrderOfClient
  readonly told: Reported
  readonly isAgain: boolean
}

async function tell(services: Services, trx: Transaction, { id, order, told: given, isAgain }: Ended): Promise<void> {
  const contacts = await clientContacts.of(services.extensions)(services, trx, order.told)
  for (const contact of contacts.values()) {
    const { orders } = orderResources
    if (!(await exists(trx, orders, id, contact.caller))) continue
    const { language } = contact.caller
    const say: Say = (key, params) => services.messages.say(language, key, params)
    const reading: Reading = { say, language, orderTypeId: order.orderTypeId }
    const kind = endOf(given.state.outcome)
    const lines = stepsOf(given).flatMap(event =>
      kind !== 'open' && isTold(event.type as EventType) ? `– ${stepText(reading, event)}` : []
    )
    const text = [...(isAgain ? [say('driver.news.again')] : []), say('driver.news.text', { kind }), ...lines].join(
      '\n'
    )
    await tellClient(services, trx, contact, [
      {
        id,
        resourceType: orders.type,
        title: say('orders.news.title', { number: order.number }),
        details: [order.place],
        path: `/client/orders?row=${id}&panel=${id}`,
        events: [
          {
            kind: ClientNews.orderCompleted,
            short: say('driver.news.short', { kind, isAgain: isAgain ? 'yes' : 'no' }),
            text
          }
        ]
      }
    ])
  }
}
