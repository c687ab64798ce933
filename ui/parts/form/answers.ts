/** What the query cache knows of the calls of a form, as the rules of the form read it. */
import type { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../../api.ts'
import type { FormQuery } from './formQueries.ts'
import type { Answer } from './nextValues.ts'

export const answerOf = (data: unknown): Answer => ({ data, isRefused: false })

export const refusalOf = (error: unknown): Answer => ({
  data: error instanceof ApiProblem ? error.problem : undefined,
  isRefused: true
})

/** The answer of a query that the cache has; undefined if none has come yet. */
export function cachedAnswer(queries: QueryClient, { queryKey }: FormQuery): Answer | undefined {
  const { data, status, error } = queries.getQueryState(queryKey) ?? {}
  if (data !== undefined) return answerOf(data)
  return status === 'error' ? refusalOf(error) : undefined
}
