/** The queries of a list's pages. */
import type { QueryClient, QueryFunction, QueryKey } from '@tanstack/react-query'
import type { ListMetadata } from '../../../../src/contract/list.ts'
import { readRows } from '../../../query.ts'
import { listKey } from '../../queryKeys.ts'
import { type ListUrl, pageQuery, readListUrl } from '../listUrl.ts'
import type { Page } from './pages.ts'
import type { RowsQuery } from './rowsState.ts'

interface PageOptions {
  readonly queryKey: QueryKey
  readonly queryFn: QueryFunction<Page>
  readonly staleTime: number
}

/** The query of one page of rows. */
export const pageOptions = (list: ListMetadata, url: ListUrl, page: number): PageOptions => ({
  queryKey: [...listKey(list.resourceType, list.call), JSON.stringify(pageQuery(list, url, 0)), page],
  queryFn: ({ signal }) => readRows(list.call, pageQuery(list, url, page), { signal }),
  staleTime: 5_000
})

/** What the list and its URL ask for. */
export const rowsQueryOf = (list: ListMetadata, url: ListUrl): RowsQuery => ({
  key: `${list.call} ${JSON.stringify(pageQuery(list, url, 0))}`,
  narrowing: JSON.stringify([url.search, url.sort, url.filters]),
  size: list.pageSize
})

/** Prefetches the first page of a list for this query string of the URL, before the list is drawn. */
export const fetchRows = (client: QueryClient, list: ListMetadata, query: string): Promise<void> =>
  client.prefetchQuery(pageOptions(list, readListUrl(query, list), 1))
