/** What the dialog of missing data names, and what is left for the summary. */
import { describe, expect, it } from 'vitest'
import type { FormMetadata } from '../../src/contract/form.ts'
import { checkForm } from '../../src/contract/form.ts'
import { bodyOf, byPath, errorsBy, faultsOf } from '../../ui/parts/form/formValues.ts'
import { blankFields, missingFields, withoutMissing } from '../../ui/parts/form/missing.ts'

const fields = [
  { name: 'place', label: 'place' },
  { name: 'kpo', label: 'kpo' },
  { name: 'day', label: 'day' },
  { name: 'quantity', label: 'quantity' },
  { name: 'secret', label: 'secret', control: 'hidden' },
  { name: 'taken', label: 'taken', when: { quantity: [5] } }
] as const
const form: FormMetadata = {
  name: 'orders.some',
  schema: {
    type: 'object',
    required: ['place', 'quantity', 'secret'],
    properties: {
      place: { type: 'integer' },
      kpo: { type: 'string', minLength: 3 },
      day: { type: 'string', format: 'day' },
      quantity: { type: 'integer', minimum: 1, maximum: 50 },
      secret: { type: 'integer' },
      taken: { type: 'integer', requiredWhen: { quantity: [5] } }
    }
  },
  fields,
  derive: [],
  initial: {},
  missingData: 'orders.missingData'
}
const inSummary: FormMetadata = { ...form, missingData: undefined } as unknown as FormMetadata

type Values = Record<string, unknown>
const whole: Values = { place: 1, quantity: 2, secret: 1 }
const left = (of: FormMetadata, values: Values): string[] => {
  const messages = byPath(errorsBy(faultsOf(of, values).map(({ path, message }) => [path, message] as const)))
  return Object.keys(withoutMissing(messages, missingFields(of, values)))
}

describe('missing data', () => {
  it.each<[what: string, values: Values, named: string[], summary: string[]]>([
    ['nothing wrong', whole, [], []],
    ['a blank field', { ...whole, place: undefined }, ['place'], []],
    ['a field of spaces', { ...whole, quantity: ' ' }, ['quantity'], []],
    ['all of them, from above', { secret: 1 }, ['place', 'quantity'], []],
    ['a value that is wrong, and nothing missing', { ...whole, quantity: 51 }, [], ['quantity']],
    ['a blank one beside a wrong one', { secret: 1, quantity: 51 }, ['place'], ['quantity']],
    ['a text that is too short', { ...whole, kpo: 'K' }, [], ['kpo']],
    ['a day that is none', { ...whole, day: '2026-02-30' }, [], ['day']],
    ['a field that appears by another', { ...whole, quantity: 5 }, ['taken'], []],
    ['a hidden field, which nobody can fill in', { place: 1, quantity: 2 }, [], ['secret']]
  ])('%s', (_what, values, named, summary) => {
    expect(missingFields(form, values).map(({ name }) => name)).toEqual(named)
    expect(left(form, values).sort()).toEqual(summary)
  })

  it('is all in the summary of a form without the dialog', () => {
    const values = { secret: 1, quantity: 51 }
    expect(missingFields(inSummary, values)).toEqual([])
    expect(blankFields(inSummary, values).map(({ name }) => name)).toEqual(['place'])
    expect(left(inSummary, values).sort()).toEqual(
      checkForm(form, bodyOf(form, values))
        .map(({ path }) => path)
        .sort()
    )
  })
})
