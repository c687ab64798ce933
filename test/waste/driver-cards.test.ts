/** Transfer cards at the stops of a driver's day: their confirmations go onto the phone of who drives there, and of nobody else. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DayStop, StopCard } from '../../modules/driver/contract.ts'
import { CardState } from '../../modules/waste/cards/schema.ts'
import { aDriving, type Driving, day, type Phone } from '../driver/fixtures/driving.ts'
import { anApp } from '../helper/app.ts'
import { aTransferCard } from '../helper/waste-factories.ts'
import { type Acting, anActing } from './fixtures/acts.ts'

let acting: Acting
let driving: Driving
let phone: Phone
let orderId: number

beforeAll(async () => {
  acting = await anActing('web')
  driving = await aDriving(acting.test)
  phone = await driving.phone()
  orderId = await driving.planned()
})
afterAll(() => acting.close())

const cardsOf = async (from: Phone, id: number): Promise<readonly StopCard[]> => {
  const { body } = await from.day()
  const stops: DayStop[] = body.data.routes.flatMap((route: { stops: DayStop[] }) => route.stops)
  return stops.find(stop => stop.orderId === id)?.cards ?? []
}
const pdf = (from: Phone, address: string) => from.call('GET', address)

it('each card of a stop is in the day, with the address of its confirmation once there is one', async () => {
  const id = await acting.card('driver-1', {}, { matched_by: 0, order_id: orderId })
  await acting.card('driver-2', {}, { matched_by: 0, order_id: orderId, state: CardState.approved })
  await acting.card('driver-3', {}, { matched_by: 0, order_id: orderId, state: CardState.withdrawn })
  const [first, second, ...others] = await cardsOf(phone, orderId)
  expect(others).toEqual([])
  expect(second).toMatchObject({ number: 'KPO/driver-2', state: CardState.approved, pdf: null })
  expect(first).toMatchObject({ id, number: 'KPO/driver-1', state: CardState.confirmationGenerated })
  const { status, headers, body } = await pdf(phone, first?.pdf ?? '')
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    ...[200, 'application/pdf', 'private, no-store']
  ])
  expect(body).toMatch(/^%PDF-1\.4/)
  // another address once the card has changed: what a phone has kept is the old one
  await acting.test.services
    .db('waste.cards')
    .where({ id })
    .update({ modified_at: new Date(86_400_000) })
  expect((await cardsOf(phone, orderId))[0]?.pdf).toBe(`/api/Driver/cards/${id}/confirmation?state=86400000`)
})

it('another driver does not find the card, nor does this one after the order went to somebody else', async () => {
  const id = await acting.card('driver-4', {}, { matched_by: 0, order_id: orderId })
  const address = `/api/Driver/cards/${id}/confirmation`
  const other = await driving.phone(driving.otherVehicle.driver_id)
  expect((await pdf(other, address)).status).toBe(404)
  expect((await pdf(phone, address)).status).toBe(200)
  const loose = await acting.card('driver-5')
  expect((await pdf(phone, `/api/Driver/cards/${loose}/confirmation`)).status).toBe(404)
  const plan = { orderIds: [orderId], vehicleId: driving.otherVehicle.id, orderRealizationDate: day }
  expect((await driving.staff.put('/api/Admin/Orders/change-plan', plan)).status).toBe(200)
  expect([(await pdf(phone, address)).status, (await pdf(other, address)).status]).toEqual([404, 200])
})

it('where the register is off no stop has a card', async () => {
  const without = await anApp({ ROLES: 'web', BDO_URL: 'none' })
  await without.begin()
  const there = await aDriving(without)
  const order = await there.planned()
  await aTransferCard(without.services.db, { matched_by: 0, order_id: order })
  const cards = await cardsOf(await there.phone(), order)
  await without.close()
  expect(cards).toEqual([])
})
