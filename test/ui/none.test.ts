/** A field that asks whether there is a value at all: it is filled in, or its checkbox says that there is none. */
import { expect, it } from 'vitest'
import type { FormMetadata } from '../../src/contract/form.ts'
import { bodyOf, faultsOf, initialValues } from '../../ui/parts/form/formValues.ts'

const nullable = { anyOf: [{ type: 'string' }, { type: 'null' }] } as const
const form: FormMetadata = {
  name: 'a.form',
  schema: { type: 'object', properties: { number: nullable, note: nullable }, required: ['number'] },
  fields: [
    { name: 'number', label: 'number', none: 'a.none' },
    { name: 'note', label: 'note' }
  ],
  derive: [],
  initial: {}
}

it.each([
  ['nothing typed yet', {}, ['number'], { note: null }],
  ['a blank', { number: ' ' }, ['number'], { note: null }],
  ['a value', { number: '12' }, [], { number: '12', note: null }],
  ['the checkbox', { number: null }, [], { number: null, note: null }]
])('%s', (_what, values, faults, body) => {
  expect(faultsOf(form, values).map(({ path }) => path)).toEqual(faults)
  expect(bodyOf(form, values)).toEqual(body)
})

it('starts ticked for a row that has none, and open for a new one', () => {
  expect(initialValues(form, { number: null, note: null })).toEqual({ number: null })
  expect(initialValues(form, undefined)).toEqual({})
})
