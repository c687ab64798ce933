/** What the order lists are narrowed by: each filter finds its orders and no others, and words mean the day that it is. */
import { beforeAll, expect, it } from 'vitest'
import { anOrderFixture, type OrderFixture } from './fixtures/order.ts'

let fixture: OrderFixture
const ids: Record<string, number> = {}
const url = '/api/Admin/Orders?OrderStatus=2&limit=1000'

beforeAll(async () => {
  fixture = await anOrderFixture()
  const { db } = fixture.test.services
  // the database's own clock, which the words are read by
  for (const [name, days] of [
    ['today', 0],
    ['tomorrow', 1],
    ['late', -3]
  ] as const) {
    ids[name] = await fixture.order(2)
    await db('orders.orders')
      .where({ id: ids[name] })
      .update({
        realization_date: db.raw("(now() at time zone 'Europe/Warsaw')::date + ?::int", [days]),
        notification_sent: name === 'late'
      })
  }
})

const found = async (query: string): Promise<number[]> => {
  const { status, body } = await fixture.staff.get(`${url}&${query}`)
  expect([query, status, body.total]).toEqual([query, 200, body.data.length])
  const own = new Set(Object.values(ids))
  return body.data
    .map(({ id }: { id: number }) => id)
    .filter((id: number) => own.has(id))
    .sort()
}

it('the day of collection: today, tomorrow, or a date', async () => {
  expect(await found('RealizationDate=today')).toEqual([ids.today])
  expect(await found('RealizationDate=tomorrow')).toEqual([ids.tomorrow])
  const { body } = await fixture.staff.get(`/api/Admin/Orders/${ids.late}/details`)
  expect(await found(`RealizationDate=${body.data.realizationDate}`)).toEqual([ids.late])
  for (const wrong of ['yesterday', '2026-02-30', "1' or true"])
    expect((await fixture.staff.get(`${url}&RealizationDate=${encodeURIComponent(wrong)}`)).status).toBe(400)
})

it('the place where it is collected', async () => {
  const { body } = await fixture.staff.get(`/api/Admin/Orders/${ids.today}/details`)
  const { receptionPlaceId } = body.data
  const own = await found(`ReceptionPlaceId=${receptionPlaceId}`)
  expect(own).toContain(ids.today)
  expect(await found('ReceptionPlaceId=2000000000')).toEqual([])
})

it('who was notified, the vehicle, its driver, and the type', async () => {
  expect(await found('NotificationSent=true')).toEqual([ids.late])
  expect(await found('NotificationSent=false')).toEqual([ids.today, ids.tomorrow].sort())
  const { body } = await fixture.staff.get(`/api/Admin/Orders/${ids.today}/details`)
  const { vehicleId, driverId, orderTypeId } = body.data
  const all = [ids.today, ids.tomorrow, ids.late].sort()
  for (const [key, own] of [
    ['VehicleId', vehicleId],
    ['DriverId', driverId],
    ['OrderType', orderTypeId]
  ] as const) {
    if (own !== null) expect([key, await found(`${key}=${own}`)]).toEqual([key, all])
    const other = key === 'OrderType' ? (own % 3) + 1 : 2_000_000_000
    expect([key, await found(`${key}=${other}`)]).toEqual([key, []])
  }
})
