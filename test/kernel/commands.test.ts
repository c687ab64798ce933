/** What fewer commands need: no body, all rows together, disabled by a setting, a history view, system commands, ids elsewhere. */
import { Type } from '@sinclair/typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Dictionary } from '../../modules/catalogue/schema.ts'
import { codes } from '../../src/contract/vocabulary.ts'
import { defineCommand, defineCreation } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { defineSystemCommand, runAsSystem } from '../../src/kernel/commands/system.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'
import { defineVeto } from '../../src/kernel/extension-points.ts'
import { defineModule } from '../../src/kernel/module.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { EnumOf, Id, Version } from '../../src/kernel/schema.ts'
import { modules } from '../../src/modules.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'

const values = defineResource({
  type: 'test.value',
  title: 'value',
  path: '/api/test/values',
  access: ['ADMIN'],
  schema: Type.Object({
    id: Id,
    version: Version,
    dictionary: EnumOf(Dictionary),
    value: Type.String(),
    length: Type.Integer()
  }),
  table: 'catalogue.dictionary_values',
  alias: 'v',
  fields: { length: { sql: 'length(v.value)' } },
  views: { list: ['id', 'version', 'dictionary'], history: ['value'] },
  sort: 'dictionary'
})

const Given = Type.Object({ value: Type.String({ minLength: 1 }) })

const finish = defineCommand(values, {
  name: 'test.finish',
  call: 'PUT /api/test/:id/finish',
  selection: 'one',
  allowEmptyBody: true,
  success: true,
  access: { ADMIN: { form: defineForm({ schema: Given }) } },
  async run({ trx }, { id }, { value }) {
    await query(trx, sql`update catalogue.dictionary_values set value = ${value ?? 'by itself'} where id = ${id}`)
  }
})

const beforeNumbering = defineVeto('test.numbering')
/** What the veto refuses; a test adds to it. */
const forbidden = new Set<number>()

const number = defineCommand(values, {
  name: 'test.number',
  call: 'PUT /api/test/number',
  selection: 'some',
  bulk: 'all',
  ids: 'ids',
  access: { ADMIN: { form: defineForm({ schema: Type.Object({ ids: Type.Array(Id, { minItems: 1 }) }) }) } },
  async runAll(context, chosen) {
    const { trx } = context
    const ids = chosen.map(({ id }) => id)
    await beforeNumbering.check(context, ids)
    for (const [at, id] of ids.entries())
      await query(
        trx,
        sql`update catalogue.dictionary_values set value = ${`${at + 1} of ${ids.length}: ${id}`} where id = ${id}`
      )
  }
})

const grey = defineCommand(values, {
  name: 'test.grey',
  call: 'PUT /api/test/:id/grey',
  selection: 'one',
  disabledIf: ({ accountingUrl }) => (accountingUrl === '' ? 'kernel.unavailable' : undefined),
  access: { ADMIN: {} },
  run: async () => undefined
})

const add = defineCreation(values, {
  name: 'test.add',
  call: 'POST /api/test/of/:dictionary',
  access: { ADMIN: { form: defineForm({ schema: Given }) } },
  async run({ trx, param }, { value }) {
    const [made] = await query<{ id: number }>(
      trx,
      sql`insert into catalogue.dictionary_values (dictionary, value) values (${param('dictionary')}, ${value}) returning id`
    )
    return made as { id: number }
  }
})

/** Its id travels in the body, and in the query. */
const inBody = defineCommand(values, {
  name: 'test.inBody',
  call: 'PUT /api/test/approve',
  idFrom: { body: 'id' },
  access: { ADMIN: { form: defineForm({ schema: Given }) } },
  async run({ trx }, { id }, { value }) {
    await query(trx, sql`update catalogue.dictionary_values set value = ${value} where id = ${id}`)
  }
})

const inQuery = defineCommand(values, {
  name: 'test.inQuery',
  call: 'DELETE /api/test',
  idFrom: { query: 'valueId' },
  access: { ADMIN: {} },
  async run({ trx }, { id }) {
    await query(trx, sql`delete from catalogue.dictionary_values where id = ${id}`)
  }
})

const repeated = defineCommand(values, {
  name: 'test.repeated',
  call: 'PUT /api/test/:id/repeated',
  repeatsId: 'valueId',
  access: { ADMIN: { form: defineForm({ schema: Given }) } },
  async run({ trx }, { id }, { value }) {
    await query(trx, sql`update catalogue.dictionary_values set value = ${value} where id = ${id}`)
  }
})

const tidy = defineSystemCommand(values, {
  name: 'test.tidy',
  when: { dictionary: codes(Dictionary, ['deactivationReasons']) },
  async run({ trx, addAuditParams }, [row]) {
    addAuditParams({ by: 'a job' })
    await query(trx, sql`update catalogue.dictionary_values set value = 'tidy' where id = ${row?.id}`)
  }
})

const module = defineModule({
  name: 'test',
  commands: [finish, number, grey, add, inBody, inQuery, repeated],
  systemCommands: [tidy],
  extensionPoints: [beforeNumbering],
  extends: [
    beforeNumbering.fill(async (_trx, ids) => {
      if (ids.some(id => forbidden.has(id))) throwProblem('inUse')
    })
  ]
})

let test: TestApp
let staff: Person

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' }, [...modules, module])
  staff = await test.signedInAs('ADMIN')
})
afterAll(() => test.close())

let made = 0
async function aValue(): Promise<number> {
  const value = `a reason ${++made}`
  const [row] = await test.services.db('catalogue.dictionary_values').insert({ dictionary: 0, value }).returning('id')
  return row.id
}
const stored = async (id: number): Promise<string> =>
  (await test.services.db('catalogue.dictionary_values').where({ id }).first('value')).value
