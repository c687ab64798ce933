/** Which filters of a list are set, and what a press on a chip makes of them. Pure. */
import { dayMeant, isDayWord } from '../../../../src/contract/days.ts'
import type { FilterMetadata, ListMetadata, QuickFilter } from '../../../../src/contract/list.ts'
import type { ListUrl } from '../listUrl.ts'

type Filters = ListUrl['filters']
type Plain = Pick<ListMetadata, 'filters' | 'quick'>

const begins = ({ initial }: FilterMetadata): string => (initial === undefined ? '' : String(initial))

/** Whether each of its filters is as one press sets it; a word for a day and the day that it means today are the same. */
export const isQuickOn = ({ filters }: QuickFilter, set: Filters, today: string): boolean =>
  Object.entries(filters).every(([key, value]) => dayMeant(set[key] ?? '', today) === dayMeant(value, today))

/**
 * The filters after a press: set, or where they were, taken back. What the press does not name stays. A word for a day is set as the day
 * that it means: who is sent the address tomorrow sees the same rows.
 */
export function afterQuick(quick: QuickFilter, set: Filters, today: string): Filters {
  const isOn = isQuickOn(quick, set, today)
  const values = Object.entries(quick.filters).map(([key, value]) => [key, isOn ? '' : dayMeant(value, today)])
  return { ...set, ...Object.fromEntries(values) }
}

/** The filters as a saved view keeps them: the word of a pressed quick filter, because the view is opened on other days. */
export const asKept = ({ quick }: Pick<Plain, 'quick'>, set: Filters, today: string): Filters => ({
  ...set,
  ...Object.fromEntries(
    quick
      .filter(one => isQuickOn(one, set, today))
      .flatMap(one => Object.entries(one.filters).filter(([, value]) => isDayWord(value)))
  )
})

/** Filters that are set otherwise than the page begins, but those that a pressed quick filter shows already. */
export function activeFilters({ filters, quick }: Plain, set: Filters, today: string): FilterMetadata[] {
  const quickKeys = new Set(
    quick
      .filter(one => isQuickOn(one, set, today))
      .flatMap(one => Object.entries(one.filters).flatMap(([key, value]) => (value === '' ? [] : [key])))
  )
  return filters.filter(filter => (set[filter.key] ?? '') !== begins(filter) && !quickKeys.has(filter.key))
}

/** The filters with one as the page begins it. */
export const withoutFilter = (filter: FilterMetadata, set: Filters): Filters => ({
  ...set,
  [filter.key]: begins(filter)
})

/** How many filters are set, however they are shown. */
export const countActive = ({ filters }: Pick<ListMetadata, 'filters'>, set: Filters): number =>
  filters.filter(filter => (set[filter.key] ?? '') !== begins(filter)).length
