/**
 * All calls to the server. Every response that is not a success becomes an `ApiProblem`, a network failure included.
 *
 * A 401 on a call with a token does not fail at once: the person is asked to sign in again in place, and the call is
 * repeated with the new token, so that the work on screen is kept. Concurrent calls wait for the same dialog.
 */
import type { Method } from '../src/contract/command.ts'
import type { Problem } from '../src/contract/problem.ts'
import { setConnectionLost } from './connection.ts'
import { forgetFirst, takeFirst } from './earlyAnswers.ts'
import { language, translate } from './i18n.ts'
import { currentToken } from './session.ts'
import { address, type Query } from './urlQuery.ts'

export { address, type Query }
export interface CallOptions {
  /** The row's version as the person's screen shows it, sent as If-Match. */
  readonly version?: number | undefined
  /**
   * The idempotency key: repeated calls under the same key have effect once. Make one `newKey()` for each form, not for each
   * click.
   */
  readonly key?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** The token of a link in an e-mail. It is sent in a header, because URLs might be logged. */
  readonly linkToken?: string
  /** A call that needs no session: no token is sent, and a 401 is an ordinary failure. */
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
  /** A sentence for the person, in their language. */
  get detail(): string {
    return this.problem.detail
  }
  /** The request's id, if somebody has to look into it. A refusal says all there is to say. */
  get faultId(): string | undefined {
    return this.status >= 500 || this.code === unexplained ? this.requestId : undefined
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

/** Whether a call did not reach the server, or its answer did not arrive. It may have had its effect. */
export const isNetworkError = (error: unknown): boolean => error instanceof ApiProblem && error.status === 0

/** A problem made in the browser, when the server sent none. */
const localProblem = (status: number, messageKey: string): Problem => ({
  type: 'about:blank',
  title: translate(messageKey),
  status,
  detail: translate(messageKey),
  code: messageKey
})

/** Resolves to true once the person has signed in again, to false when they give up. Set by `shell/SignInAgain.tsx`. */
type SignInAgain = () => Promise<boolean>
let provideSignIn: (ask: SignInAgain) => void
/** Resolves once the dialog is mounted: a call that is refused before anything is drawn waits for it. */
let signInAgain: Promise<SignInAgain> = new Promise(resolve => {
  provideSignIn = resolve
})
let pendingSignIn: Promise<boolean> | undefined
/** Sets the function that asks the person to sign in again. */
export const onSessionEnd = (ask: SignInAgain): void => {
  provideSignIn(ask)
  signInAgain = Promise.resolve(ask)
}
/** Asks the person to sign in again in place, with one dialog for all waiting calls. Resolves to false if they give up. */
export function requestSignIn(): Promise<boolean> {
  pendingSignIn ??= signInAgain
    .then(ask => ask())
    .finally(() => {
      pendingSignIn = undefined
    })
  return pendingSignIn
}

const random = new Uint8Array(16)
/** An idempotency key of 128 random bits. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(random), byte => byte.toString(16).padStart(2, '0')).join('')

/** The code of a failure for which the server gave no reason. */
export const unexplained = 'ui.problem.unknown'

async function problemOf(response: Response): Promise<ApiProblem> {
  const requestId = response.headers.get('x-request-id') ?? undefined
  const body = response.headers.get('content-type')?.includes('json') ? await response.json().catch(() => null) : null
  if (body && typeof body.detail === 'string') return new ApiProblem({ ...body, status: response.status }, requestId)
  return new ApiProblem(localProblem(response.status, unexplained), requestId)
}

/** The body as JSON. Throws an `ApiProblem` of status 0 if it cannot be written as JSON, which is a fault of this application. */
function textOf(body: unknown): string {
  try {
    return JSON.stringify(body)
  } catch {
    throw new ApiProblem(localProblem(0, 'ui.problem.request'))
  }
}

/** The position that the last change's answer said: what is read after it is not older (`src/kernel/database/replica.ts`). */
let position: string | null = null

async function send(method: Method, url: string, body: unknown, options: CallOptions): Promise<Response> {
  const token = options.open ? undefined : currentToken()?.accessToken
  const headers: Record<string, string> = { 'Accept-Language': language(), Accept: 'application/json' }
  if (token) headers.Authorization = `Bearer ${token}`
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (options.version !== undefined) headers['If-Match'] = `"${options.version}"`
  if (options.linkToken) headers['Link-Token'] = options.linkToken
  if (position) headers['Opony-Position'] = position
  if (options.key) headers['Idempotency-Key'] = options.key
  const request: RequestInit = { method, headers, signal: options.signal ?? null }
  if (body !== undefined) request.body = textOf(body)
  if (method !== 'GET') forgetFirst()
  let response: Response
  try {
    const early = method === 'GET' ? await takeFirst(url, token ?? '', language()) : undefined
    response = early ?? (await fetch(url, request))
  } catch (error) {
    if (options.signal?.aborted) throw error
    setConnectionLost(true)
    throw new ApiProblem(localProblem(0, 'ui.problem.network'))
  }
  setConnectionLost(false)
  position = response.headers.get('opony-position') ?? position
  if (response.ok) return response
  if (response.status === 401 && token) {
    const renewedMeanwhile = currentToken()?.accessToken !== token
    if (renewedMeanwhile || (await requestSignIn())) return send(method, url, body, options)
  }
  throw await problemOf(response)
}

async function json(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const text = await response.text()
  return text ? JSON.parse(text) : undefined
}

/** A GET; `read` and `query` (query.ts) know the type of its answer. Returns the whole body. Throws `ApiProblem`. */
export async function get(path: string, query?: Query, options: CallOptions = {}): Promise<unknown> {
  return json(await send('GET', address(path, query), undefined, options))
}

/** A command; `send` (query.ts) knows the type of its answer. Returns the whole body. Throws `ApiProblem`. */
export async function call(method: Method, path: string, body?: unknown, options: CallOptions = {}): Promise<unknown> {
  return json(await send(method, path, body, options))
}

/** Fetches a file with the person's token and lets the browser save it under the name that the server sent. */
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
