/** The schedule against the demo's register: from the card there to the order here. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CardState, MatchedBy } from '../../modules/waste/cards/schema.ts'
import { dayOf } from '../../src/contract/days.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aCompany, anItem, anOrder, aVehicle } from '../helper/factories.ts'
import {
  aCard,
  aRegister,
  aWorld,
  client,
  ourPlace,
  settingsFor,
  type TestRegister,
  theirPlace,
  theNow
} from './fixtures/state-register.ts'

let test: TestApp
let staff: Person
let register: TestRegister

beforeAll(async () => {
  const others = {
    ...{ carrierCompanyId: client.companyId, receiverCompanyId: client.companyId },
    receiverEupId: theirPlace
  }
  const world = aWorld(
    aCard('1'),
    aCard('2', { state: 'RECEIVE_CONFIRMATION', correctedWasteMass: 2.6 }),
    aCard('3', others)
  )
  register = await aRegister({ world })
  const { bdoUrl, bdoClientId, bdoClientSecret, bdoVersion } = settingsFor(register.url)
  test = await anApp({
    ROLES: 'web',
    ...{ BDO_URL: bdoUrl, BDO_CLIENT_ID: bdoClientId, BDO_CLIENT_SECRET: bdoClientSecret, BDO_VERSION: bdoVersion }
  })
  test.clock.now = theNow
  staff = await test.signedInAs('ADMIN')
})
afterAll(async () => {
  await test.close()
  await register.kill()
})

const listed = async () => (await staff.get('/api/Admin/TransferCards?OrderBy=number')).body.data
const lists = async () => (await staff.get('/api/Admin/TransferCardPolls')).body.data

/** An order of the register's client, planned for the day of its cards. */
async function anOrderOfClient() {
  const { db } = test.services
  const company = await aCompany(db)
  await db('companies.companies').where({ id: company.id }).update({ tax_number: client.nip })
  const vehicle = await aVehicle(db, { plate: 'LCH 12345' })
  const item = await anItem(db)
  const order = await anOrder(db, { company, itemId: item.id, status: 2, realizationDate: dayOf(theNow) })
  await db('orders.orders').where({ id: order.id }).update({ vehicle_id: vehicle.id, driver_id: vehicle.driver_id })
  return order
}

describe('the schedule', () => {
  it('reads the cards in which we are carrier or receiver, and matches them', async () => {
    const order = await anOrderOfClient()
    await test.runSchedule('waste.poll')
    const cards = await listed()
    expect(cards).toMatchObject([
      { number: 'KPO/2026/1', state: CardState.confirmationGenerated, isReceiver: true, isCarrier: true },
      { number: 'KPO/2026/2', state: CardState.received, receivedMass: 2.6, differs: true }
    ])
    expect(cards.filter(({ orderId }: { orderId: number | null }) => orderId === order.id)).toMatchObject([
      { matchedBy: MatchedBy.rule }
    ])
    const { data } = (await staff.get(`/api/Admin/TransferCards/${cards[0].id}`)).body
    expect(data).toMatchObject({
      senderTaxNumber: client.nip,
      wasteCode: '16 01 03',
      receiverNumber: '000111222/1',
      mass: 2.5
    })
    expect((await lists()).map(({ problem }: { problem: string | null }) => problem)).toEqual(Array(5).fill(null))
  })

  it('says that the register is away, and reads what has changed once it is back', async () => {
    await register.kill()
    test.clock.now = new Date(theNow.getTime() + 5 * 60_000)
    await test.runSchedule('waste.poll')
    expect((await lists()).map(({ problem }: { problem: string | null }) => problem !== null)).toEqual(
      Array(5).fill(true)
    )
    await register.restart()
    const [card] = register.world.cards
    Object.assign(card as object, {
      ...{ state: 'REJECTED', remarks: 'to nie są opony', cardRejectionTime: '2026-11-20T12:04:00.000Z' },
      kpoLastModifiedAt: '2026-11-20T12:04:00.000Z'
    })
    test.clock.now = new Date(theNow.getTime() + 10 * 60_000)
    await test.runSchedule('waste.poll')
    const [first] = await listed()
    expect(first).toMatchObject({ number: 'KPO/2026/1', state: CardState.rejected })
    const { data } = (await staff.get(`/api/Admin/TransferCards/${first.id}`)).body
    expect(data).toMatchObject({ remarks: 'to nie są opony', rejectedAt: '2026-11-20T12:04:00.000Z' })
    expect(await test.services.db('waste.cards').distinct('receiver_eup').pluck('receiver_eup')).toEqual([ourPlace])
  })
})
