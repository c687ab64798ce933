import { describe, expect, it } from 'vitest'
import { dayIn, isOver, sharesOf, vehicleTitle } from '../../ui/pages/planning/vehicles.ts'

describe('the vehicle picker', () => {
  it.each<[what: string, planned: number, load: number, capacity: number, shares: [number, number], over: boolean]>([
    ['nothing to carry', 0, 0, 24, [0, 0], false],
    ['a third', 0, 8, 24, [0, 33], false],
    ['the plan before the orders', 12, 6, 24, [50, 25], false],
    ['just full', 18, 6, 24, [75, 25], false],
    ['just full of fractions', 0.1, 0.2, 0.3, [33, 67], false],
    ['too much by what is planned already', 18, 5, 10, [78, 22], true],
    ['too much by the orders alone', 0, 30, 24, [0, 100], true],
    ['a full plan without orders', 10, 0, 10, [100, 0], false],
    ['on a vehicle that carries nothing', 0, 1, 0, [0, 100], true],
    ['nothing on a vehicle that carries nothing', 0, 0, 0, [0, 0], false]
  ])('shows plan and load: %s', (_what, plannedLoad, load, capacity, [planned, chosen], over) => {
    expect(sharesOf({ load, plannedLoad, capacity })).toEqual({ planned, chosen })
    expect(isOver({ load, plannedLoad, capacity })).toBe(over)
  })

  it.each([
    ['2026-06-01', '2026-06-01'],
    ['2026-06', undefined],
    ['', undefined],
    [undefined, undefined],
    [20260601, undefined]
  ])('asks for the route of a whole day only: %j', (value, day) => {
    expect(dayIn(value)).toBe(day)
  })

  it('calls a vehicle by its plate first', () => {
    const vehicle = { id: 1, brand: 'MAN', model: 'TGS', registerNumber: 'LCH 1', driver: 'Jan Nowak' }
    const numbers = {
      matched: true,
      missing: [],
      capacity: 24,
      day: null,
      days: 0,
      load: 0,
      stops: 0,
      plannedLoad: 0,
      nearest: null,
      driverElsewhere: [],
      driverAway: false,
      outOfService: false,
      proposed: null
    }
    expect(vehicleTitle({ ...vehicle, ...numbers })).toBe('LCH 1, MAN TGS, Jan Nowak')
  })
})
