/** What commands and lists may ask of the kernel beyond the usual: who waits, work before the transaction, locks, fixed filters. */
import { Type } from '@sinclair/typebox'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { audienceOf, type Caller } from '../../src/kernel/access/caller.ts'
import { defineAction, defineCommand } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import { defineModule } from '../../src/kernel/module.ts'
import { filter } from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { listRoute } from '../../src/kernel/routes/resource-routes.ts'
import { Id, Version } from '../../src/kernel/schema.ts'
import { modules } from '../../src/modules.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { anAccount } from '../helper/factories.ts'

const steps: string[] = []

const values = defineResource({
  type: 'test.value',
  title: 'value',
  path: '/api/test/values',
  access: ['ADMIN'],
  schema: Type.Object({ id: Id, version: Version, value: Type.String(), dictionary: Type.Integer() }),
  table: 'catalogue.dictionary_values',
  alias: 'v',
  filters: { Dictionary: filter(Type.Integer(), dictionary => sql`v.dictionary = ${dictionary}`) },
  sort: 'value'
})

const ring = defineAction({
  name: 'test.ring',
  call: 'POST /api/test/:departmentId/ring',
  access: { ADMIN: {}, waiting: {} },
  answer: Type.Object({ audience: Type.String(), departmentId: Type.Integer() }),
  beforeTransaction: async ({ param }) => param('departmentId'),
  run: async ({ audience }, _input, departmentId) => ({ audience, departmentId })
})

const rename = defineCommand(values, {
  name: 'test.rename',
  call: 'PUT /api/test/:shelf/rename/:id',
  access: { ADMIN: { form: defineForm({ schema: Type.Object({ to: Type.String({ maxLength: 50 }) }) }) } },
  beforeTransaction: async ({ ids, param }, { to }) => {
    steps.push('before')
    return `${to} ${ids.join()} of ${param('shelf')}`
  },
  async lockFirst({ trx }, ids) {
    const [held] = await query<{ n: number }>(
      trx,
      sql`select count(*)::int as n from pg_locks where pid = pg_backend_pid() and relation = 'catalogue.dictionary_values'::regclass
        and mode = 'RowShareLock'`
    )
    steps.push(`lock ${ids.join()}, rows locked: ${held?.n}`)
  },
  async run({ trx }, { id }, _input, prepared) {
    steps.push('run')
    await query(trx, sql`update catalogue.dictionary_values set value = ${prepared} where id = ${id}`)
  }
})

const routes = [
  listRoute(values, {
    url: '/api/test/cancellation-reasons',
    access: ['ADMIN'],
    summary: 'Reasons',
    fixed: { Dictionary: 1 }
  })
]

let test: TestApp
let staff: Person
let valueId: number

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' }, [...modules, defineModule({ name: 'test', commands: [ring, rename], routes })])
  staff = await test.signedInAs('ADMIN')
  const [row] = await test.services
    .db('catalogue.dictionary_values')
    .insert([0, 1].map(dictionary => ({ dictionary, value: 'first' })))
    .returning('id')
  valueId = row.id
})
beforeEach(() => {
  steps.length = 0
})
afterAll(() => test.close())

const someone: Caller = {
  accountId: 1,
  sessionId: '',
  role: 'CLIENT_ADMIN',
  companyId: 1,
  departmentId: 1,
  ownDepartmentOnly: false,
  language: 'pl',
  isActivated: true,
  hasAllRequiredData: true,
  isDeactivated: false
}

it.each([
  ['one who may act', {}, ['waiting'], undefined],
  ['one whose data are missing', { hasAllRequiredData: false }, ['waiting'], 'waiting'],
  ['one whom nobody has confirmed', { role: null, isActivated: false }, ['waiting'], 'waiting'],
  ['one whose role is named, too', { isActivated: false }, ['CLIENT_ADMIN', 'waiting', 'signedIn'], 'waiting'],
  ['one who may act, of a named role', {}, ['waiting', 'CLIENT_ADMIN'], 'CLIENT_ADMIN'],
  ['one whom somebody has shut out', { isDeactivated: true }, ['CLIENT_ADMIN', 'waiting', 'signedIn'], undefined],
  [
    'one whom somebody has shut out, where that is named',
    { isDeactivated: true },
    ['signedIn', 'deactivated'],
    'deactivated'
  ],
  ['one whom somebody has shut out, as a stranger', { isDeactivated: true }, ['signedIn', 'anyone'], 'anyone']
] as const)('the audience “waiting” is accounts that may not act yet: %s', (_who, more, audiences, expected) => {
  expect(audienceOf({ ...someone, ...more }, audiences)).toBe(expected)
})

it('a call for who waits is refused to strangers and to other roles that may act', async () => {
  const asleep = await anAccount(test.services.db, { role: 'DRIVER', password: null, phone: null })
  const call = '/api/test/7/ring'
  expect((await (await test.signedInAs(asleep.id)).post(call, {})).body.data).toEqual({
    audience: 'waiting',
    departmentId: 7
  })
  expect((await staff.post(call, {})).body.data.audience).toBe('ADMIN')
  expect((await (await test.signedInAs('DRIVER')).post(call, {})).body.code).toBe('kernel.forbidden')
  expect((await test.nobody().post(call, {})).status).toBe(401)
})

it('a command on rows works before its transaction, locks what comes first, then the rows', async () => {
  const { status, body } = await staff.put(`/api/test/3/rename/${valueId}`, { to: 'new' })
  expect([status, body.data.value]).toEqual([200, `new ${valueId} of 3`])
  expect(steps).toEqual(['before', `lock ${valueId}, rows locked: 0`, 'run'])
})

it('a list of a path of its own has the filter that the path stands for, whatever the call names', async () => {
  for (const url of ['/api/test/cancellation-reasons', '/api/test/cancellation-reasons?Dictionary=0']) {
    const { status, body } = await staff.get(url)
    expect([url, status, body.total]).toEqual([url, 200, 1])
    expect(body.data).toMatchObject([{ dictionary: 1 }])
  }
})
