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
import { doubles, integers, smallints } from '../../../src/kernel/database/arrays.ts'
import type { Point } from '../../../src/kernel/database/earth.ts'
import { markStays } from '../geofence/marks.ts'
import { backfill } from './backfill.ts'
import type { Rejection } from './reading.ts'
import { asSent } from './reading.ts'
import type { Grown, Received, State } from './state.ts'
import { addReading, advance, never, readStates } from './state.ts'
import { stayValues } from './stay-values.ts'
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

const columns = `unnest($1::int[], $2::float8[], $3::float8[], $4::float8[], $5::float8[], $6::float8[],
    $7::smallint[])
  as t(id, ts, received_at, latitude, longitude, battery, accuracy)`
const readingsOf = `select id, to_timestamp(ts / 1000), to_timestamp(received_at / 1000), latitude, longitude, battery, accuracy`

function columnsOf(readings: readonly Received[]): Buffer[] {
  return [
    integers(readings, one => one.state.id),
    doubles(readings, one => one.ts),
    doubles(readings, one => one.receivedAt),
    doubles(readings, one => one.latitude),
    doubles(readings, one => one.longitude),
    doubles(readings, one => one.battery),
    smallints(readings, one => one.accuracy)
  ]
}

/** Stores the readings that are not newer than all others of their container. Returns the new ones by container. */
async function insertLate(db: pg.Client, touched: readonly State[]): Promise<Map<number, Received[]>> {
  const late = touched.flatMap(state => [...state.late.values()])
  const fresh = new Map<number, Received[]>()
  if (late.length === 0) return fresh
  const { rows } = await db.query<{ id: number; ts: number }>({
    name: 'iot.late',
    text: `insert into iot.readings (container_id, ts, received_at, latitude, longitude, battery, accuracy)
      ${readingsOf} from ${columns} on conflict do nothing
      returning container_id as id, ${ms('ts')} as ts`,
    values: columnsOf(late)
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
  const values = [
    ...columnsOf(fresh),
    integers(grown, ({ state }) => state.id),
    ...stayValues(
      grown.map(({ stay }) => stay),
      whereabouts
    ),
    integers(touched, state => state.id),
    doubles(touched, state => state.lastActive),
    doubles(touched, state => state.heardAt),
    doubles(touched, state => state.latitude),
    doubles(touched, state => state.longitude),
    doubles(touched, state => state.positionTs),
    doubles(touched, state => state.battery),
    doubles(touched, state => state.batteryTs),
    smallints(touched, state => state.batteryStatus),
    doubles(touched, ({ trail }) => trail.stay?.firstTs)
  ]
  await db.query({ name: 'iot.forward', text: forward, values })
}

const forward = `
  with readings as (
    insert into iot.readings (container_id, ts, received_at, latitude, longitude, battery, accuracy)
    ${readingsOf} from ${columns} on conflict do nothing
  ), stays as (
    insert into iot.stays as s
      (container_id, first_ts, last_ts, latitude, longitude, readings, weight, settled_ts, sure_ts, store_id)
    select id, to_timestamp(first_ts / 1000), to_timestamp(last_ts / 1000), latitude, longitude, readings, weight,
      to_timestamp(settled / 1000), to_timestamp(sure / 1000), store_id
    from unnest($8::int[], $9::float8[], $10::float8[], $11::float8[], $12::float8[], $13::int[], $14::smallint[],
        $15::float8[], $16::float8[], $17::int[])
      as t(id, first_ts, last_ts, latitude, longitude, readings, weight, settled, sure, store_id)
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
  from unnest($18::int[], $19::float8[], $20::float8[], $21::float8[], $22::float8[], $23::float8[], $24::float8[],
      $25::float8[], $26::smallint[], $27::float8[])
    as t(id, last_active, heard, latitude, longitude, positioned, battery, measured, level, stay_first)
  where c.id = t.id`

/** Sets containers that were silent to connected again, with an entry in their history. */
async function connect(db: pg.Client, touched: readonly State[]): Promise<void> {
  const silent = touched.filter(({ status }) => status === 0 || status === 2)
  if (silent.length === 0) return
  const { rows } = await db.query<{ id: number }>({
    name: 'iot.connected',
    text: `with back as (
        update iot.containers c set status = 1
        from unnest($1::int[], $2::float8[]) as t(id, heard), iot.containers old
        where c.id = t.id and c.status in (0, 2) and old.id = t.id
        returning c.id, c.version, old.status as before, t.heard
      ), audited as (
        insert into kernel.changes (at, resource_type, subject_id, version, code, before, after)
        select to_timestamp(heard / 1000), 'iot.container', id, version, 'iot.contact',
          jsonb_build_object('status', before), jsonb_build_object('status', 1)
        from back
      )
      select id from back`,
    values: [integers(silent, state => state.id), doubles(silent, state => state.heardAt)]
  })
  const connected = new Set(rows.map(row => row.id))
  for (const state of silent) {
    if (!connected.has(state.id)) continue
    state.status = 1
    state.moved = true
  }
}

/** Writes the store and place at the centres of stays: to stays that had a row before, and to containers that are there now. */
async function updateWhereabouts(
  db: pg.Client,
  placed: readonly Grown[],
  whereabouts: ReadonlyMap<Stay, Whereabouts | undefined>
): Promise<void> {
  const stayed = placed.filter(({ opened }) => !opened)
  const present = placed.filter(({ state, stay }) => state.trail.stay === stay)
  const whereOf = ({ stay }: Grown) => whereabouts.get(stay)
  if (stayed.length > 0)
    await db.query({
      name: 'iot.stays-in-store',
      text: `update iot.stays s set store_id = t.store_id
        from unnest($1::int[], $2::float8[], $3::int[]) as t(id, first_ts, store_id)
        where s.container_id = t.id and s.first_ts = to_timestamp(t.first_ts / 1000)`,
      values: [
        integers(stayed, ({ state }) => state.id),
        doubles(stayed, ({ stay }) => stay.firstTs),
        integers(stayed, one => whereOf(one)?.storeId)
      ]
    })
  if (present.length > 0)
    await db.query({
      name: 'iot.whereabouts',
      text: `update iot.containers c
        set store_id = t.store_id, reception_place_id = t.place_id, reception_place_distance = t.distance
        from unnest($1::int[], $2::int[], $3::int[], $4::float8[]) as t(id, store_id, place_id, distance) where c.id = t.id`,
      values: [
        integers(present, ({ state }) => state.id),
        integers(present, one => whereOf(one)?.storeId),
        integers(present, one => whereOf(one)?.receptionPlaceId),
        doubles(present, one => whereOf(one)?.distance)
      ]
    })
}
