/**
 * The state that a list page keeps in its URL:
 * `?q=…&sort=-createdAt&f.PostalCode=22-100&row=5,6&panel=5&tab=history&at=120&do=orders.cancel`.
 * `at` is the first visible row, `do` the command whose form is open. Other keys are left as they are. The list in a panel's
 * tab keeps the same behind a prefix, `&tab.row=7&tab.q=…`, which goes with the tab.
 */
import type { ListMetadata } from '../../../src/contract/list.ts'
import { queryText, wholeNumber } from '../../urlQuery.ts'

export interface ListUrl {
  readonly search: string
  readonly sort: string
  readonly filters: Readonly<Record<string, string>>
  readonly rows: readonly number[]
  readonly at: number
  readonly panel: number | undefined
  readonly tab: string | undefined
  readonly command: string | undefined
}

type UrlList = Pick<ListMetadata, 'sort' | 'filters' | 'columns'>

/** What the keys of a list in a panel's tab begin with. */
export const tabPrefix = 'tab.'

const initialText = (initial: number | undefined): string => (initial === undefined ? '' : String(initial))

/** Whether a search or a filter is set otherwise than the list begins. */
export const isNarrowed = (list: Pick<ListMetadata, 'filters'>, { search, filters }: ListUrl): boolean =>
  search !== '' || list.filters.some(({ key, initial }) => (filters[key] ?? '') !== initialText(initial))

const sortKey = (sort: string): string => sort.replace(/^-/, '')

/** Reads a query string. A sort or filter that the list does not have is ignored. */
export function readListUrl(query: string, list: UrlList, prefix = ''): ListUrl {
  const params = new URLSearchParams(query)
  const read = (key: string): string | undefined => params.get(prefix + key) ?? undefined
  const sort = read('sort') ?? ''
  const isKnown = list.columns.some(column => column.sortable && column.key === sortKey(sort))
  return {
    search: read('q') ?? '',
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
  const before = readListUrl(query, list, prefix)
  if ('search' in change) put('q', change.search)
  if ('sort' in change) put('sort', change.sort === list.sort ? '' : change.sort)
  if (change.filters)
    for (const { key, initial } of list.filters) {
      const value = change.filters[key]
      if (initial !== undefined && value === '') params.set(`${prefix}f.${key}`, '')
      else put(`f.${key}`, value === initialText(initial) ? undefined : value)
    }
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

/** The sort after a click on a header: first ascending, then descending. */
export const nextSort = (sort: string, key: string): string => (sort === key ? `-${key}` : key)

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
