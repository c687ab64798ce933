/** Commands that strangers may call: what they answer, and what they know of the call. */
import { randomUUID } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BeforeTransactionContext, defineAction, defineCreation } from '../../src/kernel/commands/command.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import { defineModule } from '../../src/kernel/module.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { Id, Version } from '../../src/kernel/schema.ts'
import { modules } from '../../src/modules.ts'
import { anApp, type TestApp } from '../helper/app.ts'
import { anAccount } from '../helper/factories.ts'

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

const apply = defineCreation(values, {
  name: 'test.apply',
  call: 'POST /api/test/apply',
  access: { ADMIN: {}, anyone: {} },
  async run({ trx }) {
    const value = randomUUID()
    const [row] = await query<{ id: number }>(
      trx,
      sql`insert into catalogue.dictionary_values (dictionary, value) values (0, ${value}) returning id`
    )
    return row as { id: number }
  }
})

const Knowledge = Type.Object({ id: Type.Integer(), texts: Type.Array(Type.String()), language: Type.String() })

const known = ({ param, textParam, language }: BeforeTransactionContext) => ({
  id: param('id'),
  texts: [textParam('letters'), textParam('none')],
  language
})

const ask = defineAction({
  name: 'test.ask',
  call: 'POST /api/test/:id/ask/:letters',
  answer: Type.Object({ before: Knowledge, within: Knowledge }),
  access: { anyone: {} },
  beforeTransaction: async context => known(context),
  run: async (context, _, before) => ({ before, within: known(context) })
})

let test: TestApp
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' }, [...modules, defineModule({ name: 'test', commands: [apply, ask] })])
})
afterAll(() => test.close())

describe('what anyone may create', () => {
  it('is an id to a stranger, and to a signed-in person who could not see it', async () => {
    const waiting = await anAccount(test.services.db, { role: 'CLIENT', password: null, confirmedAt: null })
    for (const caller of [test.nobody(), await test.signedInAs('CLIENT'), await test.signedInAs(waiting.id)]) {
      const { status, body } = await caller.post('/api/test/apply', {})
      expect([status, body]).toEqual([201, { data: { id: expect.any(Number) } }])
      const changes = test.services
        .db('kernel.changes')
        .where({ resource_type: 'test.value', subject_id: body.data.id })
      expect(await changes).toMatchObject([{ code: 'test.apply', after: { value: expect.any(String) } }])
    }
  })

  it('is the whole row to a role of its own', async () => {
    const { body } = await (await test.signedInAs('ADMIN')).post('/api/test/apply', {})
    expect(body.data).toEqual({ id: expect.any(Number), version: 1, value: expect.any(String) })
  })
})

describe('a command, before its transaction and within it, knows', () => {
  it('the texts and numbers of its path, and the language of the call', async () => {
    const headers = { 'accept-language': 'et' }
    const { body } = await test.nobody().post('/api/test/7/ask/De%2FX', {}, headers)
    const all = { id: 7, texts: ['De/X', ''], language: 'et' }
    expect(body.data).toEqual({ before: all, within: all })
  })
})
