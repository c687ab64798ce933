/** The price of an edited order: when it stays, and when it is determined again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anItem } from '../helper/factories.ts'
import { editing } from './fixtures/edit.ts'
import { anOrderFixture, monday, type OrderFixture } from './fixtures/order.ts'

let fixture: OrderFixture

beforeAll(async () => {
  fixture = await anOrderFixture()
})
afterAll(() => fixture.test.close())

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

  it('follows another quantity of the same item', async () => {
    const itemId = await anItemAt(60)
    const id = await placed({ orderTypeItemId: itemId })
    await special(55, '2026-06-01', '2026-06-30', itemId)
    await edit(id, { orderTypeItemId: itemId, quantity: 2 })
    expect(await money(id)).toEqual([55, 59.4, 110, 118.8, 8.8])
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

  it('that staff repeat with another quantity is theirs from then on', async () => {
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
