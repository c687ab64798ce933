/** What every command has from the kernel, tried on a command of the test's own. */
import { randomUUID } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { defineCommand, defineCreation } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'
import { defineModule } from '../../src/kernel/module.ts'
import type { Hint } from '../../src/kernel/realtime/hints.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { Id, Version } from '../../src/kernel/schema.ts'
import { modules } from '../../src/modules.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'

const values = defineResource({
  type: 'test.value',
  title: 'value',
  path: '/api/test/values',
  access: ['ADMIN'],
  schema: Type.Object({ id: Id, version: Version, value: Type.String() }),
  table: 'catalogue.dictionary_values',
  alias: 'v',
  sort: 'value'
})

const change = defineCommand(values, {
  name: 'test.change',
  call: 'PUT /api/test/:id/change',
  selection: 'some',
  access: {
    ADMIN: { form: defineForm({ schema: Type.Object({ to: Type.String(), ending: Type.Optional(Type.String()) }) }) }
  },
  async run({ trx, hint, addAuditParams, now }, { id }, { to, ending }) {
    addAuditParams({ to })
    hint('test.neighbour', [id + 1, id + 2])
    hint('test.neighbour', [id + 1])
    await query(trx, sql`update catalogue.dictionary_values set value = ${to} where id = ${id}`)
    await query(trx, sql`insert into kernel.counts (list, key, n) values ('test', ${now.toISOString()}, 1)`)
    if (ending === 'refuse') throwProblem('inUse')
    if (ending === 'throw') throw new TypeError('a fault of ours')
    if (ending === 'break') await query(trx, sql`select 1 / 0`)
  }
})

const all = defineCommand(values, {
  name: 'test.all',
  call: 'PUT /api/test/all',
  selection: 'some',
  bulk: 'all',
  ids: 'valueIds',
  access: { ADMIN: { form: defineForm({ schema: Type.Object({ valueIds: Type.Array(Id, { minItems: 1 }) }) }) } },
  async run({ trx }, { id, value }) {
    if (value.endsWith('stubborn')) throwProblem('inUse')
    await query(trx, sql`update catalogue.dictionary_values set value = value || '!' where id = ${id}`)
  }
})

const shout = defineCommand(values, {
  name: 'test.shout',
  call: 'PUT /api/test/shout',
  selection: 'some',
  bulk: 'all',
  ids: 'valueIds',
  access: { ADMIN: { form: defineForm({ schema: Type.Object({ valueIds: Type.Array(Id) }) }) } },
  async runAll({ trx }, rows) {
    const ids = rows.map(({ id }) => id)
    await query(trx, sql`update catalogue.dictionary_values set value = upper(value) where id = any(${ids}::int[])`)
  }
})

const add = defineCommand(values, {
  name: 'test.add',
  call: 'POST /api/test/:id/add',
  access: { ADMIN: {} },
  run: async () => undefined
})

const make = defineCreation(values, {
  name: 'test.make',
  call: 'POST /api/test',
  access: { ADMIN: { form: defineForm({ schema: Type.Object({ value: Type.String() }) }) } },
  async run({ trx }, { value }) {
    const [made] = await query<{ id: number }>(
      trx,
      sql`insert into catalogue.dictionary_values (dictionary, value) values (0, ${value}) returning id`
    )
    return made as { id: number }
  }
})

const module = defineModule({ name: 'test', commands: [change, all, shout, add, make] })

let test: TestApp
let staff: Person
let sent: Hint[]

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' }, [...modules, module])
  staff = await test.signedInAs('ADMIN')
  vi.spyOn(test.services.hints, 'send').mockImplementation(hint => void sent.push(hint))
  sent = []
})
afterEach(() => {
  sent = []
})
afterAll(() => test.close())

let made = 0
async function aValue(value = `value ${++made}`): Promise<number> {
  const [row] = await test.services.db('catalogue.dictionary_values').insert({ dictionary: 0, value }).returning('id')
  return row.id
}
const stored = (id: number) => test.services.db('catalogue.dictionary_values').where({ id }).first('value', 'version')
const changes = (id: number) =>
  test.services.db('kernel.changes').where({ resource_type: 'test.value', subject_id: id }).orderBy('id')
