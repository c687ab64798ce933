/** Drivers are notified of their orders: from the command to the gateway, through the real queue. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onMessageDelivered } from '../../modules/notifications/public.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aMailbox, type Mailbox } from '../helper/emails.ts'
import { type ACompany, aCompany, anAccount, anItem, anOrder, aVehicle } from '../helper/factories.ts'
import { aGateway, type Gateway } from '../helper/gateway.ts'

let test: TestApp
let gateway: Gateway
let mailbox: Mailbox
let staff: Person
let company: ACompany
let itemId: number
let phones = 600_100_200

beforeAll(async () => {
  gateway = await aGateway()
  mailbox = await aMailbox()
  test = await anApp({
    ROLES: 'web,worker',
    SMS_URL: gateway.url,
    SMS_TOKEN: 'a token of the gateway',
    MAIL_URL: mailbox.url
  })
  const { db } = test.services
  staff = await test.signedInAs('ADMIN')
  company = await aCompany(db, { name: 'Koła i Felgi sp. z o.o.' })
  itemId = (await anItem(db)).id
  await db('catalogue.order_type_items').where({ id: itemId }).update({ name: 'Kontener 7 t' })
  await db('companies.reception_places')
    .where({ id: company.placeId })
    .update({ city: 'Chełm', street: 'Hutnicza 1', postal_code: '22-100', phone: '825601234' })
  await test.begin()
})
afterAll(async () => {
  await test.close()
  await gateway.close()
  await mailbox.close()
})

const notify = (orders: number[], channel = 0) => staff.post('/api/Admin/Orders/notify-driver', { orders, channel })
const aDriver = async (given: Parameters<typeof anAccount>[1] = {}) => {
  const phone = String(++phones)
  const { id, email } = await anAccount(test.services.db, { role: 'DRIVER', password: null, phone, ...given })
  return { id, email, phone, vehicleId: (await aVehicle(test.services.db, { driverId: id })).id }
}
type Driver = Awaited<ReturnType<typeof aDriver>>

/** An order in progress, at its place in the driver's route of the day. */
async function anOrderOf(
  { id: driver_id, vehicleId: vehicle_id }: Driver,
  number: string,
  day: string,
  sequence: number
) {
  const { db } = test.services
  const order = await anOrder(db, { company, itemId, status: 2, number, realizationDate: day })
  await db('orders.orders').where({ id: order.id }).update({ driver_id, vehicle_id })
  const [route] = await db('orders.routes')
    .insert({ vehicle_id, day })
    .onConflict(['vehicle_id', 'day'])
    .merge()
    .returning('id')
  await db('orders.stops').insert({ order_id: order.id, route_id: route.id, sequence })
  return order.id
}

/** Resolves when no message of the receiver is on its way; the hints to browsers say when to look again. */
async function settled(accountId: number): Promise<{ status: number; error: number | null }[]> {
  const { db, hints } = test.services
  for (;;) {
    const hint = new Promise<void>(resolve => {
      const stop = hints.onHint(received => {
        if (received.kind !== 'changed' || received.resourceType !== 'notifications.sent') return
        stop()
        resolve()
      })
    })
    const rows = await db('notifications.messages').where({ account_id: accountId }).orderBy('id')
    if (rows.length > 0 && rows.every(({ status }) => status !== 0)) return rows
    await hint
  }
}

const order = (id: number) => test.services.db('orders.orders').where({ id }).first()
const gotBy = ({ phone }: Driver) => gateway.sent.filter(({ to }) => to === `48${phone}`)

