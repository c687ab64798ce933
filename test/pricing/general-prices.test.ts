import { beforeAll, describe, expect, it } from 'vitest'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { anItem } from '../helper/factories.ts'

const prices = '/api/Admin/Prices'
let test: SharedApp
let admin: Person

beforeAll(async () => {
  test = await aSharedApp()
  admin = await test.signedInAs('ADMIN')
})

const anUnpriced = async (more: { name?: string } = {}) =>
  (await anItem(test.services.db, { orderTypeId: 2, price: null, ...more })).id
const add = (item: number, body: object) => admin.post(`${prices}/${item}`, body)
const edit = (item: number, body: object) => admin.put(`${prices}/${item}`, body)
const read = async (item: number) => (await admin.get(`${prices}/${item}`)).body.data
const history = async (item: number) => (await admin.get(`${prices}/${item}/history`)).body.data
const faultsOf = (body: { Errors?: { PropertyName: string; ErrorMessage: string }[] }) =>
  (body.Errors ?? []).map(({ PropertyName, ErrorMessage }) => [PropertyName, ErrorMessage])

describe('the general price of an item', () => {
  it('is added under the item’s id, with prices by the digits of postal codes, and read back', async () => {
    const item = await anUnpriced()
    const byDigit = [
      { postalCodePrefix: '9', value: 130 },
      { postalCodePrefix: '0', value: 90 }
    ]
    const { status, body } = await add(item, { price: 100, postalCodePrices: true, prices: byDigit })
    expect([status, body.data]).toMatchObject([201, { id: item, orderTypeItemId: item, priceValue: 100, version: 1 }])
    expect(await read(item)).toMatchObject({
      priceValue: 100,
      grossPrice: 108,
      postalCodePrices: true,
      prices: byDigit.toReversed(),
      digit0: 90,
      digit1: null,
      digit9: 130,
      lowestPrice: 90,
      highestPrice: 130
    })
  })

  it('exists once: a second one is refused at the item, in the specification’s words', async () => {
    const item = await anUnpriced()
    await add(item, { price: 100 })
    const { status, body } = await add(item, { price: 200 })
    const sentence = 'Cena dla tego typu zamówienia już istnieje'
    expect([status, body.code, body.detail]).toEqual([409, 'pricing.priceExists', sentence])
    expect(faultsOf(body)).toEqual([['orderTypeItemId', sentence]])
    expect(await read(item)).toMatchObject({ priceValue: 100 })
  })

  it('added by two people at once exists once', async () => {
    const item = await anUnpriced()
    const answers = await Promise.all([100, 200, 300].map(price => add(item, { price })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    const won = answers.findIndex(({ status }) => status === 201)
    expect(await read(item)).toMatchObject({ priceValue: (won + 1) * 100 })
  })

  it('of no item is not found', async () => {
    expect((await add(999_999, { price: 100 })).status).toBe(404)
    expect((await edit(await anUnpriced(), { price: 100 })).status).toBe(404)
  })

  const one = (value: unknown, postalCodePrefix: unknown = '2') => ({ price: 1, prices: [{ postalCodePrefix, value }] })
  it.each([
    [{}, 'price', 'To pole jest wymagane.'],
    [{ price: 99.5 }, 'price', 'Wpisz same cyfry.'],
    [{ price: '99,50' }, 'price', 'Wpisz same cyfry.'],
    [{ price: '99' }, 'price', 'Wpisz same cyfry.'],
    [{ price: -1 }, 'price', 'Wpisz same cyfry.'],
    [{ price: 10_000_000 }, 'price', expect.stringContaining('najwyżej')],
    [{ price: 1, postalCodePrices: 'tak' }, 'postalCodePrices', 'Wybierz tak albo nie.'],
    [one(1.5), 'prices.0.value', 'Wpisz same cyfry.'],
    [one(-1), 'prices.0.value', 'Wpisz same cyfry.'],
    [one(null), 'prices.0.value', 'To pole jest wymagane.'],
    [one(1, 'x'), 'prices.0.postalCodePrefix', 'Wybierz jedną z dostępnych wartości.'],
    [one(1, '22'), 'prices.0.postalCodePrefix', 'Wybierz jedną z dostępnych wartości.'],
    [
      { price: 1, prices: ['1', '1'].map(postalCodePrefix => ({ postalCodePrefix, value: 1 })) },
      'prices.1.postalCodePrefix',
      'Ta sama wartość jest podana dwa razy.'
    ],
    [{ price: 1, orderTypeItemId: 3 }, 'orderTypeItemId', 'Tego pola nie można tu podać.']
  ])('%j is refused at %s', async (body, field, sentence) => {
    const item = await anUnpriced()
    const answer = await add(item, body)
    expect([answer.status, faultsOf(answer.body)]).toEqual([400, [[field, sentence]]])
    expect((await admin.get(`${prices}/${item}`)).status).toBe(404)
  })

  it('is changed: digits that the call names take the place of those before, and history names each', async () => {
    const item = await anUnpriced()
    const [two, three] = ['2', '3'].map(postalCodePrefix => ({ postalCodePrefix, value: 50 }))
    await add(item, { price: 100, postalCodePrices: true, prices: [two] })
    const { status, body } = await edit(item, { price: 120, postalCodePrices: true, prices: [three] })
    expect([status, body.data]).toMatchObject([200, { version: 2, priceValue: 120, prices: [three] }])
    const [entry] = await history(item)
    expect(entry.statusDescription).toBe('Zmieniono cenę')
    expect(
      entry.changes.toSorted((a: { field: string }, b: { field: string }) => (a.field < b.field ? -1 : 1))
    ).toEqual([
      { field: 'digit2', before: 50, after: null },
      { field: 'digit3', before: null, after: 50 },
      { field: 'priceValue', before: 100, after: 120 }
    ])
  })

  it('keeps what a change does not name', async () => {
    const item = await anUnpriced()
    const byDigit = [{ postalCodePrefix: '4', value: 50 }]
    await add(item, { price: 100, postalCodePrices: true, prices: byDigit })
    await edit(item, { price: 110 })
    expect(await read(item)).toMatchObject({ priceValue: 110, postalCodePrices: true, prices: byDigit })
  })

  it('changed in its digits alone counts a version; left as it is, none', async () => {
    const item = await anUnpriced()
    const body = { price: 100, postalCodePrices: true, prices: [{ postalCodePrefix: '4', value: 50 }] }
    await add(item, body)
    const same = await edit(item, body)
    expect(same.body).toMatchObject({ unchanged: true, data: { version: 1 } })
    const other = await edit(item, { ...body, prices: [{ postalCodePrefix: '4', value: 51 }] })
    expect(other.body.data.version).toBe(2)
    expect(await history(item)).toHaveLength(2)
  })

  it('edited on what another has changed meanwhile is refused', async () => {
    const item = await anUnpriced()
    await add(item, { price: 100 })
    await edit(item, { price: 110 })
    const { status, body } = await admin.put(`${prices}/${item}`, { price: 120 }, { 'if-match': '"1"' })
    expect([status, body.current]).toMatchObject([409, { priceValue: 110 }])
  })

  it('is removed, digits included, and may be added again', async () => {
    const item = await anUnpriced()
    await add(item, { price: 100, postalCodePrices: true, prices: [{ postalCodePrefix: '4', value: 50 }] })
    expect((await admin.call('DELETE', `${prices}/${item}`)).status).toBe(200)
    expect((await admin.get(`${prices}/${item}`)).status).toBe(404)
    expect((await admin.call('DELETE', `${prices}/${item}`)).status).toBe(404)
    expect((await add(item, { price: 90 })).status).toBe(201)
    expect(await read(item)).toMatchObject({ priceValue: 90, prices: [] })
  })
})

describe('the general price list', () => {
  it('has a row an item, with the range of what places pay, by order types', async () => {
    const [plain, some, every] = [await anUnpriced(), await anUnpriced(), await anUnpriced()]
    const ten = Array.from({ length: 10 }, (_, digit) => ({ postalCodePrefix: String(digit), value: 200 + digit }))
    await add(plain, { price: 100, prices: ten })
    await add(some, { price: 100, postalCodePrices: true, prices: ten.slice(0, 3) })
    await add(every, { price: 100, postalCodePrices: true, prices: ten })
    const { data, total } = (await admin.get(`${prices}?limit=1000`)).body
    expect(total).toBe(data.length)
    const rangeOf = (id: number) => {
      const { lowestPrice, highestPrice } = data.find((row: { id: number }) => row.id === id)
      return [lowestPrice, highestPrice]
    }
    expect([plain, some, every].map(rangeOf)).toEqual([
      [100, 100],
      [100, 202],
      [200, 209]
    ])
    const types = data.map((row: { orderTypeId: number }) => row.orderTypeId)
    expect(types).toEqual(types.toSorted())
  })

  it('offers for a new price the items that have none, and no other', async () => {
    const [priced, free] = [await anUnpriced(), await anUnpriced({ name: 'Bez ceny' })]
    await add(priced, { price: 100 })
    const { data } = (await admin.get(`${prices}/unpriced-items`)).body
    expect(data).toContainEqual({ id: free, name: 'Bez ceny', orderTypeName: 'Tonaż' })
    expect(data.map(({ id }: { id: number }) => id)).not.toContain(priced)
  })
})
