/**
 * Calls by the server's own paths, `:name`s included, so that a path says what it answers (`answers.ts`) and whoever searches the path
 * finds both ends. The values of the names are among the parameters; the other parameters are the query.
 */
import type { Method } from '../src/contract/command.ts'
import type { ListResponse } from '../src/contract/list.ts'
import type { Row } from '../src/contract/row.ts'
import type { Reads, Sends } from './answers.ts'
import { type CallOptions, call, get, type Query } from './api.ts'

/** The path with its names filled in, and the parameters that are left. */
function filled(path: string, params: Query): { url: string; rest: Query } {
  const rest = { ...params }
  const url = path.replace(/:([a-zA-Z]+)/g, (_, name: string) => {
    delete rest[name]
    return encodeURIComponent(String(params[name] ?? ''))
  })
  return { url, rest }
}

/** A GET. Returns the whole body: `{ data, total }` of a list, `{ data }` of one item. Throws `ApiProblem`. */
export async function read<P extends keyof Reads>(
  path: P,
  params: Query = {},
  options: CallOptions = {}
): Promise<Reads[P]> {
  const { url, rest } = filled(path, params)
  return (await get(url, rest, options)) as Reads[P]
}

/**
 * A GET as a query of the cache. Its key is what it reads, so that all who read the same have one answer.
 * @param type the resource type: a hint that it has changed reloads the query
 */
export const query = <P extends keyof Reads>(type: string, path: P, params: Query = {}) => ({
  queryKey: [type, path, params] as const,
  queryFn: ({ signal }: { readonly signal?: AbortSignal }) => read(path, params, { signal })
})

/** A command, such as `POST /api/Views`. Returns the whole body. Throws `ApiProblem`. */
export async function send<C extends keyof Sends>(
  what: C,
  params: Query,
  body?: unknown,
  options: CallOptions = {}
): Promise<Sends[C]> {
  const [method, path = ''] = what.split(' ')
  return (await call(method as Method, filled(path, params).url, body, options)) as Sends[C]
}

/** The rows of a call that metadata names. What is in them, its schemas say. Throws `ApiProblem`. */
export const readRows = async (path: string, params: Query = {}, options: CallOptions = {}) =>
  (await get(path, params, options)) as ListResponse<Row>

/** The thing that a call of metadata answers. Throws `ApiProblem`. */
export const readThing = async (path: string, options: CallOptions = {}) =>
  ((await get(path, undefined, options)) as { readonly data: Readonly<Record<string, unknown>> }).data

/** The data of an answer, as a query's `select`. */
export const dataOf = <D>({ data }: { readonly data: D }): D => data
