/**
 * Parses messages of sensors. Pure functions: a message gives valid readings, and the reasons why others are rejected. The elements of an
 * array are checked one by one, so that a bad reading does not affect good ones.
 */

/** A reading: `ts` in epoch milliseconds, position in degrees, its accuracy in whole metres, battery in volts. Null: not sent. */
export interface Reading {
  readonly ts: number
  readonly latitude: number | null
  readonly longitude: number | null
  readonly accuracy: number | null
  readonly battery: number | null
}

/**
 * Why a reading is not stored. `topic`: not a sensor's topic; `unknown_device`; `unreadable`: not JSON or not an object; `empty`,
 * `too_many`: the number of readings in the message; `ts`: missing or not a time; `future`; `too_old`: before 2015, older than so many days
 * when it arrived (a clock that has fallen back), or before the time from which readings are kept; `position`: incomplete, out of range, or the 0/0 of a receiver without a fix; `accuracy`: negative or not a
 * number; `battery`: out of range; `unstorable`: refused by the database.
 */
export type Reason =
  | 'topic'
  | 'unknown_device'
  | 'unreadable'
  | 'empty'
  | 'too_many'
  | 'ts'
  | 'future'
  | 'too_old'
  | 'position'
  | 'accuracy'
  | 'battery'
  | 'unstorable'

/** A rejected reading. `payload` is cut to `maxExcerpt` characters and contains no NUL, which PostgreSQL cannot store. */
export interface Rejection {
  readonly reason: Reason
  readonly payload: string
}

export const maxReadings = 500
export const maxExcerpt = 1_000
const maxBytes = 256 * 1024
const future = 10 * 60_000
const noSensorsBefore = Date.UTC(2015, 0, 1)
const dayMs = 24 * 60 * 60_000
const maxBatteryVolts = 10
/** The worst accuracy in metres: larger values are stored as this. */
const worstAccuracy = 10_000
/** The most brackets in a message: 500 readings have 501, and devices may send nested fields. */
const maxBrackets = 10_000
const sign = { quote: 34, comma: 44, bracket: 91, backslash: 92, closingBracket: 93, brace: 123, closingBrace: 125 }
const before = 'containers/'
const after = '/telemetry'
const iso = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i

/** The IMEI that a topic `containers/{imei}/telemetry` names, or undefined. */
export function imeiOf(topic: string): string | undefined {
  if (!topic.startsWith(before) || !topic.endsWith(after)) return undefined
  const imei = topic.slice(before.length, -after.length)
  return imei === '' || imei.includes('/') ? undefined : imei
}

/** The beginning of a payload as text. */
export const excerpt = (payload: Uint8Array): string => cut(Buffer.from(payload.subarray(0, maxExcerpt * 4)).toString())

/** A reading as the JSON that a sensor would send: stored for a valid reading that could not be written. */
export const asSent = ({ ts, latitude, longitude, accuracy, battery }: Reading): string =>
  JSON.stringify({
    ts,
    ...(latitude === null ? {} : { lat: latitude, lon: longitude }),
    ...(accuracy === null ? {} : { accuracy }),
    ...(battery === null ? {} : { battery })
  })

const cut = (text: string): string => text.slice(0, maxExcerpt).replaceAll('\0', '\uFFFD')

/**
 * Parses a payload: an object, or an array of up to 500. `now` is in epoch milliseconds; readings of more than `oldestDays` days before are
 * too old, 0 for no such limit. Never throws.
 */
