import { describe, expect, it } from 'vitest'
import { imeiOf, maxExcerpt, maxReadings, readPayload } from '../../modules/iot/ingest/reading.ts'

const now = Date.UTC(2026, 4, 4, 12)
const iso = '2026-05-04T11:59:00Z'
const ts = Date.UTC(2026, 4, 4, 11, 59)
const read = (body: unknown) => readPayload(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), now, 0)

describe('a payload gives a reading', () => {
  const none = { latitude: null, longitude: null, accuracy: null, battery: null }
  it.each([
    [
      'with everything',
      { ts: iso, lat: 52.1, lon: 21.2, accuracy: 7.6, battery: 3.7 },
      { ts, latitude: 52.1, longitude: 21.2, accuracy: 8, battery: 3.7 }
    ],
    [
      'by epoch milliseconds',
      { ts, lat: 52.1, lon: 21.2 },
      { ts, latitude: 52.1, longitude: 21.2, accuracy: null, battery: null }
    ],
    ['with an offset', { ts: '2026-05-04T13:59:00+02:00' }, { ts, ...none }],
    ['with an offset without colon', { ts: '2026-05-04T13:59:00+0200' }, { ts, ...none }],
    ['without a zone, which is UTC', { ts: '2026-05-04T11:59:00.000' }, { ts, ...none }],
    ['with a space and a comma', { ts: '2026-05-04 11:59:00,5Z' }, { ts: ts + 500, ...none }],
    ['a sign of life', { ts: iso }, { ts, ...none }],
    ['with nulls for what is not told', { ts: iso, lat: null, lon: null, battery: null }, { ts, ...none }],
    ['with fields of its maker', { ts: iso, rssi: -70, fw: '1.2' }, { ts, ...none }],
    [
      'on the edges',
      { ts: iso, lat: -90, lon: 180, accuracy: 0, battery: 0 },
      { ts, latitude: -90, longitude: 180, accuracy: 0, battery: 0 }
    ],
    [
      'on one zero line, somewhere',
      { ts: iso, lat: 0, lon: 9, accuracy: 1e300 },
      { ts, latitude: 0, longitude: 9, accuracy: 10_000, battery: null }
    ],
    ['with an accuracy of no position', { ts: iso, accuracy: 5 }, { ts, ...none }],
    ['just not from the future', { ts: now + 600_000 }, { ts: now + 600_000, ...none }],
    ['of a leap day', { ts: '2024-02-29T00:00:00Z' }, { ts: Date.UTC(2024, 1, 29), ...none }]
  ])('%s', (_, body, reading) => {
    expect(read(body)).toEqual({ readings: [reading], rejected: [] })
  })
})

describe('a reading older than so many days when it arrives', () => {
  const day = 24 * 3_600_000
  const reasonOf = (at: number, oldestDays: number) =>
    readPayload(Buffer.from(JSON.stringify({ ts: at, lat: 52, lon: 21 })), now, oldestDays).rejected[0]?.reason

  it.each([
    ['on the limit is taken', now - 400 * day, 400, undefined],
    ['a moment before it is too old', now - 400 * day - 1, 400, 'too_old'],
    ['of a clock that has fallen back to 2020 is too old', Date.UTC(2020, 0, 1), 400, 'too_old'],
    ['is taken at any age with no limit', Date.UTC(2020, 0, 1), 0, undefined],
    ['is too old before there were sensors, with no limit either', Date.UTC(2014, 11, 31), 0, 'too_old'],
    ['is too old before there were sensors, with a longer limit', Date.UTC(2014, 11, 31), 36_500, 'too_old']
  ])('%s', (_, at, oldestDays, reason) => expect(reasonOf(at, oldestDays)).toBe(reason))
})

