/**
 * The state of a saved view: parsed from input, and checked against a page. A page changes with the application and differs between roles,
 * so a view may name a column, a filter or a value that the page does not have. That is not an error: the view opens without it.
 */
import { check } from '../../src/contract/check.ts'
import { type ListLayout, layoutFrom } from '../../src/contract/layout.ts'
import type { ListMetadata } from '../../src/contract/list.ts'
import { isText, unwrapped } from '../../src/contract/schema.ts'
import type { ViewState } from '../../src/contract/view.ts'
import { queryValue } from '../../src/kernel/routes/query-values.ts'

/** The most characters of a search or filter value, and the most filters. */
const maxText = 200
const maxFilters = 50

/** Whether a value is a text that is short enough and can be stored. */
const isShortText = (value: unknown): value is string =>
  check({ type: 'string', maxLength: maxText }, value).length === 0

const isName = (value: unknown): value is string => typeof value === 'string' && /^-?\w[\w-]{0,59}$/.test(value)

function filtersIn(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  const kept = Object.entries(value).filter(
    (entry): entry is [string, string] => isName(entry[0]) && isShortText(entry[1])
  )
  return Object.fromEntries(kept.slice(0, maxFilters))
}

/** The valid parts of an unknown value as a view's state. Empty parts are left out. */
export function viewStateFrom(value: unknown): ViewState {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const search = isShortText(given.search) ? given.search.trim() : ''
  const filters = filtersIn(given.filters)
  const layout = layoutFrom(given.layout)
  return {
    ...(isName(given.base) ? { base: given.base } : {}),
    ...(search === '' ? {} : { search }),
    ...(isName(given.sort) ? { sort: given.sort } : {}),
    ...(Object.keys(filters).length > 0 ? { filters } : {}),
    ...(Object.keys(layout).length > 0 ? { layout } : {})
  }
}

type Filters = ListMetadata['filters']

/** Whether the list's call would accept this value of the filter. */
function takes(filters: Filters, key: string, value: string): boolean {
  const schema = filters.find(filter => filter.key === key)?.schema
  if (!schema) return false
  // a text may be incomplete, such as half a postal code, because filters are applied while the person types
  const isFree = isText(schema) && unwrapped(schema).format === undefined
  return value === '' || isFree || check(schema, queryValue(value, schema)).length === 0
}

/** The parts of a layout whose columns the list has. */
function layoutOn(keys: ReadonlySet<string>, { order, hidden, shown, widths, density }: ListLayout): ListLayout {
  const known = (key: string): boolean => keys.has(key)
  return layoutFrom({
    order: order?.filter(known),
    hidden: hidden?.filter(known),
    shown: shown?.filter(known),
    widths: Object.fromEntries(Object.entries(widths ?? {}).filter(([key]) => known(key))),
    density
  })
}

/** Whether a column is missing that the layout shows. Missing hidden columns do not matter. */
const lacksColumn = (
  keys: ReadonlySet<string>,
  { order = [], hidden = [], shown = [], widths = {} }: ListLayout
): boolean => [...order, ...shown, ...Object.keys(widths)].some(key => !keys.has(key) && !hidden.includes(key))

type PageOfView = Pick<ListMetadata, 'columns' | 'filters' | 'views' | 'search'>

/** The parts of the state that the page has, and whether these are all. */
export function stateOn(page: PageOfView, state: ViewState): { readonly state: ViewState; readonly isWhole: boolean } {
  const { base, search, sort, filters = {}, layout = {} } = state
  const keys = new Set(page.columns.map(({ key }) => key))
  const ofBase = page.views.find(({ name }) => name === base)
  const hasBase = base === undefined || ofBase !== undefined
  const sortKey = sort?.replace(/^-/, '')
  const canSort = sort === undefined || page.columns.some(({ key, sortable }) => sortable && key === sortKey)
  const kept = Object.entries(filters).filter(([key, value]) => takes(page.filters, key, value))
  const canSearch = search === undefined || page.search !== undefined
  const isWhole =
    hasBase && canSort && canSearch && kept.length === Object.keys(filters).length && !lacksColumn(keys, layout)
  return {
    state: viewStateFrom({
      base: hasBase ? base : undefined,
      search: canSearch ? search : undefined,
      sort: canSort ? sort : undefined,
      filters: Object.fromEntries(kept),
      layout: layoutOn(keys, layout)
    }),
    isWhole
  }
}
