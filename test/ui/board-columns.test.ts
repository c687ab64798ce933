/** What stands on the planning board, and the load of its vehicles while cards are moved. */
import { describe, expect, it } from 'vitest'
import type { Row } from '../../src/contract/row.ts'
import { boardOf, loadWith } from '../../ui/pages/planning/board/columns.ts'
import type { Summary } from '../../ui/pages/planning/route.ts'
import type { Vehicle } from '../../ui/pages/planning/vehicles.ts'

const vehicle = (id: number, more: Partial<Vehicle> = {}): Vehicle =>
  ({
    ...{ id, registerNumber: `LCH ${id}`, driver: `D${id}`, capacity: 10, stops: 0, plannedLoad: 0 },
    ...{ driverElsewhere: [], driverAway: false, outOfService: false, ...more }
  }) as unknown as Vehicle
const row = (id: number, more: object = {}): Row => ({ id, version: 1, load: 2, ...more })
const planned = [
  row(10, { vehicleId: 8, vehicle: 'LCH 8, MAN' }),
  row(20, { vehicleId: 3, vehicle: 'GONE 3, MAN' }),
  row(11, { vehicleId: 8 })
]
const vehicles = [
  vehicle(5, { outOfService: true }),
  vehicle(6),
  vehicle(7, { stops: 4, plannedLoad: 9 }),
  vehicle(8, { stops: 2, plannedLoad: 4 })
]
const summaries = [{ vehicleId: 3, driver: 'Jan', capacity: 1.5, load: 2 }] as unknown as Summary[]
const { columns, heads } = boardOf({ toPlan: [row(1), row(2)], planned, vehicles, summaries })

describe('the board', () => {
  it('has what is to be planned, the vehicles of the day in their order, those that are filtered out, and then the idle ones', () => {
    expect(columns).toEqual([
      { place: 'toPlan', ids: [1, 2] },
      { place: 8, ids: [10, 11] },
      { place: 3, ids: [20] },
      { place: 7, ids: [] },
      { place: 6, ids: [], isFree: true },
      { place: 5, ids: [], isFree: true }
    ])
  })

  it('names vehicle and driver, also of one that was removed since', () => {
    expect(heads.get(8)).toMatchObject({ plate: 'LCH 8', driver: 'D8', capacity: 10, planned: 4 })
    expect(heads.get(3)).toMatchObject({ plate: 'GONE 3', driver: 'Jan', capacity: 1.5, planned: 2 })
    expect(heads.get(5)).toMatchObject({ outOfService: true })
  })
})

describe('the load of a vehicle', () => {
  const rowOf = (id: number): Row | undefined => [row(1), row(2, { load: 7 }), ...planned].find(one => one.id === id)
  const of = (id: number, shown = columns, coming: readonly number[] = []) => {
    const head = heads.get(id)
    if (!head) throw new Error('There is no such vehicle')
    return loadWith(head, { before: columns, shown, coming, rowOf })
  }
  it('is what the server says, also of orders that a filter leaves out', () => {
    expect(of(7)).toEqual({ planned: 9, coming: 0, isOver: false })
    expect(of(3)).toEqual({ planned: 2, coming: 0, isOver: true })
  })

  it('has what hovers over it, without what stands there', () => {
    expect(of(8, columns, [2, 10])).toEqual({ planned: 4, coming: 7, isOver: true })
    expect(of(7, columns, [1])).toEqual({ planned: 9, coming: 2, isOver: true })
    expect(of(6, columns, [1])).toEqual({ planned: 0, coming: 2, isOver: false })
  })

  it('has what was put on it, and not what was taken off it, until the server has answered', () => {
    const shown = columns.map(column =>
      column.place === 8 ? { ...column, ids: [11, 2] } : { ...column, ids: column.ids.filter(id => id !== 2) }
    )
    expect(of(8, shown)).toEqual({ planned: 9, coming: 0, isOver: false })
  })
})
