/** Cards as people see them: lists, panels, pages, and what clients read. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CardState, MatchedBy } from '../../modules/waste/cards/schema.ts'
import { dayMs, dayOf } from '../../src/contract/days.ts'
import type { ListMetadata } from '../../src/contract/list.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, anOrder, aStore, aVehicle } from '../helper/factories.ts'
import { aCardDraft, aPoll } from '../helper/waste-factories.ts'
import { type Cards, cards, cardsOfAClient } from './fixtures/cards.ts'

let test: TestApp
let staff: Person
let client: Person
let stranger: Person
let company: ACompany
let itemId: number
let card: Cards['card']

beforeAll(async () => {
  ;({ test, staff, company, itemId, card } = await cardsOfAClient())
  client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id, departmentId: company.departmentId })
  stranger = await test.signedInAs('CLIENT_ADMIN')
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.services.db('waste.cards').delete()
  await test.services.db('waste.polls').delete()
})

const numbersOf = async (query: string): Promise<string[]> =>
  (await staff.get(`${cards}?${query}`)).body.data.map(({ number }: { number: string }) => number)

describe('the list of cards', () => {
  it('is filtered by what is to be done', async () => {
    const order = await anOrder(test.services.db, { company, itemId, status: 2 })
    const matched = { order_id: order.id, matched_by: MatchedBy.rule }
    const open = await card()
    const rejected = await card({ state: CardState.rejected, ...matched })
    const differing = await card({ state: CardState.transported, received_mass: 2.56, ...matched })
    const near = await card({ state: CardState.transported, received_mass: 2.54, ...matched })
    const withdrawn = await card({ state: CardState.withdrawn })
    expect(new Set(await numbersOf(''))).toEqual(
      new Set([open, rejected, differing, near, withdrawn].map(({ number }) => number))
    )
    expect(await numbersOf(`state=${CardState.rejected}`)).toEqual([rejected.number])
    expect(await numbersOf('difference=true')).toEqual([differing.number])
    expect(await numbersOf('ToConfirm=true')).toEqual([open.number])
    expect(await numbersOf('WithoutOrder=true')).toEqual([open.number])
    expect((await staff.get(`${cards}?state=9`)).status).toBe(400)
  })

  it('has those to confirm of which the business is receiver before, or carrier after the receipt', async () => {
    const asReceiver = await card()
    const asCarrier = await card({ state: CardState.received, carrier_eup: 'P1' })
    await card({ state: CardState.received })
    await card({ receiver_eup: null, carrier_eup: 'P1' })
    expect(new Set(await numbersOf('ToConfirm=true'))).toEqual(new Set([asReceiver.number, asCarrier.number]))
  })

  it('compares with the mass that the sender has revised', async () => {
    await card({ mass: 2, revised_mass: 2.5, received_mass: 2.5 })
    const differing = await card({ mass: 2.5, revised_mass: 2, received_mass: 2.5 })
    expect(await numbersOf('difference=true')).toEqual([differing.number])
  })

  it('is searched by number, sender and plate', async () => {
    const found = await card({ sender_name: 'Wulkanizacja Łąkowa', plate: 'LU 7788X' })
    await card()
    for (const word of ['lakowa', '7788', found.number])
      expect([word, await numbersOf(`allFields=${encodeURIComponent(word)}`)]).toEqual([word, [found.number]])
  })

  it('of an order has its cards alone', async () => {
    const order = await anOrder(test.services.db, { company, itemId, status: 2 })
    const its = await card({ order_id: order.id, matched_by: MatchedBy.rule })
    await card()
    const { body } = await staff.get(`/api/Admin/Orders/${order.id}/cards`)
    expect(body).toMatchObject({ total: 1, data: [{ id: its.id, orderNumber: order.number }] })
  })
})

describe('clients', () => {
  it('see the cards of their orders, without what concerns the staff', async () => {
    const order = await anOrder(test.services.db, { company, itemId, status: 2 })
    const its = await card({ order_id: order.id, matched_by: MatchedBy.rule, received_by: 'Jan Nowak' })
    await card()
    const list = await client.get(cards)
    expect(list.body).toMatchObject({ total: 1, data: [{ id: its.id }] })
    expect(Object.keys(list.body.data[0])).not.toContain('toConfirm')
    const { body } = await client.get(`${cards}/${its.id}`)
    expect(body.data).toMatchObject({ number: its.number, mass: 2.5 })
    for (const field of ['receivedBy', 'matchedAccount', 'matchedBy', 'isReceiver', 'clientId'])
      expect(Object.keys(body.data)).not.toContain(field)
    expect((await client.get(`/api/Admin/Orders/${order.id}/cards`)).body.total).toBe(1)
    expect((await client.get(`${cards}?ToConfirm=true`)).status).toBe(400)
  })

  it('do not see those of others', async () => {
    const order = await anOrder(test.services.db, { company, itemId, status: 2 })
    const its = await card({ order_id: order.id, matched_by: MatchedBy.rule })
    const unmatched = await card()
    expect((await stranger.get(cards)).body.total).toBe(0)
    for (const path of [`${cards}/${its.id}`, `${cards}/${its.id}/history`, `/api/Admin/Orders/${order.id}/cards`])
      expect([path, (await stranger.get(path)).status]).toEqual([path, 404])
    expect((await client.get(`${cards}/${unmatched.id}`)).status).toBe(404)
  })

  it('read number, state and mass of the cards of their order, and what was weighed, in its panel', async () => {
    const { db } = test.services
    const order = await anOrder(db, { company, itemId, status: 2 })
    const its = await card({ order_id: order.id, matched_by: MatchedBy.rule, mass: 2.5, received_mass: 2.48 })
    const path = `/api/Admin/Orders/${order.id}/own-cards`
    const own = async () => (await client.get(path)).body.data
    const { id, number } = its
    expect(await own()).toEqual([
      { id, number, state: CardState.confirmationGenerated, mass: 2.48, problem: null, weighedMass: null }
    ])
    const vehicle = await aVehicle(db)
    const store = await aStore(db, { at: { latitude: 51.1, longitude: 23.4 } })
    const ticket = {
      storeId: store.id,
      vehicleId: vehicle.id,
      gross: 12_481,
      tare: 10_000,
      orders: [{ orderId: order.id }]
    }
    expect((await staff.post('/api/Admin/WeighTickets', ticket)).status).toBe(201)
    expect(await own()).toMatchObject([{ weighedMass: 2.481 }])
    // of two cards none is said to weigh what both weigh
    await card({ order_id: order.id, matched_by: MatchedBy.person })
    expect(await own()).toMatchObject([{ weighedMass: null }, { weighedMass: null }])
    expect((await stranger.get(path)).status).toBe(404)
    expect((await staff.get(path)).status).toBe(403)
  })

  it('read the card that is being made of their order, until there is one, and of several tries the last', async () => {
    const { db } = test.services
    const order = await anOrder(db, { company, itemId, status: 2 })
    const own = async () => (await client.get(`/api/Admin/Orders/${order.id}/own-cards`)).body.data
    const first = await aCardDraft(db, { orderId: order.id, companyId: company.id })
    expect(await own()).toMatchObject([{ id: -first.id, number: null, state: CardState.planned, problem: null }])
    await db('waste.drafts')
      .where({ id: first.id })
      .update({ state: 2, problem: 'Nieznany pojazd', ended_at: new Date() })
    expect(await own()).toMatchObject([{ state: CardState.rejected, problem: 'Nieznany pojazd' }])
    const second = await aCardDraft(db, { orderId: order.id, companyId: company.id })
    expect(await own()).toMatchObject([{ id: -second.id, state: CardState.planned, weighedMass: null }])
    const { id } = await card({ order_id: order.id, matched_by: MatchedBy.rule })
    expect(await own()).toMatchObject([{ id, problem: null }])
  })

  it('match nothing', async () => {
    const order = await anOrder(test.services.db, { company, itemId, status: 2 })
    const { id } = await card({ order_id: order.id, matched_by: MatchedBy.rule })
    expect((await client.put(`${cards}/${id}/unmatch`)).status).toBe(403)
    expect((await client.put(`${cards}/${id}/match`, { orderId: order.id })).status).toBe(403)
  })
})

describe('orders without a card', () => {
  const numbers = async (): Promise<string[]> =>
    (await staff.get('/api/Admin/OrdersWithoutCard?limit=1000')).body.data.map(
      ({ number }: { number: string }) => number
    )
  const ago = (days: number) => new Date(Date.now() - days * dayMs)

  it('are those of today and overdue, and those of the last 30 days', async () => {
    const { db } = test.services
    const order = async (more: object, finishedAt?: Date) => {
      const made = await anOrder(db, { company, itemId, ...more })
      if (finishedAt) await db('orders.orders').where({ id: made.id }).update({ finished_at: finishedAt })
      return made.number
    }
    const day = (days: number) => dayOf(ago(days))
    const listed = [
      await order({ status: 2, realizationDate: day(0) }),
      await order({ status: 2, realizationDate: day(3) }),
      await order({ status: 3 }, ago(29)),
      await order({ status: 5 }, ago(1))
    ]
    const left = [
      await order({ status: 2, realizationDate: day(-1) }),
      await order({ status: 2, realizationDate: day(31) }),
      await order({ status: 3 }, ago(31)),
      await order({ status: 1 }),
      await order({ status: 4 })
    ]
    const found = await numbers()
    expect(listed.filter(number => !found.includes(number))).toEqual([])
    expect(left.filter(number => found.includes(number))).toEqual([])
  })

  it('leave the list with their card, and come back when it is withdrawn', async () => {
    const order = await anOrder(test.services.db, { company, itemId, status: 2, realizationDate: dayOf(new Date()) })
    expect(await numbers()).toContain(order.number)
    const { id } = await card({ order_id: order.id, matched_by: MatchedBy.rule })
    expect(await numbers()).not.toContain(order.number)
    await test.services.db('waste.cards').where({ id }).update({ state: CardState.withdrawn })
    expect(await numbers()).toContain(order.number)
  })
})

describe('the reading of the register', () => {
  it('is late after an hour, which the bell counts', async () => {
    await aPoll(test.services.db)
    const late = await aPoll(test.services.db, { read_at: new Date(Date.now() - 61 * 60_000), problem: 'HTTP 500' })
    const { body } = await staff.get('/api/Admin/TransferCardPolls?Late=true')
    expect(body.data).toMatchObject([{ id: late.id, problem: 'HTTP 500' }])
    const bell = (await staff.get('/api/Notifications')).body.data
    const late14 = ({ notificationType }: { notificationType: number }) => notificationType === 14
    expect(bell.find(late14)).toMatchObject({ count: 1 })
  })
})

describe('the pages of cards', () => {
  const pagesOf = async (person: Person): Promise<string[]> =>
    (await person.get('/api/ui/pages')).body.data.groups.flatMap(({ pages }: { pages: { id: string }[] }) =>
      pages.map(({ id }) => id)
    )
  const tabsOf = async (person: Person, page: string): Promise<string[]> => {
    const { body } = await person.get(`/api/ui/pages/${page}`)
    return body.data.list.panel.tabs.map(({ name }: { name: string }) => name)
  }

  it('are there with a register, with a tab at each order', async () => {
    expect(await pagesOf(staff)).toEqual(expect.arrayContaining(['waste.cards', 'waste.withoutCard', 'waste.polls']))
    expect(await tabsOf(staff, 'orders.inProgress')).toContain('cards')
    expect(await tabsOf(client, 'orders.client')).toContain('cards')
    const list: ListMetadata = (await staff.get('/api/ui/pages/waste.cards')).body.data.list
    expect(list.quick?.map(({ name }) => name)).toEqual(['withoutOrder', 'toConfirm', 'rejected', 'difference'])
  })

  it('are not there without one, nor tabs, nor what the bell counts of them', async () => {
    const without = await anApp({ ROLES: 'web', BDO_URL: 'none' })
    const admin = await without.signedInAs('ADMIN')
    const { counters } = (await admin.get('/api/ui/pages')).body.data
    const codes = counters.map(({ code }: { code: number }) => code)
    const pages = await pagesOf(admin)
    const tabs = await tabsOf(admin, 'orders.inProgress')
    await without.close()
    expect(pages.filter(id => id.startsWith('waste.'))).toEqual([])
    expect(tabs).not.toContain('cards')
    expect(codes.filter((code: number) => [12, 13, 14].includes(code))).toEqual([])
  })
})
