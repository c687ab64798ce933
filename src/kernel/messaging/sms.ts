/**
 * SMS: a gateway with SMSAPI's protocol (https://www.smsapi.pl/docs), or the log where none is set.
 *
 * What makes a crash harmless is `idx` with `check_idx=1`: the gateway refuses a second message under an id that it has
 * accepted within the last four days (error 53), so this refusal counts as a success. An answer that
 * neither accepts nor refuses plainly is `unknown`, and may be sent again under the same id.
 *
 * An error of the message itself (no such number, text too long) stays one, however often it is tried; an error of the
 * account or of the gateway (no credit, wrong token, overload) can be corrected, or passes. A gateway with another protocol
 * is another adapter with the same outcomes.
 */
import type { FastifyBaseLogger } from 'fastify'
import { defined } from '../defined.ts'
import { failureCodeOf, fetchOnce } from '../outbound/fetch-once.ts'
import { textUpTo } from '../outbound/request-json.ts'

export interface ShortMessage {
  /** Nine Polish digits, or a number with its country code. */
  readonly to: string
  readonly text: string
  /** The same for every attempt at this message. */
  readonly key: string
  /** The address at which the gateway reports the delivery. */
  readonly notifyUrl?: string
}

export type Outcome =
  | { readonly kind: 'taken'; readonly gatewayId: string | null }
  /** Nothing went out, and trying again is of no use. */
  | { readonly kind: 'refused'; readonly why: 'address' | 'refused' | 'held'; readonly detail: string }
  /** Nothing went out; a later attempt may succeed. */
  | { readonly kind: 'later'; readonly detail: string }
  /** It may have gone out. */
  | { readonly kind: 'unknown'; readonly detail: string }

export interface Sms {
  /** Never throws. Takes 10 seconds at most. */
  send(message: ShortMessage): Promise<Outcome>
}

export interface SmsOptions {
  /** `https://api.smsapi.pl`, or `log:`. */
  readonly url: string
  readonly token: string
  /** Empty: the account's own sender. */
  readonly from: string
  /** Nothing is sent: messages are logged and held. */
  readonly isHeld?: boolean
  readonly log: FastifyBaseLogger
}

/** What becomes of a message of a copy of another installation. */
export const held = { kind: 'refused', why: 'held', detail: 'OUTSIDE=off' } as const satisfies Outcome

/** Milliseconds that the gateway may take. */
const answerTimeoutMs = 10_000
/** An answer is some hundred bytes. */
const maxAnswerBytes = 65_536
/** How long the gateway remembers the id of a message; a day less than it states. */
export const idsKeptMs = 3 * 24 * 3_600_000

const sentBefore = 53
const wrongNumber = [13, 57, 59, 98, 112]
const wrongText = [11, 12, 94]

/** Only the last four digits, for the log. */
export const masked = (phone: string): string => phone.replace(/\d(?=\d{4})/g, '*')

const international = (phone: string): string => {
  const digits = phone.replace(/\D/g, '')
  return digits.length === 9 ? `48${digits}` : digits
}

interface GatewayAnswer {
  readonly error?: number | string
  readonly message?: string
  readonly list?: readonly { readonly id?: string; readonly error?: number | string | null }[]
}

/** What an answer of the gateway means. */
export function judged(status: number, text: string): Outcome {
  const answer = parsed(text)
  const [entry] = answer?.list ?? []
  const error = Number(answer?.error ?? entry?.error ?? 0)
  if (error === sentBefore) return { kind: 'taken', gatewayId: null }
  if (error > 0) {
    const detail = `${error} ${answer?.message ?? ''}`.trim().slice(0, 200)
    if (wrongNumber.includes(error)) return { kind: 'refused', why: 'address', detail }
    if (wrongText.includes(error)) return { kind: 'refused', why: 'refused', detail }
    return { kind: 'later', detail }
  }
  if (status === 200 && entry?.id) return { kind: 'taken', gatewayId: entry.id.slice(0, 100) }
  if (status >= 400 && status < 500) return { kind: 'later', detail: `HTTP ${status}` }
  return { kind: 'unknown', detail: `HTTP ${status}` }
}

function parsed(text: string): GatewayAnswer | undefined {
  try {
    const answer: unknown = JSON.parse(text)
    return typeof answer === 'object' && answer !== null ? answer : undefined
  } catch {
    return undefined
  }
}

/** When no connection was made, nothing was sent. */
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

function failed(error: unknown): { readonly kind: 'later' | 'unknown'; readonly detail: string } {
  const code = failureCodeOf(error)
  return { kind: neverConnected.has(code) ? 'later' : 'unknown', detail: code }
}

export function openSms({ url, token, from, isHeld = false, log }: SmsOptions): Sms {
  if (isHeld) {
    return {
      async send({ to, text, key }) {
        log.info({ to: masked(to), text, key }, 'sms: held, because OUTSIDE is off')
        return held
      }
    }
  }
  if (url.startsWith('log:')) {
    return {
      async send({ to, text, key }) {
        log.info({ to: masked(to), text, key }, 'sms: no gateway is set (SMS_URL), the message is here')
        return { kind: 'taken', gatewayId: null }
      }
    }
  }
  const address = new URL('sms.do', url.endsWith('/') ? url : `${url}/`)
  return {
    async send({ to, text, key, notifyUrl }) {
      const body = new URLSearchParams({
        to: international(to),
        message: text,
        encoding: 'utf-8',
        format: 'json',
        idx: key,
        check_idx: '1',
        ...defined({ from: from || undefined, notify_url: notifyUrl || undefined })
      })
      try {
        const answer = await fetchOnce(address, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body,
          signal: AbortSignal.timeout(answerTimeoutMs)
        })
        const read = await textUpTo(answer, maxAnswerBytes)
        return read === undefined
          ? { kind: 'unknown', detail: 'an answer that is too long' }
          : judged(answer.status, read)
      } catch (error) {
        return failed(error)
      }
    }
  }
}

/**
 * Asks the gateway for its account (`GET profile`), which sends nothing and costs nothing. `unknown`: it answers, and does not say whether
 * it knows the token. Never throws.
 */
export async function checkSms(
  url: string,
  token: string
): Promise<{ readonly kind: 'taken' | 'refused' | 'unknown' | 'later'; readonly detail: string }> {
  try {
    const answer = await fetch(new URL('profile', url.endsWith('/') ? url : `${url}/`), {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(answerTimeoutMs)
    })
    const body = parsed((await textUpTo(answer, maxAnswerBytes)) ?? '') as { points?: unknown } | undefined
    const { status } = answer
    if (status === 200)
      return { kind: 'taken', detail: typeof body?.points === 'number' ? `${body.points} points are left` : '' }
    if (status === 401 || status === 403) return { kind: 'refused', detail: `it refuses the token (HTTP ${status})` }
    if (status >= 500) return { kind: 'later', detail: `HTTP ${status}` }
    return { kind: 'unknown', detail: `it answers (HTTP ${status}), and cannot say whether it knows the token` }
  } catch (error) {
    return { kind: 'later', detail: failed(error).detail }
  }
}
