/** What was weighed for an order: its tab, what that comes to beside finish and card, and the paper of a ticket. */
import { beforeAll, describe, expect, it } from 'vitest'
import { CardState, MatchedBy } from '../../modules/waste/cards/schema.ts'
import { TicketState } from '../../modules/weights/schema.ts'
import type { FormMetadata } from '../../src/contract/form.ts'
import type { ListMetadata } from '../../src/contract/list.ts'
import { bodyOf, initialValues } from '../../ui/parts/form/formValues.ts'
import { pagesOf } from '../evidence/fixtures/pdf.ts'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, anOrder, aStore, aVehicle } from '../helper/factories.ts'
import { aScale, aTransferCard } from '../helper/waste-factories.ts'

let test: SharedApp
let staff: Person
let company: ACompany
let itemId: number
let storeId: number

const tickets = '/api/Admin/WeighTickets'
const db = () => test.services.db

beforeAll(async () => {
  test = await aSharedApp({ now: new Date('2026-06-01T10:00:00Z') })
  staff = await test.signedInAs('ADMIN')
  company = await aCompany(db(), { name: 'Wulkanizacja Żółw' })
  itemId = (await anItem(db(), { orderTypeId: 2 })).id
  storeId = (await aStore(db(), { at: { latitude: 51.1, longitude: 23.4 } })).id
})

async function order(more: object = {}): Promise<{ id: number; number: string }> {
  const made = await anOrder(db(), { company, itemId, orderTypeId: 2, status: 2 })
  await db()('orders.orders')
    .where({ id: made.id })
    .update({ quantity: 2, ...more })
  return made
}
async function ticket(orders: object[], more: object = {}) {
  const { id: vehicleId } = await aVehicle(db())
  await db()('fleet.vehicles').where({ id: vehicleId }).update({ payload: 10 })
  const said = { storeId, vehicleId, gross: 13_000, tare: 8_000, orders, ...more }
  const { status, body } = await staff.post(tickets, said)
  expect(status).toBe(201)
  return { said, vehicleId, id: body.data.id as number, number: body.data.number as string }
}
const ofOrder = async (id: number) => (await staff.get(`/api/Admin/Orders/${id}/weigh-tickets`)).body
const weighing = async (id: number) => (await staff.get(`/api/Admin/Orders/${id}/weighing`)).body.data
const unknown = { weighed: null, completed: null, overCompleted: null, card: null, overCard: null }

describe('the weigh tickets of an order', () => {
  it('are those that name it, the newest first, with its share of each', async () => {
    const [one, other] = [await order(), await order()]
    const first = await ticket([{ orderId: one.id, mass: 3_000 }, { orderId: other.id }], { at: '2026-05-30' })
    const second = await ticket([{ orderId: one.id }])
    const { data, total } = await ofOrder(one.id)
    expect(total).toBe(2)
    expect(data).toMatchObject([
      { ticketId: second.id, share: 5_000, net: 5_000, isCorrected: false, state: TicketState.valid },
      { ticketId: first.id, number: first.number, share: 3_000, gross: 13_000, tare: 8_000, net: 5_000 }
    ])
    expect((await ofOrder(other.id)).data).toMatchObject([{ ticketId: first.id, share: 2_000 }])
  })

  it('say that one was corrected only where it says something else since', async () => {
    const { id: orderId } = await order()
    const { id, said } = await ticket([{ orderId, mass: 5_000 }])
    expect((await staff.put(`${tickets}/${id}`, said)).body.unchanged).toBe(true)
    expect((await ofOrder(orderId)).data).toMatchObject([{ isCorrected: false }])
    expect((await staff.put(`${tickets}/${id}`, { ...said, gross: 13_100, orders: [{ orderId }] })).status).toBe(200)
    expect((await ofOrder(orderId)).data).toMatchObject([{ isCorrected: true, share: 5_100 }])
    const { data } = (await staff.get(`${tickets}/${id}`)).body
    expect(data.correctedAt).toBe(test.clock.now.toISOString())
  })
})

describe('a ticket that is added in the panel of an order', () => {
  async function formOfTab(): Promise<FormMetadata> {
    const { list } = (await staff.get('/api/ui/pages/orders.inProgress')).body.data
    const tab = (list as ListMetadata).panel?.tabs.find(({ name }) => name === 'weights')
    const commands = tab?.kind === 'rows' ? tab.list.commands : []
    const added = commands.find(({ name }) => name === 'weights.addTicketHere')
    if (!added?.form) throw new Error('The tab of weighing adds no ticket')
    expect(added).toMatchObject({ selection: 'none', action: { method: 'POST', path: tickets, creates: true } })
    return added.form
  }

  it('begins with the order, its vehicle and store, and the day of the collection, and is then listed with it', async () => {
    const form = await formOfTab()
    const { id: vehicleId } = await aVehicle(db())
    const collected = { vehicle_id: vehicleId, internal_store_id: storeId, receiving_date: '2026-05-29' }
    const { id } = await order({ status: 3, ...collected })
    const details = (await staff.get(`/api/Admin/Orders/${id}/details`)).body.data
    const began = initialValues(form, undefined, undefined, details)
    expect(began).toEqual({ storeId, vehicleId, at: '2026-05-29', orders: [{ orderId: id }] })
    const sent = bodyOf(form, { ...began, gross: 13_000, tare: 8_000 })
    expect((await staff.post(tickets, sent)).status).toBe(201)
    expect((await ofOrder(id)).data).toMatchObject([{ share: 5_000, at: '2026-05-29T10:00:00.000Z' }])
  })

  it('is of today and of any vehicle and store where the order does not say', async () => {
    const form = await formOfTab()
    const details = (await staff.get(`/api/Admin/Orders/${(await order()).id}/details`)).body.data
    const began = initialValues(form, undefined, undefined, details, '2026-06-01')
    expect(began).toEqual({ at: '2026-06-01', orders: [{ orderId: details.id }] })
  })
})

