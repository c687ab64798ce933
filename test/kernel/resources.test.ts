/** Every resource, part by part: each field, sort, filter and search place is a statement that runs by itself. */
import { Type } from '@sinclair/typebox'
import { beforeAll, describe, expect, it } from 'vitest'
import { system } from '../../src/kernel/access/caller.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import { answerList } from '../../src/kernel/lists/answer-list.ts'
import { selectIds } from '../../src/kernel/lists/statements.ts'
import { filter, joined } from '../../src/kernel/resources/fields.ts'
import { readOne } from '../../src/kernel/resources/read-one.ts'
import { defineResource, type Resource } from '../../src/kernel/resources/resource.ts'
import { selectByIds, visibleFields } from '../../src/kernel/resources/select.ts'
import { Id, Version } from '../../src/kernel/schema.ts'
import { modules } from '../../src/modules.ts'
import { aSharedApp, type SharedApp } from '../helper/app.ts'

const resources = modules.flatMap(module => module.resources ?? [])
const each = resources.map(resource => [resource.type, resource] as const)

let test: SharedApp
beforeAll(async () => {
  test = await aSharedApp()
})

/** What does not run, by its name. */
async function failures(parts: readonly (readonly [name: string, run: () => Promise<unknown>])[]): Promise<string[]> {
  const failed: string[] = []
  for (const [name, run] of parts)
    await run().catch((error: unknown) => failed.push(`${name}: ${error instanceof Error ? error.message : error}`))
  return failed
}

const fieldsOf = (resource: Resource) =>
  Object.keys(resource.fields).map(
    field => [field, () => query(test.services.db, selectByIds(resource, [field], [1], system))] as const
  )

/** A value that the filter's schema allows. */
function sampleOf({
  type,
  format,
  enum: choices,
  items,
  examples
}: {
  examples?: readonly unknown[]
  format?: unknown
  type?: unknown
  enum?: readonly unknown[]
  items?: object
}): unknown {
  if (choices) return choices[0]
  if (examples) return examples[0]
  if (type === 'array') return [sampleOf(items ?? {})]
  if (type === 'boolean') return true
  if (format === 'day' || format === 'dayOrWord') return '2026-01-01'
  return type === 'string' ? '1' : 1
}

describe('every resource', () => {
  it('is tried', () => {
    expect(resources.length).toBeGreaterThan(8)
  })

  it.each(each)('%s reads each of its fields alone', async (_, resource) => {
    expect(await failures(fieldsOf(resource))).toEqual([])
  })

  it.each(each)('%s sorts by each field that it offers, both ways', async (_, resource) => {
    const sorts = resource.sortable.flatMap(orderBy =>
      [false, true].map(desc => {
        const question = { page: 1, limit: 1, orderBy, desc, filters: {} }
        return [orderBy, () => answerList(test.services.db, resource, question, system)] as const
      })
    )
    expect(await failures(sorts)).toEqual([])
  })

  it.each(each)('%s applies each of its filters alone', async (_, resource) => {
    const filters = Object.entries(resource.filters).map(([key, { schema, join: alias, where }]) => {
      const condition = { where: where(sampleOf(schema), system), aliases: alias ? [alias] : [] }
      return [key, () => query(test.services.db, selectIds(resource, [condition]))] as const
    })
    expect(await failures(filters)).toEqual([])
  })

  it.each(each)('%s finds by each place of its search', async (_, resource) => {
    const { search = [] } = resource
    const alone =
      'key' in search
        ? [{ name: search.key, only: search }]
        : search.map(place => ({ name: 'key' in place ? place.key : 'its own condition', only: [place] }))
    const places = alone.map(({ name, only: one }) => {
      const only: Resource = { ...resource, search: one }
      const run = () =>
        answerList(
          test.services.db,
          only,
          { page: 1, limit: 1, search: 'abc', filters: {} },
          { ...system, role: 'ADMIN' }
        )
      return [name, run] as const
    })
    expect(await failures(places)).toEqual([])
  })

  it.each(each)('%s names only fields of its own in views and sorts', (_, resource) => {
    const known = Object.keys(resource.schema.properties)
    const named = [...Object.values(resource.views).flat(), ...resource.sortable, resource.sort.replace(/^-/, '')]
    expect(named.filter(field => !known.includes(field))).toEqual([])
  })
})

describe('a declaration', () => {
  const base = {
    type: 'test.value',
    title: 'value',
    path: '/api/test/values',
    access: ['ADMIN'],
    schema: Type.Object({ id: Id, version: Version, value: Type.String(), dictionary: Type.Integer() }),
    table: 'catalogue.dictionary_values',
    alias: 'v',
    sort: 'value'
  } as const

  it('takes the columns of the fields’ names', async () => {
    const { db } = test.services
    const [{ id }] = await db('catalogue.dictionary_values')
      .insert({ dictionary: 1, value: 'declared' })
      .returning('id')
    expect(await readOne(db, defineResource(base), id, system)).toEqual({
      id,
      version: 1,
      value: 'declared',
      dictionary: 1
    })
  })

  it('is refused where a text is neither a column nor an expression', () => {
    expect(() => defineResource({ ...base, fields: { value: 'upper(v.value)' } })).toThrow('is no column')
  })

  it('that forgets the join of a field is found by the field alone', async () => {
    const broken = defineResource({
      ...base,
      joins: { other: 'join catalogue.dictionary_values other on other.id = v.id' },
      fields: { value: { sql: 'other.value' }, dictionary: joined('other', 'dictionary') }
    })
    const failed = await failures(fieldsOf(broken))
    expect(failed).toHaveLength(1)
    expect(failed[0]).toMatch(/^value: .*other/)
  })

  it('hides a field from roles that may not see it, and every row from whoever is no administrator', async () => {
    const resource = defineResource({ ...base, fields: { value: { sql: 'v.value', access: ['ADMIN'] } } })
    const client = { ...system, role: 'CLIENT' as const, companyId: 1 }
    expect(visibleFields(resource, 'list', client)).toEqual(['id', 'version', 'dictionary'])
    expect(visibleFields(resource, 'list', system)).toContain('value')
    const answer = await answerList(test.services.db, resource, { page: 1, limit: 10, filters: {} }, client)
    expect(JSON.parse(answer)).toEqual({ data: [], total: 0 })
  })

  it('passes checked values to its filters', async () => {
    const resource = defineResource({
      ...base,
      filters: { Longer: filter(Type.Integer(), length => sql`length(v.value) > ${length}`) }
    })
    const question = { page: 1, limit: 1000, filters: { Longer: 1000 } }
    expect(JSON.parse(await answerList(test.services.db, resource, question, system)).data).toEqual([])
  })
})
