/**
 * The cards of the demo's register, made of the demo's own orders: of those planned for about today and of those collected lately, with the
 * clients' tax numbers and the vehicles' plates. What follows from an order is always the same. Some cards differ in mass from what was
 * collected, some belong to no order, and some orders have no card, as it is in life. An order that is placed while the demo runs always has a card, on
 * its way on the day of the transport, so that whoever tries the demo can go from the order to the confirmation.
 *
 * What happened to the cards is kept in a file, so that a receipt that was confirmed stays so when the demo is started again. Several processes of
 * one demo do not share a register: that is for one process, as `npm start` starts it.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { demoBusiness } from '../../../config/schema.ts'
import { Country } from '../../../modules/companies/schema.ts'
import { loadOf } from '../../../modules/orders/planning/rules.ts'
import { OrderStatus } from '../../../modules/orders/schema.ts'
import { dayMs } from '../../../src/contract/days.ts'
import { type Database, query, sql } from '../../../src/kernel/database/sql.ts'
import { createRandom, type Random } from '../random.ts'
import { addRecordCards } from './waste-register-records.ts'
import {
  type RegisterCard,
  type RegisterFirm,
  type RegisterWorld,
  type State,
  wasteCodes
} from './waste-register-states.ts'

/** The id of a client in the register. */
export const firmIdOf = (companyId: number): string => idOf(`company ${companyId}`)

/** The id of a reception place there. */
export const placeIdOf = (placeId: number): string => idOf(`place ${placeId}`)

/** The keys of a client of the demo, which its administrator gives in the portal. They, too, open nothing but made-up cards. */
export const demoClientKeys = (companyId: number) =>
  ({
    clientId: idOf(`keys of company ${companyId}`),
    clientSecret: `klucz-demonstracyjny-klienta-${companyId}`
  }) as const

/** The keys of the demo's business. They open nothing but made-up cards on this machine. */
export const demoKeys = {
  clientId: '0d0c0a4e-5d3b-4b8e-9a54-0e2f6f1b7c01',
  clientSecret: 'klucz-demonstracyjny-rejestru-bdo-ktory-nie-otwiera-niczego-2026'
} as const

const usualDaysBack = 14
const daysAhead = 2
const forgottenAfterDays = 60

interface OrderRow {
  readonly id: number
  readonly status: number
  readonly kpo: string | null
  readonly day: string
  readonly at: Date
  readonly tonnage: number | null
  readonly orderTypeId: number
  readonly quantity: number
  readonly value: number
  readonly plate: string
  readonly companyId: number
  readonly companyName: string
  readonly taxNumber: string
  readonly companyBdo: string | null
  readonly placeId: number
  readonly placeBdo: string | null
  readonly city: string
  readonly street: string
  readonly storeId: number | null
}

const ordersOf = (database: Database, now: Date, daysBack: number): Promise<OrderRow[]> =>
  query<OrderRow>(
    database,
    sql`select o.id, o.status, o.kpo, o.realization_date::text as day, coalesce(o.finished_at, o.realization_date + time '08:00') as at,
        o.tonnage::float8 as tonnage, o.order_type_id as "orderTypeId", o.quantity, i.value::float8 as value,
        upper(replace(v.register_number, ' ', '')) as plate, c.id as "companyId", c.name as "companyName", c.tax_number as "taxNumber",
        c.bdo_number as "companyBdo", p.id as "placeId", p.bdo_number as "placeBdo", p.city, p.street, o.internal_store_id as "storeId"
      from orders.orders o
        join companies.companies c on c.id = o.company_id
        join companies.reception_places p on p.id = o.reception_place_id
        join catalogue.order_type_items i on i.id = o.order_type_item_id
        join fleet.vehicles v on v.id = o.vehicle_id
      where c.country = ${Country.polish} and c.tax_number is not null and (
        (o.status in (${OrderStatus.completed}, ${OrderStatus.invoiced}) and o.finished_at between ${new Date(now.getTime() - daysBack * dayMs)} and ${now})
        or (o.status = ${OrderStatus.inProgress} and o.realization_date between ${new Date(now.getTime() - 3 * dayMs)} and ${new Date(now.getTime() + daysAhead * dayMs)}))
      order by o.id limit 2000`
  )

const storesOf = (database: Database) =>
  query<{ id: number; name: string; city: string | null; street: string | null }>(
    database,
    sql`select id, name, city, street from warehouse.internal_stores where closed_at is null order by id limit 100`
  )

async function newestOrder(database: Database): Promise<number> {
  const [newest] = await query<{ id: number | null }>(database, sql`select max(id) as id from orders.orders`)
  return newest?.id ?? 0
}

/** An id as the register has them, always the same for a name. */
function idOf(name: string): string {
  const hash = createHash('sha256').update(`demo ${name}`).digest('hex')
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32)
  ].join('-')
}

const businessId = idOf('business')
const eupOfStore = (id: number): string => idOf(`store ${id}`)
const tenths = (mass: number): number => Math.max(0.1, Math.round(mass * 10) / 10)
const hourMs = dayMs / 24

