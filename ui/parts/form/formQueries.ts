/** The calls of a form, as queries: one made before the form is drawn is not repeated by the field that needs its answer. */
import { optionsAtOnce } from '../../../src/contract/first.ts'
import { get, type Query } from '../../api.ts'
import { readRows } from '../../query.ts'
import type { Values } from './formValues.ts'

interface Options {
  readonly signal?: AbortSignal
}

/** A query whose answer the rules of a form read. */
export interface FormQuery {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (options: Options) => Promise<unknown>
  readonly retry?: boolean
}

/** All options of a choice, as `call` answers them. */
export const allOptions = (call: string) => ({
  queryKey: ['form', 'options', call],
  queryFn: () => get(call)
})

/**
 * Options of a choice that is searched: those that `query` finds, or the first ones if it is empty. Twenty at most, unless the call says
 * itself how many.
 */
export const foundOptions = (call: string, query: Query) => ({
  queryKey: ['form', 'options', call, query],
  queryFn: ({ signal }: Options) => readRows(call, { ...optionsAtOnce(call), ...query }, signal ? { signal } : {})
})

/** The answer that a value of the form is computed from. A refusal is not repeated. */
export const fetchedAnswer = (call: string) => ({
  queryKey: ['form', 'fetched', call],
  queryFn: async () => (await get(call)) as Values,
  retry: false
})
