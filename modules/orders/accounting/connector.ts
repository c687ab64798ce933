/**
 * The call to the accounting connector, and what its answer means. There are three outcomes: the order is booked under a
 * number; the connector refuses it, and will refuse it again; or nothing is certain, and the same call, under the same key, is
 * made again. Whatever is not clearly one of the first two is the third: a repeat costs nothing, because the key lets the
 * connector answer as before.
 */
import type { Settings } from '../../../config/settings.ts'
import { causeOf, textUpTo } from '../../../src/kernel/http/request-json.ts'
import type { AccountingDocument } from './document.ts'
import { secondsOf, signatureOf } from './sign.ts'

export type Outcome =
  | { readonly booked: string }
  | { readonly refused: string }
  /** `silent`: no answer, or one that says that it is down; `unclear`: an answer without a number. */
  | { readonly unsure: 'silent' | 'unclear'; readonly detail: string }

const answerWithinMs = 10_000
const maxBytes = 65_536
const detailLength = 200

/** A number as the accounting system gives it or a person types it. */
export const optimaNumberPattern = '^[^\\p{C}]{1,50}$'
const isNumber = new RegExp(optimaNumberPattern, 'u')

/** Statuses about the moment and not about the order: timeout, key in use, too early, too many. */
const temporary = new Set([408, 409, 425, 429])

/** One key an order, for ever: whatever is sent under it, there is one document. */
const keyOf = ({ id }: AccountingDocument): string => `order-${id}`

/** Sends a document to the connector, and waits for its answer so many milliseconds at most. Throws nothing. */
export async function sendDocument(
  { accountingUrl, accountingSecret }: Pick<Settings, 'accountingUrl' | 'accountingSecret'>,
  document: AccountingDocument,
  now: Date,
  timeoutMs = answerWithinMs
): Promise<Outcome> {
  const body = JSON.stringify(document)
  const timestamp = secondsOf(now)
  try {
    const response = await fetch(`${accountingUrl.replace(/\/+$/, '')}/orders`, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'idempotency-key': keyOf(document),
        'x-opony-timestamp': String(timestamp),
        'x-opony-signature': signatureOf(accountingSecret, timestamp, body)
      },
      body
    })
    return outcomeOf(response.status, await textUpTo(response, maxBytes))
  } catch (error) {
    return { unsure: 'silent', detail: shortText(causeOf(error)) }
  }
}

function outcomeOf(status: number, text: string | undefined): Outcome {
  const answer = parsed(text)
  const { number } = answer
  const isBooked = (status >= 200 && status < 300) || status === 409
  if (isBooked && typeof number === 'string' && isNumber.test(number) && number.trim() !== '')
    return { booked: number.trim() }
  const detail =
    shortText([answer.detail, answer.title, answer.message].find(part => typeof part === 'string')) || `HTTP ${status}`
  if (status >= 500 || temporary.has(status)) return { unsure: 'silent', detail }
  return status >= 400 ? { refused: detail } : { unsure: 'unclear', detail }
}

/** The answer, where it is an object of JSON; else an empty one. */
function parsed(text: string | undefined): Record<string, unknown> {
  try {
    const answer: unknown = JSON.parse(text ?? '')
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** A text of the other system as history may keep it: one short line. */
const shortText = (text: unknown): string =>
  String(text ?? '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, detailLength)
