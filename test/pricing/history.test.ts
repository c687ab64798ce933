/** Since when which price is valid: past, present and planned prices of an item. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '../../src/contract/days.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, aPrice } from '../helper/factories.ts'

const prices = '/api/Admin/Prices'
let test: TestApp
let admin: Person
let company: ACompany
// what lists call the present is the database's, whose clock is not the test's
const started = new Date()
const today = dayOf(started)
const [inTenDays, inTwenty] = [addDays(today, 10), addDays(today, 20)]

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  admin = await test.signedInAs('ADMIN')
  company = await aCompany(test.services.db)
})
afterAll(() => test.close())
beforeEach(() => at(0))

/** So many seconds after the tests have begun. */
const at = (seconds: number): string => {
  test.clock.now = new Date(started.getTime() + seconds * 1000)
  return test.clock.now.toISOString()
}
const onDay = (day: string, hour = 10): void => {
  test.clock.now = new Date(`${day}T${hour}:00:00Z`)
}
const anUnpriced = async () => (await anItem(test.services.db, { price: null })).id
const add = (item: number, body: object) => admin.post(`${prices}/${item}`, body)
const edit = (item: number, body: object) => admin.put(`${prices}/${item}`, body)
const remove = (item: number) => admin.call('DELETE', `${prices}/${item}`)
const withdraw = (item: number, validFrom: string) => admin.put(`${prices}/${item}/withdraw-planned`, { validFrom })
const digit = (value: number, postalCodePrefix = '2') => ({ postalCodePrefix, value })

interface Validity {
  readonly postalDigit: string | null
  readonly value: number
  readonly validFrom: string | null
  readonly validTo: string | null
  readonly changedBy: string | null
  readonly postalCodePrices: boolean | null
  readonly state: number
}
const validity = async (item: number, query = ''): Promise<{ data: Validity[]; total: number }> =>
  (await admin.get(`${prices}/${item}/validity${query}`)).body
const told = async (item: number): Promise<string[]> =>
  (await validity(item)).data.map(
    ({ postalDigit, value, validFrom, validTo }) =>
      `${postalDigit ?? '-'} ${value} ${validFrom ?? '?'} ${validTo ?? '…'}`
  )
const costs = async (item: number): Promise<number | undefined> =>
  (await admin.get(`/api/Admin/OrderTypeItems/${item}?receptionPlaceId=${company.placeId}`)).body.data?.netPrice
const planned = async (item: number) => (await admin.get(`${prices}/${item}/planned`)).body.data
/** When a day begins in Warsaw. */
const startOf = (day: string): string => {
  const [early, late] = [22, 23].map(hour => new Date(`${addDays(day, -1)}T${hour}:00:00.000Z`)) as [Date, Date]
  return (dayOf(early) === day ? early : late).toISOString()
}

