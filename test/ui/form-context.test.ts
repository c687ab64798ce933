/** What a form knows and does not send: its context; and what begins empty, whatever the row holds. */
import { describe, expect, it } from 'vitest'
import type { FormMetadata } from '../../src/contract/form.ts'
import { bodyOf, faultsOf, filledCall, initialValues, shownFields } from '../../ui/parts/form/formValues.ts'

const form: FormMetadata = {
  name: 'orders.edit',
  schema: {
    type: 'object',
    required: ['receptionPlace', 'quantity'],
    properties: {
      receptionPlace: { type: 'integer' },
      quantity: { type: 'integer', maximum: 50, rulesBy: { by: 'orderTypeId', of: { 3: { maximum: 2 } } } },
      kpo: { type: 'string' },
      netPrice: { anyOf: [{ type: 'number' }, { type: 'null' }] }
    }
  },
  fields: [
    { name: 'receptionPlace', label: 'p', from: 'place.id' },
    { name: 'quantity', label: 'q' },
    { name: 'kpo', label: 'k', when: { currentStatus: [2] } },
    { name: 'netPrice', label: 'n', initial: 'empty' }
  ],
  context: ['companyId', 'orderTypeId', 'currentStatus'],
  derive: [],
  initial: { quantity: 1, companyId: 3 }
}
const row = { place: { id: 7 }, orderTypeId: 3, currentStatus: 2, netPrice: 10 }

describe('the context of a form', () => {
  const values = initialValues(form, row)

  it('comes from the row, else from the form’s own values', () => {
    expect(values).toEqual({ companyId: 3, orderTypeId: 3, currentStatus: 2, receptionPlace: 7, quantity: 1 })
    expect(initialValues(form, { ...row, companyId: 9 })).toMatchObject({ companyId: 9 })
  })

  it('is not sent', () => {
    expect(bodyOf(form, { ...values, kpo: 'KPO/1' })).toEqual({
      receptionPlace: 7,
      quantity: 1,
      kpo: 'KPO/1',
      netPrice: null
    })
  })

  it('fills calls, shows fields and is read by rules', () => {
    expect(filledCall('/api/Companies/{companyId}', values)).toBe('/api/Companies/3')
    expect(shownFields(form, values).map(({ name }) => name)).toContain('kpo')
    expect(shownFields(form, { ...values, currentStatus: 1 }).map(({ name }) => name)).not.toContain('kpo')
    const faults = (orderTypeId: number) =>
      faultsOf(form, { ...values, orderTypeId, quantity: 3 }).map(({ path, params }) => [path, params])
    expect(faults(3)).toEqual([['quantity', { max: 2 }]])
    expect(faults(2)).toEqual([])
  })
})

describe('a field that begins empty', () => {
  it('does so whatever the row holds', () => {
    expect(initialValues(form, row)).not.toHaveProperty('netPrice')
    const fields = form.fields.map(({ initial: _, ...field }) => field)
    expect(initialValues({ ...form, fields }, row)).toHaveProperty('netPrice', 10)
  })
})