/** How far a card has come whose load was collected at an instant. */
function collectedState(random: Random, ageDays: number): State {
  if (random.chance(0.04)) return 'REJECTED'
  if (ageDays < 1)
    return random.weighted(['CONFIRMATION_GENERATED', 'RECEIVE_CONFIRMATION'], state => (state[0] === 'C' ? 3 : 1))
  const weights: Partial<Record<State, number>> = {
    CONFIRMATION_GENERATED: 2,
    RECEIVE_CONFIRMATION: 2,
    TRANSPORT_CONFIRMATION: 8
  }
  return random.weighted(Object.keys(weights) as State[], state => weights[state] ?? 0)
}

/** Of a transport that is planned: the driver takes the confirmation along on its day, and not before. @param isReady whether drivers have theirs in the morning */
const plannedState = (aheadMs: number, isReady: boolean): State =>
  aheadMs > (isReady ? 12 : 1) * hourMs ? 'APPROVED' : 'CONFIRMATION_GENERATED'

/** The instants that a card of this state has, from the planned transport on, none later than now. */
function timesOf(state: State, plannedMs: number, nowMs: number): Partial<RegisterCard> {
  const at = (hours: number): string => new Date(Math.min(plannedMs + hours * hourMs, nowMs)).toISOString()
  const approved = { cardApprovalTime: at(-26), kpoLastModifiedAt: at(-26) }
  const isUnderWay = state !== 'PLANNED' && state !== 'APPROVED'
  const generated = isUnderWay
    ? { generatingConfirmationTime: at(-1), realTransportTime: at(0), kpoLastModifiedAt: at(-1) }
    : {}
  const isReceived = state === 'RECEIVE_CONFIRMATION' || state === 'TRANSPORT_CONFIRMATION'
  return {
    ...approved,
    ...generated,
    ...(isReceived ? { receiveConfirmationTime: at(5), kpoLastModifiedAt: at(5) } : {}),
    ...(state === 'TRANSPORT_CONFIRMATION' ? { transportConfirmationTime: at(22), kpoLastModifiedAt: at(22) } : {}),
    ...(state === 'REJECTED' ? { cardRejectionTime: at(5), kpoLastModifiedAt: at(5) } : {})
  }
}

interface CardSource {
  readonly order: OrderRow
  /** The id of the place that receives. */
  readonly store: number
  readonly now: Date
  /** The order was there when the demo began. */
  readonly isOld: boolean
}

function cardOf(random: Random, { order, store, now, isOld }: CardSource): RegisterCard {
  const isCollected = order.status !== OrderStatus.inProgress
  const state = isCollected
    ? collectedState(random, (now.getTime() - order.at.getTime()) / dayMs)
    : random.chance(0.25) && isOld
      ? 'APPROVED'
      : plannedState(order.at.getTime() - now.getTime(), !isOld)
  const expected =
    order.tonnage ?? loadOf([{ orderTypeId: order.orderTypeId, quantity: order.quantity, value: order.value }])
  const isReceived = state === 'RECEIVE_CONFIRMATION' || state === 'TRANSPORT_CONFIRMATION'
  // The receiver weighs what was collected; now and then the register and the order were told different things.
  const received = random.chance(0.12) ? tenths(expected * 1.15 + 0.2) : expected
  return {
    kpoId: idOf(`card of order ${order.id}`),
    year: Number(order.day.slice(0, 4)),
    cardNumber: order.kpo ?? `KPO/${order.day.slice(0, 4)}/${String(order.id).padStart(7, '0')}`,
    state,
    senderCompanyId: firmIdOf(order.companyId),
    senderEupId: placeIdOf(order.placeId),
    carrierCompanyId: businessId,
    receiverCompanyId: businessId,
    receiverEupId: eupOfStore(store),
    wasteCodeId: wasteCodes[0].wasteCodeId,
    vehicleRegNumber: order.plate,
    wasteMass: random.chance(0.6) ? expected : tenths(expected * (0.8 + random.next() * 0.5)),
    plannedTransportTime: order.at.toISOString(),
    kpoLastModifiedAt: order.at.toISOString(),
    revisionNumber: 0,
    ...timesOf(state, order.at.getTime(), now.getTime()),
    ...(isReceived ? { correctedWasteMass: received } : {}),
    ...(state === 'REJECTED' ? { remarks: 'Inny odpad, niż podano w karcie' } : {})
  }
}

const senderOf = (order: OrderRow): RegisterFirm => ({
  companyId: firmIdOf(order.companyId),
  name: order.companyName,
  nip: order.taxNumber,
  registrationNumber: order.companyBdo ?? '',
  ...demoClientKeys(order.companyId),
  places: [
    {
      eupId: placeIdOf(order.placeId),
      name: order.companyName,
      identificationNumber: order.placeBdo ?? order.companyBdo ?? '',
      ...{ locality: order.city, street: order.street }
    }
  ]
})

/** A firm that is no client of the business, and gave its waste to one of its vehicles nevertheless. */
const stranger: RegisterFirm = {
  companyId: idOf('stranger'),
  name: 'Wulkanizacja Przykładowa Jan Nieznany',
  nip: '1111111111',
  registrationNumber: '000999999',
  places: [
    {
      eupId: idOf('place of the stranger'),
      name: 'Warsztat',
      identificationNumber: '000999999',
      ...{ locality: 'Chełm', street: 'Przykładowa 9' }
    }
  ]
}

