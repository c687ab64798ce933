/** The rules by which a form changes its own values, as tables: what is known, what a person has typed, and what follows. */
import { describe, expect, it } from 'vitest'
import type { FieldMetadata } from '../../src/contract/form.ts'
import { allOptions, fetchedAnswer, foundOptions } from '../../ui/parts/form/formQueries.ts'
import type { Values } from '../../ui/parts/form/formValues.ts'
import type { Proposal } from '../../ui/parts/form/nextValues.ts'
import { field, formOf, integer, opened } from './fixtures/opened-form.ts'

const two = [{ id: 1 }, { id: 2 }]
const active = { enabledWhen: { when: { isActive: [true] }, mark: 'x' } }

describe('a choice among the options of a call', () => {
  const call = '/items?place={place}'
  const item = (options: object = {}, more: object = {}) =>
    formOf([field('item', { options: { call, value: 'id', label: ['name'], ...options }, ...more })])
  const first = allOptions('/items?place=7')

  it.each([
    ['takes the only option', { autoSelectSingle: true }, {}, {}, [{ id: 4 }], 4],
    ['takes none of several', { autoSelectSingle: true }, {}, {}, two, undefined],
    [
      'takes the only one that may be chosen',
      { autoSelectSingle: true, ...active },
      {},
      {},
      [
        { id: 1, isActive: false },
        { id: 2, isActive: true }
      ],
      2
    ],
    ['takes no single option unless its hint says so', {}, {}, {}, [{ id: 4 }], undefined],
    ['takes the last choice', {}, { remember: 'item' }, { item: 2 }, two, 2],
    ['takes no last choice that is not offered', {}, { remember: 'item' }, { item: 9 }, two, undefined],
    [
      'takes no last choice that may not be chosen',
      active,
      { remember: 'item' },
      { item: 1 },
      [{ id: 1, isActive: false }],
      undefined
    ],
    ['takes the first choice while nothing is remembered', {}, { remember: 'item', firstChoice: 1 }, {}, two, 1],
    [
      'takes the remembered one rather than the first choice',
      {},
      { remember: 'item', firstChoice: 1 },
      { item: 2 },
      two,
      2
    ]
  ])('%s', (_, options, more, remembered, answer, value) => {
    const form = opened(item(options, more), { place: 7 }, { remembered })
    expect(form.missing()).toEqual([first.queryKey])
    expect(form.answer(first, answer).item).toBe(value)
    expect(form.missing()).toEqual([])
  })

  it.each([
    ['keeps what is offered', 1, { data: two }, 1],
    ['clears what is not offered', 9, { data: two }, undefined],
    ['keeps its value if the call is refused', 9, undefined, 9]
  ])('%s', (_, item9, answer, value) => {
    const form = opened(item(), { place: 7, item: item9 })
    expect(form.values().item).toBe(item9)
    expect(form.answer(first, answer, answer === undefined).item).toBe(value)
  })

  it('chooses once its call is answered, if it was refused before', () => {
    const form = opened(item({}, { remember: 'item' }), { place: 7 }, { remembered: { item: 2 } })
    expect(form.answer(first, undefined, true).item).toBeUndefined()
    expect(form.answer(first, two).item).toBe(2)
  })

  it('is cleared when its call loses a value, and then chooses for the next call', () => {
    const form = opened(item({ autoSelectSingle: true }), { place: 7 })
    form.answer(first, [{ id: 4 }])
    expect(form.type('place', undefined).item).toBeUndefined()
    expect(form.type('place', 8).item).toBeUndefined()
    expect(form.answer(allOptions('/items?place=8'), [{ id: 5 }]).item).toBe(5)
  })

  it('keeps the value of a draft while the choice that its call needs is not decided', () => {
    const place = { call: '/places', value: 'id', label: ['city'], autoSelectSingle: true }
    const form = opened({ ...item(), fields: [field('place', { options: place }), ...item().fields] }, { item: 2 })
    expect(form.values().item).toBe(2)
    form.answer(allOptions('/places'), [{ id: 7 }])
    expect(form.answer(first, two)).toEqual({ place: 7, item: 2 })
  })

  it('does not choose again what a person has cleared, until its call changes', () => {
    const form = opened(item({}, { remember: 'item' }), { place: 7 }, { remembered: { item: 2 } })
    expect(form.answer(first, two).item).toBe(2)
    expect(form.type('item', undefined).item).toBeUndefined()
    expect(form.answer(first, [...two, { id: 3 }]).item).toBeUndefined()
    form.type('place', 8)
    expect(form.answer(allOptions('/items?place=8'), two).item).toBe(2)
  })

  it('copies fields of the chosen option, and clears them with it', () => {
    const form = opened(item({ copyFields: { typeId: 'type' } }), { place: 7, type: 3 })
    expect(form.answer(first, [{ id: 1, typeId: 5 }, { id: 2 }]).type).toBe(3)
    expect(form.type('item', 1).type).toBe(5)
    expect(form.type('type', 6).type).toBe(6)
    expect(form.type('item', 2).type).toBeUndefined()
    form.type('item', 1)
    expect(form.type('item', undefined).type).toBeUndefined()
  })

  it('copies fields of the option that the form begins with', () => {
    const form = opened(item({ copyFields: { typeId: 'type' } }), { place: 7, item: 1 })
    expect(form.answer(first, [{ id: 1, typeId: 5 }]).type).toBe(5)
  })

  it('chooses nothing while it is not shown', () => {
    const hidden = item({ autoSelectSingle: true }, { when: { kind: [2] } })
    const form = opened(hidden, { place: 7, kind: 1 })
    expect(form.missing()).toEqual([])
    form.type('kind', 2)
    expect(form.answer(first, [{ id: 4 }]).item).toBe(4)
  })
})

