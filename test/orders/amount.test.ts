/** What the forms say an order will cost, computed by the browser's rule from the form's own metadata, is what it then costs. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Derivation, FormMetadata } from '../../src/contract/form.ts'
import { amountIn } from '../../ui/parts/form/amount.ts'
import { filledCall } from '../../ui/parts/form/filledCall.ts'
import { initialValues, labelOf, type Values } from '../../ui/parts/form/formValues.ts'
import type { Person } from '../helper/app.ts'
import { anItem, anOrder } from '../helper/factories.ts'
import { anOrderFixture, type OrderFixture } from './fixtures/order.ts'

let fixture: OrderFixture
beforeAll(async () => {
  fixture = await anOrderFixture()
})

const formOf = async (command: string, who: Person): Promise<FormMetadata> =>
  (await who.get(`/api/ui/forms/${command}`)).body.data

const amountRule = ({ derive }: FormMetadata) =>
  derive.find((one): one is Extract<Derivation, { kind: 'amount' }> => one.kind === 'amount')!

/** Values as the form has them once its fetched ones have come, and the amount that it shows. */
async function shownBy(form: FormMetadata, who: Person, values: Values, id?: number) {
  let filled = values
  for (const rule of form.derive) {
    if (rule.kind !== 'fetched' || rule.pick !== 'data.netPrice') continue
    const call = filledCall(rule.call, filled, id ? [{ id }] : [])
    const { body } = await who.get(call ?? '')
    filled = { ...filled, [rule.to]: filled[rule.to] ?? body.data?.netPrice }
  }
  return { amount: amountIn(amountRule(form), filled), values: filled }
}

type Who = 'staff' | 'client'

