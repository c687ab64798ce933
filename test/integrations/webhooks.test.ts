/** Webhooks: what is sent, to whom, when again, and when no more. */
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { placeEvents } from '../../modules/integrations/events/place.ts'
import { deliverAll, giveUpSilent } from '../../modules/integrations/webhooks/deliver.ts'
import { pauses } from '../../modules/integrations/webhooks/rules.ts'
import { AttemptOutcome, OffReason, WebhookState } from '../../modules/integrations/webhooks/schema.ts'
import { NotificationType } from '../../modules/notifications/schema.ts'
import { dayMs } from '../../src/contract/days.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, anOrder } from '../helper/factories.ts'
import { aReceiver, type Receiver } from './fixtures/receiver.ts'

let test: TestApp
let staff: Person
let company: ACompany
let other: ACompany
let itemId: number
let receiver: Receiver

beforeAll(async () => {
  test = await anApp({ ROLES: 'web', WEBHOOK_PRIVATE: 'loopback' })
  await test.begin()
  staff = await test.signedInAs('ADMIN')
  const { db } = test.services
  company = await aCompany(db)
  other = await aCompany(db)
  itemId = (await anItem(db, { price: 100 })).id
})
afterAll(() => test.close())
beforeEach(async () => {
  test.clock.now = new Date()
  receiver = await aReceiver()
})
afterEach(async () => {
  await test.services.db('integrations.webhooks').del()
  await receiver.close()
})

const send = () => test.runSchedule('integrations.webhooks')
const later = (ms: number) => {
  test.clock.now = new Date(test.clock.now.getTime() + ms)
}
const anOrderOf = (of: ACompany, status = 0) => anOrder(test.services.db, { company: of, itemId, status })
const accept = (id: number) => staff.put(`/api/Admin/Orders/${id}/accept`)

const add = async (body: object = {}): Promise<{ id: number; secret: string }> => {
  const given = { url: receiver.url, types: ['order.accepted', 'order.cancelled'], ...body }
  const answer = await staff.post('/api/Admin/Webhooks', given)
  expect([answer.status, answer.body]).toEqual([201, expect.anything()])
  return answer.body.data
}
const webhook = async (id: number) => (await staff.get(`/api/Admin/Webhooks/${id}`)).body.data
const attemptsOf = async (id: number) => (await staff.get(`/api/Admin/Webhooks/${id}/attempts?limit=1000`)).body.data
const bodies = () => receiver.calls.map(({ body }) => JSON.parse(body))
const idsSent = () => receiver.calls.map(({ headers }) => headers['webhook-id'])