describe('a choice that is searched', () => {
  const search = { key: 'q', one: 'placeId', from: 0 }
  const place = (options: object = {}, more: object = {}) =>
    formOf([
      field('place', { options: { call: '/places', value: 'id', label: ['city'], search, ...options }, ...more })
    ])
  const first = foundOptions('/places', {})
  const one = (id: number) => foundOptions('/places', { placeId: id })
  const byDefault = { data: [{ id: 1 }, { id: 2, isDefault: true }], total: 40 }

  it('takes the option with true in firstBy', () => {
    expect(opened(place({ firstBy: 'isDefault' }), {}).answer(first, byDefault).place).toBe(2)
  })

  it('takes the only option if the answer has all of them', () => {
    const options = { autoSelectSingle: true }
    expect(opened(place(options), {}).answer(first, { data: [{ id: 1 }], total: 1 }).place).toBe(1)
    expect(opened(place(options), {}).answer(first, { data: [{ id: 1 }], total: 2 }).place).toBeUndefined()
  })

  it('takes the last choice only if its own call still offers it', () => {
    const options = { firstBy: 'isDefault' }
    const form = () => opened(place(options, { remember: 'place' }), {}, { remembered: { place: 1 } })
    const asking = form()
    expect(asking.missing()).toEqual([first.queryKey, one(1).queryKey])
    expect(asking.answer(first, byDefault).place).toBeUndefined()
    expect(asking.answer(one(1), { data: [{ id: 1 }], total: 1 }).place).toBe(1)
    const gone = form()
    gone.answer(first, byDefault)
    expect(gone.answer(one(1), { data: [], total: 0 }).place).toBe(2)
  })

  it('does not choose again what a person has cleared, or what is no longer offered', () => {
    const cleared = opened(place({ firstBy: 'isDefault' }), {})
    cleared.answer(first, byDefault)
    expect(cleared.type('place', undefined).place).toBeUndefined()
    const outdated = opened(place({ firstBy: 'isDefault' }), { place: 77 })
    outdated.answer(first, byDefault)
    expect(outdated.answer(one(77), { data: [], total: 0 }).place).toBeUndefined()
  })

  it('asks nothing before something is typed, if its first options are not offered', () => {
    const form = opened(place({ search: { key: 'q', one: 'placeId' } }), {})
    expect(form.missing()).toEqual([])
    form.type('place', 3)
    expect(form.missing()).toEqual([one(3).queryKey])
  })
})

