/**
 * Writes a batch in one transaction: readings, present states, stays and rejections, all or nothing.
 *
 * Writers are numbered. Writers of the same number, in any process, take turns by an advisory lock, and a sensor always has the same
 * writer's number. So what is read of a container here does not change until the commit, without a row lock for each container. (People
 * change other columns; `status`, which both change, is checked again by the statement that sets it.)
 *
 * A reading that is newer than all others of its container is certainly new, and continues the present stay: a usual batch reads the
 * containers with their stays, and writes each of three tables once. Older readings may be repetitions: only those that the insert reports
 * as new count, and `backfill.ts` adds them to the stays of their time. They never change the present state.
 */
import type pg from 'pg'
import { itemRows } from '../../../src/kernel/database/arrays.ts'
import type { Point } from '../../../src/kernel/database/earth.ts'
import { leaveMark } from '../../../src/kernel/database/replicated.ts'
import { markStays } from '../geofence/marks.ts'
import { backfill } from './backfill.ts'
import type { Rejection } from './reading.ts'
import { asSent } from './reading.ts'
import type { Grown, Received, State } from './state.ts'
import { addReading, advance, never, readStates } from './state.ts'
import { insertStays, stayRows } from './stay-rows.ts'
import type { Position, Stay } from './stays.ts'
import type { BatteryLevels, Incoming, Locate, Outcome, Whereabouts } from './types.ts'
import { ms } from './types.ts'
import { writeRejected } from './write-rejected.ts'

const lockSpace = 0x4f50

export const writerCount = 2

/** The number of a sensor's writer. It must never change, because the lock relies on it. */
export function writerOf(imei: string): number {
  let sum = 0
  for (let at = 0; at < imei.length; at++) sum = (sum * 31 + imei.charCodeAt(at)) | 0
  return (sum >>> 0) % writerCount
}

const lock = (writer: number): string => `select pg_advisory_xact_lock(${lockSpace}, ${Number(writer)})`
/** The SQL by which a transaction takes the lock of a sensor's writer. */
export const writerLock = (imei: string): string => lock(writerOf(imei))
/** The SQL by which a transaction takes the locks of all writers, in a fixed order: until it ends, no batch is written. */
export const allWritersLock = Array.from({ length: writerCount }, (_, writer) => lock(writer)).join('; ')

interface WriteOptions {
  readonly battery: BatteryLevels
  readonly locate: Locate | undefined
}

/** Writes a batch. Throws errors of the database; the caller must then roll back, and nothing of the batch is stored. */
export async function writeBatch(
  db: pg.Client,
  writer: number,
  batch: readonly Incoming[],
  options: WriteOptions
): Promise<Outcome> {
  await db.query(`begin; ${lock(writer)}`)
  const outcome = await storeBatch(db, batch, options)
  // what is sent again, because nobody knew whether it had lasted, is acknowledged only when it will
  if (outcome.stored === 0) await db.query(leaveMark.text)
  await db.query('commit')
  return outcome
}

type Rejections = { from: Incoming; rejection: Rejection }[]

/** Adds the readings of a batch to the states of their containers. Returns the rejected ones, and how many were added. */
function addReadings(batch: readonly Incoming[], states: ReadonlyMap<string, State>) {
  const rejections: Rejections = []
  let given = 0
  for (const incoming of batch) {
    for (const rejection of incoming.rejected) rejections.push({ from: incoming, rejection })
    const state = states.get(incoming.imei ?? '')
    for (const reading of incoming.readings) {
      const reason = state === undefined ? 'unknown_device' : reading.ts < state.keptSince ? 'too_old' : undefined
      if (reason) rejections.push({ from: incoming, rejection: { reason, payload: asSent(reading) } })
      else {
        addReading(state as State, reading, incoming.receivedAt)
        given += 1
      }
    }
  }
  return { rejections, given }
}

