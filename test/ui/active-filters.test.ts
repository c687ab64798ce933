/** Chips: what is set, what one press sets and takes back. */
import { describe, expect, it } from 'vitest'
import type { ListMetadata, QuickFilter } from '../../src/contract/list.ts'
import {
  activeFilters,
  afterQuick,
  asKept,
  countActive,
  isQuickOn,
  withoutFilter
} from '../../ui/parts/list/filters/activeFilters.ts'
import { allText } from '../../ui/parts/list/filters/allText.ts'
import { optionsOf } from '../../ui/parts/list/filters/filterOptions.ts'

const day = '2026-11-23'
const today: QuickFilter = { name: 'today', label: '', filters: { Day: 'today', Overdue: '' } }
const late: QuickFilter = { name: 'late', label: '', filters: { Overdue: 'true', Day: '' } }
const notNotified: QuickFilter = { name: 'notNotified', label: '', filters: { Told: 'false' } }
const plain = {
  filters: [{ key: 'Day' }, { key: 'Overdue' }, { key: 'Told' }, { key: 'Store', initial: 1 }],
  quick: [today, late, notNotified]
} as unknown as ListMetadata
const keys = (set: Record<string, string>) => activeFilters(plain, set, day).map(({ key }) => key)

describe('quick filters', () => {
  it('are set by one press and taken back by the next, beside what else is set', () => {
    const set = afterQuick(today, { Told: 'false', Store: '1' }, day)
    expect(set).toEqual({ Told: 'false', Store: '1', Day: day, Overdue: '' })
    expect([today, notNotified, late].map(one => isQuickOn(one, set, day))).toEqual([true, true, false])
    expect(afterQuick(today, set, day)).toMatchObject({ Day: '', Overdue: '', Told: 'false' })
  })

  it('that exclude each other replace each other', () => {
    const set = afterQuick(late, afterQuick(today, {}, day), day)
    expect(set).toEqual({ Day: '', Overdue: 'true' })
    expect(isQuickOn(today, set, day)).toBe(false)
  })

  it('of a day are another day tomorrow: the address has the day, a saved view the word', () => {
    const set = afterQuick(today, {}, day)
    expect(set).toEqual({ Day: day, Overdue: '' })
    expect([day, '2026-11-24'].map(then => isQuickOn(today, set, then))).toEqual([true, false])
    expect(asKept(plain, set, day)).toEqual({ Day: 'today', Overdue: '' })
    expect(asKept(plain, set, '2026-11-24')).toEqual(set)
    expect(isQuickOn(today, { Day: 'today' }, '2026-11-24')).toBe(true)
  })

  it('are not shown as chips, too', () => {
    expect(keys({ Day: 'today', Store: '1' })).toEqual([])
    expect(keys({ Day: day, Store: '1' })).toEqual([])
    expect(keys({ Day: '2026-11-22', Store: '1' })).toEqual(['Day'])
    expect(countActive(plain, { Day: 'today', Store: '1' })).toBe(1)
  })
})

it('a filter that the page begins with is active once it is set otherwise, and goes back to that', () => {
  const [, , , store] = plain.filters
  expect(keys({ Store: '1' })).toEqual([])
  expect(keys({ Store: '' })).toEqual(['Store'])
  expect(withoutFilter(store as never, { Store: '', Day: 'today' })).toEqual({ Store: '1', Day: 'today' })
})

it('what a call offers is labelled by its fields, blank ones left out', () => {
  const options = { call: '/x', value: 'id', label: ['lastName', 'firstName'] }
  const people = [
    { id: 4, lastName: 'Lis', firstName: 'Jan' },
    { id: 5, lastName: 'Sum', firstName: null }
  ]
  expect(optionsOf(options, people)).toEqual([
    { value: '4', label: 'Lis, Jan' },
    { value: '5', label: 'Sum' }
  ])
})

describe('a filter that is not set', () => {
  const t = (key: string) => ({ 'parts.all': 'wszystkie', 'x.driver.all': 'wszyscy' })[key] ?? key

  it.each([
    ['x.vehicle', 'wszystkie'],
    ['x.driver', 'wszyscy']
  ])('of %s says %s: people have a word of their own', (label, text) => {
    expect(allText(t, { label })).toBe(text)
  })
})