describe('a webhook', () => {
  it('gets the events that it asks for, signed as the standard says', async () => {
    const { secret, id } = await add()
    expect(secret).toMatch(/^whsec_[\w+/=]{44}$/)
    const order = await anOrderOf(company)
    await accept(order.id)
    await send()
    expect(receiver.calls).toHaveLength(1)
    const [call] = receiver.calls
    expect(new Webhook(secret).verify(call!.body, call!.headers)).toMatchObject({
      type: 'order.accepted',
      timestamp: test.clock.now.toISOString(),
      data: { id: order.id, companyId: company.id, currentStatus: 1 }
    })
    expect(call!.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^evt_\d+$/)
    })
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 0, status: 204, try: 1, type: 'order.accepted' }])
  })

  it('has the same id as the event in the feed', async () => {
    await add()
    await accept((await anOrderOf(company)).id)
    await send()
    const { next } = (await staff.get('/api/Admin/Events?limit=1000')).body
    expect(idsSent()).toEqual([`evt_${next}`])
  })

  it('of a company gets nothing of another', async () => {
    await add({ companyId: company.id })
    const [own, foreign] = [await anOrderOf(company), await anOrderOf(other)]
    await accept(foreign.id)
    await accept(own.id)
    await send()
    expect(bodies().map(({ data }) => data.id)).toEqual([own.id])
  })

  it('is signed by both secrets for a day after a change', async () => {
    const { id, secret: former } = await add()
    const { body } = await staff.post(`/api/Admin/Webhooks/${id}/secret`)
    const present = body.secret
    await accept((await anOrderOf(company)).id)
    await send()
    for (const one of [present, former])
      expect(() => new Webhook(one).verify(receiver.calls[0]!.body, receiver.calls[0]!.headers)).not.toThrow()
    later(dayMs + 1000)
    await accept((await anOrderOf(company)).id)
    await send()
    expect(receiver.calls[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
  })

  it('is tested by a call of its own type', async () => {
    const { id } = await add()
    await staff.post(`/api/Admin/Webhooks/${id}/test`)
    await send()
    expect(bodies()).toMatchObject([{ type: 'webhook.test', data: {} }])
    expect(await attemptsOf(id)).toMatchObject([{ type: 'webhook.test', outcome: 0 }])
  })

  it('shows each attempt with its answer, its time and its body, which is what was sent to the byte, and is sent again so', async () => {
    const { id } = await add()
    receiver.answer(() => ({ status: 500, body: 'out of order' }))
    // a price with decimals: the database writes it otherwise than JSON does
    await accept((await anOrderOf(company)).id)
    await send()
    later(6_000)
    await send()
    const found = await attemptsOf(id)
    const attempts = await Promise.all(
      found.map(async (one: { id: number }) => (await staff.get(`/api/Admin/WebhookAttempts/${one.id}`)).body.data)
    )
    expect(attempts).toHaveLength(2)
    const [first] = receiver.calls
    for (const attempt of attempts)
      expect(attempt).toMatchObject({
        outcome: 1,
        status: 500,
        answer: 'out of order',
        milliseconds: expect.any(Number)
      })
    expect(first?.body).toContain('100')
    expect([...attempts.map(({ body }) => body), receiver.calls[1]?.body]).toEqual(Array(3).fill(first?.body))
  })

  it('is refused an address that leads into a private network, or is none', async () => {
    const fault = async (url: string) => {
      const { status, body } = await staff.post('/api/Admin/Webhooks', { url, types: ['order.accepted'] })
      return [status, body.code]
    }
    expect(await fault('http://169.254.169.254/latest')).toEqual([422, 'integrations.addressPrivate'])
    expect(await fault('https://10.0.0.1/')).toEqual([422, 'integrations.addressPrivate'])
    expect(await fault('https://[::ffff:10.0.0.1]/')).toEqual([422, 'integrations.addressPrivate'])
    for (const url of ['ftp://example.com', 'https://user:word@93.184.216.34/', 'nothing'])
      expect([url, ...(await fault(url))]).toEqual([url, 422, 'integrations.addressMalformed'])
    expect((await staff.post('/api/Admin/Webhooks', { url: receiver.url, types: ['order.eaten'] })).status).toBe(422)
  })

  it('that was moved into a private network is not called', async () => {
    const { id } = await add()
    await test.services.db('integrations.webhooks').where({ id }).update({ url: 'http://10.255.255.1/' })
    await accept((await anOrderOf(company)).id)
    await send()
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 4, status: null }])
  })

  it('follows no redirect, and reads only the beginning of an answer', async () => {
    const { id } = await add()
    receiver.answer(() => ({ status: 302, headers: { location: receiver.url }, body: 'x'.repeat(100_000) }))
    await accept((await anOrderOf(company)).id)
    await send()
    expect(receiver.calls).toHaveLength(1)
    const [attempt] = await attemptsOf(id)
    expect([attempt.status, attempt.answer.length]).toEqual([302, 4096])
  })
})

