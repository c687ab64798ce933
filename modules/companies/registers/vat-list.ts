/**
 * The Polish Ministry of Finance's list of VAT payers (https://www.gov.pl/web/kas/api-wykazu-podatnikow-vat): `GET
 * /api/search/nip/{nip}?date={day}`. It answers `{ result: { subject, requestId } }`, with a null subject for a number that it
 * does not know, and refusals as `{ code, message }`. It allows about a hundred searches a day.
 *
 * Its answers hold more than we need: bank accounts, and for natural persons the PESEL. Only what is named below is read.
 */
import { type Static, Type } from '@sinclair/typebox'
import { check, formats } from '../../../src/contract/check.ts'
import { dayOf } from '../../../src/contract/days.ts'
import { addressBelow, type JsonResult, requestJson } from '../../../src/kernel/outbound/request-json.ts'
import { Nullable } from '../../../src/kernel/schema.ts'
import { Country } from '../schema.ts'
import { splitAddress } from './address.ts'
import { type CompanyRegister, type Inquiry, inquire, problemOf, type RegisterOptions, textOrNull } from './register.ts'

const Text = Type.Optional(Nullable(Type.String({ maxLength: 1000 })))

const Subject = Type.Object(
  { name: Text, nip: Text, statusVat: Text, regon: Text, residenceAddress: Text, workingAddress: Text },
  { additionalProperties: true }
)
const Found = Type.Object(
  {
    result: Type.Object(
      { subject: Nullable(Subject), requestId: Type.String({ maxLength: 100 }) },
      { additionalProperties: true }
    )
  },
  { additionalProperties: true }
)
const Refused = Type.Object({ code: Type.String({ maxLength: 20 }) }, { additionalProperties: true })

/** The daily limit of searches is reached. It is reset at midnight. */
const dailyLimit = 'WL-191'
/** The number itself is refused: it is empty, has a wrong length, has other characters than digits, or is not valid. */
const ofNumber = new Set(['WL-112', 'WL-113', 'WL-114', 'WL-115'])
/**
 * Temporary faults of the register, in the order of the codes: an internal error; its data was just replaced, so the call may be
 * repeated; its data is being replaced.
 */
const passing = new Set(['WL-100', 'WL-195', 'WL-196'])

const hour = 3600

function refusalOf(code: string): Inquiry {
  if (code === dailyLimit) return problemOf('limited', code, hour)
  if (ofNumber.has(code)) return { kind: 'unknown', requestId: null }
  if (passing.has(code)) return problemOf('down', code)
  return problemOf('unreadable', code)
}

function judge(nip: string, { status, body, retryAfter }: JsonResult & { readonly kind: 'answer' }): Inquiry {
  if (check(Refused, body).length === 0) return refusalOf((body as Static<typeof Refused>).code)
  if (status === 429) return problemOf('limited', 'HTTP 429', retryAfter)
  if (status >= 500) return problemOf('down', `HTTP ${status}`)
  if (status !== 200 || check(Found, body).length > 0) return problemOf('unreadable', `HTTP ${status}, not as expected`)
  const { subject, requestId } = (body as Static<typeof Found>).result
  if (subject === null) return { kind: 'unknown', requestId }
  const { name, nip: answered, statusVat, regon, residenceAddress, workingAddress } = subject
  if (answered && answered !== nip) return problemOf('unreadable', 'it answered for another number')
  const address = textOrNull(workingAddress) ?? textOrNull(residenceAddress)
  return {
    kind: 'found',
    name: textOrNull(name),
    regon: regon && formats.regon?.(regon) ? regon : null,
    statusVat: textOrNull(statusVat),
    address,
    parts: address === null ? null : splitAddress(Country.polish, address),
    requestId
  }
}

export const vatList = ({ url, agent, now, timeoutMs }: RegisterOptions): CompanyRegister => ({
  name: 'vatList',
  find: (_country, nip) =>
    inquire(
      ms => requestJson({ url: addressBelow(url, `api/search/nip/${nip}?date=${dayOf(now())}`), agent, timeoutMs: ms }),
      answer => judge(nip, answer),
      timeoutMs
    )
})
