import { describe, expect, it } from 'vitest'
import { dayIn, nameOf, shareOf } from '../../ui/pages/planning/vehicles.ts'

describe('the vehicle picker', () => {
  it.each([
    ['nothing to carry', 0, 24, 0],
    ['a third', 8, 24, 33],
    ['just full', 24, 24, 100],
    ['too much: no bar is longer than its frame', 30, 24, 100],
    ['on a vehicle that carries nothing', 1, 0, 100],
    ['nothing on a vehicle that carries nothing', 0, 0, 0]
  ])('fills its bar by the load: %s', (_what, load, capacity, percent) => {
    expect(shareOf({ load, capacity })).toBe(percent)
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
    const numbers = { matched: true, capacity: 24, load: 0, stops: 0, plannedLoad: 0 }
    expect(nameOf({ ...vehicle, ...numbers })).toBe('LCH 1, MAN TGS')
  })
})
