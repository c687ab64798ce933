import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, aPlace } from '../helper/factories.ts'

let test: SharedApp
let company: ACompany
let client: Person
let staff: Person
let item: { id: number }

beforeAll(async () => {
  test = await aSharedApp()
  const { db } = test.services
  company = await aCompany(db)
  client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id, departmentId: company.departmentId })
  staff = await test.signedInAs('ADMIN')
  item = await anItem(db, { price: 100 })
})

const placement = (more: object = {}) => ({
  receptionPlace: company.placeId,
  orderTypeItemId: item.id,
  quantity: 2,
  ...more
})
const place = (who: Person, more: object = {}, headers: Record<string, string> = {}) =>
  who.post('/api/Admin/Orders', placement(more), headers)
const details = async (who: Person, id: number) => (await who.get(`/api/Admin/Orders/${id}/details`)).body.data

describe('placing an order', () => {
  it('gives the row, with a number of the year and the status of a new one', async () => {
    test.clock.now = new Date('2026-06-01T10:00:00Z')
    const { status, body } = await place(client, { additionalInfo: 'Brama od podwórza', vatRate: 8 })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      currentStatus: 0,
      quantity: 2,
      company: expect.any(String),
      netValue: 200,
      createdAt: '2026-06-01'
    })
    expect((await details(staff, body.data.id)).manually).toBe(false)
    expect(body.data.number).toMatch(/^Z\/2026\/\d{6}$/)
    expect(await details(client, body.data.id)).toMatchObject({
      netPrice: 100,
      grossPrice: 108,
      grossValue: 216,
      vatRate: 8,
      additionalInfo: 'Brama od podwórza',
      paymentType: 1
    })
  })

  it('numbers by the year in Warsaw', async () => {
    test.clock.now = new Date('2026-12-31T23:30:00Z')
    const { body } = await place(client)
    expect(body.data.number).toMatch(/^Z\/2027\/000001$/)
    expect(body.data.createdAt).toBe('2027-01-01')
  })

  it('keeps a blank note as none', async () => {
    const { body } = await place(client, { additionalInfo: '   ' })
    expect((await details(client, body.data.id)).additionalInfo).toBeNull()
  })

  it('takes a client’s vatRate and does not use it', async () => {
    const { body } = await place(client, { vatRate: 0 })
    expect(await details(client, body.data.id)).toMatchObject({ vatRate: 8, grossPrice: 108 })
  })

  it('is paid by transfer unless the staff choose otherwise, also for a company that pays cash', async () => {
    const { db } = test.services
    const cash = await aCompany(db)
    await db('companies.companies').where({ id: cash.id }).update({ payment_type: 0 })
    const buyer = await test.signedInAs('CLIENT', { companyId: cash.id, departmentId: cash.departmentId })
    const paymentOf = async (who: Person, more: object = {}) => {
      const { body } = await place(who, { receptionPlace: cash.placeId, ...more })
      return (await details(who, body.data.id)).paymentType
    }
    expect([await paymentOf(buyer), await paymentOf(staff), await paymentOf(staff, { paymentType: 0 })]).toEqual([
      1, 1, 0
    ])
  })

  it('lets the staff type the price, and marks it as typed', async () => {
    const { status, body } = await place(staff, { netPrice: 12.34, paymentType: 0, quantity: 1 })
    expect(status).toBe(201)
    expect(await details(staff, body.data.id)).toMatchObject({
      netPrice: 12.34,
      grossPrice: 13.33,
      paymentType: 0,
      manually: true
    })
  })

  it.each([
    ['netPrice', { netPrice: 1 }],
    ['paymentType', { paymentType: 0 }],
    ['status', { status: 3 }],
    ['companyId', { companyId: 1 }]
  ])('refuses a client’s %s, and says which field', async (field, more) => {
    const { status, body } = await place(client, more)
    expect(status).toBe(400)
    expect(body.Errors).toEqual([{ PropertyName: field, ErrorMessage: 'Tego pola nie można tu podać.' }])
  })

  it.each([
    [{ receptionPlace: undefined }, 'receptionPlace', 'Wybierz punkt odbioru'],
    [{ orderTypeItemId: null }, 'orderTypeItemId', 'Wybierz pozycję'],
    [{ quantity: 3 }, 'quantity', 'Wartość może wynosić najwyżej 2.'],
    [{ quantity: 0 }, 'quantity', 'Wartość musi wynosić co najmniej 1.'],
    [{ quantity: '2' }, 'quantity', 'Wpisz liczbę całkowitą.']
  ])('refuses %j', async (more, field, sentence) => {
    const { status, body } = await place(client, more)
    expect(status).toBe(400)
    expect(body.Errors).toEqual([{ PropertyName: field, ErrorMessage: sentence }])
  })

  it('refuses another company’s place like an unknown one', async () => {
    const other = await aCompany(test.services.db)
    expect((await place(client, { receptionPlace: other.placeId })).status).toBe(404)
  })

  it('refuses an inactive place, an item of a type the place has not, and an item without a price', async () => {
    const { db } = test.services
    const asleep = await aPlace(db, { companyId: company.id, departmentId: company.departmentId, isActive: false })
    expect((await place(client, { receptionPlace: asleep.id })).body).toMatchObject({
      status: 422,
      code: 'orders.placeInactive'
    })

    const free = await anItem(db, { price: null })
    expect((await place(client, { orderTypeItemId: free.id })).body).toMatchObject({
      status: 422,
      code: 'orders.noPrice'
    })

    const narrow = await aPlace(db, { companyId: company.id, departmentId: company.departmentId })
    await db('companies.place_order_types').where({ reception_place_id: narrow.id, order_type_id: 3 }).delete()
    const answer = await place(client, { receptionPlace: narrow.id })
    expect(answer.body).toMatchObject({ status: 422, code: 'orders.itemNotAllowed' })
  })

  it('takes the price of the place before the company’s, the digit’s and the general one, on their days', async () => {
    const { db } = test.services
    test.clock.now = new Date('2026-03-10T12:00:00Z')
    const priced = await anItem(db, { price: 400 })
    const netPrice = async () => {
      const order = (await place(client, { orderTypeItemId: priced.id, quantity: 1 })).body.data
      const told = await client.get(`/api/Admin/OrderTypeItems/${priced.id}?receptionPlaceId=${company.placeId}`)
      const { netPrice } = await details(client, order.id)
      expect(told.body.data.netPrice).toBe(netPrice)
      return netPrice
    }
    const special = (owner: object, value: number, from: string, to: string) =>
      db('pricing.special_prices').insert({
        ...owner,
        order_type_item_id: priced.id,
        value,
        date_from: from,
        date_to: to
      })

    expect(await netPrice()).toBe(400)
    const prices = [{ postalCodePrefix: '2', value: 300 }]
    await staff.put(`/api/Admin/Prices/${priced.id}`, { price: 400, postalCodePrices: true, prices })
    expect(await netPrice()).toBe(300)
    await special({ company_id: company.id }, 200, '2026-03-10', '2026-03-10')
    expect(await netPrice()).toBe(200)
    await special({ reception_place_id: company.placeId }, 150, '2026-03-11', '2026-03-20')
    expect(await netPrice()).toBe(200)
    test.clock.now = new Date('2026-03-11T00:30:00+01:00')
    expect(await netPrice()).toBe(150)
    test.clock.now = new Date('2026-03-21T12:00:00Z')
    expect(await netPrice()).toBe(300)
  })

  it('sent twice under one key is one order; another body under it is refused', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const count = async () => (await client.get('/api/Admin/Orders')).body.total
    const before = await count()
    const [first, second] = await Promise.all([place(client, {}, key), place(client, {}, key)])
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(await count()).toBe(before + 1)
    expect((await place(client, { quantity: 1 }, key)).body).toMatchObject({ status: 422, code: 'kernel.keyReused' })
    const someoneElse = await test.signedInAs('CLIENT_ADMIN', {
      companyId: company.id,
      departmentId: company.departmentId
    })
    expect((await place(someoneElse, {}, key)).body.data.id).not.toBe(first.body.data.id)
  })

  it('goes on with a longer number after the 999,999th of a year', async () => {
    await test.services.db.raw(`select setval('orders.numbers_2026', 999999)`)
    expect((await place(client)).body.data.number).toBe('Z/2026/1000000')
    expect((await place(client)).body.data.number).toBe('Z/2026/1000001')
  })

  it('gives each of forty simultaneous orders its own number', async () => {
    // a busy machine may refuse some of them for now, which is no number either
    const placed = async (): Promise<Answer> => {
      const answer = await place(client)
      return answer.status === 503 ? placed() : answer
    }
    const answers = await Promise.all(Array.from({ length: 40 }, placed))
    expect(new Set(answers.map(answer => answer.body.data.number)).size).toBe(40)
  })
})