const left = async (): Promise<number[]> => {
  const { db } = test.services
  const counts = ['kernel.changes', 'kernel.idempotency', 'kernel.counts', 'catalogue.dictionary_values']
  return Promise.all(counts.map(async table => Number((await db(table).count('* as n').first())?.n)))
}

describe('a command that succeeds', () => {
  it('changes, records what differs, and hints after', async () => {
    const id = await aValue('old')
    const { status, body } = await staff.put(`/api/test/${id}/change`, { to: 'new' })
    expect([status, body]).toEqual([200, { data: { id, version: 2, value: 'new' } }])
    expect(await changes(id)).toMatchObject([
      {
        code: 'test.change',
        account_id: staff.accountId,
        version: 2,
        params: { to: 'new' },
        before: { value: 'old' },
        after: { value: 'new' }
      }
    ])
    expect(sent).toContainEqual({ kind: 'changed', resourceType: 'test.value', ids: [id], companyId: null })
    expect(sent).toContainEqual({
      kind: 'changed',
      resourceType: 'test.neighbour',
      ids: [id + 1, id + 2],
      companyId: null
    })
  })

  it('hints only when others can read what changed', async () => {
    const id = await aValue()
    const seen: Promise<unknown>[] = []
    vi.mocked(test.services.hints.send).mockImplementation(() => void seen.push(stored(id)))
    await staff.put(`/api/test/${id}/change`, { to: 'seen by all' })
    expect(seen.length).toBeGreaterThan(0)
    for (const row of await Promise.all(seen)) expect(row).toMatchObject({ value: 'seen by all' })
    vi.mocked(test.services.hints.send).mockImplementation(hint => void sent.push(hint))
  })

  it('that makes a thing begins its history with it', async () => {
    const { status, body } = await staff.post('/api/test', { value: 'made' })
    expect([status, body.data]).toEqual([201, { id: expect.any(Number), version: 1, value: 'made' }])
    expect(await changes(body.data.id)).toMatchObject([{ code: 'test.make', version: 1, before: {} }])
  })
})

describe('an edit that changes nothing', () => {
  it('writes no history and no version, tells nobody, and says so', async () => {
    const id = await aValue('same')
    await query(test.services.db, sql`delete from kernel.counts where list = 'test'`)
    const { status, body } = await staff.put(`/api/test/${id}/change`, { to: 'same' }, { 'if-match': '"1"' })
    expect([status, body]).toEqual([200, { data: { id, version: 1, value: 'same' }, unchanged: true }])
    expect([await stored(id), await changes(id)]).toEqual([{ value: 'same', version: 1 }, []])
    expect(sent.filter(hint => hint.kind === 'changed' && hint.resourceType === 'test.value')).toEqual([])
  })

  it('of rows of which one changes is history of that one', async () => {
    const [same, other] = [await aValue('LOUD'), await aValue('low')]
    const { body } = await staff.put('/api/test/shout', { valueIds: [same, other] })
    expect(body).toMatchObject({ data: [{ version: 1 }, { version: 2 }] })
    expect(body).not.toHaveProperty('unchanged')
    expect([await changes(same), await changes(other)]).toMatchObject([[], [{ code: 'test.shout' }]])
  })

  it('is not an addition (POST), which is history though the row stays as it was', async () => {
    const id = await aValue('commented')
    const { body } = await staff.post(`/api/test/${id}/add`, {})
    expect(body).toEqual({ data: { id, version: 1, value: 'commented' } })
    expect(await changes(id)).toMatchObject([{ code: 'test.add' }])
  })
})