/** Writes a batch within a transaction that has taken the locks of its sensors' writers. */
export async function storeBatch(
  db: pg.Client,
  batch: readonly Incoming[],
  { battery, locate }: WriteOptions
): Promise<Outcome> {
  const states = await readStates(db, batch)
  const { rejections, given } = addReadings(batch, states)
  const touched = [...states.values()].filter(state => state.heardAt > never)
  const late = await insertLate(db, touched)
  const older = new Map<State, Position[]>()
  const grown: Grown[] = []
  for (const state of touched) {
    const positions = advance(state, late.get(state.id) ?? [], battery, grown)
    if (positions.length > 0) older.set(state, positions)
  }
  const placed = grown.filter(({ stay }) => stay.placed)
  const found =
    locate && placed.length > 0
      ? await locate(
          db,
          placed.map(({ stay }) => stay.placed as Point)
        )
      : []
  const whereabouts = new Map(placed.map(({ stay }, at) => [stay, found[at]]))
  if (touched.length > 0) await writeForward(db, touched, grown, whereabouts)
  await connect(db, touched)
  if (found.length > 0) {
    await updateWhereabouts(db, placed, whereabouts)
    await markStays(
      db,
      placed.map(({ state, stay }) => ({ container: state.id, firstTs: stay.firstTs, where: whereabouts.get(stay) }))
    )
  }
  for (const [state, positions] of older) {
    const shown = await backfill(db, state.id, positions, locate)
    if (shown) Object.assign(state, { latitude: shown.latitude, longitude: shown.longitude, moved: true })
  }
  if (rejections.length > 0) await writeRejected(db, rejections)
  let lateCount = 0
  for (const list of late.values()) lateCount += list.length
  const stored = touched.reduce((sum, state) => sum + state.fresh.size, lateCount)
  return {
    stored,
    repeated: given - stored,
    late: lateCount,
    rejected: rejections.map(({ rejection }) => rejection),
    changed: touched
      .filter(state => state.fresh.size > 0 || state.moved)
      .map(state => ({
        id: state.id,
        latitude: state.latitude,
        longitude: state.longitude,
        battery: state.battery,
        batteryStatus: state.batteryStatus,
        status: state.status,
        lastActiveAt: new Date(state.lastActive)
      }))
  }
}

const readingRows = itemRows<Received>({
  id: ['int', one => one.state.id],
  ts: ['float8', one => one.ts],
  received_at: ['float8', one => one.receivedAt],
  latitude: ['float8', one => one.latitude],
  longitude: ['float8', one => one.longitude],
  battery: ['float8', one => one.battery],
  accuracy: ['smallint', one => one.accuracy]
})

/** The SQL that inserts `readingRows`, whose first parameter is `$first`. */
const insertReadings = (first: number): string => `
    insert into iot.readings (container_id, ts, received_at, latitude, longitude, battery, accuracy)
    select id, to_timestamp(ts / 1000), to_timestamp(received_at / 1000), latitude, longitude, battery, accuracy
    from ${readingRows.from(first)} on conflict do nothing`

/** Stores the readings that are not newer than all others of their container. Returns the new ones by container. */
async function insertLate(db: pg.Client, touched: readonly State[]): Promise<Map<number, Received[]>> {
  const late = touched.flatMap(state => [...state.late.values()])
  const fresh = new Map<number, Received[]>()
  if (late.length === 0) return fresh
  const { rows } = await db.query<{ id: number; ts: number }>({
    name: 'iot.late',
    text: `${insertReadings(1)} returning container_id as id, ${ms('ts')} as ts`,
    values: readingRows.valuesOf(late)
  })
  const byId = new Map(touched.map(state => [state.id, state]))
  for (const { id, ts } of rows) {
    const reading = byId.get(id)?.late.get(Math.round(ts))
    if (!reading) continue
    const list = fresh.get(id)
    if (list) list.push(reading)
    else fresh.set(id, [reading])
  }
  return fresh
}

/** Writes new readings, stays and present states in one statement. */
async function writeForward(
  db: pg.Client,
  touched: readonly State[],
  grown: readonly Grown[],
  whereabouts: ReadonlyMap<Stay, Whereabouts | undefined>
): Promise<void> {
  const fresh: Received[] = []
  for (const state of touched) for (const reading of state.fresh.values()) fresh.push(reading)
  const stays = grown.map(({ state, stay }) => ({
    container: state.id,
    stay,
    storeId: whereabouts.get(stay)?.storeId
  }))
  const values = [...readingRows.valuesOf(fresh), ...stayRows.valuesOf(stays), ...stateRows.valuesOf(touched)]
  await db.query({ name: 'iot.forward', text: forward, values })
}