describe('a price', () => {
  it('is valid from an instant to the next, and names who set it', async () => {
    const item = await anUnpriced()
    const [first, second] = [at(1), at(5)]
    at(1)
    await add(item, { price: 100 })
    at(5)
    await edit(item, { price: 120 })
    expect((await validity(item)).data).toMatchObject([
      { postalDigit: null, value: 120, validFrom: second, validTo: null, changedBy: expect.any(String), state: 0 },
      { postalDigit: null, value: 100, validFrom: first, validTo: second, changedBy: expect.any(String), state: 2 }
    ])
    for (const [seconds, expected] of [
      [0, undefined],
      [1, 100],
      [4.999, 100],
      [5, 120]
    ] as const) {
      at(seconds)
      expect([seconds, await costs(item)]).toEqual([seconds, expected])
    }
  })

  it('that was there before prices had a history is valid since nobody knows when', async () => {
    const { id } = await anItem(test.services.db, { price: 70 })
    at(1)
    await edit(id, { price: 80 })
    expect(await told(id)).toEqual([`- 80 ${at(1)} …`, `- 70 ? ${at(1)}`])
    expect((await validity(id)).data[1]?.changedBy).toBeNull()
  })

  it('of a digit, and whether digits count, are parts of the history', async () => {
    const item = await anUnpriced()
    at(1)
    await add(item, { price: 100, prices: [digit(90), digit(95, '3')] })
    at(2)
    expect(await costs(item)).toBe(100)
    await edit(item, { price: 100, postalCodePrices: true })
    at(3)
    await edit(item, { price: 100, prices: [digit(85)] })
    expect(await told(item)).toEqual([
      `2 85 ${at(3)} …`,
      `- 100 ${at(2)} …`,
      `- 100 ${at(1)} ${at(2)}`,
      `3 95 ${at(1)} ${at(3)}`,
      `2 90 ${at(1)} ${at(3)}`
    ])
    const { data } = await validity(item)
    expect(data.map(({ postalCodePrices }) => postalCodePrices)).toEqual([null, true, false, null, null])
    expect(data.map(({ state }) => state)).toEqual([0, 0, 2, 3, 2])
    const then: (number | undefined)[] = []
    for (const seconds of [1, 2, 3]) {
      at(seconds)
      then.push(await costs(item))
    }
    expect(then).toEqual([100, 90, 85])
  })

  it('that is withdrawn has an end, and the item has none until another one is set', async () => {
    const item = await anUnpriced()
    at(1)
    await add(item, { price: 100, postalCodePrices: true, prices: [digit(90)] })
    at(2)
    expect((await remove(item)).status).toBe(200)
    expect((await validity(item)).data.map(({ validTo, state }) => [validTo, state])).toEqual([
      [at(2), 3],
      [at(2), 3]
    ])
    expect([await costs(item), (await admin.get(`${prices}/${item}`)).status]).toEqual([undefined, 404])
    at(3)
    expect((await add(item, { price: 110 })).status).toBe(201)
    expect((await told(item))[0]).toBe(`- 110 ${at(3)} …`)
    at(1)
    expect(await costs(item)).toBe(90)
  })

  it('set several times within a millisecond was valid in between, and the last one counts', async () => {
    const item = await anUnpriced()
    at(1)
    await add(item, { price: 100 })
    await edit(item, { price: 110 })
    await edit(item, { price: 120 })
    expect([await costs(item), (await validity(item)).data.map(({ value }) => value)]).toEqual([120, [120, 110, 100]])
    const answers = await Promise.all([130, 140, 150].map(price => edit(item, { price })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await validity(item)).total).toBe(6)
  })

  it('set by a server whose clock is behind is valid after the last change all the same', async () => {
    const item = await anUnpriced()
    at(10)
    await add(item, { price: 100 })
    at(9)
    await edit(item, { price: 110 })
    expect((await admin.get(`${prices}/${item}`)).body.data.priceValue).toBe(110)
    at(10)
    expect(await costs(item)).toBe(110)
  })

  it('is never overwritten, and no two are valid at once: the database refuses it', async () => {
    const { db } = test.services
    const { id } = await anItem(db, { price: 100 })
    const own = () => db('pricing.price_periods').where({ order_type_item_id: id })
    await expect(own().update({ value: 1 })).rejects.toThrow('a price is never overwritten')
    await expect(own().update({ valid_from: '2026-01-01' })).rejects.toThrow('a price is never overwritten')
    await expect(aPrice(db, id, { validFrom: '2026-01-01' })).rejects.toThrow('price_periods_free')
    await own().update({ valid_to: '2026-01-01' })
    await aPrice(db, id, { value: 120, validFrom: '2026-01-01' })
    expect((await validity(id)).total).toBe(2)
  })

  it('is listed by pages; of no item it is not found', async () => {
    const item = await anUnpriced()
    expect(await validity(item)).toEqual({ data: [], total: 0 })
    await add(item, { price: 100 })
    at(1)
    await edit(item, { price: 110 })
    const second = await validity(item, '?page=2&limit=1')
    expect([second.total, second.data.map(({ value }) => value)]).toEqual([2, [100]])
    for (const what of ['validity', 'planned']) expect((await admin.get(`${prices}/999999/${what}`)).status).toBe(404)
  })
})