const changes = (id: number) =>
  test.services.db('kernel.changes').where({ resource_type: 'test.value', subject_id: id }).orderBy('id')

describe('a command that may come without a body', () => {
  it('takes what it needs from the thing, and says its success beside the row', async () => {
    const id = await aValue()
    const { status, body } = await staff.put(`/api/test/${id}/finish`)
    expect([status, body.success, body.data.id]).toEqual([200, true, id])
    expect(await stored(id)).toBe('by itself')
  })

  it('judges a body that comes as any other', async () => {
    const id = await aValue()
    expect((await staff.put(`/api/test/${id}/finish`, { value: 7 })).status).toBe(400)
    expect((await staff.put(`/api/test/${id}/finish`, { value: 'said' })).status).toBe(200)
    expect(await stored(id)).toBe('said')
  })
})

describe('history', () => {
  it('compares the richer rows in the fields it is told', async () => {
    const id = await aValue()
    const before = await stored(id)
    await staff.put(`/api/test/${id}/finish`, { value: 'afterwards' })
    expect(await changes(id)).toMatchObject([{ version: 2, before: { value: before }, after: { value: 'afterwards' } }])
  })
})

describe('a command for all rows together', () => {
  it('sees them once, in the order of their ids', async () => {
    const [one, two] = [await aValue(), await aValue()]
    const { status } = await staff.put('/api/test/number', { ids: [two, one] })
    expect([status, await stored(one), await stored(two)]).toEqual([200, `1 of 2: ${one}`, `2 of 2: ${two}`])
  })

  it('changes nothing when a higher module forbids one of them', async () => {
    const [one, two] = [await aValue(), await aValue()]
    const was = [await stored(one), await stored(two)]
    forbidden.add(two)
    expect((await staff.put('/api/test/number', { ids: [one, two] })).status).toBe(409)
    expect([await stored(one), await stored(two)]).toEqual(was)
    expect((await staff.put('/api/test/number', { ids: [one] })).status).toBe(200)
  })
})

describe('a command that this installation cannot do', () => {
  it('is refused with the code that says why, to those who may call it', async () => {
    const id = await aValue()
    const { status, body } = await staff.put(`/api/test/${id}/grey`)
    expect([status, body.code]).toEqual([503, 'kernel.unavailable'])
    expect((await test.nobody().put(`/api/test/${id}/grey`)).status).toBe(401)
  })

  it('works where it can', async () => {
    const secret = '0123456789abcdef0123456789abcdef'
    const other = await anApp({ ROLES: 'web', ACCOUNTING_URL: 'http://127.0.0.1:9', ACCOUNTING_SECRET: secret }, [
      ...modules,
      module
    ])
    const person = await other.signedInAs('ADMIN')
    const [row] = await other.services
      .db('catalogue.dictionary_values')
      .insert({ dictionary: 0, value: 'there' })
      .returning('id')
    const { status } = await person.put(`/api/test/${row.id}/grey`)
    await other.close()
    expect(status).toBe(200)
  })
})

describe('a number in the path of a creation', () => {
  it('is given to it, and must be a number', async () => {
    expect((await staff.post('/api/test/of/1', { value: 'under one' })).body.data.dictionary).toBe(1)
    expect((await staff.post('/api/test/of/one', { value: 'under none' })).status).toBe(404)
  })
})

describe('a system command', () => {
  it('changes what the rule allows, with history of nobody', async () => {
    const id = await aValue()
    expect(await runAsSystem(test.services, tidy, [id], undefined)).toEqual([{ id, version: 2, dictionary: 0 }])
    expect(await changes(id)).toMatchObject([
      { code: 'test.tidy', account_id: null, params: { by: 'a job' }, after: { value: 'tidy' } }
    ])
  })

  it('leaves alone what the rule forbids, and what is gone', async () => {
    const id = await aValue()
    const never = defineSystemCommand(values, {
      name: 'test.tidy',
      when: { dictionary: codes(Dictionary, ['cancellationReasons']) },
      run: async () => expect.fail('it ran')
    })
    expect(await runAsSystem(test.services, never, [id], undefined)).toEqual([])
    expect(await runAsSystem(test.services, tidy, [2_000_000_000], undefined)).toEqual([])
    expect(await changes(id)).toEqual([])
  })
})

describe('the id of a row', () => {
  it('travels in the body where the command says so, and is no field of its form', async () => {
    const id = await aValue()
    expect((await staff.put('/api/test/approve', { id, value: 'by body' })).status).toBe(200)
    expect(await stored(id)).toBe('by body')
    for (const bad of [undefined, null, 'x', 0, 1.5])
      expect((await staff.put('/api/test/approve', { id: bad, value: 'by body' })).body.Errors).toMatchObject([
        { PropertyName: 'id' }
      ])
    expect((await staff.put('/api/test/approve', { id: 2_000_000_000, value: 'x' })).status).toBe(404)
  })

  it('travels in the query where the command says so', async () => {
    const id = await aValue()
    expect((await staff.call('DELETE', '/api/test')).status).toBe(400)
    expect((await staff.call('DELETE', '/api/test?valueId=x')).status).toBe(400)
    expect((await staff.call('DELETE', `/api/test?valueId=${id}`)).status).toBe(200)
    expect((await staff.call('DELETE', `/api/test?valueId=${id}`)).status).toBe(404)
  })

  it('may be repeated in the body, and must then be the same', async () => {
    const id = await aValue()
    expect((await staff.put(`/api/test/${id}/repeated`, { valueId: id, value: 'once' })).status).toBe(200)
    const { status, body } = await staff.put(`/api/test/${id}/repeated`, { valueId: id + 1, value: 'twice' })
    expect([status, body.Errors[0].PropertyName, await stored(id)]).toEqual([400, 'valueId', 'once'])
  })
})
