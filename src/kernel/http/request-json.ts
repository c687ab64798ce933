/**
 * A call to another system that answers in JSON. It has one time limit over connecting, waiting and reading, a limit of what is
 * read, follows no redirect, and throws nothing: what went wrong is part of its result.
 */
import type { Settings } from '../../../config/settings.ts'

export interface JsonRequest {
  readonly url: URL
  /** Sent as JSON by POST; without it the call is a GET. */
  readonly body?: unknown
  /** Who calls, as `userAgent` gives it. */
  readonly agent: string
  readonly timeoutMs: number
}

/** `down`: nobody answered, or the connection broke; `slow`: not within the time; `unreadable`: something else than JSON. */
export type Failure = 'down' | 'slow' | 'unreadable'

export type JsonResult =
  /** `body` is undefined where an error's answer is no JSON; `retryAfter` in seconds. */
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly body: unknown
      readonly retryAfter: number | undefined
    }
  | { readonly kind: Failure; readonly detail: string }

const maxBytes = 1_048_576

/** Names this installation to those it calls, with an address where it can be reached. */
export const userAgent = ({ portalUrl }: Pick<Settings, 'portalUrl'>): string => `Opony (+${portalUrl})`

/** An address below another one, which may have a path of its own. */
export const addressBelow = (base: string, path: string): URL => new URL(`${base.replace(/\/+$/, '')}/${path}`)

export async function requestJson({ url, body, agent, timeoutMs }: JsonRequest): Promise<JsonResult> {
  const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  try {
    const response = await fetch(url, {
      ...post,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        accept: 'application/json',
        'user-agent': agent,
        ...(body ? { 'content-type': 'application/json' } : {})
      }
    })
    const { status, headers } = response
    const text = await textOf(response)
    if (text === undefined) return { kind: 'unreadable', detail: `an answer of over ${maxBytes} bytes` }
    const parsed = parse(text)
    // An error often comes from a proxy in front, as a page; its status says enough.
    if (parsed === undefined && status < 400) return { kind: 'unreadable', detail: `HTTP ${status}, no JSON` }
    return { kind: 'answer', status, body: parsed, retryAfter: secondsOf(headers.get('retry-after')) }
  } catch (error) {
    return failureOf(error)
  }
}

/** The body, or undefined when it is too long. */
async function textOf({ body }: Response): Promise<string | undefined> {
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

function failureOf(error: unknown): JsonResult {
  const { name, message, cause } = error as Error & { cause?: { name?: string; message?: string; code?: string } }
  // fetch wraps what happened while the body was read.
  if (name === 'TimeoutError' || cause?.name === 'TimeoutError') return { kind: 'slow', detail: 'no answer in time' }
  return { kind: 'down', detail: (cause?.message || cause?.code || message).slice(0, 200) }
}
