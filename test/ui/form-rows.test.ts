/** Rows within a form, from what it starts from to what it sends and what is said of it; days by the clock; masks. */
import { describe, expect, it } from 'vitest'
import type { FormMetadata } from '../../src/contract/form.ts'
import { withValueAt } from '../../src/contract/paths.ts'
import {
  bodyOf,
  byPath,
  errorsBy,
  faultsOf,
  fieldsOnScreen,
  initialValues,
  isRequired,
  presentSchema,
  refusalOf,
  sentenceAt,
  sentencesBeside
} from '../../ui/parts/form/formValues.ts'
import { caretAfter, maskOf } from '../../ui/parts/form/MaskedBox.tsx'
import { newRow, rowScope, startDay } from '../../ui/parts/form/rows.ts'

const form: FormMetadata = {
  name: 'prices.set',
  schema: {
    type: 'object',
    required: ['prices'],
    properties: {
      prices: {
        type: 'array',
        maxItems: 3,
        items: {
          type: 'object',
          required: ['item', 'value', 'from'],
          properties: {
            id: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
            item: { type: 'integer' },
            value: { type: 'number', minimum: 0, rulesBy: { by: 'item', of: { 2: { maximum: 10 } } } },
            from: { type: 'string', format: 'day' },
            note: { type: 'string', maxLength: 5 }
          }
        }
      }
    }
  },
  fields: [
    {
      name: 'prices',
      label: 'p',
      rows: {
        initial: { value: 1000 },
        fields: [
          { name: 'id', label: 'id', control: 'hidden' },
          { name: 'item', label: 'i' },
          { name: 'value', label: 'v' },
          { name: 'from', label: 'f', initial: 'today' },
          { name: 'note', label: 'n', when: { item: [2] } }
        ]
      }
    },
    { name: 'until', label: 'u', transient: { type: 'string' }, initial: 'yearFromToday' }
  ],
  context: ['country'],
  derive: [],
  initial: {}
}
const list = form.fields[0] as FormMetadata['fields'][number]
const first = { id: 4, item: 1, value: 5, from: '2026-01-01', itemName: 'Opony' }
const second = { item: 2, value: 20, from: '', note: 'too long' }
const values = { prices: [first, second], country: 1 }

it.each([
  ['today', '2028-03-01', '2028-03-01'],
  ['yearFromToday', '2028-02-29', '2029-02-28'],
  ['lastMonthBegins', '2028-03-31', '2028-02-01'],
  ['lastMonthEnds', '2028-03-31', '2028-02-29'],
  ['lastMonthBegins', '2028-01-01', '2027-12-01'],
  ['lastMonthEnds', '2028-01-01', '2027-12-31'],
  ['empty', '2028-01-01', undefined],
  [undefined, '2028-01-01', undefined]
] as const)('a field that begins with %s, on %s, has %s', (initial, today, day) =>
  expect(startDay(initial, today)).toBe(day)
)

