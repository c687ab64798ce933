import { describe, expect, it } from 'vitest'
import { chosenIn, grouped, withChoices } from '../../ui/parts/form/choices.ts'
import { labelledFirst, optionOf } from '../../ui/parts/form/options.ts'

describe('several choices as a list of objects that say whether they are chosen', () => {
  const item = { value: 'orderTypeItemId', chosen: 'isActive' }
  const taken = [
    { orderTypeItemId: 1, isActive: true },
    { orderTypeItemId: 2, isActive: false }
  ]

  it('are ticked where they are active', () => {
    expect([...chosenIn(taken, item)]).toEqual([1])
    expect([...chosenIn(undefined, item)]).toEqual([])
  })

  it.each([
    ['what was off', [2], true, [1, 2]],
    ['what was not there', [3], true, [1, 3]],
    ['a whole group', [1, 2, 3], true, [1, 2, 3]]
  ])('take %s', (_what, ids, isOn, now) => {
    expect([...chosenIn(withChoices(taken, ids, isOn, item), item)]).toEqual(now)
  })

  it('keep a removed choice as not active, in its place, and add none that was never chosen', () => {
    expect(withChoices(taken, [1, 3], false, item)).toEqual([
      { orderTypeItemId: 1, isActive: false },
      { orderTypeItemId: 2, isActive: false }
    ])
  })
})

describe('several choices', () => {
  it.each<[value: unknown, choices: unknown[], isOn: boolean, now: unknown[]]>([
    [undefined, [2], true, [2]],
    [[1], [1, 2], true, [1, 2]],
    [[1, 2], [1], false, [2]],
    [[1], [3], false, [1]]
  ])('as a plain list: %j with %j chosen: %j', (value, choices, isOn, now) => {
    expect(withChoices(value, choices, isOn)).toEqual(now)
    expect([...chosenIn(now)]).toEqual(now)
  })

  it('in a list of objects without a mark leave the list when they are removed', () => {
    const item = { value: 'id' }
    expect(withChoices([{ id: 1 }], [2], true, item)).toEqual([{ id: 1 }, { id: 2 }])
    expect(withChoices([{ id: 1 }, { id: 2 }], [1], false, item)).toEqual([{ id: 2 }])
    expect([...chosenIn([{ id: 1 }], item)]).toEqual([1])
  })

  it('stand under the headings of their options, in the order in which they came', () => {
    const option = (id: number, orderTypeId: number) => ({ value: id, label: `${id}`, source: { orderTypeId } })
    expect(grouped([option(1, 1), option(2, 3), option(3, 1)], 'orderTypeId')).toEqual([
      [1, [option(1, 1), option(3, 1)]],
      [3, [option(2, 3)]]
    ])
  })
})

it('options found by their own text come before those found by something else, each in the order of the answer', () => {
  const found = ['Auto Serwis, Radom', 'Gumex Chełm, Chełm', 'Opony, Łódź', 'Wulkan, Chełm'].map((label, value) => ({
    ...{ value, label, choosable: true, source: {} }
  }))
  const labels = (words: string) => labelledFirst(found, words).map(({ value }) => value)
  expect(labels('chelm')).toEqual([1, 3, 0, 2])
  expect(labels('wulkan chelm')).toEqual([3, 0, 1, 2])
  expect(labels('')).toEqual([0, 1, 2, 3])
})

describe('an option of a call', () => {
  it('is named by its fields, days as people write them, and leaves out what it lacks', () => {
    const options = { call: '/orders', value: 'id', label: ['number', 'company', 'day'] }
    const label = (row: object) => optionOf(options, { id: 1, ...row }, key => key).label
    expect(label({ number: 'Z/1', company: 'Gumex', day: '2026-05-29' })).toBe('Z/1, Gumex, 29.05.2026')
    expect(label({ number: 'Z/1', company: 'Gumex', day: null })).toBe('Z/1, Gumex')
  })

  it('that cannot be chosen is marked, and says why where that is known', () => {
    const why = [{ when: { status: [1] }, mark: 'waits' }]
    const enabledWhen = { when: { isActive: [true] }, mark: 'inactive', why }
    const options = { call: '/places', value: 'id', label: ['city'], enabledWhen }
    const label = (isActive: boolean, status: number) =>
      optionOf(options, { id: 1, city: 'Chełm', isActive, status }, key => `(${key})`).label
    expect(label(true, 0)).toBe('Chełm')
    expect(label(false, 2)).toBe('Chełm (inactive)')
    expect(label(false, 1)).toBe('Chełm (inactive) (waits)')
  })
})
