/** The link of the driver's app in the messages about a driver's orders: it is in what is sent, and in no record. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { queueMessage } from '../../modules/notifications/public.ts'
import { MessageChannel, MessageType } from '../../modules/notifications/schema.ts'
import { aNotifying, type Driver, type Notifying } from '../orders/fixtures/notifying.ts'

let all: Notifying
let app: string
let orders = 0

beforeAll(async () => {
  all = await aNotifying()
  app = `${new URL(all.test.services.settings.portalUrl).origin}/driver/app`
})
afterAll(() => all.close())

/** Notifies the driver of a new order, and gives the address at the end of the SMS that has come. */
async function addressInSms(driver: Driver): Promise<string> {
  orders += 1
  const id = await all.anOrderOf(driver, `Z/2026/91${String(orders).padStart(4, '0')}`, '2099-06-01', orders)
  expect((await all.notify([id])).status).toBe(200)
  await all.settled(driver.id)
  return all.gotBy(driver).at(-1)?.message.split(' ').at(-1) ?? ''
}
const codeIn = (address: string): string => new URL(address).hash.slice(1)
const connect = (code: string) => all.test.nobody().post('/api/Driver/devices', { code, name: 'Nokia' })
const devicesOf = async ({ id }: Driver) =>
  all.test.services.db('driver.devices').where({ account_id: id }).orderBy('id')

it('a driver without a phone gets a link, the same until it is used, and then the plain address', async () => {
  const driver = await all.aDriver()
  const first = await addressInSms(driver)
  expect(first).toMatch(new RegExp(`^${app}#[0-9A-Za-z]{49}$`))
  expect(await addressInSms(driver)).toBe(first)
  expect(await devicesOf(driver)).toHaveLength(1)
  const { status, body } = await connect(codeIn(first))
  expect([status, body.data.driver.id]).toEqual([201, driver.id])
  expect(await addressInSms(driver)).toBe(app)
  expect(await devicesOf(driver)).toHaveLength(1)
})

it('a driver whose phone was revoked gets another link, and so does one whose link has expired', async () => {
  const driver = await all.aDriver()
  const first = await addressInSms(driver)
  await connect(codeIn(first))
  const [{ id }] = await devicesOf(driver)
  expect((await all.staff.call('DELETE', `/api/Admin/DriverDevices/${id}`)).status).toBe(200)
  const second = await addressInSms(driver)
  expect(second).not.toBe(first)
  await all.test.services
    .db('driver.devices')
    .where({ account_id: driver.id })
    .update({ code_expires_at: new Date(0) })
  const third = await addressInSms(driver)
  expect([third, (await connect(codeIn(second))).status]).not.toEqual([second, 201])
  expect((await connect(codeIn(third))).status).toBe(201)
})

it('the record of a message has a mask, and so have its preview and the history', async () => {
  const driver = await all.aDriver()
  const code = codeIn(await addressInSms(driver))
  const { db } = all.test.services
  const [message] = await db('notifications.messages').where({ account_id: driver.id })
  expect(message.body).toContain(`${app}#***`)
  const records = [db('notifications.messages'), db('driver.devices'), db('audit.entries'), db('kernel.idempotency')]
  expect(JSON.stringify(await Promise.all(records))).not.toContain(code)
  const next = await all.anOrderOf(driver, 'Z/2026/910900', '2099-06-01', 90)
  const { body } = await all.staff.get(`/api/Admin/Orders/notices?ids=${next}`)
  expect(body.data[0].messages[0]).toContain(`${app}#***`)
})

it('a message that is tried again has the same link, and two at once make one device', async () => {
  const driver = await all.aDriver()
  all.gateway.next('taken', 'broken')
  const first = await addressInSms(driver)
  const ids: number[] = []
  for (const sequence of [51, 52]) {
    orders += 1
    ids.push(await all.anOrderOf(driver, `Z/2026/92${String(orders).padStart(4, '0')}`, '2099-06-01', sequence))
  }
  await Promise.all(ids.map(id => all.notify([id])))
  await all.settled(driver.id)
  expect(new Set(all.gotBy(driver).map(({ message }) => message.split(' ').at(-1)))).toEqual(new Set([first]))
  expect(await devicesOf(driver)).toHaveLength(1)
})

it('a letter has it below a line of its own', async () => {
  const driver = await all.aDriver({ language: 2 })
  const id = await all.anOrderOf(driver, 'Z/2026/910950', '2099-06-01', 1)
  await all.notify([id], 1)
  const { text } = await all.mailbox.to(driver.email)
  expect(text.replaceAll('\r', '')).toMatch(new RegExp(`Your route on your phone:\n${app}#[0-9A-Za-z]{49}\n`))
  await all.settled(driver.id)
})

it('what a client has written cannot carry it, because the mask counts in messages to drivers alone', async () => {
  const { services } = all.test
  const { id, email } = await all.aDriver()
  await services.db.transaction(trx =>
    queueMessage(services, trx, {
      to: { accountId: id, address: email, language: 'en' },
      channel: MessageChannel.email,
      type: MessageType.clientNews,
      about: [],
      words: () => ({ subject: 'A comment', body: `See ${app}#***` })
    })
  )
  expect((await all.mailbox.to(email)).text).toContain(`See ${app}#***`)
  await all.settled(id)
})
