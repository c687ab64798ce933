/** Statements of masses: what they say, when they are outdated, and how they are replaced and withdrawn. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MassSource, StatementState } from '../../modules/evidence/schema.ts'
import { CardState } from '../../modules/waste/cards/schema.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany } from '../helper/factories.ts'
import { type Collections, collectionsIn } from './fixtures/collections.ts'

let test: TestApp
let staff: Person
let make: Collections
let company: ACompany

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  test.clock.now = new Date('2026-06-15T10:00:00Z')
  staff = await test.signedInAs('ADMIN')
  make = await collectionsIn(test.services.db)
})
afterAll(() => test.close())

const path = '/api/Admin/MassStatements'
const period = { firstDay: '2026-05-01', lastDay: '2026-05-31' }
const aClient = () => aCompany(test.services.db, { name: 'Auto Serwis Kowalski' })
const issue = (body: object = {}) => staff.post(path, { companyId: company.id, ...period, ...body })
const rowsOf = async (id: number) => (await staff.get(`${path}/${id}/rows?limit=1000`)).body.data
const one = async (id: number) => (await staff.get(`${path}/${id}`)).body.data
const refusal = ({ status, body }: Awaited<ReturnType<typeof issue>>) => [
  status,
  body.code,
  ...(body.Errors ?? []).map(({ PropertyName }: { PropertyName: string }) => PropertyName)
]

describe('a row of a statement', () => {
  it('has the mass that the receiver has confirmed on the card, with its number and code', async () => {
    company = await aClient()
    const order = await make.collected({ company, day: '2026-05-04', tonnage: 2 })
    await make.ticket(order.id, 1_990)
    const card = await make.card(order.id, 2.0155, { number: 'KPO/1', waste_code: '16 01 19', process: 'R3' })
    const { status, body } = await issue()
    expect(status).toBe(201)
    expect(body.data.number).toMatch(/^ZM\/2026\/\d+$/)
    expect(await rowsOf(body.data.id)).toMatchObject([
      {
        ...{ orderId: order.id, orderNumber: order.number, day: '2026-05-04', wasteCode: '16 01 19' },
        ...{ cardId: card.id, cardNumber: 'KPO/1', source: MassSource.card, kilograms: 2_016, process: 'R3' }
      }
    ])
  })

  it('has the weigh tickets’ share while a card of the order is not confirmed, and names the tickets', async () => {
    company = await aClient()
    const order = await make.collected({ company, day: '2026-05-04', tonnage: 2 })
    await make.card(order.id, 1, { number: 'KPO/A' })
    await make.card(order.id, null, { number: 'KPO/B' })
    const tickets = [await make.ticket(order.id, 1_200), await make.ticket(order.id, 801)]
    const [row, ...others] = await rowsOf((await issue()).body.data.id)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      source: MassSource.tickets,
      kilograms: 2_001,
      cardNumber: 'KPO/A, KPO/B',
      cardId: null
    })
    expect(row.ticketIds).toEqual(tickets.map(({ id }) => id))
  })

  it('has the tonnes of the order where there is neither, with the typed number of the card and the code of the business', async () => {
    company = await aClient()
    const order = await make.collected({ company, day: '2026-05-04', tonnage: 1.37, kpo: 'typed' })
    const withdrawn = await make.ticket(order.id, 5_000)
    await test.services.db('weights.tickets').where({ id: withdrawn.id }).update({ withdrawn_at: new Date() })
    await make.card(order.id, 9, { state: CardState.rejected })
    await make.card(order.id, 9, { state: CardState.withdrawn })
    expect(await rowsOf((await issue()).body.data.id)).toMatchObject([
      { source: MassSource.order, kilograms: 1_370, cardNumber: 'typed', tickets: null, wasteCode: '16 01 03' }
    ])
  })

  it('is each confirmed card of an order, once all are confirmed', async () => {
    company = await aClient()
    const order = await make.collected({ company, day: '2026-05-04', tonnage: 2 })
    await make.card(order.id, 1.5, { number: 'KPO/A' })
    await make.card(order.id, 0.5, { number: 'KPO/B', waste_code: '16 01 17' })
    const { body } = await issue()
    expect(await rowsOf(body.data.id)).toMatchObject([
      { cardNumber: 'KPO/A', kilograms: 1_500, wasteCode: '16 01 03' },
      { cardNumber: 'KPO/B', kilograms: 500, wasteCode: '16 01 17' }
    ])
    expect(body.data).toMatchObject({ orders: 1, kilograms: 2_000 })
    const codes = await staff.get(`${path}/${body.data.id}/codes`)
    expect(codes.body.data).toEqual([
      { name: '16 01 03', orders: 1, kilograms: 1_500 },
      { name: '16 01 17', orders: 1, kilograms: 500 }
    ])
  })
})

describe('a statement', () => {
  it('is about the days of its period, completed and invoiced orders, and one place or all', async () => {
    company = await aClient()
    const place = await make.place(company)
    const at = (day: string, more: object = {}) => make.collected({ company, day, tonnage: 1, ...more })
    await at('2026-04-30')
    await at('2026-05-01')
    await at('2026-05-31', { status: 5, placeId: place.id })
    await at('2026-06-01')
    await at('2026-05-10', { status: 2 })
    const all = (await issue()).body.data
    expect((await rowsOf(all.id)).map(({ day }: { day: string }) => day)).toEqual(
      expect.arrayContaining(['2026-05-01', '2026-05-31'])
    )
    expect(all).toMatchObject({ orders: 2, kilograms: 2_000, place: null, placeId: null })
    const ofPlace = (await issue({ placeId: place.id })).body.data
    expect(ofPlace).toMatchObject({ orders: 1, kilograms: 1_000, placeId: place.id })
    expect(ofPlace.place).toEqual(expect.any(String))
    const places = await staff.get(`${path}/${all.id}/places`)
    expect(places.body.total).toBe(2)
  })

  it('is shown before it is issued, by the same sums', async () => {
    company = await aClient()
    await make.collected({ company, day: '2026-05-04', tonnage: 1.25 })
    await make.collected({ company, day: '2026-05-05', tonnage: 0.5 })
    const asked = `/api/Admin/MassStatementPreview?CompanyId=${company.id}&From=2026-05-01&To=2026-05-31`
    expect((await staff.get(asked)).body.data).toMatchObject({
      ...{ orders: 2, kilograms: 1_750 },
      byCode: expect.stringMatching(/^16 01 03: 1\s?750 kg$/)
    })
    expect((await issue()).body.data).toMatchObject({ orders: 2, kilograms: 1_750 })
  })

  it.each<[string, () => object | Promise<object>, unknown[]]>([
    ['a client that there is not', () => ({ companyId: 2_000_000_000 }), [422, 'evidence.noCompany', 'companyId']],
    [
      'a place of another client',
      async () => ({ placeId: (await aClient()).placeId }),
      [422, 'evidence.noPlace', 'placeId']
    ],
    ['a period without collections', () => ({}), [422, 'evidence.nothingCollected', 'firstDay']],
    [
      'a period that ends before it begins',
      () => ({ lastDay: '2026-04-30' }),
      [422, 'evidence.periodReversed', 'lastDay']
    ],
    ['a period of more than a year', () => ({ firstDay: '2025-05-30' }), [422, 'evidence.periodLong', 'lastDay']],
    ['a period that ends in the future', () => ({ lastDay: '2026-06-16' }), [422, 'evidence.periodFuture', 'lastDay']],
    ['a day that there is not', () => ({ firstDay: '2026-02-30' }), [400, 'kernel.invalid', 'firstDay']]
  ])('is refused for %s', async (_, body, expected) => {
    company = await aClient()
    expect(refusal(await issue(await body()))).toEqual(expected)
  })

  it('is one of its client, place and period, while it is valid', async () => {
    company = await aClient()
    await make.collected({ company, day: '2026-05-04', tonnage: 1 })
    const { id } = (await issue()).body.data
    expect(refusal(await issue())).toEqual([409, 'evidence.alreadyIssued'])
    expect((await staff.put(`${path}/${id}/withdraw`, { reason: 'pomyłka' })).status).toBe(200)
    expect((await issue()).status).toBe(201)
  })
})

describe('what happens after the issue', () => {
  const outdated = async (id: number) => (await one(id)).isOutdated

  it.each<[string, (orderId: number, placeId: number) => Promise<unknown>]>([
    ['the tonnes of an order', id => test.services.db('orders.orders').where({ id }).update({ tonnage: 1.1 })],
    ['a card that was confirmed', id => make.card(id, 1.2)],
    ['a weigh ticket', id => make.ticket(id, 999)],
    [
      'the day of an order',
      id => test.services.db('orders.orders').where({ id }).update({ receiving_date: '2026-06-01' })
    ],
    [
      'another place',
      async id => {
        const { id: reception_place_id } = await make.place(company)
        await test.services.db('orders.orders').where({ id }).update({ reception_place_id })
      }
    ],
    ['a further order', () => make.collected({ company, day: '2026-05-20', tonnage: 1 })]
  ])('makes it outdated: %s', async (_, change) => {
    company = await aClient()
    const order = await make.collected({ company, day: '2026-05-04', tonnage: 1 })
    const { id } = (await issue()).body.data
    const kept = await rowsOf(id)
    expect(await outdated(id)).toBe(false)
    await change(order.id, company.placeId as number)
    expect(await outdated(id)).toBe(true)
    // what was issued stays as it was
    expect(await rowsOf(id)).toEqual(kept)
  })

  it('does not make it outdated where no kilogram differs', async () => {
    company = await aClient()
    const order = await make.collected({ company, day: '2026-05-04', tonnage: 1 })
    const { id } = (await issue()).body.data
    await make.ticket(order.id, 1_000)
    await make.card(order.id, null)
    expect(await outdated(id)).toBe(false)
  })

  it('is issued anew once it is outdated; the old one points to the new one, and both histories say so', async () => {
    company = await aClient()
    const order = await make.collected({ company, day: '2026-05-04', tonnage: 1 })
    const { id, number } = (await issue()).body.data
    expect((await staff.put(`${path}/${id}/reissue`)).status).toBe(409)
    await make.ticket(order.id, 1_040)
    const { status, body } = await staff.put(`${path}/${id}/reissue`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ state: StatementState.replaced, isOutdated: false, kilograms: 1_000 })
    const next = await one(body.data.replacedById)
    expect(next).toMatchObject({ number: body.data.replacedBy, kilograms: 1_040, replaces: number, state: 0 })
    expect((await staff.put(`${path}/${id}/reissue`)).status).toBe(409)
    expect((await staff.put(`${path}/${id}/withdraw`, { reason: 'x' })).status).toBe(409)
    for (const each of [id, next.id]) {
      const { body: history } = await staff.get(`${path}/${each}/history`)
      expect(history.data[0].statusDescription).toBe(`Wystawiono ponownie: ${next.number}`)
    }
  })

  it('is withdrawn with a reason', async () => {
    company = await aClient()
    await make.collected({ company, day: '2026-05-04', tonnage: 1 })
    const { id } = (await issue()).body.data
    expect(refusal(await staff.put(`${path}/${id}/withdraw`, { reason: '' }))).toEqual([
      ...[400, 'kernel.invalid', 'reason']
    ])
    const { body } = await staff.put(`${path}/${id}/withdraw`, { reason: ' inny klient ' })
    expect(body.data).toMatchObject({ state: StatementState.withdrawn })
    expect(await one(id)).toMatchObject({ withdrawReason: 'inny klient' })
  })
})

describe('beside the register', () => {
  it('stand what we have, what it has, and each order that differs', async () => {
    company = await aCompany(test.services.db, { name: 'Wulkan' })
    const at = (tonnage: number) => make.collected({ company, day: '2026-05-04', tonnage })
    const [same, other, waiting, bare] = [await at(1), await at(2), await at(3), await at(4)]
    await make.card(same.id, 1)
    await make.card(other.id, 1.9)
    await make.card(waiting.id, null)
    const { tax_number } = await test.services.db('companies.companies').where({ id: company.id }).first()
    const stray = { matched_by: null, sender_tax_number: tax_number, transported_at: '2026-05-09T08:00:00Z' }
    await make.card(null as never, 0.7, stray)
    await make.card(null as never, 0.7, { ...stray, transported_at: '2026-06-01T08:00:00Z' })
    const { id } = (await issue()).body.data
    expect(await one(id)).toMatchObject({
      ...{ kilograms: 9_900, ownKilograms: 10_000, registerKilograms: 2_900, differences: 3 },
      ...{ strayCards: 1, strayKilograms: 700 }
    })
    const { body } = await staff.get(`${path}/${id}/differences`)
    expect(body.data.map(({ orderId, kind, registerKilograms }: never) => [orderId, kind, registerKilograms])).toEqual([
      [other.id, 0, 1_900],
      [waiting.id, 1, null],
      [bare.id, 2, null]
    ])
  })
})
