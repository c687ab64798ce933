/**
 * Finds the position of a place before the place is saved. A position chosen by hand is always used. Otherwise the geocoder is
 * asked, if the address is new or has no position. An address that the geocoder does not know is refused. If the geocoder cannot
 * be reached, the place is saved without a position, which is found later (`find-positions.ts`).
 */
import type { Static } from '@sinclair/typebox'
import type { Reader } from '../../../src/kernel/access/caller.ts'
import { visibleTo } from '../../../src/kernel/access/tenancy.ts'
import type { BeforeTransactionContext } from '../../../src/kernel/commands/command.ts'
import { queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { ApiError, throwProblem } from '../../../src/kernel/errors/errors.ts'
import { locateAddress } from '../geocoding/locate.ts'
import type { Position as At, PlaceAddress } from '../geocoding/nominatim.ts'
import type { CountryCode } from '../schema.ts'
import type { Position } from './schema.ts'

type Address = Omit<PlaceAddress, 'country'>
type Chosen = Static<typeof Position> | null | undefined

/** The result: a position; null for none; undefined to keep the present position. */
export type Located = At | null | undefined

/** Degrees as they are stored and sent, with six decimals, which is a precision of about 0.1 m. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

const isSame = (one: At, other: At | null): boolean =>
  other !== null &&
  rounded(one.latitude) === rounded(other.latitude) &&
  rounded(one.longitude) === rounded(other.longitude)

const isSameAddress = (one: Address, other: Address): boolean =>
  one.city === other.city && one.street === other.street && one.postalCode === other.postalCode

/** For a new place of a department that the reader may see; for any other department the geocoder is not called. */
export async function locateNew(
  { services }: BeforeTransactionContext,
  reader: Reader,
  departmentId: number,
  address: Address,
  chosen: Chosen
): Promise<Located> {
  if (chosen) return chosen
  const department = await queryOne<{ country: CountryCode }>(
    services.db,
    sql`select c.country from companies.departments d join companies.companies c on c.id = d.company_id
      where d.id = ${departmentId} and ${visibleTo(reader, 'd.company_id', 'd.id')}`
  )
  return department ? locateAddress(services, { ...address, country: department.country }) : null
}

/** For a place that is edited. */
export async function locateEdited(
  { services, caller }: BeforeTransactionContext,
  placeId: number,
  address: Address,
  chosen: Chosen
): Promise<Located> {
  const reader = caller ?? throwProblem('unauthorized')
  const place = await queryOne<Address & At & { country: CountryCode; isLocated: boolean }>(
    services.db,
    sql`select p.city, p.street, p.postal_code as "postalCode", c.country, p.latitude, p.longitude,
        p.latitude is not null as "isLocated"
      from companies.reception_places p join companies.companies c on c.id = p.company_id
      where p.id = ${placeId} and ${visibleTo(reader, 'p.company_id', 'p.department_id')}`
  )
  if (!place) return undefined
  const previous = place.isLocated ? { latitude: place.latitude, longitude: place.longitude } : null
  // The form sends back the position that it was given. Only a different one was chosen by hand.
  if (chosen && !isSame(chosen, previous)) return chosen
  const moved = !isSameAddress(address, place)
  if (!moved && previous && chosen !== null) return undefined
  const asked = { ...address, country: place.country }
  return moved ? locateAddress(services, asked) : locateIfKnown(services, asked)
}

/** Like `locateAddress`, but null for an unknown address: it was accepted before, so a change of other fields is not refused. */
export async function locateIfKnown(
  services: BeforeTransactionContext['services'],
  address: PlaceAddress
): Promise<At | null> {
  try {
    return await locateAddress(services, address)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'companies.addressUnknown') return null
    throw error
  }
}

/** The columns to write for a position; none if the position stays unchanged. */
export const columnsOf = (located: Located) =>
  located === undefined
    ? {}
    : located === null
      ? { latitude: null, longitude: null }
      : { latitude: rounded(located.latitude), longitude: rounded(located.longitude) }
