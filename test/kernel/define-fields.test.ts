/** A resource whose fields are declared in one table: what follows from it, and what the compiler refuses. */
import { Type } from '@sinclair/typebox'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { type Reader, system } from '../../src/kernel/access/caller.ts'
import { modelOf } from '../../src/kernel/database/model.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { answerList } from '../../src/kernel/lists/answer-list.ts'
import { definePage } from '../../src/kernel/pages/pages.ts'
import { detailsTab } from '../../src/kernel/pages/tabs.ts'
import { type ColumnsOf, defineFields, type RowIn } from '../../src/kernel/resources/define-fields.ts'
import { joined } from '../../src/kernel/resources/fields.ts'
import { readOne } from '../../src/kernel/resources/read-one.ts'
import { defineResource, type ItemOf, type RowOf } from '../../src/kernel/resources/resource.ts'
import { historyFields, visibleFields } from '../../src/kernel/resources/select.ts'
import { viewSchema } from '../../src/kernel/routes/resource-routes.ts'
import { Id, Nullable, Version } from '../../src/kernel/schema.ts'
import { anApp, type TestApp } from '../helper/app.ts'

const valueFields = defineFields({
  alias: 'v',
  views: ['list', 'details', 'history', 'clientHistory', 'label'],
  fields: {
    id: { schema: Id, for: 'everyone', in: ['list', 'details'] },
    version: { schema: Version, for: 'everyone', in: ['list', 'details'] },
    dictionary: { schema: Type.Integer(), for: 'everyone', in: ['details', 'history'] },
    value: {
      schema: Type.String(),
      sort: ['lower(v.value)'],
      for: 'everyone',
      in: ['list', 'details', 'history', 'clientHistory', 'label']
    },
    written: { schema: Type.String(), column: 'value', for: 'everyone', in: ['details'] },
    loud: { schema: Type.String(), sql: 'upper(v.value)', for: 'staff', in: ['list', 'details', 'history'] },
    reader: { schema: Type.String(), sql: ({ language }) => sql`${language}::text`, for: 'everyone', in: ['details'] },
    twinId: { schema: Type.Optional(Nullable(Id)), ...joined('twin', 'id'), for: 'staff', in: ['details'] }
  }
})

const values = defineResource({
  ...valueFields,
  type: 'test.value',
  title: 'value',
  path: '/api/test/values',
  access: ['ADMIN', 'CLIENT'],
  table: 'catalogue.dictionary_values',
  joins: { twin: 'left join catalogue.dictionary_values twin on twin.id = v.id' },
  visibleTo: () => undefined,
  clientHistory: { view: 'clientHistory', events: [] },
  sort: '-value'
})
const staff: Reader = { ...system, role: 'ADMIN', accountId: 1 }
const client: Reader = { ...staff, role: 'CLIENT', companyId: 1 }

let test: TestApp
let id: number
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  const [row] = await test.services
    .db('catalogue.dictionary_values')
    .insert({ dictionary: 1, value: 'x' })
    .returning('id')
  id = row.id
})
afterAll(() => test.close())

describe('fields that are declared in one table', () => {
  it('are read from their columns, expressions and joins', async () => {
    expect(await readOne(test.services.db, values, id, staff)).toEqual({
      id,
      version: 1,
      dictionary: 1,
      value: 'x',
      written: 'x',
      loud: 'X',
      reader: 'pl',
      twinId: id
    })
  })

  it('are in the views that they name, in the order of the table', () => {
    expect(values.views).toEqual({
      list: ['id', 'version', 'value', 'loud'],
      details: ['id', 'version', 'dictionary', 'value', 'written', 'loud', 'reader', 'twinId'],
      history: ['dictionary', 'value', 'loud'],
      clientHistory: ['value'],
      label: ['value']
    })
    expect(values.fields.value).toEqual({ sql: 'v.value', sort: ['lower(v.value)'] })
  })

  it('that are for staff are hidden from everybody else, and optional in the schema', async () => {
    expect(visibleFields(values, 'list', client)).toEqual(['id', 'version', 'value'])
    expect(historyFields(values, client)).toEqual(['value'])
    expect(historyFields(values, staff)).toEqual(['dictionary', 'value', 'loud'])
    expect(Object.keys((await readOne(test.services.db, values, id, client)) ?? {})).not.toContain('twinId')
    expect(viewSchema(values, 'list').required).toEqual(['id', 'version', 'value'])
    const sorted = { page: 1, limit: 1, orderBy: 'loud', filters: {} }
    await expect(answerList(test.services.db, values, sorted, client)).rejects.toThrow()
    expect(JSON.parse(await answerList(test.services.db, values, sorted, staff)).data).toHaveLength(1)
  })

  it('name a column, not an expression, by `column`', () => {
    const wrong = { schema: Id, column: 'upper(v.value)', for: 'everyone', in: [] } as const
    expect(() => defineFields({ alias: 'v', views: [], fields: { wrong } })).toThrow('is no column')
  })
})

describe('their types', () => {
  it('are those of their schemas', () => {
    expectTypeOf<RowOf<typeof values>>().toEqualTypeOf<{ id: number; version: number; value: string; loud: string }>()
    expectTypeOf<RowIn<typeof valueFields, 'label'>>().toEqualTypeOf<{ value: string }>()
    expectTypeOf<ItemOf<typeof values>['twinId']>().toEqualTypeOf<number | null | undefined>()
  })

  it('are those of a model, where they are columns of their name', async () => {
    expectTypeOf<ColumnsOf<typeof valueFields>>().toEqualTypeOf<{
      id: number
      version: number
      dictionary: number
      value: string
    }>()
    class Value extends modelOf<ColumnsOf<typeof valueFields>>('catalogue.dictionary_values') {
      declare createdAt: Date
    }
    const { value, createdAt } = await Value.query(test.services.db).findById(id).throwIfNotFound()
    expectTypeOf(value).toEqualTypeOf<string>()
    expect([value, createdAt]).toEqual(['x', expect.any(Date)])
  })

  it('refuse a field without an audience or a view, and names that are not there', () => {
    const of = { alias: 'v', views: ['list', 'details'] } as const
    const schema = Type.String()
    const refused = [
      // @ts-expect-error no audience
      () => defineFields({ ...of, fields: { value: { schema, in: ['list'] } } }),
      // @ts-expect-error no views
      () => defineFields({ ...of, fields: { value: { schema, for: 'staff' } } }),
      // @ts-expect-error no such audience
      () => defineFields({ ...of, fields: { value: { schema, for: 'clients', in: ['list'] } } }),
      // @ts-expect-error no such view
      () => defineFields({ ...of, fields: { value: { schema, for: 'staff', in: ['listed'] } } }),
      // @ts-expect-error no such join
      () => defineResource({ ...values, ...valueFields, joins: { other: '' }, sort: 'value' }),
      // @ts-expect-error no field of the list
      () => defineResource({ ...values, ...valueFields, joins: { twin: '' }, sort: 'written' }),
      // @ts-expect-error no such column of a page
      () => definePage(values, { id: 'test.values', route: '/t', access: ['ADMIN'], columns: ['written'] }),
      // @ts-expect-error no such field of a panel
      () => detailsTab(values, ['loudest'])
    ]
    expect(refused).toHaveLength(8)
  })
})
