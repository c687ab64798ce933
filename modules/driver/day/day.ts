/** The day of a driver: what the page keeps on the device, so that the driver can work without a connection. */
import { createHash } from 'node:crypto'
import type { ReportedEvent } from '../../../src/contract/driver-stop.ts'
import type { Caller } from '../../../src/kernel/access/caller.ts'
import { namesFor } from '../../../src/kernel/access/identity.ts'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { dayOfDriver, type StopOfDriver } from '../../orders/public.ts'
import { internalStores } from '../../warehouse/public.ts'
import {
  type DayRoute,
  type DayStop,
  type DriverDay,
  failureReasons,
  maxEventBytes,
  maxEvents,
  maxPhotoBytes,
  maxSignature,
  type StopEvent,
  tyreKinds
} from '../contract.ts'
import { reportedOf } from '../events/reported.ts'
import { cardsOfStops } from '../points.ts'

/** Of one answer: everything that the plan says, and nothing that the driver has reported. */
const versionOf = (routes: readonly DayRoute[], stores: DriverDay['stores']): string => {
  const plan = routes.map(route => ({
    ...route,
    stops: route.stops.map(({ told: _told, events: _events, ...stop }) => stop)
  }))
  return createHash('sha256')
    .update(JSON.stringify([plan, stores]))
    .digest('base64url')
    .slice(0, 16)
}

/** A phone needs to know that somebody signed; the drawing stays in the office. */
const withoutPath = ({ path: _, ...data }: Readonly<Record<string, unknown>>): StopEvent['data'] => data

const eventOfStop = ({
  id,
  accountId,
  type,
  at,
  data,
  isWaiting = false,
  isRejected = false
}: ReportedEvent): StopEvent => ({
  id,
  accountId,
  type: type as StopEvent['type'],
  at: new Date(at).toISOString(),
  data: withoutPath(data as Readonly<Record<string, unknown>>),
  isWaiting,
  isRejected
})

/** Notes that the driver was shown these orders: of them he may report also when the plan has changed. Writes nothing once it is noted. */
async function noteGiven({ db, now }: Services, accountId: number, orderIds: readonly number[]): Promise<void> {
  const noted = await query<{ id: number }>(
    db,
    sql`select order_id as id from driver.given where account_id = ${accountId} and order_id = any(${[...orderIds]}::int[])`
  )
  const before = new Set(noted.map(({ id }) => id))
  const fresh = orderIds.filter(id => !before.has(id)).toSorted((a, b) => a - b)
  if (fresh.length === 0) return
  await query(
    db,
    sql`insert into driver.given (account_id, order_id, given_at)
      select ${accountId}, o.id, ${now()} from unnest(${fresh}::int[]) as o (id) on conflict do nothing`
  )
}

/** @param date `YYYY-MM-DD` */
export async function dayOf(services: Services, caller: Caller, date: string): Promise<DriverDay> {
  const { db, extensions, settings } = services
  const { accountId, language } = caller
  const stops = await dayOfDriver(db, { driverId: accountId, day: date }, language)
  const orderIds = stops.map(({ orderId }) => orderId)
  await noteGiven(services, accountId, orderIds)
  const reported = await reportedOf(db, orderIds)
  const cards = await cardsOfStops.of(extensions)(services, orderIds)
  const stores = (await internalStores(db)).map(({ id, name, latitude, longitude }) => ({
    id,
    name,
    latitude,
    longitude
  }))
  const nameOf = await namesFor(services, db, [accountId], caller)
  const stopOf = (stop: StopOfDriver): DayStop => ({
    orderId: stop.orderId,
    number: stop.number,
    version: stop.version,
    sequence: stop.sequence,
    status: stop.status,
    client: stop.client,
    place: {
      id: stop.placeId,
      address: stop.address,
      latitude: stop.latitude,
      longitude: stop.longitude,
      phone: stop.phone,
      contact: stop.email,
      receiving: { ...stop.receiving, receivingDays: [...stop.receiving.receivingDays] }
    },
    wishedPart: stop.wishedPart,
    urgent: stop.urgent,
    type: stop.orderTypeId,
    unit: stop.unit,
    item: stop.item,
    quantity: stop.quantity,
    load: stop.load,
    cash: stop.cash,
    clientNote: stop.clientNote,
    notes: [...stop.notes],
    kpo: stop.kpo,
    cards: [...(cards.get(stop.orderId) ?? [])],
    told: reported.get(stop.orderId)?.state as DayStop['told'],
    events: (reported.get(stop.orderId)?.events ?? []).map(eventOfStop)
  })
  const routes = [...new Map(stops.map(stop => [stop.routeId, stop])).values()].map(
    ({ routeId, routeNumber, routeVersion, vehicleId, registerNumber, vehicle }): DayRoute => ({
      id: routeId,
      number: routeNumber,
      version: routeVersion,
      vehicle: { id: vehicleId, registerNumber, label: vehicle },
      stops: stops.filter(stop => stop.routeId === routeId).map(stopOf)
    })
  )
  return {
    date,
    planVersion: versionOf(routes, stores),
    driver: { id: accountId, name: nameOf(accountId) ?? '' },
    language,
    business: settings.businessName,
    routes,
    stores,
    reasons: [...failureReasons],
    tyreKinds: [...tyreKinds],
    limits: { events: maxEvents, eventBytes: maxEventBytes, photoBytes: maxPhotoBytes, signature: maxSignature }
  }
}
