/**
 * VIES, the service for checking VAT numbers of EU countries: `POST /rest-api/check-vat-number` `{ countryCode, vatNumber }`.
 * It answers `{ valid, name, address, requestIdentifier }`, with `---` for what a country does not tell, or, under any status,
 * `{ actionSucceed: false, errorWrappers: [{ error }] }`. Behind it are the registers of the countries, and each may be
 * down or busy by itself; Germany's often is.
 */
import { type Static, Type } from '@sinclair/typebox'
import { check } from '../../../src/contract/check.ts'
import { addressBelow, type JsonResult, requestJson } from '../../../src/kernel/outbound/request-json.ts'
import { Nullable } from '../../../src/kernel/schema.ts'
import { type CountryCode, countryFacts } from '../schema.ts'
import { splitAddress } from './address.ts'
import { type CompanyRegister, type Inquiry, inquire, problemOf, type RegisterOptions, textOrNull } from './register.ts'

const Text = Type.Optional(Nullable(Type.String({ maxLength: 1000 })))

const Checked = Type.Object(
  {
    valid: Type.Boolean(),
    countryCode: Text,
    vatNumber: Text,
    name: Text,
    address: Text,
    requestIdentifier: Text
  },
  { additionalProperties: true }
)
const Refused = Type.Object(
  {
    actionSucceed: Type.Literal(false),
    errorWrappers: Type.Array(Type.Object({ error: Type.String({ maxLength: 100 }) }, { additionalProperties: true }), {
      minItems: 1
    })
  },
  { additionalProperties: true }
)

const hour = 3600
/** Errors for too many calls at the same time, which pass soon. */
const momentSeconds = 15

function refusalOf(error: string): Inquiry {
  if (error === 'INVALID_INPUT') return { kind: 'unknown', requestId: null }
  if (/_MAX_CONCURRENT_REQ(_TIME)?$/.test(error)) return problemOf('limited', error, momentSeconds)
  if (error === 'IP_BLOCKED' || error === 'VAT_BLOCKED') return problemOf('limited', error, hour)
  if (error === 'TIMEOUT') return problemOf('slow', error)
  if (error === 'MS_UNAVAILABLE' || error === 'SERVICE_UNAVAILABLE') return problemOf('down', error)
  return problemOf('unreadable', error)
}

function judge(
  country: CountryCode,
  vatNumber: string,
  { status, body, retryAfter }: JsonResult & { readonly kind: 'answer' }
): Inquiry {
  if (check(Refused, body).length === 0)
    return refusalOf((body as Static<typeof Refused>).errorWrappers[0]?.error ?? '')
  if (status === 429) return problemOf('limited', 'HTTP 429', retryAfter)
  if (status >= 500) return problemOf('down', `HTTP ${status}`)
  if (status !== 200 || check(Checked, body).length > 0)
    return problemOf('unreadable', `HTTP ${status}, not as expected`)
  const { valid, vatNumber: answered, name, address, requestIdentifier } = body as Static<typeof Checked>
  if (answered && answered !== vatNumber) return problemOf('unreadable', 'it answered for another number')
  const requestId = textOrNull(requestIdentifier)
  if (!valid) return { kind: 'unknown', requestId }
  const line = textOrNull(address)
  return {
    kind: 'found',
    name: textOrNull(name),
    regon: null,
    statusVat: null,
    address: line,
    parts: line === null ? null : splitAddress(country, address ?? ''),
    requestId
  }
}

export const vies = ({ url, agent, timeoutMs }: RegisterOptions): CompanyRegister => ({
  name: 'vies',
  find: (country, vatNumber) =>
    inquire(
      ms =>
        requestJson({
          url: addressBelow(url, 'rest-api/check-vat-number'),
          body: { countryCode: countryFacts[country].iso, vatNumber },
          agent,
          timeoutMs: ms
        }),
      answer => judge(country, vatNumber, answer),
      timeoutMs
    )
})
