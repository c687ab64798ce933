import { describe, expect, it } from 'vitest'
import type { FormMetadata } from '../../src/contract/form.ts'
import { filledCall } from '../../ui/parts/form/filledCall.ts'
import {
  bodyOf,
  errorsBy,
  faultsOf,
  general,
  initialValues,
  refusalOf,
  sentencesBeside,
  sharedSentences
} from '../../ui/parts/form/formValues.ts'
import { ariaSort, nextSort, pageQuery, readListUrl, writeListUrl } from '../../ui/parts/list/listUrl.ts'
import { activeCandidates, chosen, steppedTo } from '../../ui/parts/list/rows/selection.ts'
import { decimalText, masked, parseDecimal, parseInteger } from '../../ui/parts/values/numbers.ts'

describe('decimals', () => {
  it.each([
    ['1234,5', 1234.5],
    ['1 234,50', 1234.5],
    ['1\u00a0234.5', 1234.5],
    ['1.234,50', 1234.5],
    ['1,234.50', 1234.5],
    [',5', 0.5],
    ['-3', -3],
    ['', undefined],
    ['  ', undefined],
    ['12a', '12a'],
    ['1,2,3', '1,2,3'],
    ['e5', 'e5']
  ])('reads %j as %j', (text, value) => expect(parseDecimal(text)).toBe(value))

  it.each([
    [1234.5, 2, '1234,50'],
    [1.005, 2, '1,01'],
    [-1.005, 2, '-1,01'],
    [0.1 + 0.2, 2, '0,30'],
    [1e21, 0, '1000000000000000000000'],
    [1e-7, 2, '0,00'],
    [0, 2, '0,00']
  ])('writes %d with %d digits as %s', (value, digits, text) => expect(decimalText(value, digits)).toBe(text))

  it('keeps what is no whole number for the check to refuse', () => {
    expect(parseInteger('1 000')).toBe(1000)
    expect(parseInteger('1,5')).toBe('1,5')
  })

  it('fits digits into a mask as they are typed', () => {
    expect(masked('99-999', '2')).toBe('2')
    expect(masked('99-999', '221')).toBe('22-1')
    expect(masked('99-999', '22-1009')).toBe('22-100')
    expect(masked('99-999', '22-')).toBe('22')
  })
})

describe('the URL of a list', () => {
  const metadata = {
    sort: '-createdAt',
    columns: [
      { key: 'createdAt', sortable: true },
      { key: 'company', sortable: true },
      { key: 'vehicle', sortable: false }
    ],
    filters: [{ key: 'PostalCode' }]
  } as never
  const plain = { fixed: { OrderStatus: 0 }, pageSize: 35, search: { found: '', placeholder: '', debounce: 0 } }

  it('is read as it was written', () => {
    const state = {
      search: 'a & ż',
      sort: 'company',
      filters: { PostalCode: '22-100' },
      rows: [5, 6],
      at: 120,
      panel: 5,
      tab: 'history',
      command: 'orders.cancel'
    }
    expect(readListUrl(writeListUrl('', metadata, state), metadata)).toEqual(state)
  })

  it('leaves out what equals the default, and others’ keys alone', () => {
    expect(writeListUrl('?x=1&q=a&at=3', metadata, { search: '', at: 0, sort: '-createdAt', rows: [] })).toBe('?x=1')
    expect(writeListUrl('?q=a', metadata, { search: '' })).toBe('')
    expect(writeListUrl('?q=a', metadata, { rows: [1, 2] })).toBe('?q=a&row=1,2')
  })

  it('ignores a sort, a filter and ids that the list does not have', () => {
    const url = readListUrl('?sort=-vehicle&f.Secret=1&row=1,x,-2,3&at=-5', metadata)
    expect(url).toMatchObject({ sort: '-createdAt', filters: {}, rows: [1, 3], at: 0 })
  })

  it('asks for a page as the API spells it; fixed keys win over filters', () => {
    const asked = { search: 'kow', sort: '-createdAt', filters: { PostalCode: '22', OrderStatus: '5' } }
    expect(pageQuery(plain, asked, 2)).toEqual({
      page: 2,
      limit: 35,
      OrderBy: 'createdAt',
      Desc: true,
      allFields: 'kow',
      PostalCode: '22',
      OrderStatus: 0
    })
    expect(pageQuery(plain, { ...asked, search: '', filters: {} }, 1)).not.toHaveProperty('allFields')
  })

  it('turns a header from ascending to descending and says so', () => {
    expect(nextSort('-createdAt', 'company')).toBe('company')
    expect(nextSort('company', 'company')).toBe('-company')
    expect(nextSort('company', 'battery', true)).toBe('-battery')
    expect(nextSort('-battery', 'battery', true)).toBe('battery')
    expect(ariaSort('-company', 'company')).toBe('descending')
    expect(ariaSort('company', 'createdAt')).toBe('none')
  })
})

