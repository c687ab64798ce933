/**
 * What orders cost, whatever happens to prices and orders afterwards: random sequences of both, against a model that knows nothing of
 * periods. It keeps what was said of prices, in order, and asks what was said last of an instant.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, dayOf } from '../../src/contract/days.ts'
import { anApp, type TestApp } from '../helper/app.ts'
import { anItem, aPlace } from '../helper/factories.ts'
import { anOrderFixture, monday, type OrderFixture } from './fixtures/order.ts'

let test: TestApp
let fixture: OrderFixture
/** Places of the company, and the first digits of their postal codes. */
let places: { readonly id: number; readonly digit: string }[]

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  fixture = await anOrderFixture(test)
  const { company } = fixture
  const own = { companyId: company.id, departmentId: company.departmentId }
  const other = await aPlace(test.services.db, { ...own, postalCode: '50-001' })
  places = [
    { id: company.placeId ?? 0, digit: '2' },
    { id: other.id, digit: '5' }
  ]
})
afterAll(() => test.close())

/** What was said of a price of an item: its value from an instant on (null: none), `2` for a digit, `-` for the general one. */
interface Said {
  readonly series: string
  readonly from: number
  readonly value: number | null
  readonly byDigits: boolean
}

interface ModelOrder {
  readonly id: number
  readonly at: number
  item: number
  place: number
  quantity: number
  netPrice: number
  done: boolean
}

class Model {
  readonly said = new Map<number, Said[]>()
  readonly orders: ModelOrder[] = []

  /** What was said of the latest instant up to this one, and of that the last. */
  private last(item: number, series: string, at: number): Said | undefined {
    const known = (this.said.get(item) ?? []).filter(one => one.series === series && one.from <= at)
    return known.toSorted((a, b) => a.from - b.from).at(-1)
  }

  set(item: number, from: number, wanted: Omit<Said, 'from'>[]): void {
    for (const one of wanted) {
      const present = this.last(item, one.series, from)
      if (present ? present.value === one.value && present.byDigits === one.byDigits : one.value === null) continue
      this.said.set(item, [...(this.said.get(item) ?? []), { ...one, from }])
    }
  }

  withdraw(item: number, now: number): void {
    const left = (this.said.get(item) ?? []).filter(({ from }) => from < now)
    const series = [...new Set(left.map(one => one.series))]
    this.said.set(item, [...left, ...series.map(name => ({ series: name, from: now, value: null, byDigits: false }))])
  }

  price(item: number, place: number, at: number): number | undefined {
    const general = this.last(item, '-', at)
    const digit = general?.byDigits ? this.last(item, places[place]?.digit ?? '', at)?.value : undefined
    return digit ?? general?.value ?? undefined
  }
}

const [item, place] = [fc.nat(1), fc.nat(1)]
const price = fc.integer({ min: 1, max: 6 }).map(n => n * 100)
const quantity = fc.constantFrom(1, 2)
const which = fc.nat(3)
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('price' as const),
      item,
      price,
      byDigits: fc.boolean(),
      digit: fc.option(price),
      ahead: fc.option(fc.nat(2))
    })
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const), item }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('place' as const),
      item,
      place,
      quantity,
      typed: fc.option(price, { freq: 4 })
    })
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('quantity' as const), which, quantity }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('terms' as const), which, item, place, quantity }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('finish' as const), which, quantity }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('correct' as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }) }
)

