/** Webhooks: what is sent, to whom, and what is sent again. */
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { placeEvents } from '../../modules/integrations/events/place.ts'
import { deliverAll } from '../../modules/integrations/webhooks/deliver.ts'
import { AttemptOutcome, WebhookState } from '../../modules/integrations/webhooks/schema.ts'
import { dayMs } from '../../src/contract/days.ts'
import { anApp } from '../helper/app.ts'
import type { Receiver } from './fixtures/receiver.ts'
import { type Webhooks, webhooksOfABusiness } from './fixtures/webhooks.ts'

let all: Webhooks
let test: Webhooks['test']
let staff: Webhooks['staff']
let company: Webhooks['company']
let other: Webhooks['other']
let receiver: Receiver

beforeAll(async () => {
  all = await webhooksOfABusiness()
  ;({ test, staff, company, other } = all)
})
afterAll(() => test.close())
beforeEach(async () => {
  receiver = await all.aReceiver()
})
afterEach(() => all.clear())

const bodies = () => receiver.calls.map(({ body }) => JSON.parse(body))
const idsSent = () => receiver.calls.map(({ headers }) => headers['webhook-id'])

describe('a webhook', () => {
  it('gets the events that it asks for, signed as the standard says', async () => {
    const { secret, id } = await all.add()
    expect(secret).toMatch(/^whsec_[\w+/=]{44}$/)
    const order = await all.anOrderOf(company)
    await all.accept(order.id)
    await all.send()
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
    expect(await all.attemptsOf(id)).toMatchObject([{ outcome: 0, status: 204, try: 1, type: 'order.accepted' }])
  })

  it('has the same id as the event in the feed', async () => {
    await all.add()
    await all.accept((await all.anOrderOf(company)).id)
    await all.send()
    const { next } = (await staff.get('/api/Admin/Events?limit=1000')).body
    expect(idsSent()).toEqual([`evt_${next}`])
  })

  it('of a company gets nothing of another', async () => {
    await all.add({ companyId: company.id })
    const [own, foreign] = [await all.anOrderOf(company), await all.anOrderOf(other)]
    await all.accept(foreign.id)
    await all.accept(own.id)
    await all.send()
    expect(bodies().map(({ data }) => data.id)).toEqual([own.id])
  })

  it('is signed by both secrets for a day after a change', async () => {
    const { id, secret: former } = await all.add()
    const { body } = await staff.post(`/api/Admin/Webhooks/${id}/secret`)
    const present = body.secret
    await all.accept((await all.anOrderOf(company)).id)
    await all.send()
    for (const one of [present, former])
      expect(() => new Webhook(one).verify(receiver.calls[0]!.body, receiver.calls[0]!.headers)).not.toThrow()
    all.later(dayMs + 1000)
    await all.accept((await all.anOrderOf(company)).id)
    await all.send()
    expect(receiver.calls[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
  })

  it('is tested by a call of its own type', async () => {
    const { id } = await all.add()
    await staff.post(`/api/Admin/Webhooks/${id}/test`)
    await all.send()
    expect(bodies()).toMatchObject([{ type: 'webhook.test', data: {} }])
    expect(await all.attemptsOf(id)).toMatchObject([{ type: 'webhook.test', outcome: 0 }])
  })

  it('shows each attempt with its answer, its time and its body, which is what was sent to the byte, and is sent again so', async () => {
    const { id } = await all.add()
    receiver.answer(() => ({ status: 500, body: 'out of order' }))
    // a price with decimals: the database writes it otherwise than JSON does
    await all.accept((await all.anOrderOf(company)).id)
    await all.send()
    all.later(6_000)
    await all.send()
    const found = await all.attemptsOf(id)
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
    const { id } = await all.add()
    await test.services.db('integrations.webhooks').where({ id }).update({ url: 'http://10.255.255.1/' })
    await all.accept((await all.anOrderOf(company)).id)
    await all.send()
    expect(await all.attemptsOf(id)).toMatchObject([{ outcome: 4, status: null }])
  })

  it('follows no redirect, and reads only the beginning of an answer', async () => {
    const { id } = await all.add()
    receiver.answer(() => ({ status: 302, headers: { location: receiver.url }, body: 'x'.repeat(100_000) }))
    await all.accept((await all.anOrderOf(company)).id)
    await all.send()
    expect(receiver.calls).toHaveLength(1)
    const [attempt] = await all.attemptsOf(id)
    expect([attempt.status, attempt.answer.length]).toEqual([302, 4096])
  })
})

describe('with OUTSIDE=off', () => {
  it('nothing is sent, its attempts say so, and it is not sent later', async () => {
    const { id } = await all.add()
    await all.accept((await all.anOrderOf(company)).id)
    await staff.post(`/api/Admin/Webhooks/${id}/test`)
    const copy = await anApp({
      ...{ ROLES: 'web', WEBHOOK_PRIVATE: 'loopback', OUTSIDE: 'off' },
      DATABASE_URL: test.url
    })
    await copy.runSchedule('integrations.webhooks')
    await copy.close()
    expect(receiver.calls).toEqual([])
    expect(await all.attemptsOf(id)).toMatchObject([
      { type: 'order.accepted', outcome: AttemptOutcome.held, answer: 'OUTSIDE=off', nextAt: null },
      { type: 'webhook.test', outcome: AttemptOutcome.held, answer: 'OUTSIDE=off', nextAt: null }
    ])
    expect(await all.webhook(id)).toMatchObject({ state: WebhookState.active, waiting: 0 })
    all.later(dayMs)
    await all.send()
    expect(receiver.calls).toEqual([])
  })
})

describe('what was sent once', () => {
  it('is sent again by its attempt, under the same id', async () => {
    const { id } = await all.add()
    await all.accept((await all.anOrderOf(company)).id)
    await all.send()
    const [attempt] = await all.attemptsOf(id)
    expect((await staff.post(`/api/Admin/Webhooks/${id}/replay`, { attemptId: attempt.id })).status).toBe(200)
    await staff.post(`/api/Admin/WebhookAttempts/${attempt.id}/replay`)
    await all.send()
    expect(idsSent()).toHaveLength(3)
    expect(new Set(idsSent()).size).toBe(1)
  })

  it('is sent again, a test as well, and not once it has left the feed', async () => {
    const { id } = await all.add()
    await staff.post(`/api/Admin/Webhooks/${id}/test`)
    await all.accept((await all.anOrderOf(company)).id)
    await all.send()
    const again = async (type: string) => {
      const attempt = (await all.attemptsOf(id)).find((one: { type: string }) => one.type === type)
      const { status, body } = await staff.post(`/api/Admin/WebhookAttempts/${attempt.id}/replay`)
      return [status, body?.code]
    }
    expect((await again('webhook.test'))[0]).toBe(200)
    await all.send()
    expect(bodies().filter(({ type }) => type === 'webhook.test')).toHaveLength(2)
    const { next } = (await staff.get('/api/Admin/Events?limit=1000')).body
    await test.services.db('kernel.events').where({ place: next }).del()
    expect(await again('order.accepted')).toEqual([409, 'integrations.replayGone'])
  })

  it('is sent again since a time, in its order', async () => {
    const { id } = await all.add({ companyId: company.id })
    // after all that other tests have told
    all.later(30 * dayMs)
    const since = test.clock.now.toISOString()
    const orders = [await all.anOrderOf(company), await all.anOrderOf(company), await all.anOrderOf(other)]
    for (const order of orders) await all.accept(order.id)
    await all.send()
    expect((await staff.post(`/api/Admin/Webhooks/${id}/replay`, { since })).status).toBe(200)
    await all.send()
    const sent = bodies().map(({ data }) => data.id)
    expect(sent).toEqual([orders[0]?.id, orders[1]?.id, orders[0]?.id, orders[1]?.id])
    expect((await staff.post(`/api/Admin/Webhooks/${id}/replay`, {})).status).toBe(422)
  })
})

describe('two workers', () => {
  it('never make two attempts of an address at once, nor one twice', async () => {
    await all.add()
    const orders = await Promise.all(Array.from({ length: 30 }, () => all.anOrderOf(company)))
    for (const { id } of orders) await all.accept(id)
    // a worker that finds nothing due, because another one is just placing it, would leave
    await placeEvents(test.services.db, test.clock.now)
    const { signal } = new AbortController()
    await Promise.all([1, 2, 3].map(() => deliverAll(test.services, signal)))
    expect(receiver.mostAtOnce()).toBe(1)
    expect(new Set(idsSent()).size).toBe(30)
    expect(idsSent()).toHaveLength(30)
  })
})