describe('a delivery that fails', () => {
  it('is tried again after its pauses, under the same id, and given up after the tenth try', async () => {
    const { id } = await add()
    receiver.answer(() => ({ status: 500 }))
    await accept((await anOrderOf(company)).id)
    const expected = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
    for (const [at, seconds] of expected.entries()) {
      if (seconds > 0) {
        later(seconds * 1000 - 1000)
        await send()
        expect(receiver.calls).toHaveLength(at)
      }
      later(seconds * 100 + 1001)
      await send()
      expect(receiver.calls).toHaveLength(at + 1)
    }
    expect(new Set(idsSent()).size).toBe(1)
    later(2 * dayMs)
    await send()
    expect(receiver.calls).toHaveLength(10)
    expect((await attemptsOf(id)).map((attempt: { try: number }) => attempt.try)).toEqual([
      10, 9, 8, 7, 6, 5, 4, 3, 2, 1
    ])
    expect((await webhook(id)).waiting).toBe(0)
  })

  it('holds back what comes after it of the same order, and of no other', async () => {
    await add()
    const [slow, quick] = [await anOrderOf(company), await anOrderOf(company)]
    receiver.answer(({ body }) => ({ status: JSON.parse(body).data.id === slow.id ? 500 : 200 }))
    await accept(slow.id)
    await staff.put(`/api/Admin/Orders/${slow.id}/cancel`, { reasonForCancel: 'Brak opon' })
    await accept(quick.id)
    await staff.put(`/api/Admin/Orders/${quick.id}/cancel`, { reasonForCancel: 'Brak opon' })
    await send()
    const of = (id: number) => bodies().flatMap(({ type, data }) => (data.id === id ? [type] : []))
    expect([of(slow.id), of(quick.id)]).toEqual([['order.accepted'], ['order.accepted', 'order.cancelled']])
    receiver.answer(() => ({ status: 200 }))
    later(6_000)
    await send()
    expect(of(slow.id)).toEqual(['order.accepted', 'order.accepted', 'order.cancelled'])
  })

  it('with Retry-After pauses the endpoint for that long', async () => {
    const { id } = await add()
    receiver.answer(() => ({ status: 429, headers: { 'retry-after': '120' } }))
    await accept((await anOrderOf(company)).id)
    await accept((await anOrderOf(company)).id)
    await send()
    expect(receiver.calls).toHaveLength(1)
    expect((await webhook(id)).pausedUntil).toBe(new Date(test.clock.now.getTime() + 120_000).toISOString())
    receiver.answer(() => ({ status: 200 }))
    later(119_000)
    await send()
    expect(receiver.calls).toHaveLength(1)
    later(20_000)
    await send()
    expect(receiver.calls).toHaveLength(3)
  })

  it('is counted among what waits, by the state of its webhook', async () => {
    const waiting = async () => {
      const text = await test.services.metrics.registry.getSingleMetricAsString('opony_webhook_deliveries_waiting')
      return Object.fromEntries(
        [...text.matchAll(/state="(\w+)"} (\d+)$/gm)].map(([, state, count]) => [state, Number(count)])
      )
    }
    const [, failing] = [await add({ types: ['order.accepted'] }), await add({ types: ['order.cancelled'] })]
    // what was delivered does not wait
    await accept((await anOrderOf(company)).id)
    await send()
    receiver.answer(() => ({ status: 500 }))
    const { id } = await anOrderOf(company)
    await staff.put(`/api/Admin/Orders/${id}/cancel`, { reasonForCancel: 'Brak opon' })
    await send()
    expect((await webhook(failing.id)).state).toBe(WebhookState.failing)
    await accept((await anOrderOf(company)).id)
    await placeEvents(test.services.db, test.clock.now)
    expect(await waiting()).toEqual({ active: 1, failing: 1, turnedOff: 0, givenUp: 0 })
  })

  it('with 410 turns the webhook off', async () => {
    const { id } = await add()
    receiver.answer(() => ({ status: 410 }))
    await accept((await anOrderOf(company)).id)
    await send()
    expect(await webhook(id)).toMatchObject({ state: 3, offReason: 1, isActive: false })
    later(dayMs)
    await accept((await anOrderOf(company)).id)
    await send()
    expect(receiver.calls).toHaveLength(1)
  })

  it('for five days turns the webhook off, and the bell says so; turned on again it goes on', async () => {
    const { id } = await add()
    const bell = async () =>
      (await staff.get('/api/Notifications')).body.data.find(
        ({ notificationType }: { notificationType: number }) => notificationType === NotificationType.webhooksGivenUp
      )?.count ?? 0
    receiver.answer(() => ({ status: 500 }))
    for (let day = 0; day < 5; day += 1) {
      await accept((await anOrderOf(company)).id)
      await send()
      later(dayMs)
    }
    expect([await bell(), (await webhook(id)).state]).toEqual([0, 1])
    await send()
    expect(await webhook(id)).toMatchObject({ state: 3, offReason: 2 })
    expect(await bell()).toBe(1)
    receiver.answer(() => ({ status: 200 }))
    await staff.put(`/api/Admin/Webhooks/${id}/turn-on`)
    later(2 * dayMs)
    await send()
    expect(await webhook(id)).toMatchObject({ state: 0, waiting: 0, failingSince: null })
    expect(await bell()).toBe(0)
  })
})