it('random orders are priced by the prices of their placement, or as typed; quantity, finish and correction keep it', async () => {
  const { staff, test } = fixture
  const { db } = test.services
  const startOfDay = (day: string): number => Date.parse(`${addDays(day, -1)}T22:00:00Z`)
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 12, maxLength: 18 }), async actions => {
      test.clock.now = monday
      const model = new Model()
      const items = [(await anItem(db, { price: null })).id, (await anItem(db, { price: null })).id]
      const idOf = (at: number): number => items[at] as number
      const chosen = (at: number, done: boolean): ModelOrder | undefined =>
        model.orders.filter(order => order.done === done)[at]
      const body = (order: Pick<ModelOrder, 'item' | 'place' | 'quantity'>) => ({
        receptionPlace: places[order.place]?.id,
        orderTypeItemId: idOf(order.item),
        quantity: order.quantity
      })
      const act: { readonly [K in (typeof actions)[number]['do']]: (one: never) => Promise<void> } = {
        async price(one: Extract<(typeof actions)[number], { do: 'price' }>) {
          const now = test.clock.now.getTime()
          const day = one.ahead === null ? undefined : addDays(dayOf(test.clock.now), one.ahead)
          const from = one.ahead ? startOfDay(day ?? '') : now
          const path = `/api/Admin/Prices/${idOf(one.item)}`
          const prices = one.digit === null ? [] : [{ postalCodePrefix: '2', value: one.digit }]
          const sent = { price: one.price, postalCodePrices: one.byDigits, prices, ...(day ? { validFrom: day } : {}) }
          const has = (await staff.get(path)).status === 200
          const { status } = has ? await staff.put(path, sent) : await staff.post(path, sent)
          expect(status).toBe(has ? 200 : 201)
          model.set(one.item, from, [
            { series: '-', value: one.price, byDigits: one.byDigits },
            { series: '2', value: one.digit, byDigits: false }
          ])
        },
        async withdraw(one: Extract<(typeof actions)[number], { do: 'withdraw' }>) {
          const { status } = await staff.call('DELETE', `/api/Admin/Prices/${idOf(one.item)}`)
          if (status === 200) model.withdraw(one.item, test.clock.now.getTime())
        },
        async place(one: Extract<(typeof actions)[number], { do: 'place' }>) {
          const at = test.clock.now.getTime()
          const byRules = model.price(one.item, one.place, at)
          const typed = one.typed === null ? {} : { netPrice: one.typed }
          const answer = await staff.post('/api/Admin/Orders', { ...body(one), ...typed })
          const netPrice = one.typed ?? byRules
          expect([answer.status, answer.body.code]).toEqual(
            netPrice === undefined ? [422, 'orders.noPrice'] : [201, undefined]
          )
          if (netPrice === undefined) return
          const { item, place, quantity } = one
          model.orders.push({ id: answer.body.data.id, at, item, place, quantity, netPrice, done: false })
        },
        async quantity(one: Extract<(typeof actions)[number], { do: 'quantity' }>) {
          const order = chosen(one.which, false)
          if (!order) return
          order.quantity = one.quantity
          expect((await staff.put(`/api/Admin/Orders/${order.id}`, body(order))).status).toBe(200)
        },
        async terms(one: Extract<(typeof actions)[number], { do: 'terms' }>) {
          const order = chosen(one.which, false)
          if (!order) return
          const isSame = one.item === order.item && one.place === order.place
          const netPrice = isSame ? order.netPrice : model.price(one.item, one.place, order.at)
          const { status } = await staff.put(`/api/Admin/Orders/${order.id}`, body(one))
          expect(status).toBe(netPrice === undefined ? 422 : 200)
          if (netPrice !== undefined) {
            const { item, place, quantity } = one
            Object.assign(order, { item, place, quantity, netPrice })
          }
        },
        async finish(one: Extract<(typeof actions)[number], { do: 'finish' }>) {
          const order = chosen(one.which, false)
          if (!order) return
          await db('orders.orders').where({ id: order.id }).update({ status: 2, driver_id: fixture.driverId })
          const sent = { ...fixture.finishData, quantity: one.quantity }
          expect((await staff.put(`/api/Admin/Orders/${order.id}/set-realized`, sent)).status).toBe(200)
          Object.assign(order, { quantity: one.quantity, done: true })
        },
        async correct(one: Extract<(typeof actions)[number], { do: 'correct' }>) {
          const order = chosen(one.which, true)
          if (!order) return
          const sent = { tonnage: 2.5, quantityTaken: 1 }
          expect((await staff.put(`/api/Admin/Orders/${order.id}/correct`, sent)).status).toBe(200)
        },
        async wait(one: Extract<(typeof actions)[number], { do: 'wait' }>) {
          test.clock.now = new Date(test.clock.now.getTime() + one.hours * 3_600_000)
        }
      }
      for (const one of actions) await act[one.do](one as never)
      for (const { id, netPrice, quantity } of model.orders)
        expect(await fixture.details(id)).toMatchObject({ netPrice, quantity, netValue: netPrice * quantity })
    }),
    { numRuns: 20, seed: 273 }
  )
})