describe('a payload is rejected', () => {
  it.each([
    ['not JSON', 'nonsense', 'unreadable'],
    ['nothing', '', 'unreadable'],
    ['a number', '7', 'unreadable'],
    ['null', 'null', 'unreadable'],
    ['cut off', '{"ts": 1', 'unreadable'],
    ['an empty array', [], 'empty'],
    ['an array in an array', [[{ ts }]], 'unreadable'],
    ['brackets in brackets, deeper than the stack', '['.repeat(60_000) + ']'.repeat(60_000), 'unreadable'],
    ['a reading whose time is such brackets', `[{"ts":${'['.repeat(9_000)}${']'.repeat(9_000)}}]`, 'ts'],
    ['too many readings', Array.from({ length: maxReadings + 1 }, (_, at) => ({ ts: ts - at })), 'too_many'],
    ['no time', { lat: 1, lon: 2 }, 'ts'],
    ['a time in words', { ts: 'yesterday' }, 'ts'],
    ['a day without a time', { ts: '2026-05-04' }, 'ts'],
    ['a day that is not', { ts: '2026-02-31T10:00:00Z' }, 'ts'],
    ['an hour that is not', { ts: '2026-02-01T25:00:00Z' }, 'ts'],
    ['an endless time', '{"ts": 1e999}', 'ts'],
    ['epoch seconds', { ts: ts / 1000 }, 'too_old'],
    ['a time before any sensor', { ts: '1999-12-31T23:59:59Z' }, 'too_old'],
    ['more than ten minutes ahead', { ts: now + 600_001 }, 'future'],
    ['a time past all calendars', { ts: 9e15 }, 'future'],
    ['latitude alone', { ts, lat: 52 }, 'position'],
    ['longitude alone', { ts, lat: null, lon: 52 }, 'position'],
    ['latitude out of range', { ts, lat: 90.01, lon: 20 }, 'position'],
    ['longitude out of range', { ts, lat: 52, lon: -180.5 }, 'position'],
    ['a position in words', { ts, lat: '52.1', lon: '21.2' }, 'position'],
    ['a receiver without a fix', { ts, lat: 0, lon: 0 }, 'position'],
    ['an accuracy below nothing', { ts, lat: 52, lon: 21, accuracy: -1 }, 'accuracy'],
    ['an accuracy in words', { ts, lat: 52, lon: 21, accuracy: 'good' }, 'accuracy'],
    ['a battery below nothing', { ts, battery: -0.1 }, 'battery'],
    ['millivolts', { ts, battery: 3600 }, 'battery'],
    ['a battery in words', { ts, battery: 'full' }, 'battery']
  ])('%s', (_, body, reason) => {
    const { readings, rejected } = read(body)
    expect(readings).toEqual([])
    expect(rejected.map(one => one.reason)).toEqual([reason])
  })
})

it('judges the parts of an array one by one', () => {
  const { readings, rejected } = read([{ ts }, { ts: 'soon' }, { ts: ts - 1 }])
  expect(readings.map(one => one.ts)).toEqual([ts, ts - 1])
  expect(rejected).toEqual([{ reason: 'ts', payload: '{"ts":"soon"}' }])
})

it('keeps the good readings beside brackets that have no end', () => {
  const { readings, rejected } = read(`[{"ts":${ts}},${'['.repeat(6_000)}${']'.repeat(6_000)}]`)
  expect(readings.map(one => one.ts)).toEqual([ts])
  expect(rejected).toEqual([{ reason: 'unreadable', payload: expect.stringMatching(/^\[\{"ts":\d+\},\[\[\[/) }])
})

it('takes a full array', () => {
  expect(read(Array.from({ length: maxReadings }, (_, at) => ({ ts: ts - at }))).readings).toHaveLength(maxReadings)
})

it('keeps a bounded, storable piece of what it rejects', () => {
  const [rejection] = read(`\0${'x'.repeat(5_000)}`).rejected
  expect(rejection?.payload).toHaveLength(maxExcerpt)
  expect(rejection?.payload).not.toContain('\0')
})

it.each([
  ['containers/350000000000019/telemetry', '350000000000019'],
  ['containers//telemetry', undefined],
  ['containers/1/telemetry/more', undefined],
  ['containers/1/commands', undefined],
  ['tanks/1/telemetry', undefined]
])('the topic %s names %s', (topic, imei) => {
  expect(imeiOf(topic)).toBe(imei)
})
