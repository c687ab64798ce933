import { describe, expect, it } from 'vitest'
import { batteryLine, marksOf, ticksOf } from '../../ui/pages/map/timeScale.ts'
import type { Stay } from '../../ui/pages/map/trail.ts'
import {
  durationOf,
  isOneReading,
  isUnderWay,
  momentAfter,
  paceOf,
  played,
  positionAt,
  rangeFrom,
  rangesOf,
  spanOf,
  staysIn,
  stepAt
} from '../../ui/pages/map/trail.ts'

const day = 86_400_000
const now = Date.UTC(2026, 10, 20, 12)
/** A stay that began and ended so many days ago. */
const aStay = (began: number, ended: number): Stay => ({
  id: began,
  latitude: 52,
  longitude: 19,
  firstActiveDate: new Date(now - began * day).toISOString(),
  lastActiveDate: new Date(now - ended * day).toISOString()
})

describe('the ranges on offer', () => {
  it('are all data alone where there is none, or less than a day of it', () => {
    expect(rangesOf([], now)).toEqual(['all'])
    expect(rangesOf([aStay(0.5, 0)], now)).toEqual(['all'])
  })
  it('are those shorter than the age of the data', () => {
    expect(rangesOf([aStay(25, 20), aStay(3, 0)], now)).toEqual(['all', 21, 14, 7, 3, 1])
    expect(rangesOf([aStay(400, 300), aStay(2, 0)], now)).toEqual(['all', 180, 90, 60, 30, 21, 14, 7, 3, 1])
  })
  it('leave out those without a stay', () => {
    expect(rangesOf([aStay(70, 60), aStay(40, 10)], now)).toEqual(['all', 60, 30, 21, 14])
  })
  it('turn anything else in the URL into all', () => {
    expect(rangeFrom('7', ['all', 14, 7])).toBe(7)
    expect(rangeFrom('30', ['all', 14, 7])).toBe('all')
    expect(rangeFrom(undefined, ['all', 14, 7])).toBe('all')
  })
})

it('keeps the stays that end within the range', () => {
  const stays = [aStay(40, 35), aStay(32, 29), aStay(5, 1)]
  expect(staysIn(stays, 30, now)).toEqual(stays.slice(1))
  expect(staysIn(stays, 'all', now)).toBe(stays)
})

describe('the step of a moment', () => {
  const stays = [aStay(10, 8), aStay(7, 5), aStay(4, 0)]
  it('is the newest without a moment', () => expect(stepAt(stays, undefined)).toBe(2))
  it('is the stay that contains it, and is found again by its beginning', () => {
    expect(stepAt(stays, now - 6 * day)).toBe(1)
    expect(stays.map(stay => stepAt(stays, Date.parse(stay.firstActiveDate)))).toEqual([0, 1, 2])
  })
  it('is the stay before where it lies between two, and the first where it lies before all', () => {
    expect(stepAt(stays, now - 7.5 * day)).toBe(0)
    expect(stepAt(stays, now - 50 * day)).toBe(0)
  })
  it('is 0 without stays', () => expect(stepAt([], now)).toBe(0))
})