describe('notifying drivers', () => {
  it('gives each driver one SMS with his orders in the order of the route, and the order notes it', async () => {
    const [one, other] = [await aDriver(), await aDriver()]
    const second = await anOrderOf(one, 'Z/2026/900002', '2099-06-01', 2)
    const later = await anOrderOf(one, 'Z/2026/900003', '2099-06-02', 1)
    const first = await anOrderOf(one, 'Z/2026/900001', '2099-06-01', 1)
    const strange = await anOrderOf(other, 'Z/2026/900004', '2099-06-01', 1)
    const { status, body } = await notify([second, later, first, strange])
    expect([status, body.data.map((row: { id: number }) => row.id)]).toEqual([200, [second, later, first, strange]])
    expect(body.data[0]).toMatchObject({ notificationSent: false, version: 2 })
    await settled(one.id)
    await settled(other.id)

    const place = 'Koła i Felgi sp. z o.o., Chełm, Hutnicza 1, 22-100, tel. 825601234, Kontener 7 t: 1'
    expect(gotBy(one).map(({ message }) => message)).toEqual([
      [
        'Opony: 3 zamówienia',
        'pon. 1.06.2099:',
        `1. Z/2026/900001: ${place}`,
        `2. Z/2026/900002: ${place}`,
        'wt. 2.06.2099:',
        `1. Z/2026/900003: ${place}`
      ].join('\n')
    ])
    expect(gotBy(other)).toHaveLength(1)
    for (const id of [first, second, later, strange])
      expect(await order(id)).toMatchObject({ notification_sent: true, version: 2 })
    const history = await staff.get(`/api/Admin/Orders/${first}/history`)
    expect(history.body.data).toMatchObject([{ statusDescription: 'Powiadomiono kierowcę (SMS)' }])
    const { body: sent } = await staff.get(`/api/Notifications/sent?orderId=${strange}`)
    expect(sent).toMatchObject({ data: [{ status: 1, type: 5, channel: 0, to: other.phone }], total: 1 })
  })

  it('by letter, in the language of the driver', async () => {
    const driver = await aDriver({ language: 3 })
    const id = await anOrderOf(driver, 'Z/2026/900010', '2099-06-01', 1)
    expect((await notify([id], 1)).status).toBe(200)
    const { subject, text } = await mailbox.to(driver.email)
    expect(subject).toBe('1 Abholung')
    expect(text.replaceAll('\r', '')).toContain(
      'auf Sie wartet 1 Abholauftrag:\n\n1. Juni 2099:\n1. Z/2026/900010: Koła i Felgi'
    )
    await settled(driver.id)
    expect(await order(id)).toMatchObject({ notification_sent: true })
  })

  it('tries again by itself when the gateway fails, and the driver gets one SMS', async () => {
    const driver = await aDriver()
    const id = await anOrderOf(driver, 'Z/2026/900020', '2099-06-01', 1)
    gateway.next('taken')
    await notify([id])
    expect(await settled(driver.id)).toMatchObject([{ status: 1, attempts: 2 }])
    expect(gotBy(driver)).toHaveLength(1)
  })

  it('that an SMS was taken is no new version: whoever has the order open can still save', async () => {
    const driver = await aDriver()
    const id = await anOrderOf(driver, 'Z/2026/900030', '2099-06-01', 1)
    const { version } = await order(id)
    await notify([id])
    await settled(driver.id)
    const answer = await staff.call('PUT', `/api/Admin/Orders/${id}/set-accepted`, undefined, {
      'if-match': String(version)
    })
    expect(answer.status).toBe(200)
    expect((await order(id)).version).toBeGreaterThan(version)
  })

  it.each([3, 4, 5])('is noted by the message, for an order that has gone on to status %d meanwhile', async status => {
    const driver = await aDriver()
    const id = await anOrderOf(driver, `Z/2026/90003${status}`, '2099-06-01', 1)
    const { db, extensions } = test.services
    await db('orders.orders').where({ id }).update({ status })
    const [listener] = onMessageDelivered.all(extensions).filter(({ resourceType }) => resourceType === 'orders.order')
    await db.transaction(async trx => listener!.run(trx, { subjects: [{ id, snapshot: null }], accountId: driver.id }))
    expect(await order(id)).toMatchObject({ notification_sent: true })
  })

  it('leaves alone an order that has come to another driver meanwhile', async () => {
    const [driver, other] = [await aDriver(), await aDriver()]
    const id = await anOrderOf(driver, 'Z/2026/900040', '2099-06-01', 1)
    const { db, extensions } = test.services
    const [listener] = onMessageDelivered.all(extensions).filter(({ resourceType }) => resourceType === 'orders.order')
    await db.transaction(async trx => listener!.run(trx, { subjects: [{ id, snapshot: null }], accountId: other.id }))
    expect(await order(id)).toMatchObject({ notification_sent: false })
  })

  it.each<[string, (id: number) => Promise<unknown>]>([
    ['another day', id => test.services.db('orders.orders').where({ id }).update({ realization_date: '2099-07-01' })],
    ['another number', id => test.services.db('orders.stops').where({ order_id: id }).update({ sequence: 7 })],
    ['nothing else', async () => undefined]
  ])(
    'of an order that has got %s meanwhile is not noted as notified where that is no longer true',
    async (what, change) => {
      const driver = await aDriver()
      const id = await anOrderOf(driver, `Z/2026/9000 ${what}`, '2099-06-01', 1)
      const { db, extensions } = test.services
      await notify([id])
      await settled(driver.id)
      const { snapshot } = await db('notifications.subjects')
        .where({ resource_type: 'orders.order', subject_id: id })
        .first()
      await db('orders.orders').where({ id }).update({ notification_sent: false })
      await change(id)
      const [listener] = onMessageDelivered
        .all(extensions)
        .filter(({ resourceType }) => resourceType === 'orders.order')
      await db.transaction(async trx => listener!.run(trx, { subjects: [{ id, snapshot }], accountId: driver.id }))
      expect(await order(id)).toMatchObject({ notification_sent: what === 'nothing else' })
    }
  )
})