describe('rows within a form', () => {
  it('are sent as their schema names them, without fields that are not shown', () => {
    expect(bodyOf(form, values)).toEqual({
      prices: [
        { id: 4, item: 1, value: 5, from: '2026-01-01' },
        { id: null, item: 2, value: 20, note: 'too long' }
      ]
    })
    expect(bodyOf(form, { prices: [{ ...second, item: 1 }] })).toEqual({ prices: [{ id: null, item: 1, value: 20 }] })
    expect(bodyOf(form, { prices: [] })).toEqual({ prices: [] })
    expect(bodyOf(form, {})).toEqual({ prices: [] })
    const optional = { ...form, schema: { ...form.schema, required: [] } }
    expect(bodyOf(optional, {})).toEqual({})
    // a row whose every field was cleared is a row
    expect(bodyOf(form, { prices: [undefined] })).toEqual({ prices: [{ id: null }] })
  })

  it('begin with a row of the thing that the form is about or stands beside, if that is to be so and it is known', () => {
    const begun = {
      ...form,
      fields: [{ ...list, rows: { ...list.rows, initial: {}, fields: [], first: { item: 'itemId' } } }]
    }
    expect(initialValues(begun, undefined, undefined, { itemId: 7 })).toEqual({ prices: [{ item: 7 }] })
    expect(initialValues(begun, { itemId: 8 }, undefined, { itemId: 7 })).toEqual({ prices: [{ item: 8 }] })
    expect(initialValues(begun, { prices: [first], itemId: 8 })).toEqual({ prices: [first] })
    expect(initialValues(begun, { itemId: null })).toEqual({})
  })

  it('are checked field by field, by rules that read the row', () => {
    expect(faultsOf(form, { ...values, until: '2027-01-01' }).map(({ path, code }) => `${path}:${code}`)).toEqual([
      'prices.1.value:maximum',
      'prices.1.from:required',
      'prices.1.note:maxLength'
    ])
  })

  it('have fields of their own on screen, each by its path and with its number', () => {
    expect(fieldsOnScreen(form, values).map(({ name, row }) => [name, row])).toEqual([
      ['prices.0.id', 1],
      ['prices.0.item', 1],
      ['prices.0.value', 1],
      ['prices.0.from', 1],
      ['prices.1.id', 2],
      ['prices.1.item', 2],
      ['prices.1.value', 2],
      ['prices.1.from', 2],
      ['prices.1.note', 2],
      ['prices', undefined],
      ['until', undefined]
    ])
    const [, , value] = fieldsOnScreen(form, { prices: [second] })
    expect(value && presentSchema(form, value, { prices: [second] }).maximum).toBe(10)
    const [, item] = fieldsOnScreen(form, { prices: [undefined] })
    expect(item && isRequired(form, item, { prices: [undefined] })).toBe(true)
  })

  it('read their own fields before the form’s, but none that is hidden', () => {
    expect(rowScope(list, { ...values, id: 77, item: 9 }, 1)).toMatchObject({ id: 77, item: 2, country: 1 })
  })

  it('show the server’s messages about them, and the list shows those about the whole', () => {
    const Errors = [
      { PropertyName: 'Prices[1].from', ErrorMessage: 'taken' },
      { PropertyName: 'prices.0.id', ErrorMessage: 'gone' }
    ]
    const told = byPath(errorsBy(refusalOf(form, { detail: 'no', Errors }).fields))
    const shown = fieldsOnScreen(form, values)
    expect(told).toEqual({ 'prices.1.from': 'taken', 'prices.0.id': 'gone' })
    expect(shown.filter(field => sentenceAt(told, field)).map(({ name }) => name)).toEqual([
      'prices.0.id',
      'prices.1.from'
    ])
    // what nobody sees is said beside the fields
    expect(sentencesBeside(told, shown)).toEqual(['gone'])
    const whole = errorsBy([
      ['prices', 'too many'],
      ['prices.0.from', 'taken']
    ])
    expect(whole).toEqual({ prices: 'too many' })
    expect(sentenceAt(byPath(whole), list)).toBe('too many')
  })

  it('start from those of the row, and a new one from its own values and days', () => {
    expect(initialValues(form, { prices: [first] }, undefined, undefined, '2024-02-29')).toEqual({
      prices: [first],
      until: '2025-02-28'
    })
    expect(initialValues(form, { until: '2026-05-05' })).toEqual({ until: '2026-05-05' })
    expect(newRow(list, '2026-11-21')).toEqual({ value: 1000, from: '2026-11-21' })
  })

  it('are written by their paths', () => {
    expect(withValueAt({ a: [{ b: 1 }, { b: 2 }] }, 'a.1.b', 3)).toEqual({ a: [{ b: 1 }, { b: 3 }] })
    expect(withValueAt({ a: [1] }, 'a.b', 3)).toEqual({ a: { b: 3 } })
  })
})

describe('a mask', () => {
  it('applies where it says, and leaves the caret behind as many digits', () => {
    const polish = { text: '99-999', when: { country: [1] } }
    expect([maskOf(polish, values), maskOf(polish, { country: 2 }), maskOf('99', {}), maskOf(undefined, {})]).toEqual([
      '99-999',
      undefined,
      '99',
      undefined
    ])
    expect([0, 1, 2, 3, 5].map(digits => caretAfter('22-100', digits))).toEqual([0, 1, 2, 4, 6])
  })
})
