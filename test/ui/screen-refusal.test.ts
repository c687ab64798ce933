import { describe, expect, it } from 'vitest'
import type { FormMetadata } from '../../src/contract/form.ts'
import { screenRefusal } from '../../ui/parts/form/formValues.ts'

const form: FormMetadata = {
  name: 'test.form',
  schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  fields: [{ name: 'name', label: 'test.name' }],
  derive: [],
  initial: {}
}

describe('what the server refuses on a screen', () => {
  it('is at its fields; a list that belongs to none is joined by commas', () => {
    const Errors = [
      { PropertyName: 'Name', ErrorMessage: 'Za długa' },
      { PropertyName: 'requestId', ErrorMessage: 'Nieznany numer' },
      { PropertyName: 'other', ErrorMessage: 'Nie tak' }
    ]
    expect(screenRefusal(form, { detail: 'Popraw dane', Errors })).toEqual({
      fields: [['name', 'Za długa']],
      general: ['Nieznany numer, Nie tak']
    })
  })

  it('is the sentence of the whole where there is no list, or all of it has its field', () => {
    expect(screenRefusal(form, { detail: 'Popraw dane' })).toEqual({ fields: [], general: ['Popraw dane'] })
    const Errors = [{ PropertyName: 'name', ErrorMessage: 'Za długa' }]
    expect(screenRefusal(form, { detail: 'Popraw dane', Errors }).general).toEqual(['Popraw dane'])
  })

  it('is not said twice: a field says it', () => {
    const Errors = [{ PropertyName: 'name', ErrorMessage: 'Za długa' }]
    expect(screenRefusal(form, { detail: 'Za długa', Errors })).toEqual({ fields: [['name', 'Za długa']], general: [] })
  })
})
