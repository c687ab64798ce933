/**
 * A call to another system that answers in JSON. It has one time limit over connecting, waiting and reading, a limit of what is
 * read, follows no redirect, and never throws: failures are part of its result.
 */
import type { Settings } from '../../../config/settings.ts'
import { spanOf } from '../traces.ts'
import { fetchOnce } from './fetch-once.ts'

export interface JsonRequest {
  readonly url: URL
  /** Sent as JSON, by POST unless `method` says otherwise; without it the call is a GET. */
  readonly body?: unknown
  readonly method?: 'POST' | 'PUT'
  /** Further headers, such as those that prove who calls. They are neither logged nor part of a result. */
  readonly headers?: Readonly<Record<string, string>>
  /** For systems that answer with nothing or with plain text, too: `body` is null or that text, where it is not JSON. */
  readonly takesText?: boolean
  /** The User-Agent header, from `userAgent`. */
  readonly agent: string
  readonly timeoutMs: number
}

/**
 * `down`: nobody answered, or the connection broke; `slow`: no answer within the time limit; `unreadable`: the answer was not JSON.
 */
export type Failure = 'down' | 'slow' | 'unreadable'

export type JsonResult =
  /** `body` is undefined where an error's answer is not JSON; `retryAfter` is in seconds. */
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly body: unknown
      readonly retryAfter: number | undefined
    }
  | { readonly kind: Failure; readonly detail: string }

const maxBytes = 1_048_576

/** The User-Agent by which called systems recognise this installation, with an address to reach it. */
export const userAgent = ({ portalUrl }: Pick<Settings, 'portalUrl'>): string => `Opony (+${portalUrl})`

/** Joins a path to a base address, which may have a path of its own. */
export const addressBelow = (base: string, path: string): URL => new URL(`${base.replace(/\/+$/, '')}/${path}`)

/** A span of traces names the system alone: paths and queries hold what we ask for. */
export const requestJson = (request: JsonRequest): Promise<JsonResult> => {
  const { host, hostname } = request.url
  const method = methodOf(request)
  const facts = { 'http.request.method': method, 'server.address': hostname }
  return spanOf('call', `${method} ${host}`, facts, () => send(request))
}

const methodOf = ({ body, method = 'POST' }: JsonRequest): string => (body === undefined ? 'GET' : method)

async function send(request: JsonRequest): Promise<JsonResult> {
  const { url, body, headers: further = {}, agent, timeoutMs, takesText = false } = request
  try {
    const response = await fetchOnce(url, {
      method: methodOf(request),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        accept: 'application/json',
        'user-agent': agent,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...further
      }
    })
    const { status, headers } = response
    const text = await textUpTo(response, maxBytes)
    if (text === undefined) return { kind: 'unreadable', detail: `an answer of over ${maxBytes} bytes` }
    const json = parse(text)
    const parsed = json === undefined && takesText ? text || null : json
    // An error often comes from a proxy, as an HTML page; its status is enough.
    if (parsed === undefined && status < 400) return { kind: 'unreadable', detail: `HTTP ${status}, no JSON` }
    return { kind: 'answer', status, body: parsed, retryAfter: secondsOf(headers.get('retry-after')) }
  } catch (error) {
    return failureOf(error)
  }
}

/** The text of an answer's body, or undefined when it is longer than so many bytes: then the rest is not read. */
export async function textUpTo({ body }: Response, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop cancels the rest.
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const secondsOf = (text: string | null): number | undefined =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined

type FetchError = Error & {
  readonly cause?: { readonly name?: string; readonly message?: string; readonly code?: string }
}

/** The cause that fetch wraps: `connect ECONNREFUSED 127.0.0.1:9`. */
export function causeOf(error: unknown): string {
  const { message, cause } = error as FetchError
  return cause?.message || cause?.code || message
}

function failureOf(error: unknown): JsonResult {
  const { name, cause } = error as FetchError
  // fetch wraps errors that occur while the body is read.
  if (name === 'TimeoutError' || cause?.name === 'TimeoutError') return { kind: 'slow', detail: 'no answer in time' }
  return { kind: 'down', detail: causeOf(error).slice(0, 200) }
}