describe('a fetched value', () => {
  const price = { kind: 'fetched', call: '/prices/{item}', pick: 'data.net', to: 'net' } as const
  const of = (item: number) => fetchedAnswer(`/prices/${item}`)
  const net = (value: number) => ({ data: { net: value } })

  it('comes with each answer, and is taken back until the next one has come', () => {
    const form = opened(formOf([field('net')], [price]), { item: 1 })
    expect(form.answer(of(1), net(100)).net).toBe(100)
    expect(form.type('item', 2).net).toBeUndefined()
    expect(form.answer(of(2), net(80)).net).toBe(80)
    expect(form.type('item', undefined).net).toBeUndefined()
  })

  it('stays until the next answer, where its rule says so', () => {
    const form = opened(formOf([field('net')], [{ ...price, untilNext: true }]), { item: 1 })
    form.answer(of(1), net(100))
    expect(form.type('item', 2).net).toBe(100)
    expect(form.answer(of(2), net(80)).net).toBe(80)
  })

  it('never replaces what a person has typed', () => {
    const form = opened(formOf([field('net')], [price]), { item: 1 })
    form.answer(of(1), net(100))
    expect(form.type('net', 75).net).toBe(75)
    form.type('item', 2)
    expect(form.answer(of(2), net(80)).net).toBe(75)
  })

  it('does not come back where a person has cleared it, until its call changes', () => {
    const form = opened(formOf([field('net')], [price]), { item: 1 })
    form.answer(of(1), net(100))
    expect(form.type('net', undefined).net).toBeUndefined()
    form.type('item', 2)
    expect(form.answer(of(2), net(100)).net).toBe(100)
  })

  it.each([
    ['keeps another value of a draft', {}, 75, 75],
    ['takes a value of a draft that equals it for its own', {}, 100, 80],
    ['replaces a value of a draft where nobody can type', { readOnly: true }, 75, 80]
  ])('%s', (_, more, drafted, value) => {
    const form = opened(formOf([field('net', more)], [price]), { item: 1, net: drafted })
    form.answer(of(1), net(100))
    form.type('item', 2)
    expect(form.answer(of(2), net(80)).net).toBe(value)
  })

  it('may be a part of a refusal, such as why there is no price', () => {
    const reasons = { ...price, pick: 'reasons', to: 'why' }
    const form = opened(formOf([field('why', { readOnly: true })], [reasons]), { item: 1 })
    expect(form.answer(of(1), { reasons: ['none'] }, true).why).toEqual(['none'])
  })
})

describe('a proposal of a hand-written control', () => {
  const query = (about: unknown) => ({ queryKey: ['vehicles', about], queryFn: async () => undefined })
  const form = formOf([field('vehicle', { control: 'part:orders.proposedVehicle' })])
  const proposalOf = (_: FieldMetadata, { about }: Values): Proposal => ({
    query: about === undefined ? undefined : query(about),
    valueIn: data => data
  })

  it('follows what it is about until a person has chosen', () => {
    const open = opened(form, { about: 'a' }, { proposalOf })
    expect(open.answer(query('a'), 1).vehicle).toBe(1)
    expect(open.type('about', 'b').vehicle).toBe(1)
    expect(open.answer(query('b'), 2).vehicle).toBe(2)
    expect(open.type('about', undefined).vehicle).toBeUndefined()
    open.type('about', 'b')
    open.type('vehicle', 5)
    expect(open.type('about', 'a').vehicle).toBe(5)
  })

  it('is made again for something else, not for what a person wants none for', () => {
    const open = opened(form, { about: 'a' }, { proposalOf })
    open.answer(query('a'), 1)
    open.answer(query('b'), 1)
    expect(open.type('vehicle', undefined).vehicle).toBeUndefined()
    expect(open.type('about', 'b').vehicle).toBe(1)
    open.type('vehicle', undefined)
    // whoever chooses the proposed one now has chosen it
    open.type('vehicle', 1)
    open.answer(query('c'), 3)
    expect(open.type('about', 'c').vehicle).toBe(1)
  })
})

