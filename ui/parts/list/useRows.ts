/**
 * The rows of a list, loaded page by page. Each page is a query of its own, and only the pages on screen are kept fresh, so that a hint
 * of the hub reloads two or three of them, however far the person has scrolled. A list that is opened far down loads only the pages
 * there; those above are blank until the person scrolls near them. While pages reload, the old rows stay, and all new ones appear
 * together, so that no row is drawn twice or missing between two responses.
 */
import { type QueryClient, queryOptions, useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { ListMetadata, ListResponse } from '../../../src/contract/list.ts'
import type { Row } from '../../../src/contract/row.ts'
import { readRows } from '../../query.ts'
import { listKey } from '../queryKeys.ts'
import type { ListUrl } from './listUrl.ts'
import { pageQuery, readListUrl } from './listUrl.ts'

export type { Row }

type Page = ListResponse<Row>

export interface Rows {
  /** How many rows can be scrolled to, including those that are still loading. */
  readonly count: number
  readonly rowAt: (index: number) => Row | undefined
  /** The index of a row, if it is loaded. */
  readonly indexOf: (id: number) => number | undefined
  readonly total: number | undefined
  readonly totalCapped: boolean
  readonly error: unknown
  readonly retry: () => void
  /** A new object each time the rows on screen are replaced. */
  readonly edition: object
  /** The rows are those of an earlier search, sort or filter; the new ones are loading. */
  readonly stale: boolean
  /** Loads the next page. */
  readonly more: () => void
}

/** The indexes of the first and last row on screen. */
export interface Visible {
  readonly first: number
  readonly last: number
}

type Pages = ReadonlyMap<number, Page>

/** The pages on screen, and the query that they answer. */
interface Drawn {
  readonly key: string
  readonly pages: Pages
}

const samePages = (a: Pages, b: Pages): boolean =>
  a.size === b.size && [...a].every(([number, page]) => b.get(number) === page)

/** More rows than any screen shows: a list that is opened far down loads at least this many below its first row. */
const maxVisibleRows = 40

/** The query of one page of rows. */
const rowsQuery = (list: ListMetadata, url: ListUrl, page: number) =>
  queryOptions({
    queryKey: [...listKey(list.resourceType, list.call), JSON.stringify(pageQuery(list, url, 0)), page],
    queryFn: ({ signal }) => readRows(list.call, pageQuery(list, url, page), { signal }),
    staleTime: 5_000
  })

/** Prefetches the first page of a list for this query string of the URL, before the list is drawn. */
export const fetchRows = (client: QueryClient, list: ListMetadata, query: string): Promise<void> =>
  client.prefetchQuery(rowsQuery(list, readListUrl(query, list), 1))

export function useRows(list: ListMetadata, url: ListUrl, visible: Visible): Rows {
  const client = useQueryClient()
  const size = list.pageSize
  const pageOf = (index: number): number => Math.floor(Math.max(0, index) / size) + 1
  const key = JSON.stringify(pageQuery(list, url, 0))
  const [reached, setReached] = useState({ key, page: url.at > 0 ? pageOf(url.at + maxVisibleRows) : 1 })
  const lastPage = reached.key === key ? reached.page : 1
  const firstVisible = reached.key === key ? Math.min(pageOf(visible.first), lastPage) : 1
  const lastVisible = Math.max(firstVisible, Math.min(pageOf(visible.last), lastPage))
  const onScreen = Array.from({ length: lastVisible - firstVisible + 1 }, (_, step) => firstVisible + step)

  const results = useQueries({ queries: [...new Set(onScreen).add(lastPage)].map(page => rowsQuery(list, url, page)) })

  const drawn = useRef<Drawn>({ key: '', pages: new Map() })
  const reloading = results.some(result => result.isFetching && result.data)
  const before: Pages = drawn.current.key === key ? drawn.current.pages : new Map()
  const loaded = new Map<number, Page>()
  for (let number = 1; number <= lastPage; number += 1) {
    const page = (reloading && before.get(number)) || client.getQueryData(rowsQuery(list, url, number).queryKey)
    if (page) loaded.set(number, page)
  }
  const failed = results.find(result => result.isError)
  const isChanged = drawn.current.key !== key || !samePages(drawn.current.pages, loaded)
  if (loaded.size > 0 && isChanged) drawn.current = { key, pages: loaded }
  const shown = loaded.size === 0 && failed ? { key, pages: loaded } : drawn.current
  const stale = shown.key !== key && shown.key !== ''
  const counts = countsOf(shown.pages, stale ? Math.max(...shown.pages.keys()) : lastPage, size)

  const rowAt = useCallback(
    (index: number) => shown.pages.get(Math.floor(index / size) + 1)?.data[index % size],
    [shown, size]
  )
  const indexOf = useCallback(
    (id: number) => {
      for (const [number, { data }] of shown.pages) {
        const index = data.findIndex(row => row.id === id)
        if (index >= 0) return (number - 1) * size + index
      }
      return undefined
    },
    [shown, size]
  )
  return {
    count: failed && loaded.size === 0 ? 0 : counts.loaded + counts.loading,
    rowAt,
    indexOf,
    total: counts.total,
    totalCapped: counts.totalCapped,
    error: failed?.error,
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch()
    },
    edition: shown,
    stale,
    more: () => {
      if (counts.hasMore && !stale) setReached({ key, page: lastPage + 1 })
    }
  }
}

/** Counts of rows. `lastPage` is the last page that was requested; while it loads, the total is that of the page before. */
function countsOf(pages: Pages, lastPage: number, size: number) {
  const last = pages.get(lastPage)
  const newest = last ?? [...pages.values()].at(-1)
  const total = newest?.total
  const totalCapped = newest?.totalCapped ?? false
  const upToLast = (lastPage - 1) * size + (last?.data.length ?? 0)
  const loaded = last && !last.totalCapped ? Math.min(upToLast, last.total) : upToLast
  const loading = last || total === 0 ? 0 : total === undefined ? size : Math.min(size, Math.max(0, total - loaded))
  const hasMore = last !== undefined && last.data.length === size && (totalCapped || loaded < last.total)
  return { total, totalCapped, loaded, loading, hasMore }
}
