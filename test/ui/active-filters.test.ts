/** Chips: what is set, what one press sets and takes back. */
import { describe, expect, it } from 'vitest'
import type { ListMetadata, QuickFilter } from '../../src/contract/list.ts'
import {
  activeFilters,
  afterQuick,
  countActive,
  isQuickOn,
  withoutFilter
} from '../../ui/parts/list/filters/activeFilters.ts'
import { optionsOf } from '../../ui/parts/list/filters/filterOptions.ts'

const today: QuickFilter = { name: 'today', label: '', filters: { Day: 'today', Overdue: '' } }
const late: QuickFilter = { name: 'late', label: '', filters: { Overdue: 'true', Day: '' } }
const notNotified: QuickFilter = { name: 'notNotified', label: '', filters: { Told: 'false' } }
const plain = {
  filters: [{ key: 'Day' }, { key: 'Overdue' }, { key: 'Told' }, { key: 'Store', initial: 1 }],
  quick: [today, late, notNotified]
} as unknown as ListMetadata
const keys = (set: Record<string, string>) => activeFilters(plain, set).map(({ key }) => key)

describe('quick filters', () => {
  it('are set by one press and taken back by the next, beside what else is set', () => {
    const set = afterQuick(today, { Told: 'false', Store: '1' })
    expect(set).toEqual({ Told: 'false', Store: '1', Day: 'today', Overdue: '' })
    expect([isQuickOn(today, set), isQuickOn(notNotified, set), isQuickOn(late, set)]).toEqual([true, true, false])
    expect(afterQuick(today, set)).toMatchObject({ Day: '', Overdue: '', Told: 'false' })
  })

  it('that exclude each other replace each other', () => {
    const set = afterQuick(late, afterQuick(today, {}))
    expect(set).toEqual({ Day: '', Overdue: 'true' })
    expect(isQuickOn(today, set)).toBe(false)
  })

  it('are not shown as chips, too', () => {
    expect(keys({ Day: 'today', Store: '1' })).toEqual([])
    expect(keys({ Day: '2026-11-23', Store: '1' })).toEqual(['Day'])
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
