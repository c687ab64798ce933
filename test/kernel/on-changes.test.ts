/** What modules hear of the changes of commands, in their transaction. */
import { Type } from '@sinclair/typebox'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { defineCommand } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { defineSystemCommand, runAsSystem } from '../../src/kernel/commands/system.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import { type ChangesMade, onChanges } from '../../src/kernel/history/on-changes.ts'
import { defineModule } from '../../src/kernel/module.ts'
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

const shouted = (ids: readonly number[]) =>
  sql`update catalogue.dictionary_values set value = upper(value) where id = any(${[...ids]}::int[])`

const shout = defineCommand(values, {
  name: 'test.shout',
  call: 'PUT /api/test/shout',
  wire: { ids: 'valueIds' },
  selection: 'some',
  access: { ADMIN: { form: defineForm({ schema: Type.Object({ valueIds: Type.Array(Id) }) }) } },
  async runAll({ trx }, rows) {
    await query(trx, shouted(rows.map(({ id }) => id)))
  }
})
const shoutAlone = defineSystemCommand(values, {
  name: 'test.shoutAlone',
  async run({ trx }, rows) {
    await query(trx, shouted(rows.map(({ id }) => id)))
  }
})

const heard: ChangesMade[] = []
/** Counts the values that have changed, as they are then; refuses to count one. */
const listen = onChanges.fill(made => {
  const ids = made.changes.flatMap(({ resourceType, subjectId }) => (resourceType === values.type ? subjectId : []))
  if (ids.length === 0) return []
  heard.push(made)
  return [
    sql`insert into kernel.counts (list, key, n)
      select 'heard', v.value, case v.value when 'UNWELCOME' then 1 / (v.id - v.id) else 1 end
      from catalogue.dictionary_values v where v.id = any(${ids}::int[])`
  ]
})
const module = defineModule({ name: 'test', commands: [shout], systemCommands: [shoutAlone], extends: [listen] })

let test: TestApp
let staff: Person
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' }, [...modules, module])
  staff = await test.signedInAs('ADMIN')
})
afterAll(() => test.close())
beforeEach(async () => {
  heard.length = 0
  await test.services.db('kernel.counts').where({ list: 'heard' }).delete()
})

async function aValue(value: string): Promise<number> {
  const [row] = await test.services.db('catalogue.dictionary_values').insert({ dictionary: 0, value }).returning('id')
  return row.id
}
const recorded = (id: number) =>
  test.services.db('kernel.changes').where({ resource_type: 'test.value', subject_id: id })
const counted = () => test.services.db('kernel.counts').where({ list: 'heard' }).orderBy('key').pluck('key')
const call = (...valueIds: number[]) => staff.put('/api/test/shout', { valueIds })

it('all of a command together, without rows that stay as they were, and who has made them; what they write sees the change', async () => {
  const [one, same, two] = [await aValue('one'), await aValue('SAME'), await aValue('two')]
  await call(one, same, two)
  expect(heard.map(({ accountId, reader, changes }) => [accountId, reader.role, changes])).toMatchObject([
    [
      staff.accountId,
      'ADMIN',
      [
        {
          resourceType: 'test.value',
          subjectId: one,
          code: 'test.shout',
          before: { value: 'one' },
          after: { value: 'ONE' }
        },
        { subjectId: two, before: { value: 'two' }, after: { value: 'TWO' } }
      ]
    ]
  ])
  expect(await counted()).toEqual(['ONE', 'TWO'])
})

it('none where nothing has changed', async () => {
  await call(await aValue('STILL'))
  expect(heard).toEqual([])
})

it('those of the application itself, too', async () => {
  const id = await aValue('alone')
  await runAsSystem(test.services, shoutAlone, [id], undefined)
  expect(heard.map(({ accountId, reader, changes }) => [accountId, reader.role, changes.length])).toEqual([
    [null, 'SYSTEM', 1]
  ])
  expect(await counted()).toEqual(['ALONE'])
})

it('and where they cannot write, the command is undone', async () => {
  const [good, bad] = [await aValue('good'), await aValue('unwelcome')]
  expect((await call(good, bad)).status).toBe(500)
  expect([await recorded(good), await recorded(bad), await counted()]).toEqual([[], [], []])
  expect(await test.services.db('catalogue.dictionary_values').where({ id: bad }).first('value')).toEqual({
    value: 'unwelcome'
  })
})