describe('the amount that a form shows', () => {
  it.each<[who: Who, orderTypeId: 1 | 2 | 3, quantity: number, net: number, gross: number]>([
    ['staff', 3, 2, 1200, 1296],
    ['client', 3, 2, 1200, 1296],
    ['client', 1, 1, 600, 648],
    ['client', 2, 7, 600, 648]
  ])('to %s for type %d × %d equals the order’s: %d net, %d gross', async (who, orderTypeId, quantity, net, gross) => {
    const person = fixture[who]
    const item = await anItem(fixture.test.services.db, { price: 600, orderTypeId })
    const form = await formOf('orders.place', person)
    const chosen = { receptionPlace: fixture.company.placeId, orderTypeItemId: item.id, quantity }
    const { amount } = await shownBy(form, person, { ...form.initial, ...chosen, orderTypeId })
    expect(amount).toMatchObject({ netPrice: 600, netValue: net, grossValue: gross, isFlat: orderTypeId === 2 })
    const { body } = await person.post('/api/Admin/Orders', chosen)
    expect(await fixture.details(body.data.id)).toMatchObject({ netValue: net, grossValue: gross })
  })

  it('follows the price that staff type, and the one of the list where they type none', async () => {
    const id = await fixture.order()
    const form = await formOf('orders.edit', fixture.staff)
    const start = initialValues(form, await fixture.details(id))
    const twice = { ...start, quantity: 2 }
    expect((await shownBy(form, fixture.staff, twice, id)).amount).toMatchObject({ netValue: 200, grossValue: 216 })
    const typed = { ...twice, netPrice: 12.34 }
    expect((await shownBy(form, fixture.staff, typed, id)).amount).toMatchObject({ netValue: 24.68, grossValue: 26.65 })
  })

  it.each<[who: Who, what: string, more: object, net: number]>([
    ['staff', 'nothing', {}, 70],
    ['client', 'nothing', {}, 70],
    ['client', 'the quantity', { quantity: 2 }, 140],
    ['staff', 'the quantity', { quantity: 2 }, 140]
  ])('to %s who edit %s equals the order’s afterwards', async (who, _what, more, net) => {
    const { db } = fixture.test.services
    const person = fixture[who]
    const item = await anItem(db, { price: 55 })
    const { id } = await anOrder(db, { company: fixture.company, itemId: item.id, createdAt: fixture.test.clock.now })
    await db('orders.orders')
      .where({ id })
      .update({ net_price: 70, net_value: 70, gross_price: 75.6, gross_value: 75.6 })
    const form = await formOf('orders.edit', person)
    const values = { ...initialValues(form, await fixture.details(id, person)), ...more }
    const { amount } = await shownBy(form, person, values, id)
    const edit = { receptionPlace: fixture.company.placeId, orderTypeItemId: item.id, ...more }
    expect((await person.put(`/api/Admin/Orders/${id}`, edit)).status).toBe(200)
    const { netValue, grossValue } = await fixture.details(id)
    expect({ netValue, grossValue }).toEqual({ netValue: net, grossValue: amount?.grossValue })
    expect(amount?.netValue).toBe(net)
  })

  it('in a finish uses the order’s price, not the present list, and shows the former amount', async () => {
    const id = await fixture.driven()
    await fixture.staff.put(`/api/Admin/Prices/${fixture.itemId}`, { price: 180 })
    const form = await formOf('orders.finish', fixture.staff)
    const values: Values = { ...initialValues(form, await fixture.details(id)), quantity: 2 }
    const { amount } = await shownBy(form, fixture.staff, values, id)
    expect(amount).toMatchObject({ netPrice: 100, netValue: 200, grossValue: 216 })
    const { reads = {} } = form.fields.find(({ name }) => name === 'amount')!
    expect([values[reads.netBefore ?? ''], values[reads.grossBefore ?? '']]).toEqual([100, 108])
    await fixture.staff.put(`/api/Admin/Orders/${id}/set-realized`, fixture.finishData)
    expect(await fixture.details(id)).toMatchObject({ netPrice: 100, netValue: 200, grossValue: 216 })
    await fixture.staff.put(`/api/Admin/Prices/${fixture.itemId}`, { price: 100 })
  })

  it('in a finish of tonnes follows the weighed ones, which it does not propose, as the order does afterwards', async () => {
    const item = await anItem(fixture.test.services.db, { price: 450, orderTypeId: 2 })
    const id = await fixture.driven()
    const prices = { net_price: 450, gross_price: 486, net_value: 450, gross_value: 486 }
    await fixture.test.services
      .db('orders.orders')
      .where({ id })
      .update({ order_type_item_id: item.id, order_type_id: 2, quantity: 6, ...prices })
    const form = await formOf('orders.finish', fixture.staff)
    const start = initialValues(form, await fixture.details(id))
    expect(start.tonnage).toBeUndefined()
    expect(start).toMatchObject({ quantity: 6, quantityTaken: 6 })
    expect((await shownBy(form, fixture.staff, start, id)).amount).toMatchObject({ netValue: 450, isFlat: true })
    const { amount } = await shownBy(form, fixture.staff, { ...start, tonnage: 5.8 }, id)
    expect(amount).toMatchObject({ weighed: 5.8, netValue: 2610, grossValue: 2818.8 })
    const sent = { ...fixture.finishData, quantity: 6, quantityTaken: 6, tonnage: 5.8 }
    expect((await fixture.staff.put(`/api/Admin/Orders/${id}/set-realized`, sent)).status).toBe(200)
    expect(await fixture.details(id)).toMatchObject({ netValue: 450, netOwed: 2610, grossOwed: 2818.8 })
  })

  it('keeps the price that staff set when only the quantity changes', async () => {
    const id = await fixture.order(0, { price_overridden: true, net_price: 12.34 })
    const form = await formOf('orders.edit', fixture.client)
    const values = { ...initialValues(form, await fixture.details(id, fixture.client)), quantity: 2 }
    expect((await shownBy(form, fixture.client, values, id)).amount).toMatchObject({ netPrice: 12.34, netValue: 24.68 })
  })

  it('is 422 where the list has no price', async () => {
    const id = await fixture.order()
    const item = await anItem(fixture.test.services.db, { price: null })
    const url = `/api/Admin/Orders/${id}/price?receptionPlace=${fixture.company.placeId}&orderTypeItemId=${item.id}&quantity=1`
    expect((await fixture.staff.get(url)).body).toMatchObject({ status: 422, code: 'orders.noPrice' })
  })

  it('is shown under the price, and per tonne the labels say so', async () => {
    for (const [command, who] of [
      ['orders.place', fixture.staff],
      ['orders.place', fixture.client],
      ['orders.edit', fixture.staff],
      ['orders.edit', fixture.client],
      ['orders.finish', fixture.staff]
    ] as const) {
      const form = await formOf(command, who)
      const field = form.fields.find(({ name }) => name === 'amount')!
      expect(field.control).toBe('part:pricing.amount')
      expect(labelOf(field, { orderTypeId: 3 })).toBe('orders.order.amount')
      // what a finish weighs is known, so that it says what will be invoiced
      const perTonne = command === 'orders.finish' ? 'orders.column.estimate' : 'orders.order.amount.perTonne'
      expect(labelOf(field, { orderTypeId: 2 })).toBe(perTonne)
    }
    const price = (await formOf('orders.place', fixture.staff)).fields.find(({ name }) => name === 'netPrice')!
    expect(labelOf(price, { orderTypeId: 2 })).toBe('orders.order.netPrice.perTonne')
  })
})
