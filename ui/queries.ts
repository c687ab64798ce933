/** The query cache. */
import { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './api.ts'

const maxRetries = 2
/** Retries failures that may be temporary: no network (status 0), or a part of the server that is down (503). */
const shouldRetry = (count: number, error: unknown): boolean =>
  count < maxRetries && error instanceof ApiProblem && (error.status === 0 || error.status === 503)

// `always`: a server on the same machine answers even where the system reports no network
const queryDefaults = { retry: shouldRetry, staleTime: 5000, networkMode: 'always', refetchOnReconnect: true } as const

export const makeQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: queryDefaults, mutations: { networkMode: 'always' } } })
