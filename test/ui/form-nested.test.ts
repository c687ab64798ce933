/** Fields within objects, from what a form starts from to what it sends and what is said of it. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FormMetadata } from '../../src/contract/form.ts'
import { valueAt, withValueAt } from '../../src/contract/paths.ts'
import type { Schema } from '../../src/contract/schema.ts'
import { loadDraft, saveDraft } from '../../ui/parts/command/drafts.ts'
import type { Values } from '../../ui/parts/form/formValues.ts'
import {
  bodyOf,
  byPath,
  errorsBy,
  faultsOf,
  initialValues,
  isRequired,
  refusalOf,
  sentenceAt,
  sentencesBeside
} from '../../ui/parts/form/formValues.ts'

const text: Schema = { type: 'string', maxLength: 50 }
const person: Schema = {
  type: 'object',
  required: ['email'],
  properties: { email: { ...text, format: 'email' }, phone: { anyOf: [text, { type: 'null' }] }, password: text }
}
const form: FormMetadata = {
  name: 'companies.add',
  schema: {
    type: 'object',
    required: ['name', 'address'],
    properties: {
      name: text,
      address: {
        type: 'object',
        required: ['city'],
        properties: {
          city: text,
          country: { type: 'integer', enum: [1, 2] },
          postalCode: { ...text, requiredWhen: { country: [1] } }
        }
      },
      contactPerson: { anyOf: [person, { type: 'null' }] },
      owner: person
    }
  },
  fields: [
    { name: 'name', label: 'n' },
    { name: 'address.city', label: 'c', from: 'place.city' },
    { name: 'address.country', label: 'k' },
    { name: 'address.postalCode', label: 'p', when: { 'address.country': [1] } },
    { name: 'contactPerson.email', label: 'e' },
    { name: 'contactPerson.phone', label: 'f' },
    { name: 'contactPerson.password', label: 'w', control: 'password' },
    { name: 'owner.email', label: 'o' }
  ],
  derive: [],
  initial: { 'address.country': 1 }
}
const whole = { name: 'A', address: { city: 'Płock', country: 1, postalCode: '09-400' } }

describe('what a form with objects', () => {
  it.each<[what: string, source: Values | undefined, values: Values]>([
    ['a new thing', undefined, { address: { country: 1 } }],
    [
      'a thing',
      { name: 'A', place: { city: 'Płock' }, address: { country: 2, street: 'x' }, contactPerson: null },
      { name: 'A', address: { city: 'Płock', country: 2 } }
    ],
    [
      'a thing with a person',
      { contactPerson: { email: 'a@b.pl', phone: null } },
      { address: { country: 1 }, contactPerson: { email: 'a@b.pl' } }
    ]
  ])('starts from: %s', (_what, source, values) => expect(initialValues(form, source)).toEqual(values))

  it.each<[what: string, values: Values, body: object]>([
    ['all of an object', whole, { ...whole, contactPerson: null }],
    [
      'no field that is not shown',
      { ...whole, address: { ...whole.address, country: 2 } },
      { name: 'A', address: { city: 'Płock', country: 2 }, contactPerson: null }
    ],
    ['a required object, though it is empty', { name: 'A' }, { name: 'A', address: {}, contactPerson: null }],
    [
      'an object as soon as one field is filled, its cleared ones as null',
      { ...whole, contactPerson: { email: 'a@b.pl', phone: ' ' } },
      { ...whole, contactPerson: { email: 'a@b.pl', phone: null } }
    ],
    ['no object that was emptied', { ...whole, owner: { email: '' } }, { ...whole, contactPerson: null }]
  ])('sends: %s', (_what, values, body) => expect(bodyOf(form, values)).toEqual(body))

  it.each<[values: Values, faults: string[]]>([
    [whole, []],
    [{ name: 'A', address: { country: 1 } }, ['address.city:required', 'address.postalCode:required']],
    [{ ...whole, address: { city: 'X', country: 2 } }, []],
    [{ ...whole, contactPerson: { phone: '1' } }, ['contactPerson.email:required']],
    [{ ...whole, contactPerson: { email: 'x' } }, ['contactPerson.email:email']]
  ])('is told of %j', (values, faults) => {
    expect(faultsOf(form, values).map(({ path, code }) => `${path}:${code}`)).toEqual(faults)
  })

  it.each<[field: string, values: Values, marked: boolean]>([
    ['name', {}, true],
    ['address.city', {}, true],
    ['address.country', {}, false],
    ['address.postalCode', { address: { country: 1 } }, true],
    ['address.postalCode', { address: { country: 2 } }, false],
    ['contactPerson.email', {}, false],
    ['contactPerson.email', { contactPerson: { phone: '1' } }, true],
    ['contactPerson.phone', { contactPerson: { phone: '1' } }, false]
  ])('marks %s as required with %j: %j', (name, values, marked) => {
    const field = form.fields.find(one => one.name === name)
    expect(field && isRequired(form, field, values)).toBe(marked)
  })
})

describe('what is said of fields within objects', () => {
  it('is assigned to them in any letter case, and messages of deeper values are kept below them', () => {
    const Errors = [
      { PropertyName: 'Address.City', ErrorMessage: 'no such city' },
      { PropertyName: 'Name[0].Value', ErrorMessage: 'wrong' },
      { PropertyName: 'Address', ErrorMessage: 'incomplete' }
    ]
    const { fields, general } = refusalOf(form, { detail: 'no', Errors })
    expect(fields).toEqual([
      ['address.city', 'no such city'],
      ['name.0.Value', 'wrong']
    ])
    expect(general).toEqual(['incomplete'])
    const told = byPath(errorsBy(fields))
    expect(told).toEqual({ 'address.city': 'no such city', 'name.0.Value': 'wrong' })
    expect(sentenceAt(told, { name: 'name' })).toBe('wrong')
    expect(sentenceAt(told, { name: 'address.city' })).toBe('no such city')
    expect(sentenceAt(told, { name: 'address.country' })).toBeUndefined()
    expect(sentencesBeside(told, form.fields)).toEqual([])
    expect(sentencesBeside({ ...told, 'address.geo.lat': 'gone' }, form.fields)).toEqual(['gone'])
  })
})

describe('a path', () => {
  it('reads and writes within objects, and nothing of their prototypes', () => {
    expect(valueAt({ a: { b: 1 } }, 'a.b')).toBe(1)
    expect([valueAt(undefined, 'a'), valueAt({ a: null }, 'a.b'), valueAt({}, 'toString')]).toEqual([
      undefined,
      undefined,
      undefined
    ])
    const source = { a: { b: 1 }, c: 2 }
    expect(withValueAt(source, 'a.d', 3)).toEqual({ a: { b: 1, d: 3 }, c: 2 })
    expect(withValueAt({ a: null }, 'a.b', 3)).toEqual({ a: { b: 3 } })
    expect(source).toEqual({ a: { b: 1 }, c: 2 })
  })
})

describe('a draft', () => {
  const kept = new Map<string, string>()
  beforeEach(() => {
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key)
    })
  })
  afterEach(() => {
    kept.clear()
    vi.unstubAllGlobals()
  })

  it('keeps what is typed within objects, and no password', () => {
    const contactPerson = { email: 'a@b.pl', password: 'Correct-Horse-7' }
    saveDraft(form.name, [1], form, { key: 'k', values: { ...whole, contactPerson } })
    expect(loadDraft(form.name, [1])).toEqual({ key: 'k', values: { ...whole, contactPerson: { email: 'a@b.pl' } } })
    expect([...kept.values()].join()).not.toContain('Horse')
  })
})
