/**
 * The state that a list page keeps in its URL:
 * `?view=day&q=…&sort=-createdAt&f.PostalCode=22-100&row=5,6&panel=5&tab=history&at=120&do=orders.cancel`.
 * `view` is the name of a built-in view or the key of a saved one (`s12`); search, sort and filters are written only if they differ from
 * the view. `at` is the index of the first visible row, `do` the command whose form is open. Other keys are left unchanged. A list in a
 * panel's tab has the same keys with a prefix (`&tab.row=7&tab.q=…`), which are removed when the tab is left.
 */
import type { ListLayout } from '../../../src/contract/layout.ts'
import type { ListMetadata, ViewMetadata } from '../../../src/contract/list.ts'
import { type SavedView, savedViewKey, type ViewState } from '../../../src/contract/view.ts'
import { queryText, wholeNumber } from '../../urlQuery.ts'

export interface ListUrl {
  readonly view: string | undefined
  readonly search: string
  readonly sort: string
  readonly filters: Readonly<Record<string, string>>
  readonly rows: readonly number[]
  readonly at: number
  readonly panel: number | undefined
  readonly tab: string | undefined
  readonly command: string | undefined
}

type UrlList = Pick<ListMetadata, 'sort' | 'filters' | 'columns' | 'search' | 'day'>

/** The prefix of the URL keys of a list in a panel's tab. */
export const tabPrefix = 'tab.'

const initialText = (initial: number | string | undefined): string => (initial === undefined ? '' : String(initial))

/** The settings of a built-in or saved view. What it leaves out is as on the page. */
export interface ViewSettings extends Pick<ViewMetadata, 'sort' | 'filters' | 'groupBy' | 'groups'> {
  readonly search?: string
}

/** The view that a query string names: a built-in view's name or a saved view's key. */
export const viewIn = (query: string): string | undefined => new URLSearchParams(query).get('view') || undefined

/**
 * The list with the settings of a view as its defaults: they apply until the person chooses otherwise. If the view groups rows, columns
 * cannot be sorted (rows of a group must stay together), and the grouping fields are left out of the columns. Filters of the view that
 * the list no longer has are ignored.
 */
export function listOfView(list: ListMetadata, view: ViewSettings | undefined): ListMetadata {
  if (!view) return list
  const { sort, filters, groupBy, groups, search } = view
  const inHeading = (groupBy ?? []).map(({ key }) => key)
  return {
    ...list,
    sort: sort ?? list.sort,
    columns: groupBy
      ? list.columns.filter(({ key }) => !inHeading.includes(key)).map(column => ({ ...column, sortable: false }))
      : list.columns,
    filters: filters
      ? list.filters.map(filter => ({ ...filter, initial: filters[filter.key] ?? filter.initial ?? '' }))
      : list.filters,
    ...(groupBy ? { groupBy } : {}),
    ...(groups ? { groups } : {}),
    ...(list.search && search ? { search: { ...list.search, initial: search } } : {})
  }
}

/** The list with the settings of a saved view, on top of those of the built-in view that it was made from. */
export function listOfSaved(plain: ListMetadata, { id, state }: Pick<SavedView, 'id' | 'state'>): ListMetadata {
  const { base, sort, layout = {}, ...rest } = state
  const list = listOfView(
    plain,
    plain.views.find(({ name }) => name === base)
  )
  const canSort = sort !== undefined && list.columns.some(({ key, sortable }) => sortable && key === sortKey(sort))
  return {
    ...listOfView(list, { ...rest, ...(canSort ? { sort } : {}) }),
    arranged: { view: savedViewKey(id), layout }
  }
}

/** The state to save as a view: what differs from `base`, the page or its built-in view (`name`). */
export function stateOf(
  base: ListMetadata,
  name: string | undefined,
  { search, sort, filters }: Pick<ListUrl, 'search' | 'sort' | 'filters'>,
  layout: ListLayout
): ViewState {
  const changed = base.filters
    .map(({ key, initial }) => [key, filters[key] ?? '', initialText(initial)] as const)
    .filter(([, value, initial]) => value !== initial)
  return {
    ...(name === undefined ? {} : { base: name }),
    ...(search === '' ? {} : { search }),
    ...(sort === base.sort ? {} : { sort }),
    ...(changed.length > 0 ? { filters: Object.fromEntries(changed.map(([key, value]) => [key, value])) } : {}),
    ...(Object.keys(layout).length > 0 ? { layout } : {})
  }
}

/** Whether search, sort or a filter differs from the list's view. */
export const isOtherThan = (list: UrlList, { search, sort, filters }: ListUrl): boolean =>
  search !== (list.search?.initial ?? '') ||
  sort !== list.sort ||
  list.filters.some(({ key, initial }) => (filters[key] ?? '') !== initialText(initial))

/** The query string after the present state was saved as a view: it names the view, and keeps the selection. */
export function queryOfSaved(query: string, list: ListMetadata, { search, sort, filters }: ListUrl): string {
  const params = new URLSearchParams(query)
  if (list.arranged) params.set('view', list.arranged.view)
  return writeListUrl(queryText(params), list, { search, sort, filters })
}

