/**
 * Finds the position of an address. Public geocoders require that an installation sends at most one call a second and does not
 * repeat a question. So answers are stored, and calls take turns: a row of the database has the time of the next allowed call,
 * for all processes. No connection is held while waiting. If too many calls wait, the address stays without a position, which a
 * person can then choose on the map.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { userAgent } from '../../../src/kernel/outbound/request-json.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { throwCompanyError } from '../errors.ts'
import { askNominatim, type Geocoded, type PlaceAddress, type Position } from './nominatim.ts'

const knownServesMs = 365 * 24 * 3_600_000
const unknownServesMs = 24 * 3_600_000

/**
 * Call it outside a transaction, because it may take ten seconds.
 * @returns the position; null if it cannot be found now, because no geocoder is set, it cannot be reached, or too many calls wait
 * @throws companies.addressUnknown (422, at `street`) if the geocoder does not know the address
 */
export async function locateAddress(services: Services, address: PlaceAddress): Promise<Position | null> {
  const { db, settings, log, now } = services
  const key = keyOf(address)
  const kept = await keptAnswer(db, key, now())
  if (kept) return positionOf(kept)
  if (!/^https?:/.test(settings.geocodingUrl)) return null
  const waitMs = await takeTurn(db)
  if (waitMs === undefined) return null
  if (waitMs > 0) await wait(waitMs)
  const answer = await askNominatim({ url: settings.geocodingUrl, agent: userAgent(settings) }, address)
  if (answer.kind !== 'problem') {
    await keepAnswer(db, key, answer, now())
    return positionOf(answer)
  }
  const { problem, detail, retryAfter } = answer
  log.warn({ problem, detail }, 'companies: the geocoder could not be asked')
  if (problem === 'limited') await postponeTurns(db, retryAfter)
  return null
}

type Known = Exclude<Geocoded, { kind: 'problem' }>

const positionOf = (answer: Known): Position =>
  answer.kind === 'found'
    ? { latitude: answer.latitude, longitude: answer.longitude }
    : throwCompanyError.at('street', 'addressUnknown')

/** The key of an address. Letter case and spacing do not change it. */
const keyOf = ({ country, postalCode, city, street }: PlaceAddress): string =>
  [country, postalCode, city, street].map(part => String(part).trim().replace(/\s+/g, ' ').toLowerCase()).join('|')

async function keptAnswer(database: Database, key: string, now: Date): Promise<Known | undefined> {
  const row = await queryOne<{ latitude: number | null; longitude: number | null }>(
    database,
    sql`select latitude, longitude from companies.positions where address = ${key}
      and asked_at > case when latitude is null then ${new Date(now.getTime() - unknownServesMs)}::timestamptz
        else ${new Date(now.getTime() - knownServesMs)}::timestamptz end`
  )
  if (!row) return undefined
  const { latitude, longitude } = row
  return latitude === null || longitude === null ? { kind: 'unknown' } : { kind: 'found', latitude, longitude }
}

const keepAnswer = (database: Database, key: string, answer: Known, now: Date) => {
  const { latitude, longitude } = answer.kind === 'found' ? answer : { latitude: null, longitude: null }
  return query(
    database,
    sql`insert into companies.positions (address, latitude, longitude, asked_at)
      values (${key}, ${latitude}, ${longitude}, ${now})
      on conflict (address) do update
        set latitude = excluded.latitude, longitude = excluded.longitude, asked_at = excluded.asked_at`
  )
}

/**
 * Reserves the next turn, by the clock of the database, which all processes share.
 * @returns the milliseconds until the turn; undefined if that would be more than four seconds, and then no turn is reserved
 */
async function takeTurn(database: Database): Promise<number | undefined> {
  const turn = await queryOne<{ wait: number }>(
    database,
    sql`update companies.geocoding_turn set next_at = greatest(next_at, clock_timestamp()) + interval '1 second'
      where next_at < clock_timestamp() + interval '4 seconds'
      returning (extract(epoch from next_at - clock_timestamp()) * 1000 - 1000)::float as wait`
  )
  return turn && Math.max(0, turn.wait)
}

/** Allows no call for this many seconds from now. */
const postponeTurns = (database: Database, seconds: number) =>
  query(
    database,
    sql`update companies.geocoding_turn
      set next_at = greatest(next_at, clock_timestamp() + ${seconds} * interval '1 second')`
  )
