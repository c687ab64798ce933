/**
 * A geocoder with Nominatim's protocol (https://nominatim.org/release-docs/latest/api/Search/): `GET /search` with the parts of an
 * address. It answers with a list of places, the best first. The list is empty for an address that it does not know.
 *
 * If the geocoder does not find the house, it answers with the street, and otherwise with the town. The centre of a town would be
 * a wrong position that looks right. So only houses and streets are accepted: their `place_rank` is 26 or more.
 */
import { type Static, Type } from '@sinclair/typebox'
import { check } from '../../../src/contract/check.ts'
import { addressBelow, type Failure, type JsonResult, requestJson } from '../../../src/kernel/outbound/request-json.ts'
import { type CountryCode, countryFacts } from '../schema.ts'

export interface PlaceAddress {
  readonly country: CountryCode
  readonly city: string
  readonly street: string
  readonly postalCode: string
}

/** WGS 84 degrees. */
export interface Position {
  readonly latitude: number
  readonly longitude: number
}

export type Geocoded =
  | ({ readonly kind: 'found' } & Position)
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'problem'
      readonly problem: Failure | 'limited'
      readonly detail: string
      readonly retryAfter: number
    }

const Degrees = Type.String({ maxLength: 40, pattern: '^-?\\d{1,3}(\\.\\d+)?$' })
const Places = Type.Array(
  Type.Object(
    { lat: Degrees, lon: Degrees, place_rank: Type.Optional(Type.Integer()) },
    { additionalProperties: true }
  ),
  { maxItems: 50 }
)

const streetRank = 26
const answerWithinMs = 5_000
const pauseSeconds = 60

interface GeocoderOptions {
  readonly url: string
  readonly agent: string
  readonly timeoutMs?: number
}

/** Asks the geocoder once. Never throws. Takes at most `timeoutMs`, by default 5 seconds. */
export async function askNominatim(
  { url, agent, timeoutMs = answerWithinMs }: GeocoderOptions,
  { country, city, street, postalCode }: PlaceAddress
): Promise<Geocoded> {
  const address = addressBelow(url, 'search')
  address.search = new URLSearchParams({
    format: 'jsonv2',
    limit: '1',
    street,
    city,
    postalcode: postalCode,
    countrycodes: countryFacts[country].iso.toLowerCase()
  }).toString()
  const result = await requestJson({ url: address, agent, timeoutMs })
  return result.kind === 'answer' ? judge(result) : problem(result.kind, result.detail)
}

function judge({ status, body, retryAfter = pauseSeconds }: JsonResult & { readonly kind: 'answer' }): Geocoded {
  if (status === 429) return problem('limited', 'HTTP 429', Math.min(Math.max(retryAfter, 1), 3600))
  if (status >= 500) return problem('down', `HTTP ${status}`)
  if (status !== 200 || check(Places, body).length > 0) return problem('unreadable', `HTTP ${status}, not as expected`)
  const [best] = body as Static<typeof Places>
  if (!best || (best.place_rank ?? streetRank) < streetRank) return { kind: 'unknown' }
  const [latitude, longitude] = [Number(best.lat), Number(best.lon)]
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return problem('unreadable', 'not on earth')
  return { kind: 'found', latitude, longitude }
}

const problem = (kind: Failure | 'limited', detail: string, retryAfter = 0): Geocoded => ({
  kind: 'problem',
  problem: kind,
  detail,
  retryAfter
})