describe('choosing rows', () => {
  const idAt = (index: number) => (index < 5 ? 100 + index : undefined)
  const none = { ids: [], active: 0, anchor: 0 }

  it('ranges from the anchor, backwards too, and leaves out rows not loaded', () => {
    const first = chosen(none, { index: 3, mode: 'only' }, idAt, 'many')
    expect(chosen(first, { index: 1, mode: 'range' }, idAt, 'many').ids).toEqual([101, 102, 103])
    expect(chosen(first, { index: 4, mode: 'range' }, idAt, 'many').ids).toEqual([103, 104])
  })

  it('keeps one row where only one may be chosen', () => {
    const first = chosen(none, { index: 1, mode: 'toggle' }, idAt, 'one')
    expect(chosen(first, { index: 2, mode: 'range' }, idAt, 'one').ids).toEqual([102])
    expect(chosen(first, { index: 1, mode: 'toggle' }, idAt, 'one').ids).toEqual([])
  })

  it('does not select a row that is not loaded yet', () => {
    expect(chosen(none, { index: 9, mode: 'only' }, idAt, 'many')).toBe(none)
  })

  it('keeps the active row, else activates the next one, else the previous one', () => {
    expect(activeCandidates(2, idAt)).toEqual([102, 103, 104, 101, 100])
    expect(activeCandidates(4, idAt, 2)).toEqual([104, 103, 102])
    expect(activeCandidates(0, idAt, 1)).toEqual([100, 101])
    expect(activeCandidates(9, idAt, 2)).toEqual([])
  })

  it('moves by keys and stops at the ends', () => {
    expect(steppedTo('ArrowUp', 0, 10, 5)).toBe(0)
    expect(steppedTo('PageDown', 7, 10, 5)).toBe(9)
    expect(steppedTo('End', 0, 10, 5)).toBe(9)
    expect(steppedTo('a', 0, 10, 5)).toBeUndefined()
    expect(steppedTo('Home', 0, 0, 5)).toBeUndefined()
  })
})

const text = { type: 'string', maxLength: 50 }
const form: FormMetadata = {
  name: 'orders.place',
  schema: {
    type: 'object',
    required: ['receptionPlace', 'quantity', 'urgent'],
    properties: {
      receptionPlace: { type: 'integer' },
      quantity: {
        type: 'integer',
        maximum: 50,
        rulesBy: { by: 'companyId', of: { 3: { minimum: 1, maximum: 2 } }, otherwise: { minimum: 1 } }
      },
      urgent: { type: 'boolean' },
      note: { anyOf: [text, { type: 'null' }] },
      reason: text
    }
  },
  fields: [
    { name: 'companyId', label: 'c', transient: { type: 'integer' } },
    { name: 'receptionPlace', label: 'p', from: 'place.id' },
    { name: 'quantity', label: 'q' },
    { name: 'urgent', label: 'u' },
    { name: 'note', label: 'n' },
    { name: 'reason', label: 'r', when: { urgent: [true] } }
  ],
  derive: [],
  initial: { quantity: 1 }
}

