/** Null and a blank text are as good as absent for every optional text, formatted ones too, of every form of every command. */
import { describe, expect, it } from 'vitest'
import { check } from '../../src/contract/check.ts'
import { type Schema, unwrapped } from '../../src/contract/schema.ts'
import { audiencesOf } from '../../src/kernel/commands/command.ts'
import { inputOf } from '../../src/kernel/commands/validation.ts'
import { modules } from '../../src/modules.ts'

/** Paths of the optional texts of an object, those within its objects too. */
const optionalTexts = ({ properties = {}, required = [] }: Schema, path = ''): string[] =>
  Object.entries(properties).flatMap(([name, property]) => {
    const inner = unwrapped(property)
    if (inner.properties) return optionalTexts(inner, `${path}${name}.`)
    return inner.type === 'string' && !required.includes(name) ? [`${path}${name}`] : []
  })

const bodyWith = (path: string, value: unknown): Record<string, unknown> => {
  const [name = '', ...rest] = path.split('.')
  return { [name]: rest.length > 0 ? bodyWith(rest.join('.'), value) : value }
}

const texts = modules
  .flatMap(module => module.commands ?? [])
  .flatMap(command =>
    audiencesOf(command).flatMap(audience => {
      const schema = command.access[audience]?.form?.schema as Schema | undefined
      return schema
        ? optionalTexts(schema).map(path => ({ name: `${command.name} for ${audience}`, schema, path }))
        : []
    })
  )

describe('an optional text', () => {
  it('is found in many forms, the comment of a cancellation among them', () => {
    expect(texts).toContainEqual(expect.objectContaining({ name: 'orders.cancel for ADMIN', path: 'Comment' }))
    expect(texts.length).toBeGreaterThan(20)
  })

  it.each(texts)('$name: $path may be null or blank', ({ schema, path }) => {
    for (const value of [null, '', '  '])
      expect(check(schema, bodyWith(path, value)).filter(fault => fault.path === path)).toEqual([])
  })

  it('is not judged by its format or length while it is blank, in the rows of a list either', () => {
    const formats = ['day', 'email', 'phone', 'nip', 'blobName', 'instant'].map(format => ({ type: 'string', format }))
    const properties = Object.fromEntries(
      [...formats, { type: 'string', minLength: 2 }, { type: 'string', pattern: '^A$' }, { const: 'yes' }].map(
        (one, at) => [`field${at}`, one]
      )
    )
    const blank = Object.fromEntries(Object.keys(properties).map(name => [name, ' ']))
    const row: Schema = { type: 'object', properties }
    expect(check(row, blank)).toEqual([])
    expect(check({ type: 'object', properties: { rows: { type: 'array', items: row } } }, { rows: [blank] })).toEqual(
      []
    )
    expect(check({ ...row, required: ['field0'] }, blank)).toMatchObject([{ path: 'field0', code: 'required' }])
    const needed: Schema = { type: 'object', properties: { a: { type: 'string', format: 'day', requiredWhen: {} } } }
    expect(check(needed, { a: '' })).toMatchObject([{ path: 'a', code: 'required' }])
  })
})

describe('what a command is given', () => {
  const text = { type: 'string', maxLength: 5 }
  const nullable = { anyOf: [text, { type: 'null' }] }
  const inner: Schema = { type: 'object', properties: { plain: text, nullable } }
  const schema: Schema = {
    type: 'object',
    properties: {
      ...inner.properties,
      number: { type: 'number' },
      inner,
      list: { type: 'array', items: text },
      rows: { anyOf: [{ type: 'array', items: inner }, { type: 'null' }] }
    }
  }

  it.each<[body: Record<string, unknown>, input: Record<string, unknown>]>([
    [{ plain: null }, {}],
    [{ plain: '  ' }, {}],
    [{ plain: ' a ' }, { plain: ' a ' }],
    [{ nullable: null }, { nullable: null }],
    [{ nullable: '' }, { nullable: null }],
    [{ inner: { plain: null, nullable: '' } }, { inner: { nullable: null } }],
    [{ rows: [{ plain: ' ', nullable: '' }, { plain: 'a' }] }, { rows: [{ nullable: null }, { plain: 'a' }] }],
    [
      { list: ['', 'a'], number: 0 },
      { list: ['', 'a'], number: 0 }
    ]
  ])('of %j is %j', (body, input) => expect(inputOf(schema, body)).toEqual(input))

  it('is never null for an optional number, which refuses it', () => {
    expect(check(schema, { number: null })).toMatchObject([{ path: 'number', code: 'number' }])
  })
})