function merged(firms: readonly RegisterFirm[]): RegisterFirm[] {
  const byId = new Map<string, RegisterFirm>()
  for (const firm of firms) {
    const known = byId.get(firm.companyId)
    const others = known?.places.filter(({ eupId }) => !firm.places.some(place => place.eupId === eupId)) ?? []
    const hasCalled = known?.hasCalled || firm.hasCalled ? { hasCalled: true as const } : {}
    byId.set(firm.companyId, { ...firm, ...hasCalled, places: [...others, ...firm.places] })
  }
  return [...byId.values()]
}

/** Adds to the world what the demo's business has and the world has not, and forgets what is long past. @param daysBack of what was collected */
export async function addOrders(
  world: RegisterWorld,
  database: Database,
  now: Date,
  daysBack = usualDaysBack
): Promise<void> {
  const [stores, orders] = [await storesOf(database), await ordersOf(database, now, daysBack)]
  const [first] = stores
  if (!first) return
  const places = stores.map(({ id, name, city, street }) => ({
    eupId: eupOfStore(id),
    name,
    identificationNumber: `${demoBusiness.businessBdo}/${id}`,
    ...{ locality: city ?? '', street: street ?? '' }
  }))
  const business: RegisterFirm = {
    companyId: businessId,
    name: demoBusiness.businessLegalName,
    nip: demoBusiness.businessTaxNumber,
    registrationNumber: demoBusiness.businessBdo,
    ...demoKeys,
    places
  }
  world.firms = merged([...world.firms, stranger, ...orders.map(senderOf), business])
  confirmDepartures(world, now)
  const year = now.getUTCFullYear()
  addRecordCards(
    world,
    places.map(({ eupId }) => eupId),
    [year - 1, year]
  )
  const callers = new Set(world.firms.flatMap(({ companyId, hasCalled }) => (hasCalled ? [companyId] : [])))
  const known = new Set(world.cards.map(({ kpoId }) => kpoId))
  const isFirst = known.size === 0
  world.lastOldOrder ??= await newestOrder(database)
  const add = (card: RegisterCard): void => {
    if (known.has(card.kpoId)) return
    known.add(card.kpoId)
    // A card of an order that came later is new today: whoever reads the changes has read the past already.
    world.cards.push(isFirst ? card : { ...card, kpoLastModifiedAt: now.toISOString() })
  }
  for (const order of orders) {
    const random = createRandom(`card of order ${order.id}`)
    const store = stores.find(({ id }) => id === order.storeId) ?? first
    const isOld = order.id <= world.lastOldOrder
    // Of some orders nobody has made a card.
    if (random.chance(0.08) && isOld) continue
    // Whoever has given its keys makes its cards from its orders.
    if (callers.has(firmIdOf(order.companyId)) && order.status === OrderStatus.inProgress) continue
    const card = cardOf(random, { order, store: store.id, now, isOld })
    add(card)
    // Every fortieth client makes a second card by mistake; the stranger's is given to the same vehicle.
    if (order.id % 40 === 0) add({ ...card, ...twin(order, 'second card', 900_000) })
    if (order.id % 60 === 1)
      add({
        ...{ ...card, ...twin(order, 'card of the stranger', 800_000) },
        ...{ senderCompanyId: stranger.companyId, senderEupId: stranger.places[0]?.eupId ?? '' }
      })
  }
  const oldest = new Date(now.getTime() - forgottenAfterDays * dayMs).toISOString()
  world.cards = world.cards.filter(({ kpoLastModifiedAt }) => kpoLastModifiedAt >= oldest)
}

/** Shortly before a transport its driver takes the confirmation along. */
function confirmDepartures(world: RegisterWorld, now: Date): void {
  const at = now.toISOString()
  const soon = new Date(now.getTime() + hourMs).toISOString()
  for (const card of world.cards)
    if (card.state === 'APPROVED' && card.plannedTransportTime <= soon)
      Object.assign(card, {
        state: 'CONFIRMATION_GENERATED' satisfies State,
        ...{ generatingConfirmationTime: at, realTransportTime: at, kpoLastModifiedAt: at }
      })
}

const twin = (order: OrderRow, what: string, above: number) => ({
  kpoId: idOf(`${what} ${order.id}`),
  cardNumber: `KPO/${order.day.slice(0, 4)}/${String(above + order.id).padStart(7, '0')}`
})

/** The world of a file; an empty one where there is none. */
export function readWorld(file: string): RegisterWorld {
  if (!existsSync(file)) return { firms: [], cards: [], log: [] }
  return JSON.parse(readFileSync(file, 'utf8')) as RegisterWorld
}

/** Written aside first, so that a crash leaves the former one whole. */
export function writeWorld(file: string, world: RegisterWorld): void {
  writeFileSync(`${file}.new`, JSON.stringify(world))
  renameSync(`${file}.new`, file)
}
