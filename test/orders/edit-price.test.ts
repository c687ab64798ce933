/** The price of an edited order: when it stays, and when it is determined again. */
import { beforeAll, describe, expect, it } from 'vitest'
import { aCompany, anItem } from '../helper/factories.ts'
import { editing } from './fixtures/edit.ts'
import { anOrderFixture, monday, type OrderFixture } from './fixtures/order.ts'

let fixture: OrderFixture

beforeAll(async () => {
  fixture = await anOrderFixture()
})

const { edit, placed, money } = editing(() => fixture)

describe('the price of an edited order', () => {
  const special = (value: number, dateFrom: string, dateTo: string, itemId = fixture.itemId) =>
    fixture.test.services.db('pricing.special_prices').insert({
      company_id: fixture.company.id,
      order_type_item_id: itemId,
      value,
      date_from: dateFrom,
      date_to: dateTo
    })
  const anItemAt = async (price: number, orderTypeId: 1 | 2 | 3 = 3) =>
    (await anItem(fixture.test.services.db, { price, orderTypeId })).id

  it('stays when neither place, item nor quantity change, whatever the list says now', async () => {
    const itemId = await anItemAt(70)
    const id = await placed({ orderTypeItemId: itemId })
    await special(10, '2026-06-01', '2026-06-30', itemId)
    await edit(id, { orderTypeItemId: itemId, additionalInfo: 'Brama' })
    expect(await money(id)).toEqual([70, 75.6, 70, 75.6, 5.6])
  })

  it('follows another item and quantity by the rules of the day of creation, not of today', async () => {
    const id = await placed()
    const itemId = await anItemAt(50)
    await special(40, '2026-06-01', '2026-06-01', itemId)
    await special(30, '2026-06-02', '2026-06-30', itemId)
    fixture.test.clock.now = new Date('2026-06-05T10:00:00Z')
    await edit(id, { orderTypeItemId: itemId, quantity: 2 })
    fixture.test.clock.now = monday
    expect(await money(id)).toEqual([40, 43.2, 80, 86.4, 6.4])
  })

  it('stays with another quantity alone, whatever the lists say by now: only the amount changes', async () => {
    const itemId = await anItemAt(60)
    const id = await placed({ orderTypeItemId: itemId })
    await special(55, '2026-06-01', '2026-06-30', itemId)
    await fixture.staff.put(`/api/Admin/Prices/${itemId}`, { price: 75 })
    await edit(id, { orderTypeItemId: itemId, quantity: 2 })
    expect(await money(id)).toEqual([60, 64.8, 120, 129.6, 9.6])
  })

  it('follows another item by the general price that was valid when the order was placed', async () => {
    const id = await placed()
    const itemId = await anItemAt(50)
    const at = (moment: string): void => {
      fixture.test.clock.now = new Date(moment)
    }
    at('2026-06-01T10:00:00.001Z')
    await fixture.staff.put(`/api/Admin/Prices/${itemId}`, { price: 80 })
    at('2026-06-04T10:00:00Z')
    await fixture.staff.call('DELETE', `/api/Admin/Prices/${itemId}`)
    await edit(id, { orderTypeItemId: itemId, quantity: 2 })
    expect(await money(id)).toEqual([50, 54, 100, 108, 8])
    expect(
      (
        await fixture.staff.post('/api/Admin/Orders', {
          receptionPlace: fixture.company.placeId,
          orderTypeItemId: itemId,
          quantity: 1
        })
      ).body.code
    ).toBe('orders.noPrice')
    at(monday.toISOString())
  })

  it('follows another item by the special price that was withdrawn later on the day of the order', async () => {
    const id = await placed()
    const itemId = await anItemAt(50)
    await special(40, '2026-06-01', '2026-06-30', itemId)
    await fixture.test.services
      .db('pricing.special_prices')
      .where({ order_type_item_id: itemId })
      .update({ ended_at: '2026-06-01T14:00:00Z' })
    fixture.test.clock.now = new Date('2026-06-01T15:00:00Z')
    await edit(id, { orderTypeItemId: itemId })
    expect((await money(id))[0]).toBe(40)
    expect(await money(await placed({ orderTypeItemId: itemId }))).toEqual([50, 54, 50, 54, 4])
    fixture.test.clock.now = monday
  })

  it('that staff said stays in the same edit, and with another quantity later', async () => {
    const id = await placed({ netPrice: 12.34 })
    await edit(id, { quantity: 2 })
    expect(await money(id)).toEqual([12.34, 13.33, 24.68, 26.65, 1.97])
    await edit(id, { quantity: 1 }, fixture.client)
    expect((await money(id))[0]).toBe(12.34)
    await edit(id, { orderTypeItemId: await anItemAt(50), netPrice: 20 })
    expect((await money(id))[0]).toBe(20)
  })

  it('that staff repeat with another quantity stays as it was', async () => {
    const itemId = await anItemAt(60)
    const id = await placed({ orderTypeItemId: itemId })
    await special(55, '2026-06-01', '2026-06-30', itemId)
    await edit(id, { orderTypeItemId: itemId, quantity: 2, netPrice: 60 })
    await edit(id, { orderTypeItemId: itemId, quantity: 1 })
    expect((await money(id))[0]).toBe(60)
  })

  it('that was said of one item does not follow another', async () => {
    const id = await placed({ netPrice: 1 })
    await edit(id, { orderTypeItemId: await anItemAt(50) }, fixture.client)
    expect((await money(id))[0]).toBe(50)
  })

  it('of a place abroad is the general one: its postal code is not one of the Polish regions', async () => {
    const { db } = fixture.test.services
    const itemId = await anItemAt(50)
    const prices = [{ postalCodePrefix: '2', value: 30 }]
    await fixture.staff.put(`/api/Admin/Prices/${itemId}`, { price: 50, postalCodePrices: true, prices })
    const [german, polish] = [await aCompany(db), await aCompany(db)]
    await db('companies.companies').where({ id: german.id }).update({ country: 2 })
    const priceAt = async (receptionPlace: number | undefined) =>
      (await money(await placed({ receptionPlace, orderTypeItemId: itemId })))[0]
    expect([await priceAt(german.placeId), await priceAt(polish.placeId)]).toEqual([50, 30])
    const told = await fixture.staff.get(`/api/Admin/OrderTypeItems/${itemId}?receptionPlaceId=${german.placeId}`)
    expect(told.body.data).toMatchObject({ netPrice: 50, source: 'general' })
    expect(told.body.data.trace.at(-2)).toMatchObject({ source: 'postal', value: null, digit: null, reason: 'abroad' })
  })

  it('is refused where there is none', async () => {
    const { id: free } = await anItem(fixture.test.services.db, { price: null })
    expect((await edit(await placed(), { orderTypeItemId: free })).body.code).toBe('orders.noPrice')
  })

  it('of tonnage is the price of a tonne alone', async () => {
    const itemId = await anItemAt(500, 2)
    const id = await placed({ orderTypeItemId: itemId })
    await edit(id, { orderTypeItemId: itemId, quantity: 20 })
    expect(await money(id)).toEqual([500, 540, 500, 540, 40])
  })
})
