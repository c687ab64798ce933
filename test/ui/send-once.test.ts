/** A form that cannot be sent before one of its fields is filled in. */
import { describe, expect, it } from 'vitest'
import type { FormMetadata } from '../../src/contract/form.ts'
import { awaitedField } from '../../ui/parts/form/DialogEnd.tsx'
import { isRequired } from '../../ui/parts/form/formValues.ts'

const fields = ['documentType', 'description'].map(name => ({ name, label: name }))
const form = {
  name: 'warehouse.addDocument',
  schema: { type: 'object', properties: { documentType: { type: 'integer' }, description: { type: 'string' } } },
  fields,
  derive: [],
  initial: {},
  sendOnce: 'documentType'
} as FormMetadata

describe('a form with a field that it waits for', () => {
  it.each([undefined, null, ''])('cannot be sent while that is %j', documentType => {
    expect(awaitedField(form, { documentType, description: 'x' })).toBe(fields[0])
  })

  it('can be sent once it is chosen, also with the code 0', () => {
    expect(awaitedField(form, { documentType: 0 })).toBeUndefined()
  })

  it('marks only that field as required', () => {
    expect(fields.map(field => isRequired(form, field))).toEqual([true, false])
  })

  it('is like any other without such a field', () => {
    const { sendOnce: _, ...plain } = form
    expect(awaitedField(plain, {})).toBeUndefined()
  })
})
