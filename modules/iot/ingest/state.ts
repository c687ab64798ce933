/** The state of containers while a batch is being written: read under the writer's lock, updated by readings, written back. */
import type pg from 'pg'
import { doubles, integers } from '../../../src/kernel/database/arrays.ts'
import { batteryStatusOf } from '../rules.ts'
import type { Reading } from './reading.ts'
import type { Position, Stay, Trail } from './stays.ts'
import { follow, shownAt } from './stays.ts'
import type { BatteryLevels, Incoming } from './types.ts'
import { ms } from './types.ts'

/**
 * The state of a container. Times are in epoch milliseconds, or `never`. `moved`: whether something has changed that the map
 * shows.
 */
export interface State {
  readonly id: number
  readonly imei: string
  /** Readings from before this time are no longer kept. */
  readonly keptSince: number
  status: number
  lastActive: number
  latitude: number | null
  longitude: number | null
  positionTs: number
  battery: number | null
  batteryTs: number
  batteryStatus: number
  /** When the battery was changed; readings from before are of the old one. */
  readonly batteryChanged: number
  readonly trail: Trail
  heardAt: number
  moved: boolean
  readonly fresh: Map<number, Received>
  readonly late: Map<number, Received>
}

/** A reading with the time of its arrival and the state of its container. */
export type Received = Reading & { readonly receivedAt: number; readonly state: State }

/** A stay that this batch has begun (`opened`) or changed. */
export interface Grown {
  readonly state: State
  readonly stay: Stay
  readonly opened: boolean
}

export const never = Number.NEGATIVE_INFINITY

/** The states of the containers that a batch has readings for, by the IMEI of their sensor. */
export async function readStates(db: pg.Client, batch: readonly Incoming[]): Promise<Map<string, State>> {
  const imeis = new Set<string>()
  for (const { imei, readings } of batch) if (imei !== undefined && readings.length > 0) imeis.add(imei)
  if (imeis.size === 0) return new Map()
  const { rows } = await db.query<(number | string | null)[]>({
    name: 'iot.states',
    rowMode: 'array',
    text: `select c.id, imei, status, ${ms('last_active_at')}, ${ms('position_ts')}, ${ms('battery_ts')},
        c.latitude, c.longitude, battery::float8, battery_status, ${ms('change.changed_at')},
        (select ${ms('since')} from iot.kept_readings),
        ${ms('s.first_ts')}, ${ms('s.last_ts')}, s.latitude, s.longitude, s.readings, s.weight, ${ms('s.settled_ts')},
        ${ms('s.sure_ts')}
      from iot.containers c left join iot.stays s on s.container_id = c.id and s.first_ts = c.stay_first_ts
        left join iot.battery_changes change on change.id = c.battery_change_id
      where imei = any($1::text[])`,
    values: [[...imeis]]
  })
  const states = new Map(
    rows.map(
      ([
        id,
        imei,
        status,
        active,
        positioned,
        measured,
        latitude,
        longitude,
        battery,
        level,
        changed,
        since,
        ...stay
      ]) => {
        const state: State = {
          id: id as number,
          imei: String(imei),
          keptSince: time(since),
          status: status as number,
          lastActive: time(active),
          latitude: latitude as number | null,
          longitude: longitude as number | null,
          positionTs: time(positioned),
          battery: battery as number | null,
          batteryTs: time(measured),
          batteryStatus: level as number,
          batteryChanged: time(changed),
          trail: { stay: stayOf(stay as (number | null)[]), doubtful: [] },
          heardAt: never,
          moved: false,
          fresh: new Map(),
          late: new Map()
        }
        return [state.imei, state]
      }
    )
  )
  await readDoubtful(db, [...states.values()])
  return states
}

const time = (value: unknown): number => (value === null ? never : Math.round(value as number))

function stayOf(columns: (number | null)[]): Stay | undefined {
  const [firstTs, lastTs, latitude, longitude, readings, weight, settledTs, sureTs] = columns as number[]
  if (firstTs === null) return undefined
  return {
    firstTs: time(firstTs),
    lastTs: time(lastTs),
    latitude: latitude as number,
    longitude: longitude as number,
    readings: readings as number,
    weight: weight as number,
    settledTs: settledTs === null ? null : time(settledTs),
    sureTs: time(sureTs),
    placed: undefined
  }
}

/** Reads, into the trails, the positions after the last one that certainly belongs to the present stay. Few containers have any. */
async function readDoubtful(db: pg.Client, states: readonly State[]): Promise<void> {
  const doubting = states.filter(({ trail: { stay } }) => stay && stay.lastTs > stay.sureTs)
  if (doubting.length === 0) return
  const { rows } = await db.query<Position & { id: number }>({
    name: 'iot.doubtful',
    text: `select r.container_id as id, ${ms('r.ts')} as ts, r.latitude, r.longitude, r.accuracy
      from unnest($1::int[], $2::float8[]) as t(id, sure)
        join iot.readings r on r.container_id = t.id and r.ts > to_timestamp(t.sure / 1000)
      where r.latitude is not null order by r.container_id, r.ts`,
    values: [integers(doubting, ({ id }) => id), doubles(doubting, ({ trail }) => trail.stay?.sureTs)]
  })
  const byId = new Map(doubting.map(state => [state.id, state]))
  for (const { id, ...position } of rows)
    byId.get(id)?.trail.doubtful.push({ ...position, ts: Math.round(position.ts) })
}

/** Adds a reading to a state. Of two readings with the same time the first counts, as it would in separate batches. */
export function addReading(state: State, reading: Reading, receivedAt: number): void {
  const { ts, latitude, longitude, accuracy, battery } = reading
  const side = ts > state.lastActive ? state.fresh : state.late
  if (!side.has(ts)) side.set(ts, { ts, latitude, longitude, accuracy, battery, receivedAt, state })
  if (receivedAt > state.heardAt) state.heardAt = receivedAt
}

/**
 * Updates a container's state by its new readings, and adds the stays to `changed`. Returns positions older than its present one.
 */
export function advance(state: State, late: readonly Received[], levels: BatteryLevels, changed: Grown[]): Position[] {
  const past: Position[] = []
  const readings = [...late, ...state.fresh.values()].sort((a, b) => a.ts - b.ts)
  const grown = new Map<Stay, boolean>()
  for (const { ts, latitude, longitude, accuracy, battery } of readings) {
    state.lastActive = Math.max(state.lastActive, ts)
    if (battery !== null && ts > Math.max(state.batteryTs, state.batteryChanged)) {
      state.battery = battery
      state.batteryTs = ts
      state.batteryStatus = batteryStatusOf(battery, levels)
      state.moved = true
    }
    if (latitude === null || longitude === null) continue
    const position = { ts, latitude, longitude, accuracy }
    if (ts <= state.positionTs) {
      past.push(position)
      continue
    }
    const { stay } = state.trail
    if (stay && !grown.has(stay)) grown.set(stay, false)
    for (const begun of follow(state.trail, position)) grown.set(begun, true)
    const shown = shownAt(state.trail.stay as Stay, position)
    Object.assign(state, { positionTs: ts, latitude: shown.latitude, longitude: shown.longitude, moved: true })
  }
  for (const [stay, opened] of grown) changed.push({ state, stay, opened })
  return past
}