describe('a form', () => {
  it('starts from the row, then its own values, then what was remembered', () => {
    expect(initialValues(form, { place: { id: 7 }, note: null, quantity: 4 })).toEqual({
      receptionPlace: 7,
      quantity: 4
    })
    const remembering = { ...form, fields: [{ name: 'receptionPlace', label: 'p', remember: 'place' }] }
    expect(initialValues(remembering, undefined, () => 9)).toMatchObject({ receptionPlace: 9, quantity: 1 })
  })

  it('sends shown fields only: no steps, null for a cleared nullable, false for an untouched tick', () => {
    const values = { companyId: 3, receptionPlace: 7, quantity: 2, note: '', reason: 'not shown' }
    expect(bodyOf(form, values)).toEqual({ receptionPlace: 7, quantity: 2, urgent: false, note: null })
    expect(bodyOf(form, { ...values, urgent: true })).toMatchObject({ urgent: true, reason: 'not shown' })
  })

  it('says all faults at once: required ones, steps on the way, bounds by another field', () => {
    const faults = faultsOf(form, { quantity: 60 })
    expect(faults.map(({ path, code }) => [path, code])).toEqual([
      ['receptionPlace', 'required'],
      ['quantity', 'maximum'],
      ['companyId', 'required']
    ])
    expect(faultsOf(form, { companyId: 3, receptionPlace: 1, quantity: 3 }).map(fault => fault.params)).toEqual([
      { max: 2 }
    ])
    expect(faultsOf(form, { companyId: 1, receptionPlace: 1, quantity: 3 })).toEqual([])
  })

  it('refuses what is no number instead of dropping it', () => {
    const [fault] = faultsOf(form, { companyId: 1, receptionPlace: 1, quantity: '1,5' })
    expect(fault).toMatchObject({ path: 'quantity', code: 'integer' })
  })

  it('assigns the server’s refusals to its fields in any letter case, and keeps the others', () => {
    const Errors = [
      { PropertyName: 'Quantity', ErrorMessage: 'too many' },
      { PropertyName: 'VatRate', ErrorMessage: 'unknown' }
    ]
    expect(refusalOf(form, { detail: 'no', Errors })).toEqual({
      fields: [['quantity', 'too many']],
      general: ['unknown']
    })
    expect(refusalOf(form, { detail: 'no' })).toEqual({ fields: [], general: ['no'] })
  })

  it('nests sentences by path', () => {
    expect(
      errorsBy([
        ['a.b', 'x'],
        ['list.0.value', 'y'],
        ['', 'lost']
      ])
    ).toEqual({
      a: { b: 'x' },
      list: [{ value: 'y' }]
    })
  })

  it('fills a call only when every field it waits for is there', () => {
    expect(filledCall('/api/{a}/x?b={b}', { a: 1, b: 'ł&' })).toBe('/api/1/x?b=%C5%82%26')
    expect(filledCall('/api/{a}/x?b={b}', { a: 1 })).toBeUndefined()
    expect(filledCall('/api/{a}/x?b={b?}', { a: 1 })).toBe('/api/1/x?b=')
    expect(filledCall('/api/{a}/x?b={b?}', { a: 1, b: 2 })).toBe('/api/1/x?b=2')
  })

  it('fills a call with the rows that it acts on, where it has no such field itself', () => {
    const rows = [{ id: 4 }, { id: 5 }]
    expect(filledCall('/api/{id}/stores', {}, rows.slice(0, 1))).toBe('/api/4/stores')
    expect(filledCall('/api/{id}/stores', { id: 9 }, rows.slice(0, 1))).toBe('/api/9/stores')
    expect(filledCall('/api/{id}/stores', {}, rows)).toBeUndefined()
    expect(filledCall('/api/vehicles?ids={ids}', {}, rows)).toBe('/api/vehicles?ids=4%2C5')
    expect(filledCall('/api/vehicles?ids={ids}', {}, [])).toBeUndefined()
  })

  it('shows a message once that several fields share, and also that of a field that is not on screen', () => {
    const told = { day: 'Wybierz datę i pojazd', vehicle: 'Wybierz datę i pojazd', note: 'za długa' }
    expect(sharedSentences(told)).toEqual(['Wybierz datę i pojazd'])
    expect(sharedSentences({ day: 'x', note: 'y' })).toEqual([])
    const shown = [
      { name: 'day', label: 'd' },
      { name: 'secret', label: 's', control: 'hidden' as const }
    ]
    expect(sentencesBeside({ day: 'x', secret: 'y', gone: 'z', [general]: ['a', 'a'] }, shown)).toEqual(['a', 'y', 'z'])
  })
})
