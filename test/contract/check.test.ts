import { describe, expect, it } from 'vitest'
import { check } from '../../src/contract/check.ts'
import { checkForm, controlOf, derivedControl, type FormMetadata, type OptionsCall } from '../../src/contract/form.ts'
import type { Schema } from '../../src/contract/schema.ts'

const codesOf = (schema: Schema, value: unknown) => check(schema, value).map(({ path, code }) => `${path}:${code}`)

const text = { type: 'string', minLength: 2, maxLength: 4 }
const nullable = { anyOf: [{ type: 'string', format: 'day' }, { type: 'null' }] }

/** One row a rule: what it refuses and what it lets pass. */
const table: [rule: string, schema: Schema, good: unknown[], bad: [value: unknown, code: string][]][] = [
  [
    'text',
    text,
    ['ab', 'żółw'],
    [
      [7, 'string'],
      ['a', 'minLength'],
      ['abcde', 'maxLength'],
      [null, 'string']
    ]
  ],
  ['a letter beyond the basic plane counts once', { type: 'string', maxLength: 1 }, ['𝄞'], [['𝄞a', 'maxLength']]],
  [
    'integer',
    { type: 'integer', minimum: 1, maximum: 50 },
    [1, 50],
    [
      [0, 'minimum'],
      [51, 'maximum'],
      [1.5, 'integer'],
      ['1', 'integer'],
      [Number.NaN, 'integer']
    ]
  ],
  ['above', { type: 'number', exclusiveMinimum: 0 }, [0.01], [[0, 'above']]],
  [
    'decimals',
    { type: 'number', decimals: 2 },
    [0.1, 12.34, 1e21],
    [
      [0.001, 'decimals'],
      [1e-7, 'decimals']
    ]
  ],
  [
    'a choice',
    { type: 'integer', enum: [0, 1] },
    [0, 1],
    [
      [2, 'choice'],
      ['0', 'integer']
    ]
  ],
  [
    'a constant',
    { const: 'canceled by user' },
    ['canceled by user'],
    [
      ['x', 'choice'],
      [1, 'string']
    ]
  ],
  [
    'day',
    { type: 'string', format: 'day' },
    ['2024-02-29'],
    [
      ['2023-02-29', 'day'],
      ['0000-01-01', 'day'],
      ['2024-2-9', 'day'],
      ['2024-02-29T00:00', 'day']
    ]
  ],
  ['instant', { type: 'string', format: 'instant' }, ['2024-02-29T10:00:00Z'], [['2024-02-29', 'instant']]],
  [
    'email',
    { type: 'string', format: 'email' },
    ['a@b.pl'],
    [
      ['a@b', 'email'],
      ['a b@c.pl', 'email'],
      ['a@b..pl', 'email']
    ]
  ],
  [
    'phone',
    { type: 'string', format: 'phone' },
    ['600700800'],
    [
      ['60070080', 'phone'],
      ['+48600700800', 'phone']
    ]
  ],
  [
    'phone of another country',
    { type: 'string', format: 'phoneEe' },
    ['5123 4567', '+372 53 012 345', '00372-6543210', '+48 600 700 800'],
    [
      ['512345', 'phoneEe'],
      ['+372 512345', 'phoneEe'],
      ['+1234567890123456', 'phoneEe'],
      ['tel. 5123 4567', 'phoneEe']
    ]
  ],
  [
    'phone of an unknown country',
    { type: 'string', format: 'anyPhone' },
    ['600700800', '+372 5123 4567', '030/123456'],
    [
      ['12345', 'anyPhone'],
      ['12345678901234567', 'anyPhone'],
      ['600 700 80x', 'anyPhone']
    ]
  ],
  [
    'postal code',
    { type: 'string', format: 'postalCode' },
    ['09-410', '09 410'],
    [
      ['09-41', 'postalCode'],
      ['AB-410', 'postalCode']
    ]
  ],
  [
    'NIP',
    { type: 'string', format: 'nip' },
    ['5252344078'],
    [
      ['5252344079', 'nip'],
      ['525234407', 'nip'],
      ['52523440789', 'nip'],
      ['525-234-40-78', 'nip'],
      ['PL52344078', 'nip']
    ]
  ],
  [
    'digits',
    { type: 'string', format: 'digits' },
    ['0', '000123456'],
    [
      ['12 3', 'digits'],
      ['-1', 'digits'],
      ['1a', 'digits']
    ]
  ],
  [
    'name of a blob',
    { type: 'string', format: 'blobName' },
    ['documents/2026-05/0b6cfd9e-7d35-4a3c-9d53-2f4a0d5a7f11.pdf'],
    [
      ['umowa.pdf', 'blobName'],
      ['documents/../0b6cfd9e-7d35-4a3c-9d53-2f4a0d5a7f11.pdf', 'blobName'],
      ['documents/2026-05/0b6cfd9e-7d35-4a3c-9d53-2f4a0d5a7f11.pdf/..', 'blobName']
    ]
  ],
  ['a pattern', { type: 'string', pattern: '^[A-Z]{2}$' }, ['AB'], [['ab', 'pattern']]],
  [
    'nullable',
    nullable,
    [null, '2024-01-01'],
    [
      ['x', 'day'],
      [1, 'string']
    ]
  ],
  [
    'a list',
    { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 2, uniqueItems: true },
    [[1], [1, 2]],
    [
      [[], 'minItems'],
      [[1, 2, 3], 'maxItems'],
      [[1, 1], 'unique'],
      [{}, 'array']
    ]
  ],
  ['either', { anyOf: [{ type: 'integer' }, { type: 'boolean' }] }, [1, true], [['x', 'choice']]]
]

