/**
 * What a list page remembers in its URL: `?q=…&sort=-createdAt&f.PostalCode=22-100&row=5,6&panel=5&tab=history&at=120`.
 * `at` is the first visible row; `do` the command whose form is open. Keys of others are left as they are.
 */
import type { ListMetadata } from '../../../src/contract/list.ts'

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

type Known = Pick<ListMetadata, 'sort' | 'filters' | 'columns'>

const wholeNumber = (text: string | null): number | undefined =>
  text && /^\d{1,15}$/.test(text) ? Number(text) : undefined

const sortKey = (sort: string): string => sort.replace(/^-/, '')

/** Reads a query string. A sort or filter that the list does not offer is ignored. */
export function readListUrl(query: string, face: Known): ListUrl {
  const params = new URLSearchParams(query)
  const sort = params.get('sort') ?? ''
  const offered = face.columns.some(column => column.sortable && column.key === sortKey(sort))
  return {
    search: params.get('q') ?? '',
    sort: offered ? sort : face.sort,
    filters: Object.fromEntries(
      face.filters.flatMap(({ key }) => (params.get(`f.${key}`) ? [[key, params.get(`f.${key}`) ?? '']] : []))
    ),
    rows: (params.get('row') ?? '').split(',').flatMap(id => wholeNumber(id) ?? []),
    at: wholeNumber(params.get('at')) ?? 0,
    panel: wholeNumber(params.get('panel')),
    tab: params.get('tab') ?? undefined,
    command: params.get('do') ?? undefined
  }
}

/** The query string (with `?`, or '') after a change. What equals the list's default is left out. */
export function writeListUrl(query: string, face: Known, change: Partial<ListUrl>): string {
  const params = new URLSearchParams(query)
  const put = (key: string, value: string | number | undefined): void => {
    if (value === undefined || value === '' || value === 0) params.delete(key)
    else params.set(key, String(value))
  }
  if ('search' in change) put('q', change.search)
  if ('sort' in change) put('sort', change.sort === face.sort ? '' : change.sort)
  if (change.filters) for (const { key } of face.filters) put(`f.${key}`, change.filters[key])
  if (change.rows) put('row', change.rows.join(','))
  if ('at' in change) put('at', change.at)
  if ('panel' in change) put('panel', change.panel)
  if ('tab' in change) put('tab', change.tab)
  if ('command' in change) put('do', change.command)
  const text = params.toString().replaceAll('%2C', ',')
  return text && `?${text}`
}

/** The sort after a click on a header: ascending, descending, ascending… */
export const nextSort = (sort: string, key: string): string => (sort === key ? `-${key}` : key)

export const ariaSort = (sort: string, key: string): 'ascending' | 'descending' | 'none' =>
  sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none'

/** The query of one page of the list, as the specification spells it. */
export function pageQuery(
  face: Pick<ListMetadata, 'fixed' | 'pageSize' | 'search'>,
  { search, sort, filters }: Pick<ListUrl, 'search' | 'sort' | 'filters'>,
  page: number
): Record<string, string | number | boolean> {
  return {
    page,
    limit: face.pageSize,
    OrderBy: sortKey(sort),
    Desc: sort.startsWith('-'),
    ...(face.search && search ? { allFields: search } : {}),
    ...filters,
    ...face.fixed
  }
}
