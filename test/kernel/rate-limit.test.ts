/** How often a client may send a command; the limits of strangers are told by the tests of the commands that take strangers. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clientCalls } from '../../src/kernel/access/rate-limit.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
})
afterAll(() => test.close())

/** Statuses of so many orders that name nothing, and the headers of the last answer. */
async function orders(who: Person, count: number) {
  const statuses: Record<number, number> = {}
  let last = await who.post('/api/Admin/Orders', {})
  for (let n = 1; ; n++) {
    statuses[last.status] = (statuses[last.status] ?? 0) + 1
    if (n === count) return { statuses, last }
    last = await who.post('/api/Admin/Orders', {})
  }
}

it('a client sends a command 600 times an hour; others, other commands and the staff go on', async () => {
  const client = await test.signedInAs('CLIENT_ADMIN')
  const { max } = clientCalls
  const { statuses, last } = await orders(client, max + 1)
  expect(statuses).toEqual({ 400: max, 429: 1 })
  expect(last.body).toMatchObject({ code: 'kernel.tooMany' })
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(3000)
  // A second session is the same account.
  expect((await orders(await test.signedInAs(client.accountId), 1)).statuses).toEqual({ 429: 1 })
  expect((await client.post('/api/Admin/Orders/1/add-comment', {})).status).toBe(400)
  const colleague = await test.signedInAs('CLIENT', { companyId: client.companyId as number })
  expect((await orders(colleague, 1)).statuses).toEqual({ 400: 1 })
})

it('staff have no such limit', async () => {
  const { statuses, last } = await orders(await test.signedInAs('ADMIN'), clientCalls.max + 1)
  expect(statuses).toEqual({ 400: clientCalls.max + 1 })
  expect(last.headers).not.toHaveProperty('x-ratelimit-limit')
})
