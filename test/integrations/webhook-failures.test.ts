/** Webhooks that fail: when a delivery is tried again, and when the webhook is turned off. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { placeEvents } from '../../modules/integrations/events/place.ts'
import { giveUpSilent } from '../../modules/integrations/webhooks/deliver.ts'
import { pauses } from '../../modules/integrations/webhooks/rules.ts'
import { OffReason, WebhookState } from '../../modules/integrations/webhooks/schema.ts'
import { NotificationType } from '../../modules/notifications/schema.ts'
import { dayMs } from '../../src/contract/days.ts'
import type { Receiver } from './fixtures/receiver.ts'
import { type Webhooks, webhooksOfABusiness } from './fixtures/webhooks.ts'

let all: Webhooks
let test: Webhooks['test']
let staff: Webhooks['staff']
let company: Webhooks['company']
let receiver: Receiver

beforeAll(async () => {
  all = await webhooksOfABusiness()
  ;({ test, staff, company } = all)
})
afterAll(() => test.close())
beforeEach(async () => {
  receiver = await all.aReceiver()
})
afterEach(() => all.clear())

const bodies = () => receiver.calls.map(({ body }) => JSON.parse(body))
const idsSent = () => receiver.calls.map(({ headers }) => headers['webhook-id'])

describe('a delivery that fails', () => {
  it('is tried again after its pauses, under the same id, and given up after the tenth try', async () => {
    const { id } = await all.add()
    receiver.answer(() => ({ status: 500 }))
    await all.accept((await all.anOrderOf(company)).id)
    const expected = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
    for (const [at, seconds] of expected.entries()) {
      if (seconds > 0) {
        all.later(seconds * 1000 - 1000)
        await all.send()
        expect(receiver.calls).toHaveLength(at)
      }
      all.later(seconds * 100 + 1001)
      await all.send()
      expect(receiver.calls).toHaveLength(at + 1)
    }
    expect(new Set(idsSent()).size).toBe(1)
    all.later(2 * dayMs)
    await all.send()
    expect(receiver.calls).toHaveLength(10)
    expect((await all.attemptsOf(id)).map((attempt: { try: number }) => attempt.try)).toEqual([
      10, 9, 8, 7, 6, 5, 4, 3, 2, 1
    ])
    expect((await all.webhook(id)).waiting).toBe(0)
  })

  it('holds back what comes after it of the same order, and of no other', async () => {
    await all.add()
    const [slow, quick] = [await all.anOrderOf(company), await all.anOrderOf(company)]
    receiver.answer(({ body }) => ({ status: JSON.parse(body).data.id === slow.id ? 500 : 200 }))
    await all.accept(slow.id)
    await staff.put(`/api/Admin/Orders/${slow.id}/cancel`, { reasonForCancel: 'Brak opon' })
    await all.accept(quick.id)
    await staff.put(`/api/Admin/Orders/${quick.id}/cancel`, { reasonForCancel: 'Brak opon' })
    await all.send()
    const of = (id: number) => bodies().flatMap(({ type, data }) => (data.id === id ? [type] : []))
    expect([of(slow.id), of(quick.id)]).toEqual([['order.accepted'], ['order.accepted', 'order.cancelled']])
    receiver.answer(() => ({ status: 200 }))
    all.later(6_000)
    await all.send()
    expect(of(slow.id)).toEqual(['order.accepted', 'order.accepted', 'order.cancelled'])
  })

  it('with Retry-After pauses the endpoint for that long', async () => {
    const { id } = await all.add()
    receiver.answer(() => ({ status: 429, headers: { 'retry-after': '120' } }))
    await all.accept((await all.anOrderOf(company)).id)
    await all.accept((await all.anOrderOf(company)).id)
    await all.send()
    expect(receiver.calls).toHaveLength(1)
    expect((await all.webhook(id)).pausedUntil).toBe(new Date(test.clock.now.getTime() + 120_000).toISOString())
    receiver.answer(() => ({ status: 200 }))
    all.later(119_000)
    await all.send()
    expect(receiver.calls).toHaveLength(1)
    all.later(20_000)
    await all.send()
    expect(receiver.calls).toHaveLength(3)
  })

  it('is counted among what waits, by the state of its webhook', async () => {
    const waiting = async () => {
      const text = await test.services.metrics.registry.getSingleMetricAsString('opony_webhook_deliveries_waiting')
      return Object.fromEntries(
        [...text.matchAll(/state="(\w+)"} (\d+)$/gm)].map(([, state, count]) => [state, Number(count)])
      )
    }
    const [, failing] = [await all.add({ types: ['order.accepted'] }), await all.add({ types: ['order.cancelled'] })]
    // what was delivered does not wait
    await all.accept((await all.anOrderOf(company)).id)
    await all.send()
    receiver.answer(() => ({ status: 500 }))
    const { id } = await all.anOrderOf(company)
    await staff.put(`/api/Admin/Orders/${id}/cancel`, { reasonForCancel: 'Brak opon' })
    await all.send()
    expect((await all.webhook(failing.id)).state).toBe(WebhookState.failing)
    await all.accept((await all.anOrderOf(company)).id)
    await placeEvents(test.services.db, test.clock.now)
    expect(await waiting()).toEqual({ active: 1, failing: 1, turnedOff: 0, givenUp: 0 })
  })

  it('with 410 turns the webhook off', async () => {
    const { id } = await all.add()
    receiver.answer(() => ({ status: 410 }))
    await all.accept((await all.anOrderOf(company)).id)
    await all.send()
    expect(await all.webhook(id)).toMatchObject({ state: 3, offReason: 1, isActive: false })
    all.later(dayMs)
    await all.accept((await all.anOrderOf(company)).id)
    await all.send()
    expect(receiver.calls).toHaveLength(1)
  })

  it('for five days turns the webhook off, and the bell says so; turned on again it goes on', async () => {
    const { id } = await all.add()
    const bell = async () =>
      (await staff.get('/api/Notifications')).body.data.find(
        ({ notificationType }: { notificationType: number }) => notificationType === NotificationType.webhooksGivenUp
      )?.count ?? 0
    receiver.answer(() => ({ status: 500 }))
    for (let day = 0; day < 5; day += 1) {
      await all.accept((await all.anOrderOf(company)).id)
      await all.send()
      all.later(dayMs)
    }
    expect([await bell(), (await all.webhook(id)).state]).toEqual([0, 1])
    await all.send()
    expect(await all.webhook(id)).toMatchObject({ state: 3, offReason: 2 })
    expect(await bell()).toBe(1)
    receiver.answer(() => ({ status: 200 }))
    await staff.put(`/api/Admin/Webhooks/${id}/turn-on`)
    all.later(2 * dayMs)
    await all.send()
    expect(await all.webhook(id)).toMatchObject({ state: 0, waiting: 0, failingSince: null })
    expect(await bell()).toBe(0)
  })
})

describe('an address that fails and is told of nothing else', () => {
  it('is turned off after five days, though nothing is left to be tried', async () => {
    const { id } = await all.add()
    receiver.answer(() => ({ status: 500 }))
    await all.accept((await all.anOrderOf(company)).id)
    await all.send()
    for (const seconds of pauses) {
      all.later(seconds * 1100 + 1000)
      await all.send()
    }
    expect(await all.webhook(id)).toMatchObject({ waiting: 0, state: WebhookState.failing })
    await giveUpSilent(test.services)
    expect((await all.webhook(id)).state).toBe(WebhookState.failing)
    all.later(2 * dayMs)
    await giveUpSilent(test.services)
    expect(await all.webhook(id)).toMatchObject({ state: WebhookState.givenUp, offReason: OffReason.failing })
  })
})
