/**
 * The call to the accounting connector, and the interpretation of its answer. There are three outcomes: the order is booked under a
 * number; the connector refuses it, and would refuse it again; or the outcome is unknown, and the same call is made again under the same
 * idempotency key. Whatever is not clearly one of the first two is the third: repeating is safe, because the key makes the connector
 * give the same answer.
 */
import type { Settings } from '../../../config/settings.ts'
import { causeOf, textUpTo } from '../../../src/kernel/outbound/request-json.ts'
import type { AccountingDocument } from './document.ts'
import { secondsOf, signatureOf } from './sign.ts'

export type Outcome =
  | { readonly booked: string }
  | { readonly refused: string }
  /** `silent`: no answer, or one that says that the connector is down; `unclear`: an answer without a number. */
  | { readonly unsure: 'silent' | 'unclear'; readonly detail: string }

const answerWithinMs = 10_000
const maxBytes = 65_536
const detailLength = 200

/** The pattern of a number that the accounting system gives or a person types. */
export const optimaNumberPattern = '^[^\\p{C}]{1,50}$'
const isNumber = new RegExp(optimaNumberPattern, 'u')

/** Status codes of temporary failures, which do not concern the order: timeout, key in use, too early, too many requests. */
const temporary = new Set([408, 409, 425, 429])

/** The idempotency key. An order always has the same, so that only one document is made of it. */
const keyOf = ({ id }: AccountingDocument): string => `order-${id}`

/**
 * Sends a document to the connector, and waits at most `timeoutMs` for its answer. Never throws: a failure is an `unsure` outcome.
 */
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

/** The answer if it is a JSON object, else an empty object. */
function parsed(text: string | undefined): Record<string, unknown> {
  try {
    const answer: unknown = JSON.parse(text ?? '')
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** A text of the other system, shortened to one line for the history. */
const shortText = (text: unknown): string =>
  String(text ?? '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, detailLength)
