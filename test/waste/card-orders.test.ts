/** How cards get their orders: by the rule, and by hand. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CardState, MatchedBy } from '../../modules/waste/cards/schema.ts'
import { matchWaiting } from '../../modules/waste/matching.ts'
import { dayMs } from '../../src/contract/days.ts'
import type { Person, TestApp } from '../helper/app.ts'
import { type ACompany, anOrder } from '../helper/factories.ts'
import { type Cards, cards, cardsOfAClient } from './fixtures/cards.ts'

let test: TestApp
let staff: Person
let company: ACompany
let itemId: number
let card: Cards['card']
let anOrderWith: Cards['anOrderWith']
let one: Cards['one']

beforeAll(async () => {
  ;({ test, staff, company, itemId, card, anOrderWith, one } = await cardsOfAClient())
})
afterAll(() => test.close())
beforeEach(() => test.services.db('waste.cards').delete())

describe('the rule', () => {
  it('gives a card the order of its client, vehicle and day, and says so in its history', async () => {
    const order = await anOrderWith('LU 20001')
    const { id } = await card({ plate: 'LU20001' })
    expect(await matchWaiting(test.services)).toBe(1)
    expect(await one(id)).toMatchObject({ orderId: order.id, orderNumber: order.number, matchedBy: MatchedBy.rule })
    const history = (await staff.get(`${cards}/${id}/history`)).body.data
    expect(history[0]).toMatchObject({
      changes: expect.arrayContaining([expect.objectContaining({ after: order.number })])
    })
    expect(await matchWaiting(test.services)).toBe(0)
  })

  it('finds the order that is planned later', async () => {
    const { id } = await card({ plate: 'LU 20002' })
    expect(await matchWaiting(test.services)).toBe(0)
    const order = await anOrderWith('LU 20002')
    expect(await matchWaiting(test.services)).toBe(1)
    expect(await one(id)).toMatchObject({ orderId: order.id })
  })

  it('gives an order one card, and the next one to the next order', async () => {
    const monday = await anOrderWith('LU 20003')
    const first = await card({ plate: 'LU 20003' })
    const second = await card({ plate: 'LU 20003' })
    expect(await matchWaiting(test.services)).toBe(1)
    expect(await one(first.id)).toMatchObject({ orderId: monday.id })
    expect(await one(second.id)).toMatchObject({ orderId: null })
  })

  it('gives the order of a withdrawn card to the next', async () => {
    const order = await anOrderWith('LU 20004')
    await card({ plate: 'LU 20004', state: CardState.withdrawn, order_id: order.id, matched_by: MatchedBy.rule })
    const { id } = await card({ plate: 'LU 20004' })
    expect(await matchWaiting(test.services)).toBe(1)
    expect(await one(id)).toMatchObject({ orderId: order.id })
  })

  it('leaves out cards that are withdrawn, older than a month, or not read yet', async () => {
    await anOrderWith('LU 20005')
    const plate = 'LU 20005'
    await card({ plate, state: CardState.withdrawn })
    await card({ plate, modified_at: new Date(test.clock.now.getTime() - 31 * dayMs) })
    await card({ plate, read_at: null })
    expect(await matchWaiting(test.services)).toBe(0)
  })
})

describe('a card that is matched by hand', () => {
  const match = (id: number, orderId: unknown) => staff.put(`${cards}/${id}/match`, { orderId })

  it('has the order from then on, by the person', async () => {
    const order = await anOrderWith('LU 30001', { status: 3 })
    const { id } = await card()
    expect((await match(id, order.id)).status).toBe(200)
    expect(await one(id)).toMatchObject({ orderId: order.id, matchedBy: MatchedBy.person, companyId: company.id })
    expect((await one(id)).matchedAccount).toBeTruthy()
  })

  it('can be given to another order', async () => {
    const [first, second] = [await anOrderWith('LU 30002'), await anOrderWith('LU 30003')]
    const { id } = await card()
    await match(id, first.id)
    expect((await match(id, second.id)).status).toBe(200)
    expect(await one(id)).toMatchObject({ orderId: second.id })
  })

  it.each([0, 1, 4])('is refused an order of the status %i, at its field', async status => {
    const order = await anOrder(test.services.db, { company, itemId, status })
    const { id } = await card()
    const { status: answered, body } = await match(id, order.id)
    expect(answered).toBe(422)
    expect(body.Errors).toMatchObject([{ PropertyName: 'orderId' }])
    expect(await one(id)).toMatchObject({ orderId: null })
  })

  it('is refused an order that is not there, and none', async () => {
    const { id } = await card()
    expect((await match(id, 2_000_000_000)).status).toBe(422)
    expect((await match(id, null)).status).toBe(400)
    expect((await staff.put(`${cards}/${id}/match`, {})).status).toBe(400)
  })

  it('is refused any order once it is withdrawn', async () => {
    const order = await anOrderWith('LU 30004')
    const { id } = await card({ state: CardState.withdrawn })
    expect((await match(id, order.id)).status).toBe(409)
  })

  it('is taken from it, and the rule does not match the two again', async () => {
    const order = await anOrderWith('LU 30005')
    const { id } = await card({ plate: 'LU 30005' })
    await matchWaiting(test.services)
    expect((await staff.put(`${cards}/${id}/unmatch`)).status).toBe(200)
    expect(await one(id)).toMatchObject({ orderId: null, matchedBy: null, matchedAccount: null })
    expect(await matchWaiting(test.services)).toBe(0)
    expect((await match(id, order.id)).status).toBe(200)
    const history = (await staff.get(`${cards}/${id}/history`)).body.data
    expect(history).toHaveLength(3)
  })

  it('without an order has none to be taken from', async () => {
    const { id } = await card()
    expect((await staff.put(`${cards}/${id}/unmatch`)).status).toBe(409)
  })

  it('is not changed over a change that the caller has not read', async () => {
    const order = await anOrderWith('LU 30006')
    const { id } = await card()
    const { version } = await one(id)
    await match(id, order.id)
    const answer = await staff.put(`${cards}/${id}/match`, { orderId: order.id }, { 'if-match': `"${version}"` })
    expect(answer.status).toBe(409)
  })
})
