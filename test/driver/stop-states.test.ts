/** Lists of orders show what became of a stop, as its driver reports it: the same as on the phone, at every moment. */
import { beforeAll, expect, it } from 'vitest'
import { StopState } from '../../modules/orders/schema.ts'
import { aSharedApp, type SharedApp } from '../helper/app.ts'
import { aDriving, anEvent, type Driving, type Phone } from './fixtures/driving.ts'

let test: SharedApp
let driving: Driving
let phone: Phone

beforeAll(async () => {
  test = await aSharedApp()
  driving = await aDriving(test)
  phone = await driving.phone()
})

const inList = async (orderId: number): Promise<number | null> => {
  const { body } = await driving.staff.get(`/api/Admin/Orders?OrderId=${orderId}`)
  return body.data[0].stopState
}
const { arrived, done, closed, noCard } = StopState

it('shows arrived, done and not done with its reason, and what was taken back no more', async () => {
  const order = await driving.planned()
  expect(await inList(order)).toBeNull()
  const there = anEvent(test, order, 'arrived', {})
  await phone.tell(there)
  expect(await inList(order)).toBe(arrived)
  const shut = anEvent(test, order, 'failed', { reason: 'closed' })
  await phone.tell(shut)
  expect(await inList(order)).toBe(closed)
  await phone.tell(anEvent(test, order, 'undone', { eventId: shut.id }))
  expect(await inList(order)).toBe(arrived)
  await phone.tell(anEvent(test, order, 'loaded', { quantity: 2 }))
  expect(await inList(order)).toBe(done)
  await phone.tell(anEvent(test, order, 'photo', { photoId: shut.id, kind: 'after' }))
  expect(await inList(order)).toBe(done)
})

it('has nothing once the only tap was taken back', async () => {
  const order = await driving.planned()
  const there = anEvent(test, order, 'arrived', {})
  await phone.tell(there, anEvent(test, order, 'undone', { eventId: there.id }))
  expect(await inList(order)).toBeNull()
})

it('is right after two phones have reported of one order at once', async () => {
  const second = await driving.phone()
  const orders = [await driving.planned(), await driving.planned(), await driving.planned()]
  const at = (minutes: number) => ({ at: new Date(test.clock.now.getTime() - minutes * 60_000).toISOString() })
  await Promise.all([
    phone.tell(...orders.map(order => anEvent(test, order, 'loaded', { quantity: 1 }, at(1)))),
    second.tell(...orders.map(order => anEvent(test, order, 'failed', { reason: 'noCard' }, at(2)))),
    second.tell(...orders.toReversed().map(order => anEvent(test, order, 'arrived', {}, at(3))))
  ])
  for (const order of orders) expect(await inList(order)).toBe(done)
  await second.tell(anEvent(test, orders[0] ?? 0, 'failed', { reason: 'noCard' }))
  expect(await inList(orders[0] ?? 0)).toBe(noCard)
})

it('waits for the office where the plan had changed, and counts once it is accepted', async () => {
  const order = await driving.planned()
  await phone.day()
  await driving.staff.put(`/api/Admin/Orders/${order}/set-accepted`)
  expect(await phone.tell(anEvent(test, order, 'loaded', { quantity: 1 }))).toMatchObject([{ result: 'conflict' }])
  expect(await inList(order)).toBeNull()
  const { body } = await driving.staff.get(`/api/Admin/Orders/${order}/driver-events`)
  expect((await driving.staff.put(`/api/Admin/DriverEvents/${body.data[0].id}/accept`)).status).toBe(200)
  expect(await inList(order)).toBe(done)
})

it('is not sent to clients', async () => {
  const order = await driving.planned()
  await phone.tell(anEvent(test, order, 'arrived', {}))
  const client = await test.signedInAs('CLIENT_ADMIN', { companyId: driving.company.id })
  const { body } = await client.get(`/api/Admin/Orders?OrderId=${order}`)
  expect(body.data).toMatchObject([{ id: order }])
  expect(body.data[0]).not.toHaveProperty('stopState')
})