describe('what would be sent', () => {
  const preview = async (orders: number[], more = '') =>
    (await staff.get(`/api/Admin/Orders/notices?ids=${orders.join()}${more}`)).body

  it('is shown driver by driver, in the words that then go; who was told before is left out', async () => {
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
    expect(gotBy(driver).map(({ message }) => message)).toEqual(again.messages)
  })

  it('is nothing to who has no number, or of an order without a driver', async () => {
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

describe('nobody is notified', () => {
  const count = async () => Number((await test.services.db('notifications.messages').count('* as n'))[0]?.n)

  it('when an order has no driver, and the answer names it', async () => {
    const before = await count()
    const mine = await anOrderOf(await aDriver(), 'Z/2026/900050', '2099-06-01', 1)
    const { id } = await anOrder(test.services.db, { company, itemId, status: 2, number: 'Z/2026/900051' })
    const { status, body } = await notify([mine, id])
    expect([status, body.code, body.detail]).toEqual([
      422,
      'notify.noDriver',
      'Najpierw przypisz kierowcę do zamówień: Z/2026/900051.'
    ])
    expect(await count()).toBe(before)
  })

  it('by SMS when the driver has no phone', async () => {
    const id = await anOrderOf(await aDriver({ phone: null }), 'Z/2026/900060', '2099-06-01', 1)
    const { status, body } = await notify([id])
    expect([status, body.code]).toEqual([422, 'notify.noPhone'])
    expect(body.detail).toContain('Z/2026/900060')
    expect((await notify([id], 1)).status).toBe(200)
  })

  it.each([0, 1, 3, 4, 5])('of an order in status %d', async status => {
    const { id } = await anOrder(test.services.db, { company, itemId, status })
    expect((await notify([id])).body).toMatchObject({
      status: 409,
      detail: 'Kierowcę można powiadomić tylko o zamówieniu w realizacji.'
    })
  })

  it.each([{ channel: 2 }, { channel: null }, { orders: [] }])('by a call with %j', async wrong => {
    const body = { orders: [1], channel: 0, ...wrong }
    expect((await staff.post('/api/Admin/Orders/notify-driver', body)).status).toBe(400)
  })
})

describe('the bell', () => {
  const bell = async () => {
    const { body } = await staff.get('/api/Notifications')
    return new Map<number, number>(
      body.data.map(({ notificationType, count }: { notificationType: number; count: number }) => [
        notificationType,
        count
      ])
    )
  }
  const total = async (query: string) => (await staff.get(`/api/Admin/Orders?${query}`)).body.total

  it('counts new and overdue orders as the lists do that it opens', async () => {
    const { db } = test.services
    const before = await bell()
    await anOrder(db, { company, itemId, status: 0 })
    await anOrder(db, { company, itemId, status: 0 })
    await anOrder(db, { company, itemId, status: 2, realizationDate: '2020-01-01' })
    await anOrder(db, { company, itemId, status: 2, realizationDate: '2099-01-01' })
    const after = await bell()
    expect([after.get(0), after.get(1)]).toEqual([(before.get(0) ?? 0) + 2, (before.get(1) ?? 0) + 1])
    expect([after.get(0), after.get(1)]).toEqual([
      await total('OrderStatus=0'),
      await total('OrderStatus=2&Overdue=true')
    ])
  })
})
