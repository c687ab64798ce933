/** The query cache, and the queries that are sent before anything is drawn. */
import { QueryClient } from '@tanstack/react-query'
import { profileQuery } from './account.ts'
import { ApiProblem } from './api.ts'
import { needsPages } from './guards.ts'
import { pagesQuery } from './metadata.ts'

const maxRetries = 2
/** Retries failures that may be temporary: no network (status 0), or a part of the server that is down (503). */
const shouldRetry = (count: number, error: unknown): boolean =>
  count < maxRetries && error instanceof ApiProblem && (error.status === 0 || error.status === 503)

// `always`: a server on the same machine answers even where the system reports no network
const queryDefaults = { retry: shouldRetry, staleTime: 5000, networkMode: 'always', refetchOnReconnect: true } as const

export const makeQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: queryDefaults, mutations: { networkMode: 'always' } } })

/** Prefetches what every page of a signed-in person needs. */
export function fetchFirst(queries: QueryClient, path: string): void {
  void queries.prefetchQuery(profileQuery)
  if (needsPages(path)) void queries.prefetchQuery(pagesQuery)
}
