/** Calls that share a limit: of one account, and of machines. Some are answered at a time, the others go on; further ones wait for their turn. */
import { Type } from '@sinclair/typebox'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { defineModule } from '../../src/kernel/module.ts'
import { defineRoute } from '../../src/kernel/routes/route.ts'
import { modules } from '../../src/modules.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'

const most = 3
const waiting: (() => void)[] = []
const common = {
  access: ['ADMIN'],
  summary: 'Answers when the test lets it',
  answer: Type.Object({ data: Type.Literal(true) }),
  run: async () => {
    await new Promise<void>(resolve => waiting.push(resolve))
    return { data: true }
  }
} as const
const slow = defineRoute({ ...common, url: '/api/test/slow' })
const patient = defineRoute({ ...common, url: '/api/test/patient', patient: true })

let test: TestApp
let busy: Person
beforeAll(async () => {
  const settings = { ROLES: 'web', MAX_CALLS: '5', MAX_CALLS_PER_ACCOUNT: String(most) }
  test = await anApp(settings, [...modules, defineModule({ name: 'test', routes: [slow, patient] })])
  busy = await test.signedInAs('ADMIN')
})
afterAll(() => test.close())

const pass = (): void => {
  for (const one of waiting.splice(0)) one()
}
const slowCalls = (who: Person, count: number) => Array.from({ length: count }, () => who.get('/api/test/slow'))
const me = '/api/Authorization/userinfo'

it('further calls of one account wait without a place, while others are answered', async () => {
  const calls = slowCalls(busy, 10)
  await vi.waitFor(() => expect(waiting).toHaveLength(most))
  // a second session of the same account waits, too
  const again = (await test.signedInAs(busy.accountId)).get(me)
  const other = await test.signedInAs('ADMIN')
  expect((await other.get(me)).status).toBe(200)
  const otherSlow = slowCalls(other, 2)
  await vi.waitFor(() => expect(waiting).toHaveLength(most + 2))
  expect((await test.nobody().get('/api/ui/forms/users.signUp')).status).toBe(503)
  let done = false
  void Promise.all([...calls, ...otherSlow, again]).then(() => {
    done = true
  })
  while (!done) {
    pass()
    await new Promise(setImmediate)
    expect(waiting.length).toBeLessThanOrEqual(5)
  }
  expect((await Promise.all([...calls, ...otherSlow, again])).map(({ status }) => status)).toEqual(Array(13).fill(200))
  expect((await busy.get(me)).status).toBe(200)
})

it('past fifty that wait, a call is refused with when to come again', async () => {
  const calls = slowCalls(busy, most + 50)
  await vi.waitFor(() => expect(waiting).toHaveLength(most))
  const refused = await busy.get(me)
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([429, 'kernel.tooMany', '2'])
  let done = false
  void Promise.all(calls).then(() => {
    done = true
  })
  while (!done) {
    pass()
    await new Promise(setImmediate)
  }
  expect((await Promise.all(calls)).every(({ status }) => status === 200)).toBe(true)
})

it('a refused call gives its place back', async () => {
  for (let n = 0; n < most + 2; n++) expect((await busy.get('/api/Admin/Orders/2000000000/details')).status).toBe(404)
  const technician = await test.signedInAs('SERVICE_TECHNICAN')
  for (let n = 0; n < most + 2; n++) expect((await technician.get('/api/Admin/Audit')).status).toBe(403)
  expect((await technician.get(me)).status).toBe(200)
})

it('calls of machines are answered three at a time, whoever sends them, and leave places to people', async () => {
  const machines = await Promise.all(Array.from({ length: 8 }, () => test.signedInAs('ADMIN')))
  let isOver = false
  const calls = machines.map(one => one.get('/api/test/patient'))
  const all = Promise.all(calls).finally(() => {
    isOver = true
  })
  await vi.waitFor(() => expect(waiting).toHaveLength(3))
  // five places are all there are: two of them are left
  const person = await test.signedInAs('ADMIN')
  expect((await person.get(me)).status).toBe(200)
  expect(waiting).toHaveLength(3)
  while (!isOver) {
    pass()
    await new Promise(setImmediate)
    expect(waiting.length).toBeLessThanOrEqual(3)
  }
  expect((await all).map(({ status }) => status)).toEqual(Array(8).fill(200))
})
