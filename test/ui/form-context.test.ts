/** What a form knows and does not send: its context, and the row that it stands beside; and what begins empty, whatever the row holds. */
import { describe, expect, it } from 'vitest'
import type { FormMetadata } from '../../src/contract/form.ts'
import { aboutOf } from '../../ui/parts/command/commandState.ts'
import { beside, sendings } from '../../ui/parts/command/sendCommand.ts'
import { filledCall } from '../../ui/parts/form/filledCall.ts'
import { bodyOf, faultsOf, initialValues, shownFields } from '../../ui/parts/form/formValues.ts'
import { readListUrl, tabPrefix, writeListUrl } from '../../ui/parts/list/listUrl.ts'

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
const add = {
  name: 'x.add',
  icon: 'plus',
  tone: 'neutral',
  selection: 'none',
  action: { kind: 'call', method: 'POST', path: '/api/x/:id/departments/:departmentId' },
  when: {},
  shown: {},
  confirm: false,
  bulk: 'each',
  effects: ['reload'],
  inline: false
} as const
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
  it('is empty whatever the row contains', () => {
    expect(initialValues(form, row)).not.toHaveProperty('netPrice')
    const fields = form.fields.map(({ initial: _, ...field }) => field)
    expect(initialValues({ ...form, fields }, row)).toHaveProperty('netPrice', 10)
  })
})

describe('the row that a form stands beside', () => {
  const panel = { id: 5, companyId: 5, currentStatus: 2, quantity: 30, kpo: 'KPO/9', place: { id: 8 } }
  const values = initialValues(form, undefined, undefined, panel)

  it('gives the context, and a field that names one of its own; all others begin empty', () => {
    expect(values).toEqual({ companyId: 5, currentStatus: 2, receptionPlace: 8, quantity: 1 })
  })

  it('gives its options, and the path of the call but where the form asks the same', () => {
    const run = { command: add, rows: [], context: { ...panel, departmentId: 1 } }
    expect(aboutOf(run)).toEqual([run.context])
    expect(aboutOf({ ...run, rows: [{ id: 7 }] })).toEqual([{ id: 7 }])
    const pathWith = (form: Record<string, unknown>) =>
      sendings({ action: add.action, bulk: 'each' }, [], {}, undefined, beside(run, form))[0]
    expect(pathWith({ departmentId: 41, city: 'x' })).toMatchObject({
      path: '/api/x/5/departments/41',
      version: undefined
    })
    expect(pathWith({ departmentId: null })?.path).toBe('/api/x/5/departments/1')
    // on a page there is no row: the form alone fills it
    const alone = sendings(
      { action: add.action, bulk: 'each' },
      [],
      {},
      undefined,
      beside({ ...run, context: undefined }, { id: 6, departmentId: 2 })
    )
    expect(alone[0]?.path).toBe('/api/x/6/departments/2')
  })
})

describe('the URL of a list in a tab', () => {
  const list = { sort: 'city', filters: [], columns: [] }

  it('is kept beside that of the page, and is removed with the tab', () => {
    const query = writeListUrl('?panel=5&tab=places&row=5', list, { rows: [7], search: 'Che' }, tabPrefix)
    expect(query).toBe('?panel=5&tab=places&row=5&tab.q=Che&tab.row=7')
    expect(readListUrl(query, list, tabPrefix)).toMatchObject({ rows: [7], search: 'Che', panel: undefined })
    expect(readListUrl(query, list)).toMatchObject({ rows: [5], search: '', panel: 5, tab: 'places' })
    expect(writeListUrl(query, list, { tab: 'places', rows: [5, 6] })).toContain('tab.row=7')
    expect(writeListUrl(query, list, { tab: 'history' })).toBe('?panel=5&tab=history&row=5')
    expect(writeListUrl(query, list, { panel: 6 })).not.toContain('tab.')
  })
})

describe('what a field proposes where the row has no value', () => {
  const quantityTaken = { name: 'quantity', label: 'q', proposes: { from: 'ordered' } }
  const kpo = { name: 'kpo', label: 'k', proposes: { from: 'ordered', when: { orderTypeId: [2] } } }
  const finish = { ...form, fields: [quantityTaken, kpo], context: [], initial: {} }

  it.each([
    ['a day before today', '2026-11-20', { receivingDate: '2026-11-20' }],
    ['today', '2026-11-23', { receivingDate: '2026-11-23' }],
    ['tomorrow, which is not proposed', '2026-11-24', {}]
  ])('of days up to today: %s', (_what, planned, values) => {
    const proposes = { from: 'planned', to: 'today' } as const
    const fields = [{ name: 'receivingDate', label: 'r', proposes }]
    expect(initialValues({ ...finish, fields }, { planned }, undefined, undefined, '2026-11-23')).toEqual(values)
  })

  it.each([
    [{ ordered: 5, orderTypeId: 3 }, { quantity: 5 }],
    [
      { ordered: 5, orderTypeId: 2 },
      { quantity: 5, kpo: 5 }
    ],
    [
      { ordered: 5, quantity: 4, kpo: 'KPO/1', orderTypeId: 2 },
      { quantity: 4, kpo: 'KPO/1' }
    ],
    [{ orderTypeId: 2 }, {}]
  ])('of %j is %j', (source, values) => {
    expect(initialValues(finish, source)).toEqual(values)
  })
})