describe('values that follow from others', () => {
  const amount = {
    kind: 'amount',
    net: ['net'],
    quantity: 'quantity',
    rate: 'rate',
    flat: { perTonne: [true] },
    to: 'amount'
  } as const

  it('the only number within the limits, upper case, an amount', () => {
    const schema = { type: 'object', properties: { quantity: { type: 'integer', minimum: 1, maximum: 1 } } }
    const derive = [amount, { kind: 'upperCase', field: 'plate' } as const]
    const form = opened({ ...formOf([], derive), schema, fields: [{ name: 'quantity', label: 'q' }] }, { rate: 23 })
    expect(form.values()).toMatchObject({ quantity: 1 })
    expect(form.type('plate', 'wx 1234a').plate).toBe('WX 1234A')
    expect(form.type('net', 100).amount).toMatchObject({ netValue: 100, grossValue: 123 })
    expect(form.type('net', undefined).amount).toBeUndefined()
  })

  it('no amount for a quantity beyond what the present values allow', () => {
    const rulesBy = { by: 'kind', of: { 1: { maximum: 100 }, 3: { minimum: 1, maximum: 6 } } }
    const schema = { type: 'object', properties: { quantity: { type: 'integer', rulesBy } } } as const
    const fields = [{ name: 'quantity', label: 'q' }]
    const start = { kind: 3, quantity: 6, net: 600, rate: 23 }
    const form = opened({ ...formOf([], [amount]), schema, fields }, start)
    expect(form.values().amount).toMatchObject({ netValue: 3600 })
    expect(form.type('quantity', 7).amount).toBeUndefined()
    expect(form.type('quantity', 0).amount).toBeUndefined()
    form.type('quantity', 7)
    expect(form.type('kind', 1).amount).toMatchObject({ netValue: 4200 })
  })
})

describe('rows of a list', () => {
  const type = {
    name: 'typeId',
    label: 't',
    transient: integer,
    options: { call: '/types?of={kind}', value: 'id', label: ['name'], autoSelectSingle: true }
  }
  const kind = { name: 'kind', label: 'k', transient: integer }
  const list = field('items', { transient: { type: 'array' }, rows: { fields: [kind, type], initial: {} } })
  const schema = {
    type: 'object',
    properties: { items: { type: 'array', items: { type: 'object', properties: { kind: integer, typeId: integer } } } }
  }

  it('choose by themselves, each by its own values', () => {
    const { transient: _, ...rows } = list
    const form = opened({ ...formOf([]), schema, fields: [rows] }, { items: [{ kind: 1 }, { kind: 2 }] })
    expect(form.missing()).toHaveLength(2)
    form.answer(allOptions('/types?of=2'), [{ id: 9 }])
    expect(form.answer(allOptions('/types?of=1'), two).items).toEqual([{ kind: 1 }, { kind: 2, typeId: 9 }])
  })
})

it('rules that contradict each other are found', () => {
  const derive = ['a', 'b'].map(
    to => ({ kind: 'fetched', call: `/of/{${to === 'a' ? 'b' : 'a'}}`, pick: 'x', to }) as const
  )
  const fields = ['a', 'b'].map(name => field(name, { readOnly: true }))
  let count = 0
  const answerTo = () => {
    count += 1
    return { data: { x: count }, isRefused: false }
  }
  expect(() => opened(formOf(fields, derive), { a: 1, b: 1 }, { answerTo }).turn()).toThrow(/example/)
})
