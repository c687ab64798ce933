/** The map beside the plan of a day: which orders a press means, and what it makes of the ticks. */
import { describe, expect, it } from 'vitest'
import { afterPress, boxOf, type KnownPlace, nearestTo } from '../../ui/pages/planning/planPlaces.ts'
import { isFree } from '../../ui/pages/planning/vehicles.ts'

const place = (id: number, latitude: number, longitude: number, vehicle: string | null = null): KnownPlace => ({
  ...{ id, number: '', company: '', receptionPlace: '' },
  ...{ latitude, longitude, vehicle }
})
const places = [place(1, 51, 23), place(2, 51, 23), place(3, 52, 23), place(4, 51.001, 23, 'LCH 1')]
const near = { scale: 256 * 2 ** 8, within: 22 }

describe('a press on the map', () => {
  it('means all orders that wait at the nearest place, and none that is planned', () => {
    expect(nearestTo(places, { latitude: 51.002, longitude: 23 }, near)).toEqual([1, 2])
    expect(nearestTo(places, { latitude: 52, longitude: 23.001 }, near)).toEqual([3])
  })

  it('means nothing where nothing is near', () => {
    expect(nearestTo(places, { latitude: 51.5, longitude: 23 }, near)).toEqual([])
    expect(nearestTo([], { latitude: 51, longitude: 23 }, near)).toEqual([])
  })

  it('ticks them, and once all are ticked takes the ticks back', () => {
    expect(afterPress([3], [1, 2])).toEqual([3, 1, 2])
    expect(afterPress([3, 1], [1, 2])).toEqual([3, 1, 2])
    expect(afterPress([3, 1, 2], [1, 2])).toEqual([3])
  })
})

it('the map shows all of the places', () => {
  expect(boxOf(places)).toEqual({ west: 23, east: 23, south: 51, north: 52 })
  expect(boxOf([])).toBeUndefined()
})

it.each([
  [{}, true],
  [{ stops: 1 }, false],
  [{ outOfService: true }, false],
  [{ driverAway: true }, false],
  [{ driverElsewhere: ['LCH 1'] }, false]
])('a vehicle with %j is free: %s', (more, free) => {
  expect(isFree({ stops: 0, outOfService: false, driverAway: false, driverElsewhere: [], ...more })).toBe(free)
})