describe('a price from a later day on', () => {
  it('begins with that day in Warsaw, and is shown until then', async () => {
    const item = await anUnpriced()
    await add(item, { price: 100 })
    const { status, body } = await edit(item, { price: 120, validFrom: inTenDays })
    expect([status, body.data]).toMatchObject([
      200,
      { priceValue: 100, hasPlanned: true, plannedFrom: inTenDays, plannedPrice: 120, version: 2 }
    ])
    expect(await told(item)).toEqual([`- 120 ${startOf(inTenDays)} …`, `- 100 ${at(0)} ${startOf(inTenDays)}`])
    expect((await validity(item)).data.map(({ state }) => state)).toEqual([1, 0])
    const change = { field: 'plannedPrices', before: null, after: `${dayText(inTenDays)}: 120,00 zł` }
    expect((await admin.get(`${prices}/${item}/history`)).body.data[0].changes).toEqual([change])
    test.clock.now = new Date(Date.parse(startOf(inTenDays)) - 1)
    expect(await costs(item)).toBe(100)
    test.clock.now = new Date(startOf(inTenDays))
    expect(await costs(item)).toBe(120)
  })

  it('may be the first one: until then the item has none', async () => {
    const item = await anUnpriced()
    const { status, body } = await add(item, { price: 100, validFrom: inTenDays })
    expect([status, body.data]).toMatchObject([
      201,
      { priceValue: null, lowestPrice: null, plannedPrice: 100, version: 1 }
    ])
    expect(await costs(item)).toBeUndefined()
    const listed = (await admin.get(`${prices}?limit=1000`)).body.data.map(({ id }: { id: number }) => id)
    expect(listed).toContain(item)
    const unpriced = (await admin.get(`${prices}/unpriced-items`)).body.data.map(({ id }: { id: number }) => id)
    expect(unpriced).not.toContain(item)
    expect((await add(item, { price: 90 })).body.code).toBe('pricing.priceExists')
    onDay(inTenDays)
    expect(await costs(item)).toBe(100)
  })

  it('from today on is one from now on', async () => {
    const item = await anUnpriced()
    at(1)
    await add(item, { price: 100, validFrom: today })
    expect(await told(item)).toEqual([`- 100 ${at(1)} …`])
  })

  it('from a day before today is refused at the day', async () => {
    const item = await anUnpriced()
    const yesterday = addDays(today, -1)
    const { status, body } = await add(item, { price: 100, validFrom: yesterday })
    const sentence = 'Data nie może być wcześniejsza niż dzisiejsza'
    expect([status, body.code]).toEqual([422, 'pricing.beforeToday'])
    expect(body.Errors).toEqual([{ PropertyName: 'validFrom', ErrorMessage: sentence }])
    expect((await validity(item)).total).toBe(0)
    await add(item, { price: 100 })
    expect((await edit(item, { price: 90, validFrom: yesterday })).status).toBe(422)
    expect((await edit(item, { price: 90, validFrom: '2026-02-30' })).status).toBe(400)
    expect((await validity(item)).total).toBe(1)
  })

  it('stays planned when the price is changed before', async () => {
    const item = await anUnpriced()
    await add(item, { price: 100 })
    await edit(item, { price: 120, validFrom: inTenDays })
    at(1)
    await edit(item, { price: 110 })
    expect(await told(item)).toEqual([
      `- 120 ${startOf(inTenDays)} …`,
      `- 110 ${at(1)} ${startOf(inTenDays)}`,
      `- 100 ${at(0)} ${at(1)}`
    ])
  })

  it('can be withdrawn before it begins, with what would have ended then', async () => {
    const item = await anUnpriced()
    await add(item, { price: 100, postalCodePrices: true, prices: [digit(90), digit(95, '3')] })
    await edit(item, { price: 120, validFrom: inTenDays, prices: [digit(110)] })
    await edit(item, { price: 130, validFrom: inTwenty })
    expect(await planned(item)).toEqual([
      {
        validFrom: inTenDays,
        name: `${dayText(inTenDays)}: 120,00 zł; 2x-xxx: 110,00 zł; 3x-xxx: –`,
        prices: [
          { postalDigit: null, value: 120 },
          { postalDigit: '2', value: 110 },
          { postalDigit: '3', value: null }
        ]
      },
      { validFrom: inTwenty, name: `${dayText(inTwenty)}: 130,00 zł`, prices: [{ postalDigit: null, value: 130 }] }
    ])
    const { status, body } = await withdraw(item, inTenDays)
    expect([status, body.data]).toMatchObject([200, { priceValue: 100, plannedFrom: inTwenty, plannedPrice: 130 }])
    expect((await told(item)).toSorted()).toEqual([
      `- 100 ${at(0)} ${startOf(inTwenty)}`,
      `- 130 ${startOf(inTwenty)} …`,
      `2 90 ${at(0)} …`,
      `3 95 ${at(0)} …`
    ])
    expect((await admin.get(`${prices}/${item}/history`)).body.data[0]).toMatchObject({
      statusDescription: 'Wycofano planowaną zmianę cen'
    })
    expect((await withdraw(item, inTenDays)).body).toMatchObject({ status: 409, code: 'pricing.notPlanned' })
    await withdraw(item, inTwenty)
    expect((await withdraw(item, inTwenty)).body).toMatchObject({
      status: 409,
      detail: 'Nie zaplanowano zmiany cen tej pozycji.'
    })
  })

  it('that was the only one leaves the item without a price when it is withdrawn', async () => {
    const item = await anUnpriced()
    await add(item, { price: 100, validFrom: inTenDays })
    expect((await withdraw(item, inTenDays)).status).toBe(200)
    expect((await admin.get(`${prices}/${item}`)).status).toBe(404)
    expect((await add(item, { price: 90 })).status).toBe(201)
  })

  it('goes with the present one when that is withdrawn', async () => {
    const item = await anUnpriced()
    await add(item, { price: 100 })
    await edit(item, { price: 120, validFrom: inTenDays })
    at(1)
    await remove(item)
    expect(await told(item)).toEqual([`- 100 ${at(0)} ${at(1)}`])
  })
})