const stateRows = itemRows<State>({
  id: ['int', state => state.id],
  last_active: ['float8', state => state.lastActive],
  heard: ['float8', state => state.heardAt],
  latitude: ['float8', state => state.latitude],
  longitude: ['float8', state => state.longitude],
  positioned: ['float8', state => state.positionTs],
  battery: ['float8', state => state.battery],
  measured: ['float8', state => state.batteryTs],
  level: ['smallint', state => state.batteryStatus],
  stay_first: ['float8', ({ trail }) => trail.stay?.firstTs]
})

const forward = `
  with readings as (${insertReadings(1)}
  ), stays as (
    ${insertStays(1 + readingRows.count)}
    on conflict (container_id, first_ts) do update set last_ts = excluded.last_ts, latitude = excluded.latitude,
      longitude = excluded.longitude, readings = excluded.readings, weight = excluded.weight,
      settled_ts = excluded.settled_ts, sure_ts = excluded.sure_ts
  )
  update iot.containers c set
    last_active_at = to_timestamp(t.last_active / 1000),
    heard_at = greatest(c.heard_at, to_timestamp(t.heard / 1000)),
    latitude = t.latitude, longitude = t.longitude, position_ts = to_timestamp(t.positioned / 1000),
    battery = t.battery, battery_ts = to_timestamp(t.measured / 1000), battery_status = t.level,
    stay_first_ts = to_timestamp(t.stay_first / 1000)
  from ${stateRows.from(1 + readingRows.count + stayRows.count)}
  where c.id = t.id`

const heardRows = itemRows<State>({ id: ['int', state => state.id], heard: ['float8', state => state.heardAt] })

/** Sets containers that were silent to connected again, with an entry in their history. */
async function connect(db: pg.Client, touched: readonly State[]): Promise<void> {
  const silent = touched.filter(({ status }) => status === 0 || status === 2)
  if (silent.length === 0) return
  const { rows } = await db.query<{ id: number }>({
    name: 'iot.connected',
    text: `with back as (
        update iot.containers c set status = 1
        from ${heardRows.from(1)}, iot.containers old
        where c.id = t.id and c.status in (0, 2) and old.id = t.id
        returning c.id, c.version, old.status as before, t.heard
      ), audited as (
        insert into kernel.changes (at, resource_type, subject_id, version, code, before, after)
        select to_timestamp(heard / 1000), 'iot.container', id, version, 'iot.contact',
          jsonb_build_object('status', before), jsonb_build_object('status', 1)
        from back
      )
      select id from back`,
    values: heardRows.valuesOf(silent)
  })
  const connected = new Set(rows.map(row => row.id))
  for (const state of silent) {
    if (!connected.has(state.id)) continue
    state.status = 1
    state.moved = true
  }
}

interface Located {
  readonly state: State
  readonly stay: Stay
  readonly where: Whereabouts | undefined
}

const storeRows = itemRows<Located>({
  id: ['int', one => one.state.id],
  first_ts: ['float8', one => one.stay.firstTs],
  store_id: ['int', one => one.where?.storeId]
})

const whereRows = itemRows<Located>({
  id: ['int', one => one.state.id],
  store_id: ['int', one => one.where?.storeId],
  place_id: ['int', one => one.where?.receptionPlaceId],
  distance: ['float8', one => one.where?.distance]
})

/** Writes the store and place at the centres of stays: to stays that had a row before, and to containers that are there now. */
async function updateWhereabouts(
  db: pg.Client,
  placed: readonly Grown[],
  whereabouts: ReadonlyMap<Stay, Whereabouts | undefined>
): Promise<void> {
  const located = placed.map(one => ({ ...one, where: whereabouts.get(one.stay) }))
  const stayed = located.filter(({ opened }) => !opened)
  const present = located.filter(({ state, stay }) => state.trail.stay === stay)
  if (stayed.length > 0)
    await db.query({
      name: 'iot.stays-in-store',
      text: `update iot.stays s set store_id = t.store_id from ${storeRows.from(1)}
        where s.container_id = t.id and s.first_ts = to_timestamp(t.first_ts / 1000)`,
      values: storeRows.valuesOf(stayed)
    })
  if (present.length > 0)
    await db.query({
      name: 'iot.whereabouts',
      text: `update iot.containers c
        set store_id = t.store_id, reception_place_id = t.place_id, reception_place_distance = t.distance
        from ${whereRows.from(1)} where c.id = t.id`,
      values: whereRows.valuesOf(present)
    })
}