export function readPayload(
  payload: Uint8Array,
  now: number,
  oldestDays: number
): { readings: readonly Reading[]; rejected: readonly Rejection[] } {
  const oldest = oldestDays > 0 ? Math.max(noSensorsBefore, now - oldestDays * dayMs) : noSensorsBefore
  const whole = (reason: Reason) => ({ readings: [], rejected: [{ reason, payload: excerpt(payload) }] })
  if (payload.length > maxBytes) return whole('too_many')
  const extent = extentOf(payload)
  if (extent.brackets > maxBrackets) return whole('unreadable')
  if (extent.parts > maxReadings) return whole('too_many')
  let body: unknown
  try {
    body = JSON.parse(textOf(payload))
  } catch {
    return whole('unreadable')
  }
  if (!Array.isArray(body)) {
    const one = readOne(body, now, oldest)
    return typeof one === 'string' ? whole(one) : { readings: [one], rejected: [] }
  }
  if (body.length === 0) return whole('empty')
  if (body.length > maxReadings) return whole('too_many')
  const readings: Reading[] = []
  const rejected: Rejection[] = []
  for (const part of body) {
    const one = readOne(part, now, oldest)
    if (typeof one === 'string') rejected.push({ reason: one, payload: excerptOf(part) ?? excerpt(payload) })
    else readings.push(one)
  }
  return { readings, rejected }
}

const textOf = (payload: Uint8Array): string =>
  (Buffer.isBuffer(payload) ? payload : Buffer.from(payload.buffer, payload.byteOffset, payload.length)).toString()

/**
 * The beginning of a part as JSON; undefined if it is nested too deeply for JSON.stringify, which recurses (JSON.parse does not).
 */
function excerptOf(part: unknown): string | undefined {
  try {
    return cut(JSON.stringify(part))
  } catch {
    return undefined
  }
}

/**
 * Counts the opening brackets of JSON, and the elements of the outermost one. This is checked before JSON.parse, which takes a quarter of a
 * second for a message full of brackets.
 */
function extentOf(payload: Uint8Array): { brackets: number; parts: number } {
  let depth = 0
  let brackets = 0
  let parts = 1
  let isInString = false
  for (let at = 0; at < payload.length; at++) {
    const byte = payload[at]
    if (isInString) {
      if (byte === sign.backslash) at++
      else if (byte === sign.quote) isInString = false
    } else if (byte === sign.quote) isInString = true
    else if (byte === sign.bracket || byte === sign.brace) {
      depth += 1
      brackets += 1
    } else if (byte === sign.closingBracket || byte === sign.closingBrace) depth -= 1
    else if (byte === sign.comma && depth === 1) parts += 1
  }
  return { brackets, parts }
}

function readOne(part: unknown, now: number, oldest: number): Reading | Reason {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return 'unreadable'
  const { ts: at, lat, lon, accuracy: metres, battery: volts } = part as Record<string, unknown>
  const ts = timeOf(at)
  if (ts === undefined) return 'ts'
  if (ts > now + future) return 'future'
  if (ts < oldest) return 'too_old'
  const latitude = lat ?? null
  const longitude = lon ?? null
  const error = metres ?? null
  const battery = volts ?? null
  if (latitude === null || longitude === null) {
    if (latitude !== longitude) return 'position'
  } else if (!within(latitude, -90, 90) || !within(longitude, -180, 180) || (latitude === 0 && longitude === 0)) {
    return 'position'
  }
  if (error !== null && !within(error, 0, Number.MAX_VALUE)) return 'accuracy'
  if (battery !== null && !within(battery, 0, maxBatteryVolts)) return 'battery'
  const accuracy = error === null || latitude === null ? null : Math.min(Math.round(error as number), worstAccuracy)
  return { ts, latitude, longitude, accuracy, battery } as Reading
}

const within = (value: unknown, low: number, high: number): boolean =>
  typeof value === 'number' && value >= low && value <= high

/** Epoch milliseconds, or ISO 8601 with a time of day; without a zone it is UTC. */
function timeOf(at: unknown): number | undefined {
  if (typeof at === 'number') return Number.isFinite(at) ? Math.round(at) : undefined
  if (typeof at !== 'string') return undefined
  const match = iso.exec(at)
  if (!match) return undefined
  const text = at.replace(',', '.').replace(' ', 'T')
  const ts = Date.parse(match[3] ? text : `${text}Z`)
  // Date.parse accepts the 31st of February as a day in March
  const dayExists = new Date(Date.parse(`${text.slice(0, 10)}T00:00Z`)).getUTCDate() === Number(text.slice(8, 10))
  return Number.isNaN(ts) || !dayExists ? undefined : ts
}