/** The search and filters of the list without a view: what "clear all" sets. */
export const cleared = (list: Pick<ListMetadata, 'filters'>): Pick<ListUrl, 'search' | 'filters'> => ({
  search: '',
  filters: Object.fromEntries(list.filters.map(({ key, initial }) => [key, initialText(initial)]))
})

/** Whether a search is set, or a filter that differs from its initial value. */
export const isNarrowed = (list: Pick<ListMetadata, 'filters'>, { search, filters }: ListUrl): boolean =>
  search !== '' || list.filters.some(({ key, initial }) => (filters[key] ?? '') !== initialText(initial))

/** The list without the filter for its day: what people set and clear beside it. */
export const withoutDay = (list: ListMetadata): ListMetadata =>
  list.day ? { ...list, filters: list.filters.filter(({ key }) => key !== list.day?.filter) } : list

export const sortKey = (sort: string): string => sort.replace(/^-/, '')

/** Reads a query string. A sort or filter that the list does not have is ignored. */
export function readListUrl(query: string, list: UrlList, prefix = ''): ListUrl {
  const params = new URLSearchParams(query)
  const read = (key: string): string | undefined => params.get(prefix + key) ?? undefined
  const sort = read('sort') ?? ''
  const isKnown = list.columns.some(column => column.sortable && column.key === sortKey(sort))
  return {
    view: viewIn(query),
    search: read('q') ?? list.search?.initial ?? '',
    sort: isKnown ? sort : list.sort,
    filters: Object.fromEntries(
      list.filters.flatMap(({ key, initial }) => {
        const value = read(`f.${key}`) ?? initialText(initial)
        // An empty value is kept for a filter with an initial value: the person has set it to “all”.
        return value || initial !== undefined ? [[key, value]] : []
      })
    ),
    rows: (read('row') ?? '').split(',').flatMap(id => wholeNumber(id) ?? []),
    at: wholeNumber(read('at')) ?? 0,
    panel: wholeNumber(read('panel')),
    tab: read('tab'),
    command: read('do')
  }
}

/** The query string (with its `?`, or '') after a change. Values that equal the list's default are left out. */
export function writeListUrl(query: string, list: UrlList, change: Partial<ListUrl>, prefix = ''): string {
  const params = new URLSearchParams(query)
  const put = (key: string, value: string | number | undefined): void => {
    if (value === undefined || value === '' || value === 0) params.delete(prefix + key)
    else params.set(prefix + key, String(value))
  }
  /** Leaves out a value that equals the initial one. An empty value that replaces an initial one is written. */
  const putOverInitial = (key: string, value: string | undefined, initial: number | string | undefined): void => {
    const begins = initialText(initial)
    if (begins !== '' && value === '') params.set(prefix + key, '')
    else put(key, value === begins ? undefined : value)
  }
  const before = readListUrl(query, list, prefix)
  if ('view' in change) {
    // choosing a view resets search, sort, filters and selection
    for (const key of [...params.keys()]) if (/^(q|sort|f\..*|row|at)$/.test(key)) params.delete(key)
    put('view', change.view)
  }
  if ('search' in change) putOverInitial('q', change.search, list.search?.initial)
  if ('sort' in change) put('sort', change.sort === list.sort ? '' : change.sort)
  if (change.filters)
    // the day of a page is replaced, never cleared
    for (const { key, initial } of list.filters)
      if (key !== list.day?.filter || change.filters[key]) putOverInitial(`f.${key}`, change.filters[key], initial)
  if (change.rows) put('row', change.rows.join(','))
  if ('at' in change) put('at', change.at)
  if ('panel' in change) put('panel', change.panel)
  if ('tab' in change) put('tab', change.tab)
  if ('command' in change) put('do', change.command)
  const isOther = (key: 'panel' | 'tab'): boolean => key in change && change[key] !== before[key]
  if (isOther('panel') || isOther('tab'))
    for (const key of [...params.keys()]) if (key.startsWith(tabPrefix)) params.delete(key)
  return queryText(params)
}

/** The sort after a click on a header: first ascending, then descending; the reverse if the column's worst value sorts last. */
export function nextSort(sort: string, key: string, worstLast = false): string {
  const [first, second] = worstLast ? [`-${key}`, key] : [key, `-${key}`]
  return sort === first ? second : first
}

export const ariaSort = (sort: string, key: string): 'ascending' | 'descending' | 'none' =>
  sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none'

/** The query of one page of the list, under the specification's parameter names. */
export function pageQuery(
  list: Pick<ListMetadata, 'fixed' | 'pageSize' | 'search'>,
  { search, sort, filters }: Pick<ListUrl, 'search' | 'sort' | 'filters'>,
  page: number
): Record<string, string | number | boolean> {
  return {
    page,
    limit: list.pageSize,
    OrderBy: sortKey(sort),
    Desc: sort.startsWith('-'),
    ...(list.search && search ? { allFields: search } : {}),
    ...filters,
    ...list.fixed
  }
}
