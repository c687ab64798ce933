/**
 * A service round: the selected containers in the order of visits, from the store that services most of them to the nearest container, and
 * so on to the next nearest. Distances are straight lines. Containers without a position come last.
 */
import { type Static, Type } from '@sinclair/typebox'
import type { Caller } from '../../../src/kernel/access/caller.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { metresBetween, nearestFirst, type Point } from '../../../src/kernel/database/earth.ts'
import { query } from '../../../src/kernel/database/sql.ts'
import { selectByIds } from '../../../src/kernel/resources/select.ts'
import { readIds } from '../../../src/kernel/routes/id-list.ts'
import { defineRoute, ItemResponse, orNotFound } from '../../../src/kernel/routes/route.ts'
import { Nullable } from '../../../src/kernel/schema.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { internalStores, type StoreAt } from '../../warehouse/public.ts'
import { containers } from '../containers-resource.ts'
import { Container } from '../schema.ts'

/** The most containers in one round. */
export const maxStops = 200

const fields = [
  'id',
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
  'internalStoreName',
  'assignedInternalStoreId',
  'closestCompanyName',
  'closestReceptionPlaceAddress',
  'closestReceptionPlaceDistance'
] as const

type Row = Pick<Static<typeof Container>, (typeof fields)[number]>

const { properties } = Container
const Stop = Type.Object({
  ...Object.fromEntries(fields.map(field => [field, properties[field]])),
  metresFromPrevious: Nullable(Type.Integer({ format: 'metres', minimum: 0 }))
})

const Start = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  latitude: properties.latitude,
  longitude: properties.longitude
})

const Ids = Type.String({ maxLength: 3000 })

export const serviceRoundRoute = defineRoute({
  url: '/IoT/service-round',
  access: containers.access,
  summary: `Chosen containers in the order of a service round, at most ${maxStops}`,
  query: Type.Object({
    ids: Type.Union([Ids, Type.Array(Ids, { maxItems: 1000 })], { description: '`1,2,3`, or repeated' })
  }),
  answer: ItemResponse(
    Type.Object({
      start: Nullable(Start),
      stops: Type.Array(Stop),
      metres: Type.Integer({ format: 'metres', minimum: 0, description: 'of the whole way, without the way back' })
    })
  ),
  run: async ({ services, caller, query: { ids: given } }) => {
    const ids = readIds(given) ?? refuseField('ids', 'iot.serviceRound.ids')
    if (ids.length > maxStops) refuseField('ids', 'iot.serviceRound.tooMany', { max: maxStops })
    return { data: await roundOf(services, ids, caller) }
  }
})

async function roundOf(services: Services, ids: readonly number[], caller: Caller) {
  const found = await query<{ row: Row }>(services.db, selectByIds(containers, fields, ids, caller))
  const rows = orNotFound(found.length === ids.length ? found.map(({ row }) => row) : undefined)
  const located = rows.flatMap(row => {
    const { latitude, longitude } = row
    return latitude === null || longitude === null ? [] : [{ row, at: { latitude, longitude } }]
  })
  const start = startOf(await internalStores(services.db), rows)
  const first = start ?? located[0]?.at
  const way = first ? nearestFirst(first, located) : []
  let here: Point | undefined = start
  const stops = way.map(({ row, at }) => {
    const metresFromPrevious = here ? Math.round(metresBetween(here, at)) : null
    here = at
    return { ...row, metresFromPrevious }
  })
  const lost = rows.filter(({ latitude }) => latitude === null).map(row => ({ ...row, metresFromPrevious: null }))
  const metres = stops.reduce((sum, stop) => sum + (stop.metresFromPrevious ?? 0), 0)
  return { start: start ?? null, stops: [...stops, ...lost], metres }
}

/** The store that services most of the containers, the first of several; undefined if no container is assigned to a store. */
function startOf(stores: readonly StoreAt[], rows: readonly Row[]): StoreAt | undefined {
  const serviced = (store: StoreAt): number =>
    rows.filter(({ assignedInternalStoreId }) => assignedInternalStoreId === store.id).length
  const most = Math.max(0, ...stores.map(serviced))
  return most > 0 ? stores.find(store => serviced(store) === most) : undefined
}
