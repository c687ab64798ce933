/** The rarer abilities of commands: without a body, for all rows together, not offered, richer history, the house itself. */
import { Type } from '@sinclair/typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Dictionary } from '../../modules/catalogue/schema.ts'
import { codes } from '../../src/contract/vocabulary.ts'
import { defineCommand, defineCreation } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { act } from '../../src/kernel/commands/run-as-system.ts'
import { query, raw, sql } from '../../src/kernel/database/sql.ts'
import { throwProblem } from '../../src/kernel/http/errors.ts'
import { defineModule } from '../../src/kernel/module.ts'
import { addVeto, askVetoes } from '../../src/kernel/registries.ts'
import { defineRows } from '../../src/kernel/resources/rows.ts'
import { EnumOf, Id, Version } from '../../src/kernel/schema.ts'
import { modules } from '../../src/modules.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'

const Short = Type.Object({ id: Id, version: Version, dictionary: EnumOf(Dictionary) })
const Long = Type.Object({ id: Id, version: Version, value: Type.String(), length: Type.Integer() })
const source = { type: 'test.value', table: 'catalogue.dictionary_values', alias: 'v', visibleTo: () => raw('false') }
const whole = defineRows({
  ...source,
  schema: Long,
  fields: { id: 'v.id', version: 'v.version', value: 'v.value', length: 'length(v.value)' }
})
const rows = defineRows({
  ...source,
  schema: Short,
  fields: { id: 'v.id', version: 'v.version', dictionary: 'v.dictionary' },
  history: { rows: whole, fields: ['value'] }
})

const Given = Type.Object({ value: Type.String({ minLength: 1 }) })

const finish = defineCommand(rows)({
  name: 'test.finish',
  call: 'PUT /api/test/:id/finish',
  selection: 'one',
  allowEmptyBody: true,
  success: true,
  access: { ADMIN: { form: defineForm({ schema: Given }) } },
  async run({ trx }, { id }, { value }: { value?: string }) {
    await query(trx, sql`update catalogue.dictionary_values set value = ${value ?? 'by itself'} where id = ${id}`)
  }
})

const number = defineCommand(rows)({
  name: 'test.number',
  call: 'PUT /api/test/number',
  selection: 'some',
  bulk: 'all',
  ids: 'ids',
  access: { ADMIN: { form: defineForm({ schema: Type.Object({ ids: Type.Array(Id, { minItems: 1 }) }) }) } },
  async runAll({ trx, services }, chosen) {
    const ids = chosen.map(({ id }) => id)
    await askVetoes(services.registries, 'test.number', trx, ids)
    for (const [at, id] of ids.entries())
      await query(
        trx,
        sql`update catalogue.dictionary_values set value = ${`${at + 1} of ${ids.length}: ${id}`} where id = ${id}`
      )
  }
})

const hidden = defineCommand(rows)({
  name: 'test.hidden',
  call: 'PUT /api/test/:id/hidden',
  selection: 'one',
  enabledIf: ({ accountingUrl }) => accountingUrl !== '',
  access: { ADMIN: {} },
  run: async () => undefined
})

const add = defineCreation(rows)({
  name: 'test.add',
  call: 'POST /api/test/of/:dictionary',
  access: { ADMIN: { form: defineForm({ schema: Given }) } },
  async run({ trx, param }, { value }: { value: string }) {
    const [made] = await query<{ id: number }>(
      trx,
      sql`insert into catalogue.dictionary_values (dictionary, value) values (${param('dictionary')}, ${value}) returning id`
    )
    return made as { id: number }
  }
})

const module = defineModule({ name: 'test', commands: [finish, number, hidden, add] })

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
    addVeto(test.services.registries, 'test.number', async (_trx, ids) => {
      if (ids.includes(two)) throwProblem('inUse')
    })
    expect((await staff.put('/api/test/number', { ids: [one, two] })).status).toBe(409)
    expect([await stored(one), await stored(two)]).toEqual(was)
    expect((await staff.put('/api/test/number', { ids: [one] })).status).toBe(200)
  })
})

describe('a command that this installation does not offer', () => {
  it('has no route', async () => {
    const id = await aValue()
    expect((await staff.put(`/api/test/${id}/hidden`)).status).toBe(404)
  })

  it('is there where it is offered', async () => {
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
    const { status } = await person.put(`/api/test/${row.id}/hidden`)
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

describe('what the house does by itself', () => {
  it('changes what the rule allows, with history of nobody', async () => {
    const id = await aValue()
    const done = await act(test.services, {
      name: 'test.tidy',
      rows,
      ids: [id],
      when: { dictionary: codes(Dictionary, ['deactivationReasons']) },
      params: { by: 'the house' },
      run: async (trx, [row]) => {
        await query(trx, sql`update catalogue.dictionary_values set value = 'tidy' where id = ${row?.id}`)
      }
    })
    expect(done).toEqual([{ id, version: 2, dictionary: 0 }])
    expect(await changes(id)).toMatchObject([
      { code: 'test.tidy', account_id: null, params: { by: 'the house' }, after: { value: 'tidy' } }
    ])
  })

  it('leaves alone what the rule forbids, and what is gone', async () => {
    const id = await aValue()
    const never = { name: 'test.tidy', rows, run: async () => expect.fail('it ran') }
    expect(await act(test.services, { ...never, ids: [id], when: { dictionary: [1] } })).toEqual([])
    expect(await act(test.services, { ...never, ids: [2_000_000_000] })).toEqual([])
    expect(await changes(id)).toEqual([])
  })
})
