/** Calls to the server. None waits for longer than a driver would: without signal a call fails, and what it should tell stays kept. */
import type { Problem } from '../../src/contract/problem.ts'
import { currentLanguage } from './words.ts'

/** The server was not reached, or could not answer now: the same call may succeed later. */
export class NoSignal extends Error {
  override readonly name = 'NoSignal'
}

/** The server has refused the call, in the driver's language. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly code: string
  constructor(status: number, { code = '', detail = '', Errors = [] }: Partial<Problem>) {
    super(Errors[0]?.ErrorMessage ?? detail)
    this.status = status
    this.code = code
  }
}

const waitMs = 20_000
/** A photo of a megabyte takes half a minute on a slow connection. */
const photoWaitMs = 180_000

interface Options {
  readonly token?: string | undefined
  /** Sent as JSON; a blob as it is. */
  readonly body?: unknown
  readonly etag?: string | undefined
}

/**
 * @throws NoSignal where there was no answer, or one that asks to come again (429, 5xx)
 * @throws Refusal for each other answer that is no success
 */
export async function answerOf(method: 'GET' | 'POST' | 'PUT', path: string, options: Options = {}): Promise<Response> {
  const { token, body, etag } = options
  const headers = new Headers({ 'accept-language': currentLanguage() })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (etag) headers.set('if-none-match', etag)
  const isBlob = body instanceof Blob
  if (body !== undefined) headers.set('content-type', isBlob ? body.type : 'application/json')
  let response: Response
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? null : isBlob ? body : JSON.stringify(body),
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(isBlob ? photoWaitMs : waitMs)
    })
  } catch (error) {
    throw new NoSignal('no answer', { cause: error })
  }
  if (response.ok || response.status === 304) return response
  if (response.status === 429 || response.status >= 500) throw new NoSignal(`answered ${response.status}`)
  const problem = await response.json().catch((): Partial<Problem> => ({}))
  throw new Refusal(response.status, problem)
}

/** The same, and its JSON. */
export async function call<T>(method: 'GET' | 'POST' | 'PUT', path: string, options?: Options): Promise<T> {
  const response = await answerOf(method, path, options)
  return response.json().catch((error: unknown) => {
    throw new NoSignal('half an answer', { cause: error })
  })
}