describe('a replay by time', () => {
  const stays = [aStay(10, 8), aStay(6, 5), aStay(4, 4), aStay(3, 0)]
  const span = spanOf(stays)
  it('runs from the beginning of the first stay to the end of the last', () => {
    expect(span).toEqual({ from: now - 10 * day, to: now })
    expect(spanOf([])).toEqual({ from: 0, to: 0 })
  })
  it('rests while the container rests, and goes on by the share of the way whose time has passed', () => {
    expect(positionAt(stays, now - 9 * day)).toBe(0)
    expect(positionAt(stays, now - 8 * day)).toBe(0)
    expect(positionAt(stays, now - 7.5 * day)).toBeCloseTo(0.25)
    expect(positionAt(stays, now - 6 * day)).toBe(1)
    expect(positionAt(stays, now)).toBe(3)
  })
  it('knows when the container is between two stays', () => {
    expect(isUnderWay(stays, 0, now - 9 * day)).toBe(false)
    expect(isUnderWay(stays, 0, now - 7 * day)).toBe(true)
    expect(isUnderWay(stays, 3, now + day)).toBe(false)
  })
  it('advances by what a second stands for, and stops at the end whatever time has passed', () => {
    expect(played(span.from, 500, day, span)).toBe(now - 9.5 * day)
    expect(played(span.from, 3_600_000, day, span)).toBe(now)
  })
  it('takes at most a minute at speed 1, by a round length of time', () => {
    expect(paceOf(span)).toBe(6 * 3_600_000)
    for (const days of [0.01, 0.5, 3, 60, 365, 4000]) {
      const length = days * day
      const seconds = length / paceOf({ from: 0, to: length })
      expect(seconds).toBeLessThanOrEqual(60)
      expect(seconds).toBeGreaterThan(days < 0.05 ? 10 : 20)
    }
  })
  it('goes by the keys from stay to stay, by days, and to the ends, never beyond', () => {
    const at = now - 7 * day
    const key = (name: string, moment = at) => (momentAfter(name, stays, moment)! - now) / day
    expect([key('ArrowRight'), key('ArrowLeft'), key('ArrowUp'), key('ArrowDown')]).toEqual([-6, -10, -6, -10])
    expect([key('PageUp'), key('PageDown'), key('Home'), key('End')]).toEqual([-6, -8, -10, 0])
    expect([key('ArrowLeft', now - 6 * day), key('ArrowRight', now), key('PageUp', now)]).toEqual([-10, 0, 0])
    expect(momentAfter('a', stays, at)).toBeUndefined()
  })
})

describe('the scale under the slider', () => {
  const stays = [aStay(10, 8), aStay(7.999, 5), aStay(4, 4), aStay(3, 0)]
  const span = spanOf(stays)
  it('has a mark for each stay, one for those that would touch', () => {
    expect(marksOf(stays, span).map(({ at, length }) => [at, length].map(share => Math.round(share * 100)))).toEqual([
      [0, 50],
      [60, 0],
      [70, 30]
    ])
  })
  it('names round moments of Warsaw’s clock, also where a day has 25 hours', () => {
    const words = ({ moment }: { moment: number }): string => new Date(moment).toISOString().slice(5, 16)
    expect(ticksOf({ from: now - 3 * day, to: now }, 4).map(words)).toEqual([
      '11-17T23:00',
      '11-18T23:00',
      '11-19T23:00'
    ])
    const october = Date.UTC(2026, 9, 24, 12)
    expect(ticksOf({ from: october, to: october + 3 * day }, 4).map(words)).toEqual([
      '10-24T22:00',
      '10-25T23:00',
      '10-26T23:00'
    ])
    expect(ticksOf({ from: now - 300 * day, to: now }, 5).map(words)).toEqual([
      '03-31T22:00',
      '06-30T22:00',
      '09-30T22:00'
    ])
    expect(ticksOf({ from: now, to: now + 60_000 }, 5)).toEqual([])
  })
  it('draws the battery to the same scale, broken where nothing is known, level where it hardly changes', () => {
    const value = (days: number, volts: number) => ({ at: new Date(now - days * day).toISOString(), volts })
    const line = batteryLine([value(10, 4), value(9.8, 3.9), value(1, 3.5), value(0.8, 3.4)], span)!
    expect([line.least, line.most]).toEqual([3.4, 4])
    expect(line.path).toBe('M0.0 5.0L20.0 20.0M900.0 80.0L920.0 95.0')
    expect(batteryLine([value(2, 4), value(1.9, 4.001)], span)?.path).toBe('M800.0 50.2L810.0 49.8')
    expect(batteryLine([value(20, 4), value(1, 3.9)], span)).toBeUndefined()
  })
})

it('does not call one reading a stay of no time', () => {
  expect(isOneReading(aStay(1, 1))).toBe(true)
  expect(isOneReading(aStay(1, 0.9))).toBe(false)
})

it('tells how long a stay was', () => {
  expect(durationOf(aStay(3.5, 1))).toEqual({ days: 2, hours: 12, minutes: 0 })
  expect(durationOf(aStay(20 / 1440, 0))).toEqual({ days: 0, hours: 0, minutes: 20 })
})
