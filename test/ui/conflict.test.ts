/** Two people's changes to the same thing: what is taken by itself, and what is left to be chosen. */
import { describe, expect, it } from 'vitest'
import type { FormMetadata } from '../../src/contract/form.ts'
import { unwrapped } from '../../src/contract/schema.ts'
import { conflictOf, mergedValues } from '../../ui/parts/command/conflict.ts'

const form = {
  initial: {},
  context: ['status'],
  schema: {
    type: 'object',
    properties: { note: { type: 'string' }, price: { type: 'number' }, place: { type: 'integer' } }
  },
  fields: [
    { name: 'note', label: 'note' },
    { name: 'price', label: 'price' },
    { name: 'place', label: 'place', from: 'placeId' },
    { name: 'secret', label: 'secret', control: 'hidden' }
  ]
} as unknown as FormMetadata

const before = { note: 'old', price: 680, placeId: 1, status: 0, secret: 'a' }
const parts = (now: object, typed: object) => conflictOf(form, before, { ...before, ...now }, { ...start, ...typed })
const start = { note: 'old', price: 680, place: 1, status: 0, secret: 'a' }

describe('a conflict', () => {
  it.each([
    ['takes their change of what I left alone', { price: 700 }, { note: 'mine' }, [], { note: 'mine', price: 700 }],
    ['keeps mine of what they left alone', {}, { price: 1 }, [], { price: 1 }],
    ['leaves to choose what both changed', { note: 'theirs' }, { note: 'mine' }, ['note'], { note: 'mine' }],
    ['has no choice where both changed it alike', { price: 700 }, { price: 700 }, [], { price: 700 }],
    ['reads a field where the form reads it', { placeId: 2 }, {}, [], { place: 2 }],
    ['chooses between a value and none', { note: null }, { note: 'mine' }, ['note'], { note: 'mine' }],
    ['offers no choice of what is hidden', { secret: 'b' }, { secret: 'c' }, [], { secret: 'c' }],
    ['judges by the present context', { status: 1 }, { note: 'mine' }, [], { status: 1, note: 'mine' }]
  ])('%s', (_, now, typed, asked, values) => {
    const { contested, values: merged } = parts(now, typed)
    expect(contested.map(({ field }) => field.name)).toEqual(asked)
    expect(merged).toMatchObject(values)
  })

  it('shows the unit of the contested value by the other values of the form', () => {
    const quantity = {
      type: 'integer',
      rulesBy: { by: 'orderTypeId', of: { 2: { unit: 'tonnes' }, 3: { unit: 'pieces' } } }
    }
    const counted = {
      initial: {},
      context: ['orderTypeId'],
      schema: { type: 'object', properties: { quantity: { anyOf: [quantity, { type: 'null' }] } } },
      fields: [{ name: 'quantity', label: 'quantity' }]
    } as unknown as FormMetadata
    const unitFor = (orderTypeId: number) => {
      const [was, now] = [
        { quantity: 3, orderTypeId },
        { quantity: 4, orderTypeId }
      ]
      const { contested } = conflictOf(counted, was, now, { quantity: 5, orderTypeId })
      return contested.map(({ schema }) => unwrapped(schema).unit)
    }
    expect([unitFor(2), unitFor(3)]).toEqual([['tonnes'], ['pieces']])
  })

  it('results in the chosen values, and in the typed ones where nothing was chosen', () => {
    const both = parts({ note: 'theirs', price: 700, placeId: 2 }, { note: 'mine', price: 690 })
    expect(both.contested.map(({ theirs, mine }) => [mine, theirs])).toEqual([
      ['mine', 'theirs'],
      [690, 700]
    ])
    expect(mergedValues(both, {})).toMatchObject({ note: 'mine', price: 690, place: 2 })
    expect(mergedValues(both, { price: 'theirs' })).toMatchObject({ note: 'mine', price: 700, place: 2 })
  })
})
