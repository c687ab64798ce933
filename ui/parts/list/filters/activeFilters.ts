/** Which filters of a list are set, and what a press on a chip makes of them. Pure. */
import type { FilterMetadata, ListMetadata, QuickFilter } from '../../../../src/contract/list.ts'
import type { ListUrl } from '../listUrl.ts'

type Filters = ListUrl['filters']
type Plain = Pick<ListMetadata, 'filters' | 'quick'>

const begins = ({ initial }: FilterMetadata): string => (initial === undefined ? '' : String(initial))

/** Whether each of its filters is as one press sets it. */
export const isQuickOn = ({ filters }: QuickFilter, set: Filters): boolean =>
  Object.entries(filters).every(([key, value]) => (set[key] ?? '') === value)

/** The filters after a press: set, or where they were, taken back. What the press does not name stays. */
export function afterQuick(quick: QuickFilter, set: Filters): Filters {
  const isOn = isQuickOn(quick, set)
  return { ...set, ...(isOn ? Object.fromEntries(Object.keys(quick.filters).map(key => [key, ''])) : quick.filters) }
}

/** Filters that are set otherwise than the page begins, but those that a pressed quick filter shows already. */
export function activeFilters({ filters, quick }: Plain, set: Filters): FilterMetadata[] {
  const quickKeys = new Set(
    quick
      .filter(one => isQuickOn(one, set))
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
