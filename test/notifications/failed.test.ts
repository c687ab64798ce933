/** Messages that did not arrive, as administrators see them: by person, sent again, dealt with. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '../helper/app.ts'
import { aSender, type Sender } from './fixtures/sender.ts'

const path = '/api/Notifications/failed'
let sender: Sender
let staff: Person
beforeAll(async () => {
  sender = await aSender()
  staff = await sender.test.signedInAs('ADMIN')
})
afterAll(() => sender.close())

const bell = async (): Promise<number> =>
  (await staff.get('/api/Notifications')).body.data.find(
    ({ notificationType }: { notificationType: number }) => notificationType === 10
  ).count
const listed = async (query = '') => (await staff.get(`${path}?limit=100${query}`)).body.data

/** A message that is in error, with this cause. */
async function aFailed(error: number, channel: 0 | 1 = 0, phone = '501502503') {
  const message = await sender.aMessage({ channel, phone })
  const failed = { status: 3, error, detail: 'no answer', attempts: 11, sending_since: new Date() }
  await sender.test.services.db('notifications.messages').where({ id: message.id }).update(failed)
  return message
}

it('are listed by person and by address, and ring where the gateway was not reached, or may not have been', async () => {
  const before = await bell()
  const { id, accountId } = await aFailed(3, 0, '601700800')
  await sender.test.services.db('users.accounts').where({ id: accountId }).update({ last_name: 'Żółkiewska' })
  const row = { id, to: '601700800', channel: 0, error: 3, detail: 'no answer', isSettled: false, hasAddress: true }
  for (const query of ['&Person=zolkiewska', '&Person=601700', '&Channel=0&Error=3&Person=Żółk'])
    expect(await listed(query)).toMatchObject([row])
  expect((await listed('&Person=zolkiewska'))[0].person).toContain('Żółkiewska')
  await aFailed(0)
  expect(await bell()).toBe(before + 2)
  // An address that does not exist, and a copy that sends nothing, ring for nobody.
  await aFailed(1)
  await aFailed(6)
  expect(await bell()).toBe(before + 2)
  expect(await listed('&Waiting=true')).toHaveLength(before + 2)
})

it.each([
  ['with its key, so that the gateway knows a repetition', 3, 'same'],
  ['with its key where nobody knows whether it was sent', 0, 'same'],
  ['with another key where the gateway had taken it', 4, 'other'],
  ['with another key where it had expired', 5, 'other']
])('an SMS is sent again %s', async (_, error, key) => {
  const { id } = await aFailed(error)
  const before = await sender.row(id)
  const jobs = () => sender.test.services.db('queue.job').whereRaw(`data ->> 'id' = ?`, [String(id)])
  const queued = (await jobs()).length
  expect((await staff.post(`${path}/${id}/resend`)).status).toBe(200)
  expect(await jobs()).toHaveLength(queued + 1)
  expect(await listed(`&Person=${before.address}`)).not.toContainEqual(expect.objectContaining({ id }))
  const row = await sender.row(id)
  expect(row).toMatchObject({ status: 0, error: null, attempts: 0, sending_since: null })
  expect(row.key === before.key ? 'same' : 'other').toBe(key)
  await sender.send(id)
  expect(await sender.row(id)).toMatchObject({ status: 1, attempts: 1 })
  expect(sender.gateway.sent.filter(({ idx }) => idx === row.key)).toHaveLength(1)
  expect((await staff.post(`${path}/${id}/resend`)).status).toBe(404)
})

it('an e-mail is sent again', async () => {
  const { id, email } = await aFailed(0, 1)
  expect((await staff.post(`${path}/${id}/resend`)).status).toBe(200)
  await sender.send(id)
  expect((await sender.mailbox.to(email)).text).toContain('Zażółć')
})

it('one that is dealt with rings no more and stays in the list; one that fails again rings again', async () => {
  const { id } = await aFailed(3)
  const before = await bell()
  expect((await staff.post(`${path}/${id}/settle`)).status).toBe(200)
  expect(await bell()).toBe(before - 1)
  expect(await listed()).toContainEqual(expect.objectContaining({ id, isSettled: true }))
  expect((await staff.post(`${path}/${id}/settle`)).status).toBe(409)
  await staff.post(`${path}/${id}/resend`)
  await sender.test.services.db('notifications.messages').where({ id }).update({ status: 3, error: 3 })
  expect(await bell()).toBe(before)
})

it('of an erased person it cannot be sent, and says so', async () => {
  const { id } = await aFailed(3)
  await sender.test.services.db('notifications.messages').where({ id }).update({ address: null })
  expect(await staff.post(`${path}/${id}/resend`)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('nie ma dokąd wysłać') }
  })
})
