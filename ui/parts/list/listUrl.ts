/**
 * The state that a list page keeps in its URL:
 * `?view=day&q=…&sort=-createdAt&f.PostalCode=22-100&row=5,6&panel=5&tab=history&at=120&do=orders.cancel`.
 * `view` is a built-in view's name or a saved one's (`s12`); search, sort and filters are written where they differ from it. `at` is the first visible row, `do` the command whose form is open. Other keys are left as they are. The list in a panel's
 * tab keeps the same behind a prefix, `&tab.row=7&tab.q=…`, which goes with the tab.
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

type UrlList = Pick<ListMetadata, 'sort' | 'filters' | 'columns' | 'search'>

/** What the keys of a list in a panel's tab begin with. */
export const tabPrefix = 'tab.'

const initialText = (initial: number | string | undefined): string => (initial === undefined ? '' : String(initial))

/** What a view says of a list, built in or saved; what it leaves out is as on the page. */
export interface ViewSettings extends Pick<ViewMetadata, 'sort' | 'filters' | 'groupBy' | 'groups'> {
  readonly search?: string
}

/** The name or number of the view that a query string asks for. */
export const viewIn = (query: string): string | undefined => new URLSearchParams(query).get('view') || undefined

/**
 * The list as a view begins it: its sort, search and filters are the view's until a person chooses otherwise. Under headings no header sorts,
 * since rows of one heading must stay together, and what the heading says
 * is no column. A filter or field that is gone since is left out.
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

/** The list as a saved view begins it: of the built-in view that it was made of, what it says besides. */
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

/** What a view is that is saved of the list as it is: what differs from `base`, the page or its built-in view. */
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

/** Whether search, sort or a filter is otherwise than the view begins with. */
export const isOtherThan = (list: UrlList, { search, sort, filters }: ListUrl): boolean =>
  search !== (list.search?.initial ?? '') ||
  sort !== list.sort ||
  list.filters.some(({ key, initial }) => (filters[key] ?? '') !== initialText(initial))

/** The query string once the list as it is has become the view: nothing differs any more, what is selected stays. */
export function queryOfSaved(query: string, list: ListMetadata, { search, sort, filters }: ListUrl): string {
  const params = new URLSearchParams(query)
  if (list.arranged) params.set('view', list.arranged.view)
  return writeListUrl(queryText(params), list, { search, sort, filters })
}

/** Search and filters as the list has them without a view: what "clear all" sets. */
export const cleared = (list: Pick<ListMetadata, 'filters'>): Pick<ListUrl, 'search' | 'filters'> => ({
  search: '',
  filters: Object.fromEntries(list.filters.map(({ key, initial }) => [key, initialText(initial)]))
})

/** Whether a search or a filter is set otherwise than the list begins. */
export const isNarrowed = (list: Pick<ListMetadata, 'filters'>, { search, filters }: ListUrl): boolean =>
  search !== '' || list.filters.some(({ key, initial }) => (filters[key] ?? '') !== initialText(initial))

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
        // A filter with an initial value that was set to all is not the same as one that nobody touched.
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
  /** What the list begins with is not written; nothing in its place is. */
  const putOverInitial = (key: string, value: string | undefined, initial: number | string | undefined): void => {
    const begins = initialText(initial)
    if (begins !== '' && value === '') params.set(prefix + key, '')
    else put(key, value === begins ? undefined : value)
  }
  const before = readListUrl(query, list, prefix)
  if ('view' in change) {
    // a view begins as it was made, whatever was set before
    for (const key of [...params.keys()]) if (/^(q|sort|f\..*|row|at)$/.test(key)) params.delete(key)
    put('view', change.view)
  }
  if ('search' in change) putOverInitial('q', change.search, list.search?.initial)
  if ('sort' in change) put('sort', change.sort === list.sort ? '' : change.sort)
  if (change.filters)
    for (const { key, initial } of list.filters) putOverInitial(`f.${key}`, change.filters[key], initial)
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

/** The sort after a click on a header: first ascending, then descending; the other way round where the worst stands last. */
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
