/**
 * Fakturownia (fakturownia.pl), which makes an invoice of an order. Each invoice carries the order's number as its `oid`, and `oid_unique` makes
 * Fakturownia refuse a second one: a call whose answer was lost is repeated, refused, and the invoice that there is then read by its `oid`.
 */
import type { Settings } from '../../../config/settings.ts'
import { addDays, dayOf } from '../../../src/contract/days.ts'
import { fetchOnce } from '../../../src/kernel/outbound/fetch-once.ts'
import { causeOf, textUpTo } from '../../../src/kernel/outbound/request-json.ts'
import { type CountryCode, countryFacts, PaymentType } from '../../companies/schema.ts'
import { unitOf } from '../schema.ts'
import type { AccountingDocument } from './document.ts'
import { isTemporary, numberIn, type Outcome, shortText } from './outcome.ts'

const answerWithinMs = 10_000
const maxBytes = 262_144

type Connection = Pick<Settings, 'accountingUrl' | 'accountingToken' | 'accountingPaymentDays'>

/** As Fakturownia prints units: texts of the invoice, which is Polish. */
const units = { tonnes: 't', pieces: 'szt', trips: 'szt' } as const

/** The invoice; undefined for an order whose amount is not known. */
export function invoiceOf(document: AccountingDocument, now: Date, paymentDays: number) {
  const { company, orderTypeItem: item, grossOwed, orderTypeId, quantity, tonnage } = document
  if (grossOwed === null) return undefined
  const issued = dayOf(now)
  const isCash = document.paymentType === PaymentType.cash
  const unit = unitOf(orderTypeId)
  return {
    kind: 'vat',
    oid: document.number,
    oid_unique: 'yes',
    sell_date: document.finishedAt ?? issued,
    issue_date: issued,
    payment_type: isCash ? 'cash' : 'transfer',
    payment_to_kind: 'other_date',
    payment_to: isCash ? issued : addDays(issued, paymentDays),
    currency: 'PLN',
    buyer_name: company.name,
    buyer_tax_no: company.taxNumber ?? '',
    buyer_company: company.taxNumber ? '1' : '0',
    buyer_street: company.street ?? '',
    buyer_post_code: company.postalCode ?? '',
    buyer_city: company.city ?? '',
    buyer_country: countryFacts[company.country as CountryCode].iso,
    positions: [
      {
        name: item.name,
        quantity: unit === 'tonnes' ? (tonnage ?? quantity) : quantity,
        quantity_unit: units[unit],
        tax: document.vatRate,
        total_price_gross: grossOwed
      }
    ]
  }
}

interface Answer {
  readonly status: number
  readonly body: unknown
  readonly retryAfter: number | undefined
}

async function call(url: string, init: Omit<RequestInit, 'redirect'>, timeoutMs: number): Promise<Answer> {
  const response = await fetchOnce(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
  const text = await textUpTo(response, maxBytes)
  const after = response.headers.get('retry-after') ?? ''
  return {
    status: response.status,
    body: parsed(text),
    retryAfter: /^\d{1,6}$/.test(after) ? Number(after) : undefined
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** What Fakturownia answers with an error: `{code: "error", message}`, a sentence or sentences by their fields. */
function errorOf({ status, body }: Answer): string {
  const { message } = fieldsOf(body)
  const said = Object.entries(fieldsOf(message)).map(([field, texts]) => `${field}: ${[texts].flat().join(', ')}`)
  return shortText(said.length > 0 ? said.join('; ') : message) || `HTTP ${status}`
}

const isOfField = ({ body }: Answer, field: string): boolean => field in fieldsOf(fieldsOf(body).message)

/** Makes an invoice of the order, or finds the one that was made of it before. */
export async function sendToFakturownia(
  { accountingUrl, accountingToken, accountingPaymentDays }: Connection,
  document: AccountingDocument,
  now: Date,
  timeoutMs = answerWithinMs
): Promise<Outcome> {
  const invoice = invoiceOf(document, now, accountingPaymentDays)
  if (!invoice) return { refused: `${document.number}: 0 t` }
  const invoices = `${accountingUrl.replace(/\/+$/, '')}/invoices.json`
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  try {
    const body = JSON.stringify({ api_token: accountingToken, invoice })
    const made = await call(invoices, { method: 'POST', headers, body }, timeoutMs)
    const { status, retryAfter } = made
    if (status >= 200 && status < 300) return invoiced(made.body)
    if (status === 422 && isOfField(made, 'oid')) {
      const query = new URLSearchParams({ oid: invoice.oid, period: 'all' })
      // in a header: addresses of calls end up in the logs of others
      const authorization = `Bearer ${accountingToken}`
      const found = await call(`${invoices}?${query}`, { headers: { ...headers, authorization } }, timeoutMs)
      if (found.status !== 200) return { unsure: 'silent', detail: errorOf(found), retryAfter: found.retryAfter }
      return invoiced([found.body].flat().find(one => fieldsOf(one).oid === invoice.oid))
    }
    const detail = errorOf(made)
    if (isTemporary(status)) return { unsure: 'silent', detail, retryAfter }
    return status >= 400 ? { refused: detail } : { unsure: 'unclear', detail }
  } catch (error) {
    return { unsure: 'silent', detail: shortText(causeOf(error)) }
  }
}

function invoiced(invoice: unknown): Outcome {
  const number = numberIn(fieldsOf(invoice).number)
  return number === undefined ? { unsure: 'unclear', detail: 'no number' } : { booked: number, isInvoice: true }
}