describe('the one check', () => {
  it.each(table)('%s', (_rule, schema, good, bad) => {
    for (const value of good) expect(check(schema, value), JSON.stringify(value)).toEqual([])
    for (const [value, code] of bad) expect(codesOf(schema, value), JSON.stringify(value)).toEqual([`:${code}`])
  })

  const person: Schema = {
    type: 'object',
    required: ['name'],
    properties: {
      name: text,
      address: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } }
    }
  }

  it('names each refused field by its path', () => {
    expect(codesOf(person, { name: 'a', address: {}, role: 1 })).toEqual([
      'name:minLength',
      'address.city:required',
      'role:unknown'
    ])
  })

  it.each([[{}], [{ name: null }], [{ name: '  ' }]])('treats %j as a missing name', value => {
    expect(codesOf(person, value)).toEqual(['name:required'])
  })

  it('refuses inherited properties, and reads none', () => {
    expect(codesOf(person, JSON.parse('{"name":"ab","__proto__":{"admin":true}}'))).toEqual(['__proto__:unknown'])
    expect(
      codesOf({ type: 'object', required: ['toString'], properties: { toString: { type: 'string' } } }, {})
    ).toEqual(['toString:required'])
  })

  it('says what the schema says, else the usual sentence', () => {
    const said = { ...text, messages: { required: 'drivers.lastName.missing' } }
    const [fault] = check({ type: 'object', required: ['lastName'], properties: { lastName: said } }, {})
    expect(fault?.message).toBe('drivers.lastName.missing')
    expect(check(text, 'a')[0]?.message).toBe('check.minLength')
  })
})

describe('a form', () => {
  const quantity: Schema = {
    type: 'integer',
    minimum: 1,
    maximum: 50,
    rulesBy: { by: 'type', of: { 3: { minimum: 1, maximum: 2 } } }
  }
  const form: FormMetadata = {
    name: 'orders.place',
    schema: { type: 'object', required: ['quantity'], properties: { quantity } },
    derive: [],
    initial: {},
    fields: [
      { name: 'type', label: 'type', transient: { type: 'integer' } },
      { name: 'quantity', label: 'quantity' }
    ]
  }
  it.each([
    [{ type: 3, quantity: 2 }, []],
    [{ type: 3, quantity: 3 }, ['quantity:maximum']],
    [{ type: 2, quantity: 50 }, []],
    [{ type: 2, quantity: 51 }, ['quantity:maximum']],
    [{ quantity: 1 }, ['type:required']]
  ])('checks %j by the bounds of its type', (values, faults) => {
    expect(checkForm(form, values).map(({ path, code }) => `${path}:${code}`)).toEqual(faults)
  })

  it('is checked although another field is nested too deeply, which is a fault of its own', () => {
    const deep = JSON.parse(`${'['.repeat(8_000)}${']'.repeat(8_000)}`)
    const faults = checkForm(form, { type: deep, quantity: 51 })
    expect(faults.map(({ path, code }) => `${path}:${code}`)).toEqual(['quantity:maximum', 'type:integer'])
  })

  it('reads its context without sending it', () => {
    const { fields, ...rest } = form
    const known: FormMetadata = { ...rest, context: ['type'], fields: fields.filter(({ name }) => name !== 'type') }
    expect(checkForm(known, { type: 3, quantity: 3 })).toMatchObject([{ path: 'quantity', params: { max: 2 } }])
    expect(checkForm(known, { quantity: 3 })).toEqual([])
  })

  it.each<[schema: Schema, options: OptionsCall | undefined, control: string]>([
    [{ type: 'string', maxLength: 300 }, undefined, 'text'],
    [{ type: 'string', maxLength: 301 }, undefined, 'longText'],
    [{ type: 'string', maxLength: 500, format: 'email' }, undefined, 'email'],
    [{ type: 'string', format: 'day' }, undefined, 'day'],
    [{ type: 'string', format: 'phone' }, undefined, 'text'],
    [{ anyOf: [{ type: 'string', format: 'blobName' }, { type: 'null' }] }, undefined, 'file'],
    [{ type: 'string', enum: ['a'] }, undefined, 'choice'],
    [{ type: 'integer', vocabulary: 'orders.status' }, undefined, 'choice'],
    [{ type: 'integer' }, { call: '/x', value: 'id', label: ['name'] }, 'choice'],
    [{ type: 'integer' }, undefined, 'integer'],
    [{ anyOf: [{ type: 'number', format: 'money' }, { type: 'null' }] }, undefined, 'money'],
    [{ type: 'number', format: 'tonnes' }, undefined, 'decimal'],
    [{ type: 'boolean' }, undefined, 'tick'],
    [{ type: 'array', items: { type: 'integer', enum: [1, 2] } }, undefined, 'choices'],
    [{ type: 'array', items: { type: 'integer' } }, { call: '/x', value: 'id', label: ['name'] }, 'choices']
  ])('asks %j with %j by the control %s', (schema, options, control) => {
    expect(derivedControl(schema, options)).toBe(control)
    expect(controlOf({ ...(options && { options }) }, schema)).toBe(control)
    expect(controlOf({ control: 'hidden' }, schema)).toBe('hidden')
  })
})
