/**
 * A service round: containers in the order of visits, from where it begins to the nearest container, and so on to the next nearest. It
 * begins at a store, where the person is, or by itself at the store that services most of them. Distances are straight lines. Containers
 * without a position come last.
 */
import { type Static, Type } from '@sinclair/typebox'
import type { Reader } from '../../../src/kernel/access/caller.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { metresBetween, nearestFirst, type Point, pointOf } from '../../../src/kernel/database/earth.ts'
import { type Database, query } from '../../../src/kernel/database/sql.ts'
import { selectByIds } from '../../../src/kernel/resources/select.ts'
import { readIds } from '../../../src/kernel/routes/id-list.ts'
import { defineRoute, ItemResponse, orNotFound } from '../../../src/kernel/routes/route.ts'
import { Id, Nullable } from '../../../src/kernel/schema.ts'
import { internalStores, type StoreAt } from '../../warehouse/public.ts'
import { containers } from '../containers/resource.ts'
import { longLegMetres } from '../rules.ts'
import { Container } from '../schema.ts'

/** The most containers in one round. */
export const maxStops = 200

const fields = [
  'id',
  'version',
  'containerNumber',
  'serNo',
  'status',
  'description',
  'latitude',
  'longitude',
  'lastActiveDate',
  'currentBatteryLevel',
  'currentBatteryStatus',
  'daysUntilCritical',
  'batteryChangedDate',
  'internalStoreName',
  'assignedInternalStoreId',
  'closestCompanyName',
  'closestReceptionPlaceAddress',
  'closestReceptionPlaceDistance'
] as const

type Row = Pick<Static<typeof Container>, (typeof fields)[number]>

const { properties } = Container
export const Stop = Type.Object({
  ...Object.fromEntries(fields.map(field => [field, properties[field]])),
  metresFromPrevious: Nullable(Type.Integer({ format: 'metres', minimum: 0 })),
  isFar: Type.Boolean({ description: `the way from the previous one is over ${longLegMetres / 1000} km` })
})

const Start = Type.Object({
  id: Nullable(Id),
  name: Nullable(Type.String()),
  latitude: properties.latitude,
  longitude: properties.longitude
})

/** Where a round is to begin: at a store, or at a position. Without either the server chooses the store. */
export const StartGiven = {
  startStoreId: Type.Optional(Id),
  latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
  longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180 }))
}
interface GivenStart {
  readonly startStoreId?: number | undefined
  readonly latitude?: number | undefined
  readonly longitude?: number | undefined
}

const Ids = Type.String({ maxLength: 3000 })

export const serviceRoundRoute = defineRoute({
  url: '/IoT/service-round',
  access: containers.access,
  summary: `Chosen containers in the order of a service round, at most ${maxStops}: from a store, from a position, or from the store that services most of them`,
  query: Type.Object({
    ids: Type.Union([Ids, Type.Array(Ids, { maxItems: 1000 })], { description: '`1,2,3`, or repeated' }),
    ...StartGiven
  }),
  answer: ItemResponse(
    Type.Object({
      start: Nullable(Start),
      stops: Type.Array(Stop),
      metres: Type.Integer({ format: 'metres', minimum: 0, description: 'of the whole way, without the way back' })
    })
  ),
  run: async ({ services, caller, query: { ids: given, ...start } }) => {
    const ids = readIds(given) ?? refuseField('ids', 'iot.serviceRound.ids')
    if (ids.length > maxStops) refuseField('ids', 'iot.serviceRound.tooMany', { max: maxStops })
    return { data: await roundOf(services.db, ids, start, caller) }
  }
})

/** The containers of these ids as the reader sees them. Throws 404 unless all are there. */
export async function stopsOf(db: Database, ids: readonly number[], reader: Reader): Promise<Row[]> {
  const found = await query<{ row: Row }>(db, selectByIds(containers, fields, ids, reader))
  return orNotFound(found.length === ids.length ? found.map(({ row }) => row) : undefined)
}

/**
 * The round of these containers.
 * @throws 404 for a container that is not there; warehouse.noStore at `startStoreId`
 */
export async function roundOf(db: Database, ids: readonly number[], given: GivenStart, reader: Reader) {
  const rows = await stopsOf(db, ids, reader)
  const located = rows.flatMap(row => {
    const at = pointOf(row)
    return at ? [{ row, at }] : []
  })
  const start = startOf(await internalStores(db), rows, given)
  const first = start ?? located[0]?.at
  const way = first ? nearestFirst(first, located) : []
  let here: Point | undefined = start
  const stops = way.map(({ row, at }) => {
    const metresFromPrevious = here ? Math.round(metresBetween(here, at)) : null
    here = at
    return withLeg(row, metresFromPrevious)
  })
  const lost = rows.filter(({ latitude }) => latitude === null).map(row => withLeg(row, null))
  const metres = stops.reduce((sum, stop) => sum + (stop.metresFromPrevious ?? 0), 0)
  return { start: start ?? null, stops: [...stops, ...lost], metres }
}

/** A stop with the way from the previous one. */
export const withLeg = (row: Row, metresFromPrevious: number | null) => ({
  ...row,
  metresFromPrevious,
  isFar: (metresFromPrevious ?? 0) > longLegMetres
})

type RoundStart = Static<typeof Start> & Point

/** Where the round begins; undefined where nothing says it. */
function startOf(stores: readonly StoreAt[], rows: readonly Row[], given: GivenStart): RoundStart | undefined {
  const { startStoreId, latitude, longitude } = given
  if (startStoreId !== undefined)
    return stores.find(({ id }) => id === startStoreId) ?? refuseField('startStoreId', 'errors.warehouse.noStore')
  if (latitude !== undefined && longitude !== undefined) return { id: null, name: null, latitude, longitude }
  return usualStoreOf(stores, rows)
}

/** The store that services most of the containers, the first of several; undefined if no container is assigned to a store. */
function usualStoreOf(stores: readonly StoreAt[], rows: readonly Row[]): StoreAt | undefined {
  const serviced = (store: StoreAt): number =>
    rows.filter(({ assignedInternalStoreId }) => assignedInternalStoreId === store.id).length
  const most = Math.max(0, ...stores.map(serviced))
  return most > 0 ? stores.find(store => serviced(store) === most) : undefined
}
