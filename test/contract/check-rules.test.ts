/** Rules of a field that look at other values: `requiredWhen`, `rulesBy`, `sameAs`. */
import { describe, expect, it } from 'vitest'
import { check } from '../../src/contract/check.ts'
import type { Schema } from '../../src/contract/schema.ts'

const codesOf = (schema: Schema, value: unknown) => check(schema, value).map(({ path, code }) => `${path}:${code}`)

describe('rules that look at other fields', () => {
  const country = { type: 'integer', enum: [1, 2] }
  const place: Schema = {
    type: 'object',
    required: ['country'],
    properties: {
      country,
      nip: { type: 'string', requiredWhen: { country: [1] }, messages: { required: 'companies.nip.missing' } },
      postalCode: {
        anyOf: [
          {
            type: 'string',
            maxLength: 10,
            rulesBy: { by: 'country', of: { 1: { format: 'postalCode' } }, otherwise: { maxLength: 4 } }
          },
          { type: 'null' }
        ]
      }
    }
  }
  it.each<[value: object, faults: string[]]>([
    [{ country: 1, nip: '1' }, []],
    [{ country: 1 }, ['nip:required']],
    [{ country: 1, nip: null }, ['nip:required']],
    [{ country: 1, nip: '  ' }, ['nip:required']],
    [{ country: 2 }, []],
    [{ country: 2, nip: 7 }, ['nip:string']],
    [{ country: 1, nip: '1', postalCode: '09-410' }, []],
    [{ country: 1, nip: '1', postalCode: 'x' }, ['postalCode:postalCode']],
    [{ country: 1, nip: '1', postalCode: null }, []],
    [{ country: 1, nip: '1', postalCode: '09-410 0000' }, ['postalCode:maxLength']],
    [{ country: 2, postalCode: 'x' }, []],
    [{ country: 2, postalCode: '12345' }, ['postalCode:maxLength']],
    [{ postalCode: '12345' }, ['country:required', 'postalCode:maxLength']]
  ])('judge %j by the fields of the same object', (value, faults) => {
    expect(codesOf(place, value)).toEqual(faults)
  })

  it('say the sentence of the rule that was broken', () => {
    expect(check(place, { country: 1 })[0]?.message).toBe('companies.nip.missing')
    const byCountry = { by: 'country', of: { 1: { maximum: 2, messages: { maximum: 'two' } } } }
    const quantity: Schema = { type: 'integer', maximum: 50, messages: { maximum: 'fifty' }, rulesBy: byCountry }
    const said = (value: object) => check({ type: 'object', properties: { country, quantity } }, value)
    expect(said({ country: 1, quantity: 3 })).toMatchObject([{ message: 'two', params: { max: 2 } }])
    expect(said({ country: 2, quantity: 51 })).toMatchObject([{ message: 'fifty', params: { max: 50 } }])
  })

  it('find their field in the object, else in an outer one, else in the form’s context', () => {
    const inner: Schema = { type: 'object', properties: { code: { type: 'string', requiredWhen: { country: [1] } } } }
    const outer: Schema = { type: 'object', properties: { country, address: inner } }
    expect(codesOf(outer, { country: 1, address: {} })).toEqual(['address.code:required'])
    expect(codesOf(outer, { country: 2, address: {} })).toEqual([])
    const own = { ...inner, properties: { ...inner.properties, country } }
    const nearer: Schema = { type: 'object', properties: { country, address: own } }
    expect(codesOf(nearer, { country: 1, address: {} })).toEqual([])
    expect(codesOf(nearer, { country: 2, address: { country: 1 } })).toEqual(['address.code:required'])
    expect(check(inner, {}, '', { country: 1 }).map(({ path }) => path)).toEqual(['code'])
    // what the body may name counts as the body has it, also where that is nothing
    expect(check({ ...outer, required: [] }, { address: {} }, '', { country: 1 })).toEqual([])
    const byPath: Schema = {
      type: 'object',
      properties: { address: own, nip: { type: 'string', requiredWhen: { 'address.country': [1] } } }
    }
    expect(codesOf(byPath, { address: { country: 1, code: 'x' } })).toEqual(['nip:required'])
  })

  it('hold in each row of a list', () => {
    const rows: Schema = { type: 'array', items: place }
    expect(codesOf(rows, [{ country: 2 }, { country: 1 }])).toEqual(['1.nip:required'])
  })

  const twice: Schema = {
    type: 'object',
    required: ['password', 'again'],
    properties: {
      password: { type: 'string', minLength: 3 },
      again: { type: 'string', minLength: 3, sameAs: 'password' }
    }
  }
  it.each<[value: object, faults: string[]]>([
    [{ password: 'abc', again: 'abc' }, []],
    [{ password: 'abc', again: 'abd' }, ['again:same']],
    [{ password: 'abc', again: 'ab' }, ['again:minLength']],
    [{ password: 'abc' }, ['again:required']],
    [{ again: 'abc' }, ['password:required']]
  ])('decide whether %j repeats the other field', (value, faults) => {
    expect(codesOf(twice, value)).toEqual(faults)
  })
})
