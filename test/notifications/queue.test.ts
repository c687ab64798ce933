/** The queue's terms, and that it is worked through as fast as there is work. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { queueMessage } from '../../modules/notifications/public.ts'
import { anApp, type TestApp } from '../helper/app.ts'
import { anAccount } from '../helper/factories.ts'
import { aGateway, type Gateway } from '../helper/gateway.ts'

let test: TestApp
let gateway: Gateway

beforeAll(async () => {
  gateway = await aGateway()
  test = await anApp({ ROLES: 'worker', SMS_URL: gateway.url, SMS_TOKEN: 'a token of the gateway' })
  await test.services.db.raw(`select queue.create_queue('notifications.send', '{"policy": "standard"}')`)
  await test.begin()
})
afterAll(async () => {
  await test.close()
  await gateway.close()
})

it('a queue that an older release has made gets the terms of this one', async () => {
  const { rows } = await test.services.db.raw(
    `select retry_limit, retry_delay, retry_backoff, expire_seconds from queue.queue where name = 'notifications.send'`
  )
  expect(rows).toEqual([{ retry_limit: 1_000, retry_delay: 2, retry_backoff: false, expire_seconds: 60 }])
})

it('a hundred messages do not wait for the next look at the queue, one after the other', async () => {
  const { services } = test
  const { id: accountId } = await anAccount(services.db, { role: 'DRIVER', password: null })
  const count = 100
  const done = new Promise<void>(resolve => {
    const sent = new Set<number>()
    services.hints.onHint(hint => {
      if (hint.kind !== 'changed' || hint.resourceType !== 'notifications.sent') return
      for (const id of hint.ids) sent.add(id)
      if (sent.size === count) resolve()
    })
  })
  const began = performance.now()
  for (let at = 0; at < count; at++) {
    await services.db.transaction(trx =>
      queueMessage(services, trx, {
        to: { accountId, address: '501502503', language: 'pl' },
        channel: 0,
        type: 5,
        about: { resourceType: 'tests.thing', ids: [] },
        words: () => ({ subject: '', body: `Wiadomość ${at}` })
      })
    )
  }
  await done
  expect(gateway.sent).toHaveLength(count)
  // by looks at the queue alone, two seconds apart and four at a time, it would be fifty seconds
  expect(performance.now() - began).toBeLessThan(40_000)
})
