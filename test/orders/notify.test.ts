/** Drivers are notified of their orders: from the command to the gateway, through the real queue. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onMessageDelivered } from '../../modules/notifications/public.ts'
import { anOrder } from '../helper/factories.ts'
import { aNotifying, type Notifying } from './fixtures/notifying.ts'

let all: Notifying
let { test, gateway, mailbox, staff, company, itemId, notify, aDriver, anOrderOf, settled, order, gotBy } =
  {} as Notifying

beforeAll(async () => {
  all = await aNotifying()
  ;({ test, gateway, mailbox, staff, company, itemId, notify, aDriver, anOrderOf, settled, order, gotBy } = all)
})
afterAll(() => all.close())

describe('notifying drivers', () => {
  it('gives each driver one SMS with his orders in the order of the route, and the order notes it', async () => {
    const [one, other] = [await aDriver(), await aDriver()]
    const second = await anOrderOf(one, 'Z/2026/900002', '2099-06-01', 2)
    const later = await anOrderOf(one, 'Z/2026/900003', '2099-06-02', 1)
    const first = await anOrderOf(one, 'Z/2026/900001', '2099-06-01', 1)
    const strange = await anOrderOf(other, 'Z/2026/900004', '2099-06-01', 1)
    const paid = {
      payment_type: 0,
      gross_value: 486,
      net_price: 450,
      vat_rate: 8,
      additional_info: 'Brama zamknięta po 15:00'
    }
    await test.services.db('orders.orders').where({ id: first }).update(paid)
    const { version } = await order(first)
    const { status, body } = await notify([second, later, first, strange])
    expect([status, body.data.map((row: { id: number }) => row.id)]).toEqual([200, [second, later, first, strange]])
    expect(body.data[0]).toMatchObject({ notificationSent: false, version: 2 })
    // by which the browser counts the drivers
    expect(body.data.map((row: { driverId: number }) => row.driverId)).toEqual([one.id, one.id, one.id, other.id])
    await settled(one.id)
    await settled(other.id)

    const place = 'Chelm, Hutnicza 1, 22-100: Kola i Felgi sp. z o.o., tel. 825601234, Kontener 7 t: 1'
    expect(gotBy(one).map(({ message }) => message.replace(/#[0-9A-Za-z]{49}$/, '#code'))).toEqual([
      [
        'Opony: 3 zamowienia',
        `pon. 1.06.2099, ${one.plate}:`,
        `1. ${place} (Z/2026/900001), GOTOWKA 486,00 zl, "Brama zamknieta po 15:00"`,
        `2. ${place} (Z/2026/900002)`,
        `wt. 2.06.2099, ${one.plate}:`,
        `1. ${place} (Z/2026/900003)`,
        `Trasa w telefonie: ${new URL(test.services.settings.portalUrl).origin}/driver/app#code`
      ].join('\n')
    ])
    expect(gotBy(other)).toHaveLength(1)
    for (const id of [second, later, strange])
      expect(await order(id)).toMatchObject({ notification_sent: true, version: 2 })
    expect(await order(first)).toMatchObject({ notification_sent: true, version })
    const history = await staff.get(`/api/Admin/Orders/${first}/history`)
    expect(history.body.data).toMatchObject([{ statusDescription: 'Powiadomiono kierowcę (SMS)' }])
    const { body: sent } = await staff.get(`/api/Notifications/sent?orderId=${strange}`)
    expect(sent).toMatchObject({ data: [{ status: 1, type: 5, channel: 0, to: other.phone }], total: 1 })
    const { body: named } = await staff.get(`/api/Admin/Orders/${strange}/messages`)
    const { first_name: firstName, last_name: lastName } = await test.services
      .db('users.accounts')
      .where({ id: other.id })
      .first()
    expect(named).toMatchObject({ data: [{ to: other.phone, recipient: `${firstName} ${lastName}` }], total: 1 })
  })

  it('by letter, in the language of the driver', async () => {
    const driver = await aDriver({ language: 3 })
    const id = await anOrderOf(driver, 'Z/2026/900010', '2099-06-01', 1)
    expect((await notify([id], 1)).status).toBe(200)
    const { subject, text, html } = await mailbox.to(driver.email)
    expect(html).toContain('<html lang="de">')
    expect(subject).toBe('Abholauftrag Z/2026/900010: Mo 1.6.2099')
    expect(text.replaceAll('\r', '')).toContain(
      `auf Sie wartet 1 Abholauftrag:\n\nMo 1.6.2099, ${driver.plate}:\n1. Chełm, Hutnicza 1, 22-100: Koła i Felgi`
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

  it('makes no new version of the order: an open edit form can still be saved', async () => {
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

  it.each([3, 4, 5])('is recorded for an order that has moved on to status %d meanwhile', async status => {
    const driver = await aDriver()
    const id = await anOrderOf(driver, `Z/2026/90003${status}`, '2099-06-01', 1)
    const { db, extensions } = test.services
    await db('orders.orders').where({ id }).update({ status })
    const [listener] = onMessageDelivered.all(extensions).filter(({ resourceType }) => resourceType === 'orders.order')
    await db.transaction(async trx =>
      listener!.run(trx, { subjects: [{ id, snapshot: null }], accountId: driver.id, at: new Date() })
    )
    expect(await order(id)).toMatchObject({ notification_sent: true })
  })

  it('leaves alone an order that has come to another driver meanwhile', async () => {
    const [driver, other] = [await aDriver(), await aDriver()]
    const id = await anOrderOf(driver, 'Z/2026/900040', '2099-06-01', 1)
    const { db, extensions } = test.services
    const [listener] = onMessageDelivered.all(extensions).filter(({ resourceType }) => resourceType === 'orders.order')
    await db.transaction(async trx =>
      listener!.run(trx, { subjects: [{ id, snapshot: null }], accountId: other.id, at: new Date() })
    )
    expect(await order(id)).toMatchObject({ notification_sent: false })
  })

  it.each<[string, (id: number) => Promise<unknown>]>([
    ['another day', id => test.services.db('orders.orders').where({ id }).update({ realization_date: '2099-07-01' })],
    ['another number', id => test.services.db('orders.stops').where({ order_id: id }).update({ sequence: 7 })],
    ['nothing else', async () => undefined]
  ])('does not mark an order as notified that has got %s meanwhile', async (what, change) => {
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
    const [listener] = onMessageDelivered.all(extensions).filter(({ resourceType }) => resourceType === 'orders.order')
    await db.transaction(async trx =>
      listener!.run(trx, { subjects: [{ id, snapshot }], accountId: driver.id, at: new Date() })
    )
    expect(await order(id)).toMatchObject({ notification_sent: what === 'nothing else' })
  })
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
