/** The rule of stays over traces made here: errors of a receiver at rest, that drift and run wild, and real moves. */
import { describe, expect, it } from 'vitest'
import { follow, type Position, shownAt, staysOf, type Trail } from '../../modules/iot/ingest/stays.ts'
import { metresBetween } from '../../src/kernel/database/earth.ts'

const start = Date.UTC(2026, 4, 4)
const minute = 60_000
const yard = { latitude: 52, longitude: 21 }
const metre = 1 / 111_195

const off = (north: number, east = 0) => ({
  latitude: yard.latitude + north * metre,
  longitude: yard.longitude + (east * metre) / Math.cos((yard.latitude * Math.PI) / 180)
})

/** From 0 to 1; the same for the same seed (mulberry32). */
function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * As a receiver without a view of half the sky records it: each reading errs by 28 m in each direction and by 10 m that the
 * readings of an hour have in common; one in a hundred is wild, by 150 to 400 m.
 */
function atRest(seed: number, count: number, { first = 0, north = 0, accuracy = null as number | null } = {}) {
  const random = chance(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const kept = 0.98
  let drift = { north: normal() * 10, east: normal() * 10 }
  const next = (value: number) => kept * value + Math.sqrt(1 - kept * kept) * 10 * normal()
  return Array.from({ length: count }, (_, at): Position => {
    drift = { north: next(drift.north), east: next(drift.east) }
    const wild = random() < 0.01 ? 150 + 250 * random() : 0
    const way = 2 * Math.PI * random()
    return {
      ts: start + (first + at) * minute,
      accuracy,
      ...off(
        north + drift.north + 28 * normal() + wild * Math.cos(way),
        drift.east + 28 * normal() + wild * Math.sin(way)
      )
    }
  })
}

const at = (minutes: number, metres: number, accuracy: number | null = null): Position => ({
  ts: start + minutes * minute,
  accuracy,
  ...off(metres)
})
const yardStay = { ...yard, firstTs: 0, lastTs: 0, readings: 1, weight: 1, settledTs: null, sureTs: 0, placed: yard }
const counts = (positions: Position[]) => staysOf(positions).map(stay => stay.readings)

describe('a container at rest, with readings that err by 30 m', () => {
  it('is in one stay, whose centre is right', () => {
    const [stay, ...more] = staysOf(atRest(1, 2_000))
    expect(more).toEqual([])
    expect(stay).toMatchObject({ firstTs: start, lastTs: start + 1_999 * minute, readings: 2_000 })
    expect(metresBetween(yard, stay ?? off(1_000))).toBeLessThan(35)
  })

  it('is in one stay in 97 of 100 such traces', () => {
    const whole = Array.from({ length: 100 }, (_, seed) => staysOf(atRest(seed + 1, 2_000)).length === 1)
    expect(whole.filter(Boolean).length).toBeGreaterThanOrEqual(97)
  })

  it('moves on the map only where a reading is far off', () => {
    const trail: Trail = { stay: undefined, doubtful: [] }
    const shown = atRest(1, 2_000).map(position => {
      follow(trail, position)
      return shownAt(trail.stay ?? yardStay, position)
    })
    const steps = shown.slice(30).map((here, at) => metresBetween(here, shown[29 + at] ?? off(1_000)))
    expect(steps.filter(metres => metres === 0).length / steps.length).toBeGreaterThan(0.97)
  })

  it('has exactly two stays when it is moved by 200 m', () => {
    const moved = [...atRest(2, 300), ...atRest(3, 300, { first: 300, north: 200 })]
    const stays = staysOf(moved)
    expect(stays).toHaveLength(2)
    expect(Math.abs((stays[1]?.firstTs ?? 0) - (start + 300 * minute))).toBeLessThan(10 * minute)
    expect(metresBetween(off(200), stays[1] ?? yard)).toBeLessThan(35)
  })
})

describe('a real move', () => {
  it.each([
    ['of 600 m', null, [at(0, 0), at(1, 10), at(2, 600)], [2, 1]],
    ['of 100 m, by a sensor that errs by 3 m', 3, [at(0, 0, 3), at(1, 2, 3), at(2, 100, 3)], [2, 1]]
  ])('%s is a stay with its first reading', (_, __, positions, readings) => {
    expect(counts(positions)).toEqual(readings)
  })

  it.each([
    ['of 150 m', [at(0, 0), at(1, 10), at(2, 150), at(3, 160)], [2, 2]],
    ['of 60 m, by a sensor that errs by 3 m', [at(0, 0, 3), at(1, 0, 3), at(2, 62, 3), at(3, 60, 3)], [2, 2]]
  ])('%s is a stay with its second, and begins with its first', (_, positions, readings) => {
    expect(counts(positions.slice(0, -1))).toEqual([3])
    expect(counts(positions)).toEqual(readings)
    expect(staysOf(positions)[1]?.firstTs).toBe(start + 2 * minute)
  })

  it('is where the container is shown from its first reading on', () => {
    const trail: Trail = { stay: undefined, doubtful: [] }
    for (const position of [at(0, 0), at(1, 0), at(2, 180)]) follow(trail, position)
    expect(shownAt(trail.stay ?? yardStay, at(2, 180))).toMatchObject(off(180))
  })

  it('of a lorry is as many stays as there are places, whatever the pace', () => {
    const drive = Array.from({ length: 60 }, (_, step) => at(step, step * 700))
    expect(counts(drive)).toEqual(Array.from({ length: 60 }, () => 1))
    const slow = staysOf(Array.from({ length: 400 }, (_, step) => at(step, step * 40)))
    expect(slow.length).toBeGreaterThan((400 * 40) / 700)
  })
})

describe('a reading in doubt', () => {
  it.each([
    ['is taken back by one near the centre', [at(0, 0), at(1, 120), at(2, 0)], [3]],
    ['that is wild does not break a stay', [at(0, 0), at(1, 0), at(2, 400), at(3, 20), at(4, 0)], [5]],
    ['nor do two that are wild in different ways', [at(0, 0), at(1, 0), at(2, 400), at(3, -300), at(4, 0)], [5]],
    [
      'on the way is elsewhere with those after it',
      [at(0, 0), at(1, 200), at(2, 320), at(3, 440), at(4, 1_000)],
      [1, 1, 1, 1, 1]
    ],
    ['of a wide cell moves nothing', [at(0, 0, 5), at(1, 1_500, 2_000), at(2, 0, 5)], [3]],
    ['a round trip of kilometres is no doubt', [at(0, 0), at(1, 5_000), at(2, 0)], [1, 1, 1]]
  ])('%s', (_, positions, readings) => {
    expect(counts(positions)).toEqual(readings)
  })

  it('counts to the present stay until it has left', () => {
    expect(staysOf([at(0, 0), at(1, 150)])).toMatchObject([{ readings: 2, sureTs: start, lastTs: start + minute }])
    expect(staysOf([at(0, 0), at(1, 150), at(2, 150)])).toMatchObject([
      { readings: 1, lastTs: start },
      { readings: 2, firstTs: start + minute }
    ])
  })
})