const dayText = (day: string): string => day.split('-').reverse().join('.')

describe('the page of the price history', () => {
  const listed = async (query: string) => (await admin.get(`${prices}/validity?limit=100&${query}`)).body

  it('has the prices of all times, by item, digit and the day on which they were valid', async () => {
    const item = await anUnpriced()
    const { db } = test.services
    await aPrice(db, item, { value: 50, validTo: '2026-03-01T12:00:00Z' })
    await aPrice(db, item, { value: 60, validFrom: '2026-03-01T12:00:00Z', validTo: '2026-05-01T22:00:00Z' })
    await aPrice(db, item, { value: 70, validFrom: '2026-05-01T22:00:00Z' })
    await aPrice(db, item, { digit: 2, value: 65, validFrom: '2026-03-01T12:00:00Z' })
    await edit(item, { price: 80, validFrom: addDays(today, 1) })
    const valuesOf = async (query: string) =>
      (await listed(`OrderTypeItemId=${item}&${query}`)).data.map(({ value }: Validity) => value)
    expect(await valuesOf('')).toEqual([80, 70, 60, 65, 50])
    expect(await valuesOf('Series=2')).toEqual([65])
    expect(await valuesOf('Series=10&ValidOn=2026-02-28')).toEqual([50])
    // both were valid that day, and the last one from its beginning in Warsaw
    expect(await valuesOf('Series=10&ValidOn=2026-03-01')).toEqual([60, 50])
    expect(await valuesOf('Series=10&ValidOn=2026-05-01')).toEqual([60])
    expect(await valuesOf('Series=10&ValidOn=2026-05-02')).toEqual([70])
    expect(await valuesOf('Series=10&ValidOn=today')).toEqual([70])
    expect(await valuesOf('Series=10&ValidOn=tomorrow')).toEqual([80])
    expect((await admin.get(`${prices}/validity?ValidOn=2026-02-30`)).status).toBe(400)
  })

  it('and the detailed list has planned ones, too', async () => {
    const item = await anUnpriced()
    await add(item, { price: 100 })
    await edit(item, { price: 120, validFrom: inTenDays })
    const { data } = (await admin.get(`${prices}/detailed?OrderTypeItemId=${item}&OrderBy=dateFrom`)).body
    expect(data).toMatchObject([
      { value: 100, dateFrom: today, dateTo: addDays(inTenDays, -1), state: 0 },
      { value: 120, dateFrom: inTenDays, dateTo: null, state: 1 }
    ])
  })
})
