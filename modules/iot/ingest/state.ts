/** What ingest knows of a container while it writes a batch: read under the writer's lock, moved forward, written back. */
import type pg from 'pg'
import { batteryStatusOf } from '../rules.ts'
import type { Reading } from './reading.ts'
import type { Position, Stay } from './stays.ts'
import { follow } from './stays.ts'
import type { BatteryLevels, Incoming } from './types.ts'
import { ms } from './types.ts'

/** Times in epoch milliseconds, `never` where there is none. `moved`: something that a map shows has changed. */
export interface State {
  readonly id: number
  readonly imei: string
  status: number
  lastActive: number
  latitude: number | null
  longitude: number | null
  positionTs: number
  battery: number | null
  batteryTs: number
  batteryStatus: number
  stay: Stay | undefined
  heardAt: number
  moved: boolean
  readonly fresh: Map<number, Received>
  readonly late: Map<number, Received>
}

/** A reading with the time it came. */
export type Received = Reading & { readonly receivedAt: number }

/** A stay that this batch began (`opened`) or lengthened, and by how many readings. */
export interface Grown {
  readonly state: State
  readonly stay: Stay
  readonly opened: boolean
  added: number
}

export const never = Number.NEGATIVE_INFINITY

/** The containers that a batch has readings for, by the number of their sensor. */
export async function readStates(db: pg.Client, batch: readonly Incoming[]): Promise<Map<string, State>> {
  const imeis = new Set<string>()
  for (const { imei, readings } of batch) if (imei !== undefined && readings.length > 0) imeis.add(imei)
  if (imeis.size === 0) return new Map()
  const { rows } = await db.query<(number | string | null)[]>({
    name: 'iot.states',
    rowMode: 'array',
    text: `select id, imei, status, ${ms('last_active_at')}, ${ms('position_ts')}, ${ms('battery_ts')},
        ${ms('stay_first_ts')}, latitude, longitude, battery::float8, battery_status, stay_latitude, stay_longitude
      from iot.containers where imei = any($1::text[])`,
    values: [[...imeis]]
  })
  const time = (value: unknown): number => (value === null ? never : Math.round(value as number))
  return new Map(
    rows.map(row => {
      const [id, imei, status, active, positioned, measured, stayed, latitude, longitude, battery, level, at, along] =
        row as number[]
      const positionTs = time(positioned)
      const state: State = {
        id: id as number,
        imei: String(imei),
        status: status as number,
        lastActive: time(active),
        latitude: latitude as number | null,
        longitude: longitude as number | null,
        positionTs,
        battery: battery as number | null,
        batteryTs: time(measured),
        batteryStatus: level as number,
        // The readings it already has are counted in its row; here, those that this batch adds.
        stay:
          stayed === null
            ? undefined
            : {
                firstTs: time(stayed),
                lastTs: positionTs,
                latitude: at as number,
                longitude: along as number,
                readings: 0
              },
        heardAt: never,
        moved: false,
        fresh: new Map(),
        late: new Map()
      }
      return [state.imei, state]
    })
  )
}

/** Of two readings with one time, the first counts, as it would from separate batches. */
export function addReading(state: State, reading: Received): void {
  const side = reading.ts > state.lastActive ? state.fresh : state.late
  if (!side.has(reading.ts)) side.set(reading.ts, reading)
  state.heardAt = Math.max(state.heardAt, reading.receivedAt)
}

/** Moves a container's present state forward over its new readings. Gives the positions that belong to its past. */
export function advance(state: State, late: readonly Received[], levels: BatteryLevels, grown: Grown[]): Position[] {
  const past: Position[] = []
  const readings = [...late, ...state.fresh.values()].sort((a, b) => a.ts - b.ts)
  const present = state.stay
  let last: Grown | undefined
  for (const { ts, latitude, longitude, battery } of readings) {
    state.lastActive = Math.max(state.lastActive, ts)
    if (battery !== null && ts > state.batteryTs) {
      state.battery = battery
      state.batteryTs = ts
      state.batteryStatus = batteryStatusOf(battery, levels)
      state.moved = true
    }
    if (latitude === null || longitude === null) continue
    const position = { ts, latitude, longitude }
    if (ts <= state.positionTs) {
      past.push(position)
      continue
    }
    const stay = follow(state.stay, position)
    if (last?.stay !== stay) {
      last = { state, stay, opened: stay !== present, added: 0 }
      grown.push(last)
    }
    last.added += 1
    Object.assign(state, { stay, positionTs: ts, latitude, longitude, moved: true })
  }
  return past
}