describe('what was weighed for an order', () => {
  it('is nothing without tickets, and nothing of withdrawn ones', async () => {
    const { id } = await order()
    expect(await weighing(id)).toEqual(unknown)
    const { id: ticketId } = await ticket([{ orderId: id }])
    expect(await weighing(id)).toEqual({ ...unknown, weighed: 5_000 })
    await staff.put(`${tickets}/${ticketId}/withdraw`, { reason: 'pomyłka' })
    expect(await weighing(id)).toEqual(unknown)
    expect((await ofOrder(id)).data).toMatchObject([{ state: TicketState.withdrawn }])
  })

  it('stands beside the mass of the finish and that of the card, with the differences', async () => {
    const { id } = await order({ status: 3, tonnage: 5.02, finished_at: test.clock.now })
    await ticket([{ orderId: id }])
    await aTransferCard(db(), {
      ...{ order_id: id, matched_by: MatchedBy.rule, matched_at: test.clock.now },
      ...{ state: CardState.received, mass: 4.5, received_mass: 5 }
    })
    expect(await weighing(id)).toEqual({
      ...{ weighed: 5_000, completed: 5_020, overCompleted: -20, card: 5_000, overCard: null }
    })
  })
})

describe('the paper of a weigh ticket', () => {
  async function textOf(id: number): Promise<string> {
    const answer = await test.app.inject({
      url: `${tickets}/${id}/pdf`,
      headers: { host: 'localhost:3000', authorization: `Bearer ${staff.token}` }
    })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    return pagesOf(answer.rawPayload)
      .flatMap(({ texts }) => texts)
      .join(' ')
  }

  it('has masses and where they are from, vehicle, orders with client and share, the rest and the note', async () => {
    const { id: scaleId } = await aScale(db(), storeId)
    const key = '00000000-0000-4000-8000-00000000f001'
    const readings = [{ key, weight: 13_040, at: '2026-06-01T09:30:00Z', raw: 'S S 13040 kg' }]
    expect((await staff.post(`/api/Scales/${scaleId}/readings`, { readings })).status).toBe(200)
    const read = (await staff.get(`/api/Admin/ScaleReadings?ScaleId=${scaleId}`)).body.data[0]
    const [{ name }] = await db()('weights.scales').where({ id: scaleId }).select('name')
    const made = await order()
    const { id, number, vehicleId } = await ticket([{ orderId: made.id, mass: 4_000 }], {
      ...{ grossReadingId: read.id, note: 'Kierowca w kabinie', restReason: 'Opony z placu' }
    })
    const [{ register_number: plate }] = await db()('fleet.vehicles').where({ id: vehicleId }).select('register_number')
    const text = await textOf(id)
    for (const part of [
      ...[`Kwit wagowy ${number}`, name, plate, '13 000 kg', '8 000 kg', '5 000 kg', '4 000 kg', '1 000 kg'],
      ...['(na wadze', '13 040 kg)', made.number, 'Wulkanizacja Żółw', 'Opony z placu', 'Kierowca w kabinie'],
      ...['01.06.2026', '11:30', test.services.settings.wasteCode, 'Ważący', 'Poza zamówieniami']
    ])
      expect(text.replaceAll('\u00a0', ' ')).toContain(part)
    expect(text).not.toContain('weights.')
    expect(text).not.toContain('Poprawiony')
  })

  it('says when it was corrected, and that it was withdrawn with the reason', async () => {
    const { id: orderId } = await order()
    const { id, said } = await ticket([{ orderId }])
    await staff.put(`${tickets}/${id}`, { ...said, gross: 13_100 })
    expect(await textOf(id)).toContain('Poprawiony 01.06.2026')
    await staff.put(`${tickets}/${id}/withdraw`, { reason: 'Zważono nie ten pojazd' })
    expect(await textOf(id)).toMatch(/WYCOFANY 01\.06\.2026.*Zważono nie ten pojazd/)
  })

  it('of fifty orders goes on over pages, with the signatures on the last', async () => {
    const orders: object[] = []
    for (let at = 0; at < 50; at += 1) orders.push({ orderId: (await order()).id })
    const { id } = await ticket(orders)
    const answer = await test.app.inject({
      url: `${tickets}/${id}/pdf`,
      headers: { host: 'localhost:3000', authorization: `Bearer ${staff.token}` }
    })
    const pages = pagesOf(answer.rawPayload)
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.map(({ texts }) => texts.join(' ').includes('Ważący'))).toEqual(
      pages.map((_, at) => at === pages.length - 1)
    )
  })
})