describe('a command that does not', () => {
  it.each([
    ['refuse', 409, 'kernel.inUse'],
    ['throw', 500, 'kernel.unexpected'],
    ['break', 500, 'kernel.unexpected']
  ])('(%s) leaves nothing behind: no change, no history, no key, no hint', async (ending, status, code) => {
    const id = await aValue(`before ${ending}`)
    const before = await left()
    const key = { 'idempotency-key': randomUUID() }
    const answer = await staff.put(`/api/test/${id}/change`, { to: `after ${ending}`, ending }, key)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await stored(id)).toEqual({ value: `before ${ending}`, version: 1 })
    expect(await left()).toEqual(before)
    expect(sent).toEqual([])
    const again = await staff.put(`/api/test/${id}/change`, { to: `again ${ending}` }, key)
    expect([again.status, again.body.data.value]).toEqual([200, `again ${ending}`])
  })

  it('for all rows at once does it for none, and names nothing of the others', async () => {
    const [first, second] = [await aValue(), await aValue('stubborn')]
    const before = await left()
    expect((await staff.put('/api/test/all', { valueIds: [first, second] })).status).toBe(409)
    expect((await staff.put('/api/test/all', { valueIds: [first, 2_000_000_000] })).status).toBe(404)
    expect(await left()).toEqual(before)
    expect((await stored(first)).version).toBe(1)
    const both = await staff.put('/api/test/all', { valueIds: [first, await aValue(), first] })
    expect([both.status, both.body.data.length]).toEqual([200, 2])
    expect((await stored(first)).version).toBe(2)
  })
})

describe('an idempotency key', () => {
  it('answers a repeat with the first answer, and changes once', async () => {
    const id = await aValue()
    const key = { 'idempotency-key': randomUUID() }
    const send = () => staff.put(`/api/test/${id}/change`, { to: 'once' }, key)
    const answers = await Promise.all(Array.from({ length: 6 }, send))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect((await stored(id)).version).toBe(2)
    expect(await changes(id)).toHaveLength(1)
  })

  it('stands for one call: another thing, another body or another command under it is refused', async () => {
    const [id, other] = [await aValue(), await aValue()]
    const key = { 'idempotency-key': randomUUID() }
    await staff.put(`/api/test/${id}/change`, { to: 'first' }, key)
    for (const answer of [
      await staff.put(`/api/test/${other}/change`, { to: 'first' }, key),
      await staff.put(`/api/test/${id}/change`, { to: 'second' }, key),
      await staff.post('/api/test', { value: 'first' }, key)
    ])
      expect([answer.status, answer.body.code]).toEqual([422, 'kernel.keyReused'])
    expect((await stored(other)).version).toBe(1)
  })

  it('stands for the values in the path and the query, too', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const value = `Powód ${randomUUID()}`
    const add = (path: string) => staff.post(path, { value }, key)
    const first = await add('/api/Dictionaries/0/add-value')
    expect(first.status).toBe(201)
    expect((await add('/API/dictionaries/0/Add-value')).body).toEqual(first.body)
    for (const path of ['/api/Dictionaries/1/add-value', '/api/Dictionaries/0/add-value?key=1']) {
      const { status, body } = await add(path)
      expect([path, status, body.code]).toEqual([path, 422, 'kernel.keyReused'])
    }
    const rows = await test.services.db('catalogue.dictionary_values').where({ value }).select('dictionary')
    expect(rows).toEqual([{ dictionary: 0 }])
  })

  it('is replayed only to one who may still call', async () => {
    const person = await test.signedInAs('ADMIN')
    const id = await aValue()
    const key = { 'idempotency-key': randomUUID() }
    await person.put(`/api/test/${id}/change`, { to: 'mine' }, key)
    await test.services.db('users.accounts').where({ id: person.accountId }).update({ deactivated_at: new Date() })
    expect((await person.put(`/api/test/${id}/change`, { to: 'mine' }, key)).status).toBe(403)
  })
})

describe('a version', () => {
  it('of two with the same one, one wins', async () => {
    const id = await aValue()
    const send = (to: string) => staff.put(`/api/test/${id}/change`, { to }, { 'if-match': '"1"' })
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map(send))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await changes(id)).toHaveLength(1)
  })
  it('that lies ahead is refused as well', async () => {
    const id = await aValue()
    const { body } = await staff.put(`/api/test/${id}/change`, { to: 'x' }, { 'if-match': '7' })
    expect(body).toMatchObject({ status: 409, code: 'kernel.stale', current: { id, version: 1 } })
  })
})
