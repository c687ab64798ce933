/** What the form of a finish takes from the transfer cards of the order. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CardState, MatchedBy } from '../../modules/waste/cards/schema.ts'
import type { FormMetadata } from '../../src/contract/form.ts'
import { warningsOf } from '../../src/contract/warning.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aCompany, anItem, anOrder } from '../helper/factories.ts'
import { aTransferCard } from '../helper/waste-factories.ts'

let test: TestApp
let staff: Person
let orderId: number
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  staff = await test.signedInAs('ADMIN')
})
afterAll(() => test.close())
beforeEach(async () => {
  const { db } = test.services
  const company = await aCompany(db)
  orderId = (await anOrder(db, { company, itemId: (await anItem(db)).id, status: 2 })).id
})

const card = (more: Readonly<Record<string, unknown>> = {}) =>
  aTransferCard(test.services.db, { order_id: orderId, matched_by: MatchedBy.rule, ...more })
const proposal = async () => (await staff.get(`/api/Admin/Orders/${orderId}/finish-proposal`)).body.data
const nothing = { kpo: null, tonnage: null, leastTonnage: null, mostTonnage: null }

describe('a finish is proposed', () => {
  it('nothing without a card', async () => {
    expect(await proposal()).toMatchObject(nothing)
  })

  it('the number alone while the receiver has confirmed no mass', async () => {
    const { number } = await card({ mass: 2.5, revised_mass: 3 })
    expect(await proposal()).toMatchObject({ kpo: number, tonnage: null, leastTonnage: 2.94, mostTonnage: 3.06 })
  })

  it('the tonnes that the receiver has confirmed', async () => {
    const { number } = await card({ mass: 2.5, received_mass: 2.3456, state: CardState.received })
    expect(await proposal()).toMatchObject({ kpo: number, tonnage: 2.35, leastTonnage: 2.3, mostTonnage: 2.39 })
  })

  it('the sum of several cards, once all of them are received, with all numbers', async () => {
    const first = await card({ number: 'KPO/A', received_mass: 1.2, state: CardState.received })
    const second = await card({ number: 'KPO/B', mass: 2 })
    expect(await proposal()).toMatchObject({ kpo: `${first.number}, ${second.number}`, tonnage: null })
    await test.services.db('waste.cards').where({ id: second.id }).update({ received_mass: 2.1 })
    expect(await proposal()).toMatchObject({ tonnage: 3.3 })
  })

  it('no number that would be longer than an order keeps', async () => {
    await card({ number: 'A'.repeat(60) })
    await card({ number: 'B'.repeat(60) })
    expect(await proposal()).toMatchObject({ kpo: null })
  })

  it.each([CardState.withdrawn, CardState.rejected])('nothing of a card of the state %i', async state => {
    await card({ state, received_mass: 2 })
    expect(await proposal()).toMatchObject(nothing)
  })
})

describe('the form of a finish', () => {
  it('says that the tonnes differ from the card by more than 2 %', async () => {
    const { data } = (await staff.get('/api/ui/forms/orders.finish')).body as { data: FormMetadata }
    const warn = data.fields.find(({ name }) => name === 'tonnage')?.warn ?? []
    const messages = (tonnage: number, limits: object = { leastTonnage: 2.94, mostTonnage: 3.06 }) =>
      warningsOf(warn, tonnage, { tonnage, ...limits }, '2026-11-20').map(({ message }) => message)
    expect(messages(2.94)).toEqual([])
    expect(messages(3.06)).toEqual([])
    expect(messages(2.93)).toEqual(['orders.unlikely.underCard'])
    expect(messages(3.07)).toEqual(['orders.unlikely.overCard'])
    expect(messages(9, { leastTonnage: null, mostTonnage: null })).toEqual([])
  })
})
