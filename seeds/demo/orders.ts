/**
 * Orders as they come in through the years, one at a time.
 *
 * Days are weighted by the trade's seasons (tyres are changed in March and April, October and November) and by weekday;
 * the n-th order of `count` is placed on the day where the summed weight reaches n/count, so orders come oldest first and
 * only one at a time is in memory (within a day their hours are not sorted). The status of an order follows from its age;
 * the newest sixteen have every status, whatever the size.
 */
import { OrderType } from '../../modules/catalogue/schema.ts'
import { boundsOf, pricedQuantity } from '../../modules/orders/rules.ts'
import { DayPart, OptimaStatus, OrderStatus } from '../../modules/orders/schema.ts'
import { usualVatRate } from '../../modules/pricing/public.ts'
import { dayMs } from '../../src/contract/days.ts'
import { valuesOf } from '../../src/contract/money.ts'
import { roles } from '../../src/contract/roles.ts'
import { codes } from '../../src/contract/vocabulary.ts'
import type { Company, Place } from './clients.ts'
import { businessDay } from './days.ts'
import type { Operator, Vehicle } from './fleet.ts'
import type { Order, Status } from './order.ts'
import { advance, statusByAge, workday } from './order-life.ts'
import type { Item, Prices } from './prices.ts'
import { pricer } from './prices.ts'
import type { Random } from './random.ts'
import { chooser } from './random.ts'
import type { Day } from './seasons.ts'
import { seasons } from './seasons.ts'
import type { Account } from './staff.ts'
import { nearest, type Store } from './warehouse.ts'

export interface OrderWorld extends Prices {
  count: number
  now: Date
  items: readonly Item[]
  companies: readonly Company[]
  places: readonly Place[]
  accounts: readonly Account[]
  vehicles: readonly Vehicle[]
  operators: readonly Operator[]
  stores: readonly Store[]
}

const minuteMs = 60_000
const notes = [
  'Proszę o kontakt przed przyjazdem',
  'Wjazd od strony torów',
  'Odbiór do godz. 15',
  'Brama B, dzwonić na portiernię',
  'Opony na paletach',
  'Plac za budynkiem',
  'Możliwy odbiór tylko rano'
]
/** What the newest sixteen orders are, the newest last, so that even the smallest demo has every status. */
const newest: Status[] = codes(OrderStatus, [
  ...(['invoiced', 'completed', 'canceled', 'inProgress', 'completed', 'accepted', 'inProgress', 'accepted'] as const),
  ...(['new', 'canceled', 'accepted', 'new', 'new', 'new', 'new', 'new'] as const)
])

