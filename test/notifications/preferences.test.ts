/** What an administrator wants to be notified of, by type and channel: the bell, and reminders in the morning. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PreferenceChannel } from '../../modules/notifications/preferences.ts'
import { sendReminders } from '../../modules/notifications/reminders.ts'
import { NotificationType } from '../../modules/notifications/schema.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aCompany, anAccount, anItem, anOrder } from '../helper/factories.ts'

const path = '/api/Notifications/preferences'
const { sms, email, bell } = PreferenceChannel
const { newOrders, overdueOrders, clientComments } = NotificationType
let test: TestApp
let staff: Person
beforeAll(async () => {
  test = await anApp({ ADMIN_URL: 'https://admin.example.com' })
  await test.services.db.raw(`select queue.create_queue('notifications.send', '{"policy": "standard"}')`)
  const { db } = test.services
  await anOrder(db, { company: await aCompany(db), itemId: (await anItem(db)).id })
})
afterAll(() => test.close())
beforeEach(async () => {
  const { db } = test.services
  await db('notifications.preferences').delete()
  await db('notifications.reminders').delete()
  await db('notifications.messages').delete()
  staff = await test.signedInAs((await anAccount(db)).id)
  test.clock.now = new Date('2026-11-23T07:30:00Z')
})

const set = (type: number, channel: number, isOn: boolean, who = staff) => who.put(path, { type, channel, isOn })
const messages = () => test.services.db('notifications.messages').orderBy('id')
const remind = () => sendReminders(test.services)

describe('preferences', () => {
  it('are the bell for everything and messages for nothing, until somebody chooses', async () => {
    const { data } = (await staff.get(path)).body
    type Row = { type: number; channel: number; isOn: boolean }
    expect(data.filter(({ channel }: Row) => channel === bell)).toHaveLength(16)
    expect(data.filter(({ channel }: Row) => channel === email)).toHaveLength(5)
    for (const { channel, isOn } of data as Row[]) expect(isOn).toBe(channel === bell)
  })

  it('are each person’s own, and set one by one', async () => {
    const other = await test.signedInAs('ADMIN')
    const { status, body } = await set(newOrders, email, true)
    expect([
      status,
      body.data.find((one: { type: number; channel: number }) => one.type === newOrders && one.channel === email)
    ]).toEqual([200, { type: newOrders, channel: email, isOn: true }])
    expect((await other.get(path)).body.data).not.toContainEqual({ type: newOrders, channel: email, isOn: true })
    await set(newOrders, email, false)
    expect((await staff.get(path)).body.data).toContainEqual({ type: newOrders, channel: email, isOn: false })
  })

  it('are not for a message that there is not', async () => {
    expect((await set(clientComments, sms, true)).status).toBe(404)
    expect((await set(99, email, true)).status).toBe(400)
  })
})

describe('the bell', () => {
  it('leaves out what was switched off, for this person only; the tiles still count it', async () => {
    await set(newOrders, bell, false)
    type Count = { notificationType: number; count: number; isSilenced?: true }
    const of = async (who: Person): Promise<Count> =>
      (await who.get('/api/Notifications')).body.data.find((one: Count) => one.notificationType === newOrders)
    expect(await of(staff)).toEqual({ notificationType: newOrders, count: 1, isSilenced: true })
    expect(await of(await test.signedInAs('ADMIN'))).toEqual({ notificationType: newOrders, count: 1 })
  })
})

describe('reminders', () => {
  it('say in the morning how much waits and where, once a day, by each channel that was chosen', async () => {
    await set(newOrders, email, true)
    await set(newOrders, sms, true)
    await Promise.all([remind(), remind(), remind()])
    const link = 'https://admin.example.com/orders/new'
    const sent = (await messages()).map(one => [one.channel, one.type, one.account_id, one.body])
    expect(sent.sort()).toEqual([
      [sms, newOrders, staff.accountId, `Opony: 1 nowe zamowienie\n${link}`],
      [
        email,
        newOrders,
        staff.accountId,
        `Dzień dobry,\n\nczeka na Ciebie: 1 nowe zamówienie.\n\nPokaż listę:\n${link}\n\nPrzypomnienia wyłączysz w ustawieniach konta.`
      ]
    ])
    test.clock.now = new Date('2026-11-24T06:30:00Z')
    await remind()
    expect(await messages()).toHaveLength(4)
  })

  it.each([
    ['2026-11-23T05:59:00Z', 0],
    ['2026-11-23T06:00:00Z', 1],
    ['2026-11-23T10:59:00Z', 1],
    ['2026-11-23T11:00:00Z', 0],
    ['2026-07-06T05:00:00Z', 1],
    ['2026-07-06T04:59:00Z', 0]
  ])('at %s are %i: from seven to noon in Warsaw, summer and winter', async (at, count) => {
    await set(newOrders, email, true)
    test.clock.now = new Date(at)
    await remind()
    expect(await messages()).toHaveLength(count)
  })

  it('are not sent where nothing waits, to deactivated people, or without a phone', async () => {
    await set(overdueOrders, email, true)
    const { db } = test.services
    const gone = await test.signedInAs((await anAccount(db)).id)
    await set(newOrders, email, true, gone)
    await db('users.accounts').where({ id: gone.accountId }).update({ deactivated_at: new Date() })
    await set(newOrders, sms, true)
    await db('users.accounts').where({ id: staff.accountId }).update({ phone: null })
    await remind()
    expect(await messages()).toEqual([])
  })
})
