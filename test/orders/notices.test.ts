/** What a message to a driver would say before it is sent, and what drivers know of a route that changes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anOrder } from '../helper/factories.ts'
import { aNotifying, asRecorded, type Driver, type Notifying } from './fixtures/notifying.ts'

let all: Notifying
let { test, staff, company, itemId, notify, aDriver, anOrderOf, settled, gotBy } = {} as Notifying

beforeAll(async () => {
  all = await aNotifying()
  ;({ test, staff, company, itemId, notify, aDriver, anOrderOf, settled, gotBy } = all)
})
afterAll(() => all.close())

describe('what would be sent', () => {
  const preview = async (orders: number[], more = '') =>
    (await staff.get(`/api/Admin/Orders/notices?ids=${orders.join()}${more}`)).body

  it('is shown by driver, in the words that are sent; drivers who were notified before are left out', async () => {
    const driver = await aDriver()
    const first = await anOrderOf(driver, 'Z/2026/900070', '2099-06-01', 1)
    const second = await anOrderOf(driver, 'Z/2026/900071', '2099-06-01', 2)
    await test.services.db('orders.orders').where({ id: first }).update({ notification_sent: true })
    const { data, total } = await preview([first, second])
    expect([total, data]).toMatchObject([
      1,
      [{ driverId: driver.id, address: driver.phone, orders: [first, second], notified: 1, sent: [second] }]
    ])
    expect(data[0].messages).toHaveLength(1)
    expect(data[0].messages[0]).not.toContain('900070')
    const again = (await preview([first, second], '&again=true')).data[0]
    expect(again.sent).toEqual([first, second])
    await notify(again.sent)
    await settled(driver.id)
    expect(gotBy(driver).map(({ message }) => asRecorded(message))).toEqual(again.messages)
  })

  it('leaves out drivers without a phone, and orders without a driver', async () => {
    const driver = await aDriver({ phone: null })
    const silent = await anOrderOf(driver, 'Z/2026/900080', '2099-06-01', 1)
    const { id } = await anOrder(test.services.db, { company, itemId, status: 2 })
    const { data } = await preview([silent, id])
    expect(data).toMatchObject([
      { driverId: driver.id, address: null, sent: [], messages: [] },
      { driverId: null, driver: null, address: null, sent: [], messages: [] }
    ])
    expect((await preview([silent], '&channel=1')).data).toMatchObject([{ address: driver.email, sent: [silent] }])
  })

  it.each(['ids=', 'ids=x', `ids=${Array.from({ length: 501 }, (_, at) => at + 1).join()}`, 'ids=1&channel=9'])(
    'is refused for %.20s',
    async query => {
      expect((await staff.get(`/api/Admin/Orders/notices?${query}`)).status).toBe(400)
    }
  )
})

describe('what a driver knows of a route', () => {
  const day = '2099-06-01'
  const routeOf = async ({ vehicleId }: Driver) =>
    (await staff.get(`/api/Admin/Vehicles/${vehicleId}/route?day=${day}`)).body.route
  const preview = async (orders: readonly number[]) =>
    (await staff.get(`/api/Admin/Orders/notices?ids=${orders.join()}`)).body.data[0]
  /** Three stops, of which the driver has a message. */
  const told = async (mark: number) => {
    const driver = await aDriver()
    const ids: number[] = []
    for (const at of [1, 2, 3]) ids.push(await anOrderOf(driver, `Z/2026/${mark}${at}`, day, at))
    await notify(ids)
    await settled(driver.id)
    return { driver, ids: ids as [number, number, number] }
  }
  const notNotified = async (): Promise<number[]> =>
    (await staff.get('/api/Admin/Orders?OrderStatus=2&NotificationSent=false&limit=1000')).body.data.map(
      ({ id }: { id: number }) => id
    )
  const cancel = (id: number) => staff.put(`/api/Admin/Orders/${id}/cancel`, { reasonForCancel: 'Brak dojazdu' })

  it('is the plan until a stop leaves: then the whole route is sent again, with the stop that left', async () => {
    const { driver, ids } = await told(91000)
    const [first, second, third] = ids
    expect(await routeOf(driver)).toMatchObject({ changed: false, notified: 3 })
    expect((await preview(ids)).sent).toEqual([])

    expect(await notNotified()).not.toContain(first)
    expect((await cancel(second)).status).toBe(200)
    // one rule: the heading, the filter and what the button sends
    expect(await routeOf(driver)).toMatchObject({ changed: true, orders: 2, notified: 0 })
    expect(await notNotified()).toEqual(expect.arrayContaining([first, third]))
    expect((await staff.get(`/api/Admin/Orders/days?ids=${day}`)).body.data).toMatchObject([{ changed: true }])
    const { sent, messages } = await preview([first, third])
    expect(sent).toEqual([first, third])
    expect(messages).toEqual([
      expect.stringMatching(/910001.*910003.*Wypada z trasy pon\. 1\.06\.2099, [^:]+: Z\/2026\/910002 \(Kola/s)
    ])

    await notify(sent)
    await settled(driver.id)
    expect(asRecorded(gotBy(driver).at(-1)?.message)).toBe(messages[0])
    expect(await routeOf(driver)).toMatchObject({ changed: false, notified: 2 })
    expect((await preview([first, third])).sent).toEqual([])
    expect(await notNotified()).not.toEqual(expect.arrayContaining([first]))
  })

  it('is the plan again once the removal of the stop is undone', async () => {
    const { driver, ids } = await told(92000)
    await cancel(ids[1])
    expect(await routeOf(driver)).toMatchObject({ changed: true })
    expect((await staff.put(`/api/Admin/Orders/${ids[1]}/undo`)).status).toBe(200)
    expect(await routeOf(driver)).toMatchObject({ changed: false, notified: 3 })
  })

  it('excludes a stop that the driver was told is off, also once its removal is undone', async () => {
    const { driver, ids } = await told(92100)
    const [first, second, third] = ids
    await cancel(second)
    await notify([first, third])
    await settled(driver.id)
    expect((await staff.put(`/api/Admin/Orders/${second}/undo`)).status).toBe(200)
    expect(await test.services.db('orders.orders').where({ id: second }).first()).toMatchObject({
      status: 2,
      notification_sent: false
    })
  })

  it('differs from the plan where an earlier stop moves to another vehicle; that vehicle’s driver is not told of it', async () => {
    const [{ driver, ids }, other] = [await told(93000), await told(94000)]
    const move = { orderIds: [ids[0]], vehicleId: other.driver.vehicleId }
    expect((await staff.put('/api/Admin/Orders/change-plan', move)).status).toBe(200)
    expect(await routeOf(driver)).toMatchObject({ changed: true, orders: 2 })
    expect((await preview(ids.slice(1))).messages[0]).toMatch(
      /Wypada z trasy pon\. 1\.06\.2099, [^:]+: Z\/2026\/930001/
    )
    const { messages } = await preview([ids[0], ...other.ids])
    expect(messages.join()).not.toContain('Wypada z trasy')
  })

  it('does not include a vehicle that the driver got later, by one rule in heading, column, filter, preview and message', async () => {
    const { driver, ids } = await told(97000)
    const next = await aDriver()
    const { db } = test.services
    await db('fleet.vehicles').where({ id: driver.vehicleId }).update({ driver_id: next.id })
    const shown = async () => {
      const { body } = await staff.get(`/api/Admin/Orders?OrderStatus=2&RouteId=${(await routeOf(driver)).id}`)
      return body.data.filter(({ notified }: { notified: boolean }) => notified)
    }
    const paper = async () => {
      const { body } = await staff.get(`/api/Admin/Orders/print?ids=${ids[0]}`)
      return body.data[0].details.driver
    }
    expect(await routeOf(driver)).toMatchObject({ notified: 0, orders: 3, otherDriver: true, changed: false })
    expect(await shown()).toEqual([])
    expect(await notNotified()).toEqual(expect.arrayContaining(ids))
    const { sent, messages, reassigned, ...notice } = await preview(ids)
    expect({ sent, reassigned, ...notice }).toMatchObject({
      driverId: next.id,
      address: next.phone,
      notified: 0,
      sent: ids,
      reassigned: 3
    })
    expect(await paper()).toBe((await routeOf(driver)).driver)

    expect((await notify(sent)).status).toBe(200)
    await settled(next.id)
    expect(gotBy(next).map(({ message }) => asRecorded(message))).toEqual(messages)
    expect(await routeOf(driver)).toMatchObject({ notified: 3, orders: 3, otherDriver: false, changed: false })
    expect(await shown()).toHaveLength(3)
    expect(await preview(ids)).toMatchObject({ driverId: next.id, notified: 3, sent: [], reassigned: 0 })
    // who was notified before would drive there for nothing
    const { body } = await staff.get('/api/Admin/Orders/called-off?CalledOff=true&limit=100')
    const [row] = body.data.filter(({ day: of, orders }: { day: string; orders: number }) => of === day && orders === 3)
    expect((await staff.get(`/api/Admin/Orders/called-off/${row.id}/notice`)).body.data).toMatchObject([
      { driverId: driver.id, sent: ids }
    ])
  })

  it('is the plan again where the vehicle gets its first driver back before a message was sent', async () => {
    const { driver, ids } = await told(98000)
    const next = await aDriver()
    const drivenBy = (id: number) =>
      test.services.db('fleet.vehicles').where({ id: driver.vehicleId }).update({ driver_id: id })
    await drivenBy(next.id)
    expect((await preview(ids)).sent).toEqual(ids)
    await drivenBy(driver.id)
    expect(await preview(ids)).toMatchObject({ driverId: driver.id, notified: 3, sent: [] })
    expect(await routeOf(driver)).toMatchObject({ notified: 3, otherDriver: false })
  })

  it('includes stops that were taken away and given back: the message lists them, and none as off', async () => {
    const { driver, ids } = await told(99000)
    const next = await aDriver()
    const drivenBy = (id: number) =>
      test.services.db('fleet.vehicles').where({ id: driver.vehicleId }).update({ driver_id: id })
    await drivenBy(next.id)
    await notify(ids)
    await settled(next.id)
    await drivenBy(driver.id)
    const { sent, messages } = await preview(ids)
    expect(sent).toEqual(ids)
    expect(messages.join()).not.toContain('Wypada z trasy')
    await notify(ids)
    await settled(driver.id)
    expect(asRecorded(gotBy(driver).at(-1)?.message)).toBe(messages[0])
    const withdrawn = await test.services.db('orders.withdrawn_stops').whereIn('order_id', ids)
    expect(withdrawn.map(({ driver_id }) => driver_id)).toEqual([next.id, next.id, next.id])
  })

  it('does not include a stop that left before any message was sent', async () => {
    const driver = await aDriver()
    const ids = [await anOrderOf(driver, 'Z/2026/950001', day, 1), await anOrderOf(driver, 'Z/2026/950002', day, 2)]
    await cancel(ids[0]!)
    expect(await routeOf(driver)).toMatchObject({ changed: false, notified: 0 })
    expect((await preview([ids[1]!])).messages[0]).not.toContain('Już nie')
  })
})
