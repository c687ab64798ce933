/**
 * The connector that speaks our own signed protocol (docs/integrators.md): an order is sent under an idempotency key, so that a call that is
 * repeated gets the same answer.
 */
import type { Settings } from '../../../config/settings.ts'
import { fetchOnce } from '../../../src/kernel/outbound/fetch-once.ts'
import { causeOf, textUpTo } from '../../../src/kernel/outbound/request-json.ts'
import type { AccountingDocument } from './document.ts'
import { isTemporary, numberIn, type Outcome, shortText } from './outcome.ts'
import { secondsOf, signatureOf } from './sign.ts'

const answerWithinMs = 10_000
const maxBytes = 65_536

/** The idempotency key. An order always has the same, so that only one document is made of it. */
const keyOf = ({ id }: Pick<AccountingDocument, 'id'>): string => `order-${id}`

/**
 * Sends a document to the connector, and waits at most `timeoutMs` for its answer. Never throws: a failure is an `unsure` outcome.
 */
export async function sendSigned(
  { accountingUrl, accountingSecret }: Pick<Settings, 'accountingUrl' | 'accountingSecret'>,
  document: Pick<AccountingDocument, 'id' | 'number'>,
  now: Date,
  timeoutMs = answerWithinMs
): Promise<Outcome> {
  const body = JSON.stringify(document)
  const timestamp = secondsOf(now)
  try {
    const response = await fetchOnce(`${accountingUrl.replace(/\/+$/, '')}/orders`, {
      method: 'POST',
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
  const number = numberIn(answer.number)
  const isBooked = (status >= 200 && status < 300) || status === 409
  if (isBooked && number !== undefined) return { booked: number }
  const detail =
    shortText([answer.detail, answer.title, answer.message].find(part => typeof part === 'string')) || `HTTP ${status}`
  if (isTemporary(status)) return { unsure: 'silent', detail }
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
