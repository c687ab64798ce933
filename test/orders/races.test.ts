/**
 * Races: two or three commands start at the same moment at one order, every pair and triple of those that may meet in a status, and
 * each against itself. What may come out is defined by racing.ts. Each is raced once, and two thousand races are a drill of `npm run test:faults`.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OrderStatus } from '../../modules/orders/schema.ts'
import { dayOf } from '../../src/contract/days.ts'
import { accountingSecret, signedInvoice } from '../helper/accounting.ts'
import { type Answer, anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, aVehicle } from '../helper/factories.ts'
import { aFinish } from './fixtures/finishing.ts'
import { type Finish, fieldsOf, isExplained, type State, type Verb } from './fixtures/racing.ts'

/** From each start; at least each pair and triple once. */
const racesEach = Number(process.env.RACES_EACH ?? 0)
/** Racers that run at once, together some more than there are connections. */
const heat = 16

let test: TestApp
let company: ACompany
let staff: Person
/** Several of one company: how often one account may cancel in an hour is limited. */
let clients: Person[]
let stranger: Person
let itemId: number
let vehicles: number[]
let finishData: object
let made = 0

beforeAll(async () => {
  test = await anApp({ ROLES: 'web', ACCOUNTING_URL: 'http://127.0.0.1:9', ACCOUNTING_SECRET: accountingSecret })
  await test.begin()
  const { db } = test.services
  company = await aCompany(db)
  staff = await test.signedInAs('ADMIN')
  const { id: companyId, departmentId } = company
  clients = await Promise.all([1, 2, 3, 4].map(() => test.signedInAs('CLIENT', { companyId, departmentId })))
  stranger = await test.signedInAs('CLIENT_ADMIN')
  itemId = (await anItem(db)).id
  vehicles = [(await aVehicle(db)).id, (await aVehicle(db)).id, (await aVehicle(db)).id]
  finishData = await aFinish(db)
})
afterAll(() => test.close())

interface Race {
  readonly id: number
  readonly number: string
  readonly verbs: readonly Verb[]
  start: State
}

const clientOf = (id: number): Person => clients[id % clients.length] as Person
const vehicleOf = ({ id }: Race): number => vehicles[id % vehicles.length] as number
/** Each race has a day of the next half year, so that routes are met by several orders and stay short. */
const dayFor = (id: number): string => dayOf(new Date(test.clock.now.getTime() + (id % 180) * 86_400_000))

/** How each verb calls; `n` tells racers with the same verb apart. */
const calls: Readonly<Record<Verb, (race: Race, n: number) => Promise<Answer>>> = {
  accept: ({ id }) => staff.put(`/api/Admin/Orders/${id}/accept`),
  cancel: ({ id }) => staff.put(`/api/Admin/Orders/${id}/cancel`, { reasonForCancel: 'Brak dojazdu' }),
  withdraw: ({ id }) => clientOf(id).put(`/api/Admin/Orders/${id}/cancel`),
  steal: ({ id }) => stranger.put(`/api/Admin/Orders/${id}/cancel`),
  edit: ({ id }, n) => staff.put(`/api/Admin/Orders/${id}`, { ...placed(), additionalInfo: `staff ${n}` }),
  amend: ({ id }, n) => clientOf(id).put(`/api/Admin/Orders/${id}`, { ...placed(), additionalInfo: `client ${n}` }),
  realize: race =>
    staff.put('/api/Admin/Orders/set-realization', {
      orderIds: [race.id],
      vehicleId: vehicleOf(race),
      orderRealizationDate: dayFor(race.id)
    }),
  restore: ({ id }) => staff.put(`/api/Admin/Orders/${id}/set-accepted`),
  finish: race => staff.put(`/api/Admin/Orders/${race.id}/set-realized`, { ...finishData, vehicleId: vehicleOf(race) }),
  correct: ({ id }, n) => staff.put(`/api/Admin/Orders/${id}/correct`, { tonnage: 2 + n }),
  undo: ({ id }) => staff.put(`/api/Admin/Orders/${id}/undo`),
  reclaim: ({ id }) => clientOf(id).put(`/api/Admin/Orders/${id}/undo`),
  sync: ({ id }) => staff.put(`/api/Admin/Orders/${id}/sync`),
  type: ({ id }, n) => staff.put(`/api/Admin/Orders/${id}/set-optima-number`, { optimaNumber: `FZ/${id}/${n}` }),
  invoice: ({ id, number }, n) =>
    test
      .nobody({ from: `10.3.${id >> 8}.${id & 255}` })
      .post(
        '/api/Accounting/invoices',
        signedInvoice({ eventId: `${id}-${n}`, orderNumber: number, invoiceNumber: `FS/${id}/${n}` }, test.clock.now)
      )
}
const placed = () => ({ receptionPlace: company.placeId, orderTypeItemId: itemId })

