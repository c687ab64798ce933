/** Prices from a later day on: they are shown, begin by themselves, and can be withdrawn before. */
import { describe, expect, it } from 'vitest'
import { addDays } from '../../src/contract/days.ts'
import { digit, pricingOfFile, startOfDay } from './fixtures/pricing.ts'

const { today, test, get, status, at, anUnpriced, add, edit, remove, withdraw, validity, told, costs } = pricingOfFile()
const [inTenDays, inTwenty] = [addDays(today, 10), addDays(today, 20)]
const dayText = (day: string): string => day.split('-').reverse().join('.')
const planned = async (item: number) => (await get(`/${item}/planned`)).data

describe('a price from a later day on', () => {
  it('begins with that day in Warsaw, and is shown until then', async () => {
    const item = await anUnpriced()
    await add(item, { price: 100 })
    const { status, body } = await edit(item, { price: 120, validFrom: inTenDays })
    expect([status, body.data]).toMatchObject([
      200,
      { priceValue: 100, hasPlanned: true, plannedFrom: inTenDays, plannedPrice: 120, version: 2 }
    ])
    expect(await told(item)).toEqual([`- 120 ${startOfDay(inTenDays)} …`, `- 100 ${at(0)} ${startOfDay(inTenDays)}`])
    expect((await validity(item)).data.map(({ state }) => state)).toEqual([1, 0])
    const change = { field: 'plannedPrices', before: null, after: `${dayText(inTenDays)}: 120,00 zł` }
    expect((await get(`/${item}/history`)).data[0].changes).toEqual([change])
    test().clock.now = new Date(Date.parse(startOfDay(inTenDays)) - 1)
    expect(await costs(item)).toBe(100)
    test().clock.now = new Date(startOfDay(inTenDays))
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
    const listed = (await get('?limit=1000')).data.map(({ id }: { id: number }) => id)
    expect(listed).toContain(item)
    const unpriced = (await get('/unpriced-items')).data.map(({ id }: { id: number }) => id)
    expect(unpriced).not.toContain(item)
    expect((await add(item, { price: 90 })).body.code).toBe('pricing.priceExists')
    test().clock.now = new Date(startOfDay(inTenDays))
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
      `- 120 ${startOfDay(inTenDays)} …`,
      `- 110 ${at(1)} ${startOfDay(inTenDays)}`,
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
      `- 100 ${at(0)} ${startOfDay(inTwenty)}`,
      `- 130 ${startOfDay(inTwenty)} …`,
      `2 90 ${at(0)} …`,
      `3 95 ${at(0)} …`
    ])
    expect((await get(`/${item}/history`)).data[0]).toMatchObject({
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
    expect(await status(`/${item}`)).toBe(404)
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
