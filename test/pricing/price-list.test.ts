import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../../config/settings.ts'
import { addDays, dayOf } from '../../src/contract/days.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aCompany, anItem } from '../helper/factories.ts'

const grouped = '/api/Admin/Prices/grouped-prices'
let test: TestApp
let admin: Person

beforeAll(async () => {
  test = await anApp({ ROLES: 'web', DELIVERY_POINTS: ' Plac A, Chełm;; Plac B, Zamość ' })
  admin = await test.signedInAs('ADMIN')
})
afterAll(() => test.close())

const read = async (query = '') => test.nobody().get(`${grouped}${query}`)
const itemsOf = (body: { data: { items: { orderTypeItemId: number }[] }[] }) => body.data.flatMap(({ items }) => items)

describe('the public price list', () => {
  it('gives strangers each item by order types: one price, or one for each postal digit', async () => {
    const { db } = test.services
    const plain = (await anItem(db, { orderTypeId: 3, price: 12.35 })).id
    const byDigit = (await anItem(db, { orderTypeId: 1, price: null })).id
    const unpriced = (await anItem(db, { orderTypeId: 1, price: null })).id
    const prices = [{ postalCodePrefix: '7', value: 130 }]
    await admin.post(`/api/Admin/Prices/${byDigit}`, { price: 100, postalCodePrices: true, prices })
    const { status, body } = await read()
    expect(status).toBe(200)
    expect(body.data.map(({ orderTypeId }: { orderTypeId: number }) => orderTypeId)).toEqual([1, 3])
    expect(body.data[0].orderTypeName).toBe('Pojazd')
    const pricesOf = (id: number) =>
      (itemsOf(body) as { orderTypeItemId: number; prices?: object[] }[]).find(item => item.orderTypeItemId === id)
        ?.prices
    expect(pricesOf(plain)).toEqual([{ postalCodePrefix: null, netPrice: 12.35, grossPrice: 13.34 }])
    expect(pricesOf(byDigit)).toEqual(
      Array.from({ length: 10 }, (_, digit) => ({
        postalCodePrefix: String(digit),
        netPrice: digit === 7 ? 130 : 100,
        grossPrice: digit === 7 ? 140.4 : 108
      }))
    )
    expect(pricesOf(unpriced)).toBeUndefined()
  })

  it('says what a price becomes with the next change, where it changes and is known', async () => {
    const { db } = test.services
    const day = addDays(dayOf(new Date()), 10)
    const add = async (body: object, later: object): Promise<number> => {
      const { id } = await anItem(db, { orderTypeId: 1, price: null })
      await admin.post(`/api/Admin/Prices/${id}`, body)
      expect((await admin.put(`/api/Admin/Prices/${id}`, { ...later, validFrom: day })).status).toBe(200)
      return id
    }
    const digit = (value: number) => [{ postalCodePrefix: '7', value }]
    const plain = await add({ price: 100 }, { price: 120 })
    const codes = { postalCodePrices: true }
    const byDigit = await add(
      { price: 100, ...codes, prices: digit(130) },
      { price: 100, ...codes, prices: digit(150) }
    )
    const noMore = await add({ price: 100, ...codes, prices: digit(130) }, { price: 100, postalCodePrices: false })
    const onlyThen = await add({ price: 100 }, { price: 100, ...codes, prices: digit(150) })
    const { body } = await read()
    const nextOf = (id: number) =>
      (itemsOf(body) as { orderTypeItemId: number; prices?: { postalCodePrefix: string | null; next?: object }[] }[])
        .find(item => item.orderTypeItemId === id)
        ?.prices?.flatMap(({ postalCodePrefix, next }) => (next ? [[postalCodePrefix, next]] : []))
    expect(nextOf(plain)).toEqual([[null, { validFrom: day, netPrice: 120, grossPrice: 129.6 }]])
    expect(nextOf(byDigit)).toEqual([['7', { validFrom: day, netPrice: 150, grossPrice: 162 }]])
    expect(nextOf(noMore)).toEqual([['7', { validFrom: day, netPrice: 100, grossPrice: 108 }]])
    expect(nextOf(onlyThen)).toEqual([])
  })

  it('has names in the language of langid, in any letter case of the key, else in Polish', async () => {
    const { id } = await anItem(test.services.db, { name: 'Opony' })
    await test.services
      .db('catalogue.order_type_items')
      .where({ id })
      .update({ names: { 3: 'Reifen' } })
    const namesOf = async (query: string) => {
      const { body } = await read(query)
      const item = itemsOf(body).find(({ orderTypeItemId }) => orderTypeItemId === id)
      return [item, body.data.at(-1).orderTypeName]
    }
    expect(await namesOf('?LangId=3')).toMatchObject([{ orderTypeItemName: 'Reifen' }, 'Container'])
    expect(await namesOf('?langid=2')).toMatchObject([{ orderTypeItemName: 'Opony' }, 'Container'])
    expect(await namesOf('')).toMatchObject([{ orderTypeItemName: 'Opony' }, 'Kontener'])
    expect((await read('?langid=7')).status).toBe(400)
  })

  it('says what the specification says: from when it counts, oversized tyres, where to bring tyres', async () => {
    expect((await read()).body).toMatchObject({
      effectiveFrom: '2021-09-01',
      oversizedNetPrice: 800,
      deliveryPoints: ['Plac A, Chełm', 'Plac B, Zamość']
    })
    expect(readSettings({}).deliveryPoints.split(';')).toHaveLength(3)
    expect(readSettings({ DEMO: 'false' }).deliveryPoints).toBe('')
  })

  it('tells nobody what was agreed with a client', async () => {
    const company = await aCompany(test.services.db)
    const { id } = await anItem(test.services.db)
    await test.services.db('pricing.special_prices').insert({
      company_id: company.id,
      order_type_item_id: id,
      date_from: '2020-01-01',
      date_to: '2040-01-01',
      value: 77.77
    })
    expect(JSON.stringify((await read()).body)).not.toContain('77.77')
  })

  it('may be kept for a minute, and is limited for one address', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 130; at++) {
      const { status, headers } = await read()
      statuses.push(status)
      if (status === 200) expect(headers['cache-control']).toBe('public, max-age=60')
    }
    expect(statuses.at(-1)).toBe(429)
  })
})