/** Many orders in one statement, a race each. */
async function lineUp(status: number, fields: readonly (readonly Verb[])[]): Promise<Race[]> {
  const isDriven = status === OrderStatus.inProgress
  const rows = fields.map(() => {
    made += 1
    return {
      number: `Z/2026/R${made}`,
      status,
      company_id: company.id,
      department_id: company.departmentId,
      reception_place_id: company.placeId,
      order_type_id: 3,
      order_type_item_id: itemId,
      quantity: 1,
      net_price: 100,
      gross_price: 108,
      net_value: 100,
      gross_value: 108,
      vat_value: 8,
      created_at: test.clock.now,
      ...(isDriven ? { vehicle_id: vehicles[0], realization_date: dayFor(made) } : {})
    }
  })
  const orders: { id: number; number: string }[] = await test.services
    .db('orders.orders')
    .insert(rows)
    .returning(['id', 'number'])
  const start = { status, optimaStatus: 0, hasNumber: false, hasInvoice: false }
  return orders.map(({ id, number }, at) => ({ id, number, verbs: fields[at] as Verb[], start }))
}

const statusIn = ({ body }: Answer): number | undefined => body.current?.currentStatus

/** The answer; a call that a busy machine had no connection for did nothing, and is sent again, as callers do. */
async function answerOf(verb: Verb, race: Race, n: number, tries = 5): Promise<Answer> {
  const answer = await calls[verb](race, n)
  return answer.status === 503 && tries > 1 ? answerOf(verb, race, n, tries - 1) : answer
}

async function run(race: Race): Promise<Finish[]> {
  return Promise.all(
    race.verbs.map(async (verb, n) => {
      const answer = await answerOf(verb, race, n)
      return { verb, status: answer.status, refusedIn: statusIn(answer) }
    })
  )
}

/** The same, in heats. */
async function inHeats<T, R>(items: readonly T[], each: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < items.length; at += heat)
    results.push(...(await Promise.all(items.slice(at, at + heat).map(each))))
  return results
}

interface Result {
  readonly version: number
  readonly end: Omit<State, 'last'>
  readonly changes: { readonly version: number; readonly before: Change; readonly after: Change }[]
}
interface Change {
  readonly currentStatus?: number
}

async function standings(races: readonly Race[]): Promise<Map<number, Result>> {
  const { db } = test.services
  const ids = races.map(({ id }) => id)
  const stood = new Map<number, Result>()
  for (const order of await db('orders.orders').whereIn('id', ids)) {
    const end = {
      status: order.status,
      optimaStatus: order.optima_status,
      hasNumber: order.optima_number !== null,
      hasInvoice: order.invoice_number !== null
    }
    stood.set(order.id, { version: order.version, end, changes: [] })
  }
  for (const change of await db('kernel.changes')
    .where({ resource_type: 'orders.order' })
    .whereIn('subject_id', ids)
    .orderBy('id'))
    stood.get(change.subject_id)?.changes.push(change)
  return stood
}

/** One line: versions grow, each entry begins where the one before ended, and the last ends where the row stands. */
function isOneLine(first: number, { changes, version, end }: Result): boolean {
  let [status, last] = [first, 0]
  for (const { before, after, version: next } of changes) {
    if (next <= last || (before.currentStatus ?? status) !== status) return false
    status = after.currentStatus ?? status
    last = next
  }
  return status === end.status && (changes.length === 0 || last === version)
}

const starts: readonly {
  readonly name: string
  readonly status: number
  /** Done before, so that there is something to take back. */
  readonly before?: Verb
  readonly verbs: readonly Verb[]
}[] = [
  {
    name: 'a new order',
    status: OrderStatus.new,
    verbs: ['accept', 'cancel', 'withdraw', 'edit', 'amend', 'undo', 'steal']
  },
  {
    name: 'an accepted order',
    status: OrderStatus.new,
    before: 'accept',
    verbs: ['cancel', 'realize', 'undo', 'edit', 'withdraw', 'accept']
  },
  {
    name: 'an order in progress',
    status: OrderStatus.inProgress,
    verbs: ['finish', 'restore', 'cancel', 'edit', 'realize', 'undo']
  },
  {
    name: 'a completed order',
    status: OrderStatus.completed,
    verbs: ['invoice', 'sync', 'type', 'correct', 'cancel', 'finish', 'restore']
  },
  {
    name: 'an order that its client canceled',
    status: OrderStatus.new,
    before: 'withdraw',
    verbs: ['reclaim', 'undo', 'accept', 'amend', 'cancel', 'steal']
  }
]

