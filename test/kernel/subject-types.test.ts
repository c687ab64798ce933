/** Two resources that show the same things: one history, hints to the lists of both, rows named by a text of their own. */
import { Type } from '@sinclair/typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineCommand } from '../../src/kernel/commands/command.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import { listMetadata } from '../../src/kernel/metadata/metadata.ts'
import { defineModule } from '../../src/kernel/module.ts'
import { definePage } from '../../src/kernel/pages/pages.ts'
import type { Hint } from '../../src/kernel/realtime/hints.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { Id, Version } from '../../src/kernel/schema.ts'
import { modules } from '../../src/modules.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'

const shared = {
  title: 'reason',
  access: ['ADMIN' as const],
  schema: Type.Object({ id: Id, version: Version, value: Type.String({ maxLength: 20 }) }),
  alias: 'v',
  views: { history: ['value' as const] },
  sort: 'value' as const
}
const reasons = defineResource({
  ...shared,
  type: 'test.reason',
  path: '/api/test/reasons',
  table: 'catalogue.dictionary_values'
})
const cancellations = defineResource({
  ...shared,
  type: 'test.cancellation',
  subjectType: 'test.reason',
  path: '/api/test/cancellations',
  table: '(select * from catalogue.dictionary_values where dictionary = 1)'
})

const shout = defineCommand(cancellations, {
  name: 'test.shout',
  call: 'PUT /api/test/shout',
  idFrom: { body: 'reason', field: 'value' },
  access: { ADMIN: {} },
  async run({ trx }, { id, value }) {
    await query(trx, sql`update catalogue.dictionary_values set value = ${`${value}!`} where id = ${id}`)
  }
})

const module = defineModule({ name: 'test', resources: [reasons, cancellations], commands: [shout] })

let test: TestApp
let staff: Person
const heard: Hint[] = []

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' }, [...modules, module])
  staff = await test.signedInAs('ADMIN')
  test.services.hints.onHint(hint => heard.push(hint))
})
afterAll(() => test.close())

const aReason = async (value: string, dictionary = 1): Promise<number> => {
  const [row] = await test.services.db('catalogue.dictionary_values').insert({ dictionary, value }).returning('id')
  return row.id
}

describe('resources of one subject type', () => {
  it('share one history, whichever of them a command is of', async () => {
    const id = await aReason('shared')
    expect((await staff.put('/api/test/shout', { reason: 'shared' })).status).toBe(200)
    const [one, other] = await Promise.all([
      staff.get(`/api/test/reasons/${id}/history`),
      staff.get(`/api/test/cancellations/${id}/history`)
    ])
    expect(one.body.data).toHaveLength(1)
    expect(other.body).toEqual(one.body)
  })

  it('are told of changes of either under the one name that both lists listen for', async () => {
    const id = await aReason('heard')
    await staff.put('/api/test/shout', { reason: 'heard' })
    const about = (hint: Hint): boolean => hint.kind === 'changed' && hint.ids.includes(id)
    await expect.poll(() => heard.find(about)).toMatchObject({ resourceType: 'test.reason' })
    const page = definePage(cancellations, {
      id: 'test.page',
      route: '/test',
      group: 'kernel.menu.orders',
      access: ['ADMIN'],
      columns: [{ key: 'value' }]
    })
    expect(listMetadata(page, { role: 'ADMIN' } as never)).toMatchObject({
      resourceType: 'test.reason',
      columns: [{ header: 'test.cancellation.value' }]
    })
  })

  it('answer somebody who edits an older version with what has happened since', async () => {
    await aReason('old')
    await staff.put('/api/test/shout', { reason: 'old' })
    const stale = await staff.call('PUT', '/api/test/shout', { reason: 'old!' }, { 'if-match': '"1"' })
    expect([stale.status, stale.body.changes.length]).toEqual([409, 1])
  })
})

describe('a row named by a text field', () => {
  it('is found in any letter case, and its resource judges the text', async () => {
    const id = await aReason('By Name')
    const { status, body } = await staff.put('/api/test/shout', { reason: ' by NAME ' })
    expect([status, body.data]).toEqual([200, { id, version: 2, value: 'By Name!' }])
    for (const bad of [undefined, null, '  ', 7, 'nul\u0000', 'x'.repeat(21)])
      expect((await staff.put('/api/test/shout', { reason: bad })).body.Errors).toMatchObject([
        { PropertyName: 'reason' }
      ])
  })

  it('is no row where the resource has none of it, or the caller may see none', async () => {
    await aReason('elsewhere', 0)
    expect((await staff.put('/api/test/shout', { reason: 'elsewhere' })).status).toBe(404)
    expect((await staff.put('/api/test/shout', { reason: 'nowhere' })).status).toBe(404)
    expect((await test.nobody().put('/api/test/shout', { reason: 'nowhere' })).status).toBe(401)
  })
})
