/** A route that a driver was notified of, and that has no order left for him: it stays in the planner's day until the driver knows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aNotifying, type Driver, type Notifying } from './fixtures/notifying.ts'

let all: Notifying
let { test, staff, notify, aDriver, anOrderOf, settled, gotBy } = {} as Notifying

beforeAll(async () => {
  all = await aNotifying()
  ;({ test, staff, notify, aDriver, anOrderOf, settled, gotBy } = all)
})
afterAll(() => all.close())

const day = '2099-06-01'
const path = '/api/Admin/Orders/called-off'
const calledOff = async ({ id }: Driver) => {
  const { body } = await staff.get(`${path}?CalledOff=true&limit=100`)
  const [{ first_name, last_name }] = await test.services.db('users.accounts').where({ id })
  return body.data.filter(({ driver }: { driver: string }) => driver === `${first_name} ${last_name}`)
}
const restore = (id: number, who = staff) => who.put(`/api/Admin/Orders/${id}/set-accepted`)
const cancel = (id: number) => staff.put(`/api/Admin/Orders/${id}/cancel`, { reasonForCancel: 'Brak dojazdu' })
const notifyDriver = (id: number, who = staff, channel = 0) => who.post(`${path}/${id}/notify-driver`, { channel })
const settle = (id: number, who = staff) => who.put(`${path}/${id}/settle`)
const events = async (id: number) =>
  (await staff.get(`/api/Admin/Orders/${id}/history`)).body.data.map(
    ({ statusDescription }: { statusDescription: string }) => statusDescription
  )

/** Two stops, of which the driver has a message. */
async function told(mark: number) {
  const driver = await aDriver()
  const ids = [
    await anOrderOf(driver, `Z/2026/${mark}1`, day, 1),
    await anOrderOf(driver, `Z/2026/${mark}2`, day, 2)
  ] as const
  await notify(ids)
  await settled(driver.id)
  return { driver, ids }
}
/** The same, and both stops are gone: the called-off route. */
async function emptied(mark: number) {
  const { driver, ids } = await told(mark)
  await cancel(ids[0])
  await restore(ids[1])
  const [row] = await calledOff(driver)
  return { driver, ids, row }
}

describe('a called-off route', () => {
  it('has no order left for a driver who was notified of it', async () => {
    const { driver, ids } = await told(96000)
    expect(await calledOff(driver)).toEqual([])
    await cancel(ids[0])
    expect(await calledOff(driver)).toEqual([])
    await restore(ids[1])
    expect(await calledOff(driver)).toMatchObject([{ day, orders: 2, calledOff: true }])
  })

  it('is sent to the driver once, in the words of the preview, and then leaves the list', async () => {
    const { driver, ids, row } = await emptied(96100)
    const { body } = await staff.get(`${path}/${row.id}/notice?channel=0`)
    expect(body.data).toMatchObject([{ driverId: driver.id, address: driver.phone, sent: ids }])
    expect(body.data[0].messages).toEqual([
      `Opony: odwolane odbiory pon. 1.06.2099, ${row.registerNumber}\nZ/2026/961001 (Kola i Felgi sp. z o.o.)\nZ/2026/961002 (Kola i Felgi sp. z o.o.)`
    ])
    expect((await notifyDriver(row.id)).body.data).toMatchObject({ calledOff: false, orders: 0 })
    await settled(driver.id)
    expect(
      gotBy(driver)
        .map(({ message }) => message)
        .slice(1)
    ).toEqual(body.data[0].messages)
    expect(await calledOff(driver)).toEqual([])
    expect(await events(ids[0])).toEqual(expect.arrayContaining(['Powiadomiono kierowcę o odwołaniu (SMS)']))
    expect(await test.services.db('orders.withdrawn_stops').whereIn('order_id', [...ids])).toEqual([])
  })

  it('is handled by one of two planners, also where one of them dismisses it', async () => {
    const colleague = await test.signedInAs('ADMIN')
    const [one, other] = [await emptied(96200), await emptied(96300)]
    const both = await Promise.all([notifyDriver(one.row.id), notifyDriver(one.row.id, colleague)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    await settled(one.driver.id)
    expect(gotBy(one.driver)).toHaveLength(2)
    const mixed = await Promise.all([notifyDriver(other.row.id), settle(other.row.id, colleague)])
    expect(mixed.map(({ status }) => status).sort()).toEqual([200, 409])
    await settled(other.driver.id)
    expect(gotBy(other.driver)).toHaveLength(mixed[0]?.status === 200 ? 2 : 1)
  })

  it('can be dismissed: it leaves the list, the driver gets no message, and history says so', async () => {
    const { driver, ids, row } = await emptied(96400)
    expect((await settle(row.id)).status).toBe(200)
    expect(await calledOff(driver)).toEqual([])
    expect(gotBy(driver)).toHaveLength(1)
    expect((await events(ids[1]))[0]).toBe('Uznano, że kierowcy nie trzeba powiadamiać o odwołaniu')
    expect((await settle(row.id)).body).toMatchObject({
      status: 409,
      detail: 'Nie ma o czym powiadamiać: kierowca już wie albo znów ma tam zamówienia.'
    })
  })

  it('leaves the list once an order is in it again; an order that joins during the message waits', async () => {
    const { driver, ids, row } = await emptied(96500)
    const undo = () => staff.put(`/api/Admin/Orders/${ids[1]}/undo`)
    expect((await undo()).status).toBe(200)
    expect(await calledOff(driver)).toEqual([])
    expect((await notifyDriver(row.id)).status).toBe(409)

    await restore(ids[1])
    const [{ status }, back] = await Promise.all([notifyDriver(row.id), undo()])
    expect(back.status).toBe(200)
    if (status === 200) await settled(driver.id)
    const order = await test.services.db('orders.orders').where({ id: ids[1] }).first()
    // either the driver was told that it is off, and does not know it, or it was back before
    expect(order).toMatchObject({ status: 2, notification_sent: status === 409 })
    expect([200, 409]).toContain(status)
  })

  it('is sent to the driver who was notified, not to the vehicle’s present driver', async () => {
    const { driver, ids } = await told(96600)
    const next = await aDriver()
    await test.services.db('fleet.vehicles').where({ id: driver.vehicleId }).update({ driver_id: next.id })
    const plan = { orderIds: ids, vehicleId: driver.vehicleId }
    expect((await staff.put('/api/Admin/Orders/change-plan', plan)).status).toBe(200)
    const [row] = await calledOff(driver)
    expect(row).toMatchObject({ orders: 2 })
    expect(await calledOff(next)).toEqual([])
    await notifyDriver(row.id)
    await settled(driver.id)
    expect(gotBy(driver).at(-1)?.message).toContain('odwolane odbiory')
    expect(gotBy(next)).toEqual([])
  })

  it('is never of a past day, and cannot be sent without the driver’s address or phone', async () => {
    const { driver, row } = await emptied(96700)
    await test.services.db('users.accounts').where({ id: driver.id }).update({ phone: null })
    expect((await notifyDriver(row.id)).body).toMatchObject({ status: 422, code: 'notify.noPhone' })
    expect((await staff.get(`${path}/${row.id}/notice`)).body.data).toMatchObject([{ address: null, messages: [] }])
    const { db } = test.services
    await db('orders.routes').where({ vehicle_id: driver.vehicleId, day }).update({ day: '2020-06-01' })
    expect(await calledOff(driver)).toEqual([])
  })
})