/** Yields `count` orders, oldest first. Throws a RangeError when no active place could place one. */
export function* makeOrders(random: Random, world: OrderWorld): Generator<Order, void, undefined> {
  const { count, now, vehicles, stores } = world
  if (count === 0) return
  const price = pricer(world)
  const clerks = world.accounts.filter(account => account.role === roles.ADMIN && account.state === 'active')
  const ordering = peopleByDepartment(world.accounts)
  const places = world.places.filter(place => place.active && place.orderTypeIds.length > 0)
  if (places.length === 0) throw new RangeError('No active reception place could order anything')
  const drawPlace = chooser(places, place => (place.id === 1 ? Math.max(4, places.length / 20) : 1 + (place.id % 5)))
  const oldest = places.reduce((best, place) => (place.createdAt < best.createdAt ? place : best))
  const days = seasons(count, now)
  const numbers = new Map<number, number>()
  const operators = world.operators.filter(operator => operator.active)
  let day = 0

  for (let id = 1; id <= count; id++) {
    const reached = (id - 1 + random.next()) / count
    while ((days[day] as Day).until <= reached && day < days.length - 1) day++
    const { start } = days[day] as Day
    const createdAt = new Date(
      Math.min(start + random.int(5 * 60, 16 * 60) * minuteMs, now.getTime() - minuteMs * (1 + ((count - id) % 600)))
    )
    const place = placeOpenAt(createdAt, () => drawPlace(random), oldest)
    const company = world.companies[place.companyId - 1] as Company
    const orderTypeId = random.pick(place.orderTypeIds)
    const item = random.pick(world.items.filter(item => item.orderTypeId === orderTypeId))
    const manually = random.chance(0.12)
    const client = ordering.get(place.departmentId) ?? ordering.get(-place.companyId)
    const author = manually || !client ? random.pick(clerks) : random.pick(client)
    const quantity = quantityOf(random, orderTypeId)
    const createdDay = businessDay(createdAt)
    const byRules = price(item.id, place, createdAt)
    const priceOverridden = manually && id % 4 === 0
    const netPrice = priceOverridden ? agreed(byRules.netPrice ?? 0) : (byRules.netPrice ?? 0)
    const year = Number(createdDay.slice(0, 4))
    const number = (numbers.get(year) ?? 0) + 1
    numbers.set(year, number)
    const age = (now.getTime() - createdAt.getTime()) / dayMs
    const status = newest[id - 1 - count + newest.length] ?? statusByAge(random, age)

    const order: Order = {
      id,
      number: `Z/${year}/${String(number).padStart(6, '0')}`,
      status,
      companyId: place.companyId,
      departmentId: place.departmentId,
      placeId: place.id,
      orderTypeId,
      itemId: item.id,
      quantity,
      quantityTaken: null,
      additionalInfo: random.chance(0.18) ? random.pick(notes) : null,
      ...wishOf(id, createdAt),
      paymentType: company.paymentType,
      netPrice,
      priceOverridden,
      priceTrace: byRules.trace,
      ...valuesOf(netPrice, pricedQuantity(orderTypeId, quantity), usualVatRate),
      kpo: null,
      tonnage: null,
      storeId: null,
      operatorId: null,
      vehicleId: null,
      driverId: null,
      realizationDate: null,
      receivingDate: null,
      acceptedAt: null,
      finishedAt: null,
      reasonForCancellation: null,
      manually,
      optimaStatus: OptimaStatus.notSent,
      optimaNumber: null,
      syncFailure: null,
      invoiceNumber: null,
      notificationSent: false,
      createdBy: author.id,
      createdAt,
      history: [{ at: createdAt, by: author.id, action: 'place', status: OrderStatus.new }]
    }
    advance(random, order, {
      now,
      vehicles,
      operators,
      store: nearest(stores, place),
      clerk: random.pick(clerks),
      client: manually ? undefined : author,
      item
    })
    yield order
  }
}

/** Every fifth client wishes a day within two weeks, every third of these a part of it; every twenty-fifth order is urgent. */
function wishOf(id: number, createdAt: Date): Pick<Order, 'wishedDate' | 'wishedPart' | 'urgent'> {
  const wishes = id % 5 === 0
  const part = id % 2 === 0 ? DayPart.beforeNoon : DayPart.afternoon
  return {
    wishedDate: wishes ? workday(createdAt.getTime() + (2 + (id % 12)) * dayMs) : null,
    wishedPart: wishes && id % 3 === 0 ? part : null,
    urgent: id % 25 === 10
  }
}

/** What somebody agrees on the telephone: a twentieth less, in tens. */
const agreed = (netPrice: number): number => Math.floor((netPrice * 0.95) / 10) * 10

/** A drawn place that existed at that time. */
function placeOpenAt(at: Date, draw: () => Place, oldest: Place): Place {
  for (let attempt = 0; attempt < 30; attempt++) {
    const place = draw()
    if (place.createdAt <= at) return place
  }
  return oldest
}

/** Mostly few tonnes, now and then many; of vehicles and containers as many as the rules allow. */
function quantityOf(random: Random, orderTypeId: number): number {
  const { minimum, maximum } = boundsOf(orderTypeId)
  if (orderTypeId !== OrderType.tonnage) return minimum === maximum ? minimum : random.int(minimum, maximum)
  return Math.min(maximum, Math.max(minimum, Math.round(Math.exp(random.normal(1.6, 0.8)))))
}

/** Active client accounts by department; under the negative company id, all of a company. */
function peopleByDepartment(accounts: readonly Account[]): Map<number, Account[]> {
  const found = new Map<number, Account[]>()
  for (const account of accounts) {
    if (account.companyId === null || account.departmentId === null || account.state !== 'active') continue
    for (const key of [account.departmentId, -account.companyId]) {
      const there = found.get(key)
      if (there) there.push(account)
      else found.set(key, [account])
    }
  }
  return found
}
