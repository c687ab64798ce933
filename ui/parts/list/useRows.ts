/**
 * The rows of a list, page by page. Pages are queries of their own, of which only those on screen are kept fresh: a hint
 * from the hub asks again for two or three pages, however far a person has scrolled, and a reload deep in the list begins
 * there. Pages above, not yet seen, are blank until they come near. While pages are asked again, the old ones stand, and
 * all new ones appear at once: no row is drawn twice or lost between two answers.
 */
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { ListMetadata, ListResponse } from '../../../src/contract/list.ts'
import { get } from '../../api.ts'
import { listKey } from '../refresh.ts'
import type { ListUrl } from './listUrl.ts'
import { pageQuery } from './listUrl.ts'

export type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly version?: number }
type Answer = ListResponse<Row>

export interface Rows {
  /** Rows that may be scrolled to, the ones still on their way included. */
  readonly count: number
  readonly rowAt: (index: number) => Row | undefined
  /** The place of a row among the loaded ones. */
  readonly indexOf: (id: number) => number | undefined
  readonly total: number | undefined
  readonly totalCapped: boolean
  readonly error: unknown
  readonly retry: () => void
  /** Changes each time other rows stand on the screen. */
  readonly edition: object
  /** The rows shown answer an older question; the new answer is on its way. */
  readonly stale: boolean
  readonly more: () => void
}

export interface Visible {
  readonly first: number
  readonly last: number
}

interface Held {
  readonly key: string
  readonly pages: ReadonlyMap<number, Answer>
}

const same = (a: ReadonlyMap<number, Answer>, b: ReadonlyMap<number, Answer>): boolean =>
  a.size === b.size && [...a].every(([page, answer]) => b.get(page) === answer)

/** More rows than any screen shows: a list that begins deep down asks for so many at once. */
const screenful = 40

export function useRows(face: ListMetadata, url: ListUrl, visible: Visible): Rows {
  const client = useQueryClient()
  const size = face.pageSize
  const pageOf = (index: number): number => Math.floor(Math.max(0, index) / size) + 1
  const key = JSON.stringify(pageQuery(face, url, 0))
  const [reached, setReached] = useState({ key, page: url.at > 0 ? pageOf(url.at + screenful) : 1 })
  const reach = reached.key === key ? reached.page : 1
  const first = reached.key === key ? Math.min(pageOf(visible.first), reach) : 1
  const last = Math.max(first, Math.min(pageOf(visible.last), reach))
  const wanted = new Set(Array.from({ length: last - first + 1 }, (_, step) => first + step)).add(reach)

  const keyOf = (page: number) => [...listKey(face.resourceType, face.call), key, page]
  const results = useQueries({
    queries: [...wanted].map(page => ({
      queryKey: keyOf(page),
      queryFn: ({ signal }: { signal: AbortSignal }) => get<Answer>(face.call, pageQuery(face, url, page), { signal }),
      staleTime: 5_000
    }))
  })

  const held = useRef<Held>({ key: '', pages: new Map() })
  const refreshing = results.some(result => result.isFetching && result.data)
  const before = held.current.key === key ? held.current.pages : new Map<number, Answer>()
  const pages = new Map<number, Answer>()
  for (let page = 1; page <= reach; page += 1) {
    const answer = (refreshing && before.get(page)) || client.getQueryData<Answer>(keyOf(page))
    if (answer) pages.set(page, answer)
  }
  const waiting = pages.size === 0
  const failed = results.find(result => result.isError)
  if (!waiting && !(held.current.key === key && same(held.current.pages, pages))) held.current = { key, pages }
  const shown = waiting && failed ? { key, pages } : held.current
  const stale = shown.key !== key && shown.key !== ''

  const newest = shown.pages.get(stale ? Math.max(...shown.pages.keys()) : reach) ?? [...shown.pages.values()].at(-1)
  const end = stale ? Math.max(...shown.pages.keys()) : reach
  const lastPage = shown.pages.get(end)
  const total = newest?.total
  const totalCapped = newest?.totalCapped ?? false
  const counted = (end - 1) * size + (lastPage?.data.length ?? 0)
  const loaded = lastPage && !lastPage.totalCapped ? Math.min(counted, lastPage.total) : counted
  const hasMore = lastPage?.data.length === size && (totalCapped || loaded < lastPage.total)
  const coming = lastPage || total === 0 ? 0 : total === undefined ? size : Math.min(size, Math.max(0, total - loaded))

  const rowAt = useCallback(
    (index: number) => shown.pages.get(Math.floor(index / size) + 1)?.data[index % size],
    [shown, size]
  )
  const indexOf = useCallback(
    (id: number) => {
      for (const [page, { data }] of shown.pages) {
        const place = data.findIndex(row => row.id === id)
        if (place >= 0) return (page - 1) * size + place
      }
      return undefined
    },
    [shown, size]
  )
  return {
    count: failed && waiting ? 0 : loaded + coming,
    rowAt,
    indexOf,
    total,
    totalCapped,
    error: failed?.error,
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch()
    },
    edition: shown,
    stale,
    more: () => {
      if (hasMore && !stale) setReached({ key, page: reach + 1 })
    }
  }
}
