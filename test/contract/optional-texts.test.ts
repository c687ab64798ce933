/** Null is as good as absent for every optional text, of every form of every command. */
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

  it.each(texts)('$name: $path may be null', ({ schema, path }) => {
    expect(check(schema, bodyWith(path, null)).filter(fault => fault.path === path)).toEqual([])
  })
})

describe('what a command is given', () => {
  const text = { type: 'string', maxLength: 5 }
  const nullable = { anyOf: [text, { type: 'null' }] }
  const inner: Schema = { type: 'object', properties: { plain: text, nullable } }
  const schema: Schema = {
    type: 'object',
    properties: { ...inner.properties, number: { type: 'number' }, inner, list: { type: 'array', items: text } }
  }

  it.each<[body: Record<string, unknown>, input: Record<string, unknown>]>([
    [{ plain: null }, {}],
    [{ plain: '  ' }, {}],
    [{ plain: ' a ' }, { plain: ' a ' }],
    [{ nullable: null }, { nullable: null }],
    [{ nullable: '' }, { nullable: null }],
    [{ inner: { plain: null, nullable: '' } }, { inner: { nullable: null } }],
    [
      { list: ['', 'a'], number: 0 },
      { list: ['', 'a'], number: 0 }
    ]
  ])('of %j is %j', (body, input) => expect(inputOf(schema, body)).toEqual(input))

  it('is nothing that an optional number is not: null is refused there', () => {
    expect(check(schema, { number: null })).toMatchObject([{ path: 'number', code: 'number' }])
  })
})