describe('an address that fails and is told of nothing else', () => {
  it('is turned off after five days, though nothing is left to be tried', async () => {
    const { id } = await add()
    receiver.answer(() => ({ status: 500 }))
    await accept((await anOrderOf(company)).id)
    await send()
    for (const seconds of pauses) {
      later(seconds * 1100 + 1000)
      await send()
    }
    expect(await webhook(id)).toMatchObject({ waiting: 0, state: WebhookState.failing })
    await giveUpSilent(test.services)
    expect((await webhook(id)).state).toBe(WebhookState.failing)
    later(2 * dayMs)
    await giveUpSilent(test.services)
    expect(await webhook(id)).toMatchObject({ state: WebhookState.givenUp, offReason: OffReason.failing })
  })
})

describe('with OUTSIDE=off', () => {
  it('nothing is sent, its attempts say so, and it is not sent later', async () => {
    const { id } = await add()
    await accept((await anOrderOf(company)).id)
    await staff.post(`/api/Admin/Webhooks/${id}/test`)
    const copy = await anApp({
      ...{ ROLES: 'web', WEBHOOK_PRIVATE: 'loopback', OUTSIDE: 'off' },
      DATABASE_URL: test.url
    })
    await copy.runSchedule('integrations.webhooks')
    await copy.close()
    expect(receiver.calls).toEqual([])
    expect(await attemptsOf(id)).toMatchObject([
      { type: 'order.accepted', outcome: AttemptOutcome.held, answer: 'OUTSIDE=off', nextAt: null },
      { type: 'webhook.test', outcome: AttemptOutcome.held, answer: 'OUTSIDE=off', nextAt: null }
    ])
    expect(await webhook(id)).toMatchObject({ state: WebhookState.active, waiting: 0 })
    later(dayMs)
    await send()
    expect(receiver.calls).toEqual([])
  })
})

describe('what was sent once', () => {
  it('is sent again by its attempt, under the same id', async () => {
    const { id } = await add()
    await accept((await anOrderOf(company)).id)
    await send()
    const [attempt] = await attemptsOf(id)
    expect((await staff.post(`/api/Admin/Webhooks/${id}/replay`, { attemptId: attempt.id })).status).toBe(200)
    await staff.post(`/api/Admin/WebhookAttempts/${attempt.id}/replay`)
    await send()
    expect(idsSent()).toHaveLength(3)
    expect(new Set(idsSent()).size).toBe(1)
  })

  it('is sent again, a test as well, and not once it has left the feed', async () => {
    const { id } = await add()
    await staff.post(`/api/Admin/Webhooks/${id}/test`)
    await accept((await anOrderOf(company)).id)
    await send()
    const again = async (type: string) => {
      const attempt = (await attemptsOf(id)).find((one: { type: string }) => one.type === type)
      const { status, body } = await staff.post(`/api/Admin/WebhookAttempts/${attempt.id}/replay`)
      return [status, body?.code]
    }
    expect((await again('webhook.test'))[0]).toBe(200)
    await send()
    expect(bodies().filter(({ type }) => type === 'webhook.test')).toHaveLength(2)
    const { next } = (await staff.get('/api/Admin/Events?limit=1000')).body
    await test.services.db('kernel.events').where({ place: next }).del()
    expect(await again('order.accepted')).toEqual([409, 'integrations.replayGone'])
  })

  it('is sent again since a time, in its order', async () => {
    const { id } = await add({ companyId: company.id })
    // after all that other tests have told
    later(30 * dayMs)
    const since = test.clock.now.toISOString()
    const orders = [await anOrderOf(company), await anOrderOf(company), await anOrderOf(other)]
    for (const order of orders) await accept(order.id)
    await send()
    expect((await staff.post(`/api/Admin/Webhooks/${id}/replay`, { since })).status).toBe(200)
    await send()
    const sent = bodies().map(({ data }) => data.id)
    expect(sent).toEqual([orders[0]?.id, orders[1]?.id, orders[0]?.id, orders[1]?.id])
    expect((await staff.post(`/api/Admin/Webhooks/${id}/replay`, {})).status).toBe(422)
  })
})

describe('two workers', () => {
  it('never make two attempts of an address at once, nor one twice', async () => {
    await add()
    const orders = await Promise.all(Array.from({ length: 30 }, () => anOrderOf(company)))
    for (const { id } of orders) await accept(id)
    // a worker that finds nothing due, because another one is just placing it, would leave
    await placeEvents(test.services.db, test.clock.now)
    const { signal } = new AbortController()
    await Promise.all([1, 2, 3].map(() => deliverAll(test.services, signal)))
    expect(receiver.mostAtOnce()).toBe(1)
    expect(new Set(idsSent()).size).toBe(30)
    expect(idsSent()).toHaveLength(30)
  })
})
