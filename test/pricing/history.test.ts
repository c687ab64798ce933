/** Since when which price of an item is valid. */
import { describe, expect, it } from 'vitest'
import { addDays } from '../../src/contract/days.ts'
import { anItem, aPrice } from '../helper/factories.ts'
import { digit, pricingOfFile, type Validity } from './fixtures/pricing.ts'

const { today, test, get, status, at, anUnpriced, add, edit, remove, validity, told, costs } = pricingOfFile()
const inTenDays = addDays(today, 10)

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

  it('from before the price history has no beginning', async () => {
    const { id } = await anItem(test().services.db, { price: 70 })
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

  it('that is withdrawn ends, and the item has no price until another one is set', async () => {
    const item = await anUnpriced()
    at(1)
    await add(item, { price: 100, postalCodePrices: true, prices: [digit(90)] })
    at(2)
    expect((await remove(item)).status).toBe(200)
    expect((await validity(item)).data.map(({ validTo, state }) => [validTo, state])).toEqual([
      [at(2), 3],
      [at(2), 3]
    ])
    expect([await costs(item), await status(`/${item}`)]).toEqual([undefined, 404])
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
    expect((await get(`/${item}`)).data.priceValue).toBe(110)
    at(10)
    expect(await costs(item)).toBe(110)
  })

  it('is never overwritten, and no two are valid at once: the database refuses it', async () => {
    const { db } = test().services
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
    for (const what of ['validity', 'planned']) expect(await status(`/999999/${what}`)).toBe(404)
  })
})

describe('the page of the price history', () => {
  const listed = async (query: string) => get(`/validity?limit=100&${query}`)

  it('has the prices of all times, by item, digit and the day on which they were valid', async () => {
    const item = await anUnpriced()
    const { db } = test().services
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
    expect(await status('/validity?ValidOn=2026-02-30')).toBe(400)
  })

  it('and the detailed list has planned ones, too', async () => {
    const item = await anUnpriced()
    await add(item, { price: 100 })
    await edit(item, { price: 120, validFrom: inTenDays })
    const { data } = await get(`/detailed?OrderTypeItemId=${item}&OrderBy=dateFrom`)
    expect(data).toMatchObject([
      { value: 100, dateFrom: today, dateTo: addDays(inTenDays, -1), state: 0 },
      { value: 120, dateFrom: inTenDays, dateTo: null, state: 1 }
    ])
  })
})
