/**
 * The one door to the server. Every answer that is not a success becomes an `ApiProblem`, a lost network included.
 *
 * A 401 on a call that carried a token does not fail: the person is asked to sign in again in place, and the call is
 * sent once more under the new token, so that the work on screen survives. All calls that meet it wait for one dialog.
 */
import type { Method } from '../src/contract/command.ts'
import type { Problem } from '../src/contract/problem.ts'
import { reached } from './connection.ts'
import { language, say } from './i18n.ts'
import { currentToken } from './session.ts'

export type Query = Readonly<Record<string, unknown>>
export interface CallOptions {
  /** The version of the row that the person saw, sent as If-Match. */
  readonly version?: number | undefined
  /** Makes a repeated call one: `newKey()` once a form, not once a click. */
  readonly key?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** A call that strangers may make: no token is sent, and a 401 is the answer. */
  readonly open?: boolean
}

export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
  readonly problem: Problem
  readonly requestId: string | undefined
  constructor(problem: Problem, requestId?: string) {
    super(problem.detail)
    this.name = 'ApiProblem'
    this.status = problem.status
    this.code = problem.code
    this.problem = problem
    this.requestId = problem.instance ?? requestId
  }
  /** A sentence fit to show. */
  get detail(): string {
    return this.problem.detail
  }
  get errors(): NonNullable<Problem['Errors']> {
    return this.problem.Errors ?? []
  }
  get current(): Problem['current'] {
    return this.problem.current
  }
  get changes(): NonNullable<Problem['changes']> {
    return this.problem.changes ?? []
  }
}

const own = (status: number, code: string): Problem => ({
  type: 'about:blank',
  title: say(code),
  status,
  detail: say(code),
  code
})

/** Answers true once the person has signed in again, false when they gave up. Set by the shell's dialog. */
type SignInAgain = () => Promise<boolean>
let signInAgain: SignInAgain = () => Promise.resolve(false)
let asking: Promise<boolean> | undefined
export const onSessionEnd = (ask: SignInAgain): void => {
  signInAgain = ask
}
/** Asks to sign in again in place; once, however many calls wait. */
export function askOnce(): Promise<boolean> {
  asking ??= signInAgain().finally(() => {
    asking = undefined
  })
  return asking
}

const random = new Uint8Array(16)
/** An idempotency key of 128 random bits. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(random), byte => byte.toString(16).padStart(2, '0')).join('')

/** The path with its query; an absent, null or blank value is left out, a list repeats its key. */
export function address(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one))
    }
  }
  const text = search.toString()
  return text ? `${path}${path.includes('?') ? '&' : '?'}${text}` : path
}

async function problemOf(response: Response): Promise<ApiProblem> {
  const requestId = response.headers.get('x-request-id') ?? undefined
  const said = response.headers.get('content-type')?.includes('json') ? await response.json().catch(() => null) : null
  if (said && typeof said.detail === 'string') return new ApiProblem({ ...said, status: response.status }, requestId)
  return new ApiProblem(own(response.status, 'ui.problem.unknown'), requestId)
}

async function send(method: Method, url: string, body: unknown, options: CallOptions): Promise<Response> {
  const token = options.open ? undefined : currentToken()?.accessToken
  const headers: Record<string, string> = { 'Accept-Language': language(), Accept: 'application/json' }
  if (token) headers.Authorization = `Bearer ${token}`
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (options.version !== undefined) headers['If-Match'] = `"${options.version}"`
  if (options.key) headers['Idempotency-Key'] = options.key
  const request: RequestInit = { method, headers, signal: options.signal ?? null }
  if (body !== undefined) request.body = JSON.stringify(body)
  let response: Response
  try {
    response = await fetch(url, request)
  } catch (error) {
    if (options.signal?.aborted) throw error
    reached(false)
    throw new ApiProblem(own(0, 'ui.problem.network'))
  }
  reached(true)
  if (response.ok) return response
  if (response.status === 401 && token) {
    const renewed = currentToken()?.accessToken !== token
    if (renewed || (await askOnce())) return send(method, url, body, { ...options })
  }
  throw await problemOf(response)
}

async function json<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T
  const text = await response.text()
  return (text ? JSON.parse(text) : undefined) as T
}

/** Reads. Answers the whole body: `{ data, total }` of a list, `{ data }` of a thing. Throws `ApiProblem`. */
export async function get<T>(path: string, query?: Query, options: CallOptions = {}): Promise<T> {
  return json<T>(await send('GET', address(path, query), undefined, options))
}

/** Commands. Answers the whole body. Throws `ApiProblem`. */
export async function call<T = unknown>(
  method: Method,
  path: string,
  body?: unknown,
  options: CallOptions = {}
): Promise<T> {
  return json<T>(await send(method, path, body, options))
}

/** Fetches a file under the caller's token and hands it to the browser, under the name the server gave. */
export async function download(path: string, query?: Query): Promise<void> {
  const response = await send('GET', address(path, query), undefined, {})
  const disposition = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1]
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = encoded ? decodeURIComponent(encoded) : (plain ?? 'download')
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
