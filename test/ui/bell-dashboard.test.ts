import { describe, expect, it } from 'vitest'
import { readDashboardUrl, writeDashboardUrl } from '../../ui/pages/dashboard/dashboardUrl.ts'
import { exceeds, routesOn, sumsOf } from '../../ui/pages/dashboard/loads.ts'

describe("the dashboard's URL", () => {
  it('gives back what was put into it, and leaves the rest alone', () => {
    const text = writeDashboardUrl('?x=1', { day: '2026-11-19', regions: [0, 2] })
    expect(text).toBe('?x=1&day=2026-11-19&regions=0,2')
    expect(readDashboardUrl(text, [0, 1, 2, 3])).toEqual({ day: '2026-11-19', regions: [0, 2] })
    expect(writeDashboardUrl(text, { day: undefined, regions: [] })).toBe('?x=1')
    expect(writeDashboardUrl('', {})).toBe('')
  })

  it.each(['', '?day=2026-02-30&regions=9', '?day=&regions=', '?day=today&regions=x,-1'])(
    'takes %s for the default',
    query => {
      expect(readDashboardUrl(query, [0, 1, 2, 3])).toEqual({ day: undefined, regions: [] })
    }
  )
})

describe('the routes of a day', () => {
  const [today, tomorrow] = ['2026-11-24', '2026-11-25']
  const route = (vehicleId: number, day: string, counts: { orders: number; finished: number; notified: number }) => ({
    ...{ number: vehicleId, day, vehicleId, vehicle: `LU ${vehicleId}`, driver: 'Jan Nowak', places: counts.orders },
    ...counts
  })
  const load = (id: number, tonnes: number[]) => ({ id, name: `LU ${id}`, driver: 'Jan Nowak', capacity: 10, tonnes })
  const data = {
    routes: [
      route(1, today, { orders: 3, finished: 0, notified: 3 }),
      route(2, today, { orders: 2, finished: 0, notified: 1 }),
      route(3, today, { orders: 2, finished: 2, notified: 0 }),
      route(1, tomorrow, { orders: 4, finished: 1, notified: 2 }),
      route(4, tomorrow, { orders: 1, finished: 0, notified: 1 })
    ],
    planned: { days: [today, tomorrow], vehicles: [load(1, [4.2, 14.2]), load(2, [10, 0]), load(3, [10.5, 12])] }
  }

  it('have the load of their own day, and none where the vehicle has none', () => {
    const overOn = (day: string) => routesOn(data, day).map(({ vehicleId, over }) => [vehicleId, over])
    expect(overOn(today)).toEqual([
      [1, false],
      [2, false],
      [3, true]
    ])
    expect(overOn(tomorrow)).toEqual([
      [1, true],
      [4, false]
    ])
    expect(overOn('2026-11-26')).toEqual([])
  })

  it('are summed up: vehicles, drivers who do not know all that is left, overloads', () => {
    expect(sumsOf(routesOn(data, today))).toEqual({ vehicles: 3, unknown: 1, over: 1 })
    expect(sumsOf(routesOn(data, tomorrow))).toEqual({ vehicles: 2, unknown: 1, over: 1 })
    expect(sumsOf([])).toEqual({ vehicles: 0, unknown: 0, over: 0 })
  })

  it.each([
    [9.999, 10, false],
    [10, 10, false],
    [0.1 + 0.2, 0.3, false],
    [10.001, 10, true]
  ])('are overloaded with %d t of %d t: %s', (tonnes, capacity, isOver) => {
    expect(exceeds(tonnes, capacity)).toBe(isOver)
  })
})