describe('races of conflicting commands: as if one came after the other', () => {
  it.each(starts)('at $name', async ({ status, before, verbs }) => {
    const every = fieldsOf(verbs)
    const races = await lineUp(
      status,
      Array.from({ length: Math.max(racesEach, every.length) }, (_, n) => every[n % every.length] as Verb[])
    )
    if (before) {
      const by = before === 'withdraw' ? 'client' : 'staff'
      await inHeats(races, async race => expect((await answerOf(before, race, 0)).status).toBe(200))
      const reached = before === 'withdraw' ? OrderStatus.canceled : OrderStatus.accepted
      for (const race of races) race.start = { ...race.start, status: reached, last: { by, from: status } }
    }

    const results = await inHeats(races, run)

    const stood = await standings(races)
    const seen = races.map((race, at) => ({
      race,
      finishes: results[at] as Finish[],
      standing: stood.get(race.id) as Result
    }))
    const won = (finishes: readonly Finish[]) => finishes.filter(finish => finish.status === 200).length
    expect(seen.filter(({ finishes }) => finishes.some(finish => finish.status >= 500))).toEqual([])
    expect(seen.filter(({ race, finishes, standing }) => !isExplained(race.start, finishes, standing.end))).toEqual([])
    expect(seen.filter(({ standing }) => !isOneLine(status, standing))).toEqual([])
    const entries = before ? 1 : 0
    expect(seen.filter(({ finishes, standing }) => standing.changes.length !== won(finishes) + entries)).toEqual([])
    // Not all went the same way: somebody won, somebody lost.
    expect(seen.some(({ race, finishes }) => won(finishes) > 0 && won(finishes) < race.verbs.length)).toBe(true)
  })

  it('and the counters agree afterwards', async () => {
    const { db } = test.services
    const counted = await db('kernel.counts').where({ list: 'orders' }).groupBy('key').select('key').sum('n as n')
    const there = await db('orders.orders').groupBy('status').select('status').count('* as n')
    const sorted = (rows: [string, number][]) => rows.filter(([, n]) => n > 0).sort()
    expect(sorted(counted.map(({ key, n }) => [key, Number(n)]))).toEqual(
      sorted(there.map(({ status, n }) => [String(status), Number(n)]))
    )
  })
})

describe('the judge of the races', () => {
  const fresh: State = { status: OrderStatus.new, optimaStatus: 0, hasNumber: false, hasInvoice: false }
  const won = (verb: Verb): Finish => ({ verb, status: 200, refusedIn: undefined })
  const lost = (verb: Verb, refusedIn?: number, status = 409): Finish => ({ verb, status, refusedIn })
  const end = (status: number) => ({ status, optimaStatus: 0, hasNumber: false, hasInvoice: false })
  const { accepted, canceled } = OrderStatus

  it.each<[string, boolean, Finish[], number]>([
    ['the client withdraws first', true, [lost('accept', canceled), won('withdraw')], canceled],
    ['staff accept first', true, [won('accept'), lost('withdraw', accepted)], accepted],
    ['accepted, then canceled', true, [won('cancel'), won('accept')], canceled],
    ['two winners where there is one', false, [won('accept'), won('withdraw')], canceled],
    ['no winner', false, [lost('accept', accepted), lost('withdraw', accepted)], OrderStatus.new],
    ['the loser is told another state', false, [won('accept'), lost('withdraw', canceled)], accepted],
    ['the winner’s change is lost', false, [won('accept'), lost('withdraw', accepted)], OrderStatus.new],
    ['a stranger is told that the order is there', false, [won('accept'), lost('steal', accepted)], accepted],
    ['a stranger sees nothing', true, [won('accept'), lost('steal', undefined, 404)], accepted]
  ])('%s: %s', (_what, isRight, finishes, status) => {
    expect(isExplained(fresh, finishes, end(status))).toBe(isRight)
  })
})
