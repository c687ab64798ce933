import { describe, expect, it } from 'vitest'
import { chosenIn, grouped, withChoices } from '../../ui/parts/form/choices.ts'
import { labelledFirst } from '../../ui/parts/form/options.ts'

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
