import { describe, expect, it } from 'vitest'
import type { Stay } from '../../ui/pages/map/trail.ts'
import { durationOf, played, rangeFrom, rangesOf, stayKey, staysIn, stepAt } from '../../ui/pages/map/trail.ts'

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
  it('is the stay that contains it, and is found again by the key of a stay', () => {
    expect(stepAt(stays, now - 6 * day)).toBe(1)
    expect(stays.map(stay => stepAt(stays, stayKey(stay)))).toEqual([0, 1, 2])
  })
  it('is the stay before where it lies between two, and the first where it lies before all', () => {
    expect(stepAt(stays, now - 7.5 * day)).toBe(0)
    expect(stepAt(stays, now - 50 * day)).toBe(0)
  })
  it('is 0 without stays', () => expect(stepAt([], now)).toBe(0))
})

describe('a play', () => {
  it('advances by its speed, in steps a second', () => {
    expect(played(2, 500, 1, 100)).toBe(2.5)
    expect(played(2, 500, 20, 100)).toBe(12)
  })
  it('stops at the last stay, whatever time has passed', () => {
    expect(played(98, 60_000, 20, 100)).toBe(99)
    expect(played(0, 1000, 5, 0)).toBe(0)
  })
})

it('tells how long a stay was', () => {
  expect(durationOf(aStay(3.5, 1))).toEqual({ days: 2, hours: 12, minutes: 0 })
  expect(durationOf(aStay(20 / 1440, 0))).toEqual({ days: 0, hours: 0, minutes: 20 })
})
