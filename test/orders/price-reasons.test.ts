/** Why a placed order has its price: what counted when it was fixed, whatever price lists say since. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { faultsOf, initialValues } from '../../ui/parts/form/formValues.ts'
import type { Person } from '../helper/app.ts'
import { anItem, anOrder } from '../helper/factories.ts'
import { anOrderFixture, monday, type OrderFixture } from './fixtures/order.ts'

let fixture: OrderFixture
let itemId: number
beforeAll(async () => {
  fixture = await anOrderFixture()
})
beforeEach(async () => {
  at(0)
  itemId = (await anItem(fixture.test.services.db, { price: 600 })).id
})

const at = (days: number): void => {
  fixture.test.clock.now = new Date(monday.getTime() + days * 86_400_000)
}
const reasons = async (id: number, who: Person = fixture.staff) =>
  (await who.get(`/api/Admin/Orders/${id}/price-reasons`)).body.data
const steps = ({ trace }: { trace: { source: string; value: number | null; reason: string }[] }): string[] =>
  trace.map(({ source, value, reason }) => `${source} ${value ?? '-'} ${reason}`)
const terms = (more: object = {}) => ({
  receptionPlace: fixture.company.placeId,
  orderTypeItemId: itemId,
  quantity: 1,
  ...more
})
const place = async (who: Person, more: object = {}): Promise<number> =>
  (await who.post('/api/Admin/Orders', terms(more))).body.data.id
const edit = (id: number, more: object) => fixture.staff.put(`/api/Admin/Orders/${id}`, terms(more))
const nowCosts = (price: number) => fixture.staff.put(`/api/Admin/Prices/${itemId}`, { price })
const byList = ['place - none', 'company - none', 'postal - notInUse', 'general 600 taken']

describe('why an order has its price', () => {
  it('is explained by the price lists of the order’s placement, not by the present ones', async () => {
    const id = await place(fixture.client)
    await nowCosts(900)
    at(3)
    for (const who of [fixture.staff, fixture.client]) {
      const told = await reasons(id, who)
      expect(told).toMatchObject({ netPrice: 600, byStaff: false, user: null, recorded: true, day: '2026-06-01' })
      expect(told.at).toBe('2026-06-01T10:00:00.000Z')
      expect(steps(told)).toEqual(byList)
    }
  })

  it('names who typed it and when; a client reads the name of the business', async () => {
    const id = await place(fixture.client)
    at(1)
    await edit(id, { netPrice: 570 })
    const told = await reasons(id)
    expect(told).toMatchObject({ netPrice: 570, byStaff: true, recorded: true, day: '2026-06-01' })
    expect(told.at).toBe('2026-06-02T10:00:00.000Z')
    expect(told.user).toBe((await fixture.history(id))[0]?.user)
    expect(steps(told)).toEqual(byList)
    expect((await reasons(id, fixture.client)).user).toBe('Opony')
  })

  it('stays with another quantity, and follows another item, by the prices that were valid when it was placed', async () => {
    const { id: other } = await anItem(fixture.test.services.db, { price: 400 })
    const id = await place(fixture.client)
    at(2)
    await nowCosts(900)
    await fixture.staff.put(`/api/Admin/Prices/${other}`, { price: 990 })
    const placed = await reasons(id)
    await edit(id, { additionalInfo: 'Brama od podwórza', quantity: 2 })
    expect(await reasons(id)).toEqual(placed)
    await edit(id, { orderTypeItemId: other })
    const told = await reasons(id)
    expect(told).toMatchObject({ netPrice: 400, at: '2026-06-03T10:00:00.000Z', day: '2026-06-01' })
    expect(steps(told).at(-1)).toBe('general 400 taken')
  })

  it('stays through a finish with another quantity, and through taking that back', async () => {
    const { db } = fixture.test.services
    const id = await place(fixture.client, { quantity: 1 })
    const before = await reasons(id)
    await db('orders.orders').where({ id }).update({ status: 2, driver_id: fixture.driverId })
    at(1)
    await nowCosts(900)
    const finished = await fixture.staff.put(`/api/Admin/Orders/${id}/set-realized`, fixture.finishData)
    expect(finished.status).toBe(200)
    expect(await fixture.details(id)).toMatchObject({ quantity: 2, netPrice: 600, netValue: 1200 })
    expect(await reasons(id)).toEqual(before)
    expect((await fixture.staff.call('PUT', `/api/Admin/Orders/${id}/undo`)).status).toBe(200)
    expect(await fixture.details(id)).toMatchObject({ quantity: 1, netPrice: 600, netValue: 600 })
    expect(await reasons(id)).toEqual(before)
  })

  it('of an older order is said to be unknown, and is explained by the price history', async () => {
    const { db } = fixture.test.services
    const { id } = await anOrder(db, { company: fixture.company, itemId, createdAt: fixture.test.clock.now })
    await db('orders.orders').where({ id }).update({ net_price: 555 })
    at(2)
    await nowCosts(900)
    const told = await reasons(id)
    expect(told).toMatchObject({ netPrice: 555, byStaff: false, at: null, user: null, recorded: false })
    expect(steps(told)).toEqual(byList)
    // since when the price was valid that was there before is not known
    expect(told.trace.at(-1).validFrom).toBeUndefined()
    const later = await place(fixture.client)
    await db('orders.price_reasons').where({ order_id: later }).delete()
    expect((await reasons(later)).trace.at(-1)).toMatchObject({ value: 900, validFrom: '2026-06-03T10:00:00.000Z' })
    await db('orders.orders').where({ id }).update({ price_overridden: true })
    expect(await reasons(id)).toMatchObject({ netPrice: 555, byStaff: true, recorded: false })
  })

  it.each<'staff' | 'client'>(['staff', 'client'])(
    'is shown in the forms of %s, which can be sent with it',
    async who => {
      const person = fixture[who]
      const id = await place(fixture.client)
      const edited = (await person.get('/api/ui/forms/orders.edit')).body.data
      const source = { ...(await fixture.details(id, person)), departmentId: 1 }
      const { data } = (
        await person.get(
          `/api/Admin/Orders/${id}/price?receptionPlace=${fixture.company.placeId}&orderTypeItemId=${itemId}&quantity=1`
        )
      ).body
      expect(edited.derive).toContainEqual(expect.objectContaining({ pick: 'data.reasons', to: 'priceReasons' }))
      expect(faultsOf(edited, { ...initialValues(edited, source), priceReasons: data.reasons })).toEqual([])
      const placed = (await person.get('/api/ui/forms/orders.place')).body.data
      const { trace } = (
        await person.get(`/api/Admin/OrderTypeItems/${itemId}?receptionPlaceId=${fixture.company.placeId}`)
      ).body.data
      const values = {
        ...placed.initial,
        ...terms(),
        departmentId: 1,
        companyId: fixture.company.id,
        priceTrace: trace
      }
      expect(faultsOf(placed, values)).toEqual([])
    }
  )

  it('is not shown for a price that was changed by SQL', async () => {
    const id = await place(fixture.client)
    await fixture.test.services.db('orders.orders').where({ id }).update({ net_price: 1 })
    expect(await reasons(id)).toMatchObject({ netPrice: 1, recorded: false, at: null })
  })

  it('is shown in the edit form, for the present price and for the new one', async () => {
    const id = await place(fixture.client)
    await nowCosts(900)
    const ask = async (quantity: number, item = itemId) =>
      (
        await fixture.client.get(
          `/api/Admin/Orders/${id}/price?receptionPlace=${fixture.company.placeId}&orderTypeItemId=${item}&quantity=${quantity}`
        )
      ).body.data
    const same = await ask(1)
    expect(same).toEqual({ netPrice: 600, reasons: await reasons(id, fixture.client) })
    expect(await ask(2)).toEqual(same)
    const { id: other } = await anItem(fixture.test.services.db, { price: 400 })
    await fixture.staff.put(`/api/Admin/Prices/${other}`, { price: 800 })
    const another = await ask(1, other)
    expect(another).toMatchObject({ netPrice: 800, reasons: { at: null, recorded: true, byStaff: false } })
    expect(steps(another.reasons).at(-1)).toBe('general 800 taken')
  })
})
