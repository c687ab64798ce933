/** What stands on the planning board: its columns, made of the day's rows, the vehicles and what is to be planned. Pure functions. */
import type { Row } from '../../../../src/contract/row.ts'
import type { Summary } from '../route.ts'
import { isFree, isOver, type Vehicle } from '../vehicles.ts'
import { type Column, columnOf, type Place } from './moves.ts'

/** A vehicle as the head of its column says it. */
export interface VehicleHead {
  readonly id: number
  readonly plate: string
  readonly driver: string
  readonly capacity: number
  /** Tonnes that are planned and still to be done; undefined while it is not known. */
  readonly planned: number | undefined
  readonly outOfService: boolean
  readonly driverAway: boolean
  readonly driverElsewhere: readonly string[]
  /** Of its route; undefined without one, and until it has come. */
  readonly summary: Summary | undefined
}

export interface BoardData {
  readonly columns: readonly Column[]
  readonly heads: ReadonlyMap<Place, VehicleHead>
}

interface Sources {
  readonly toPlan: readonly Row[]
  /** The day's stops, by vehicle and in their order. */
  readonly planned: readonly Row[]
  readonly vehicles: readonly Vehicle[]
  readonly summaries: readonly Summary[]
}

const plateOf = (row: Row | undefined): string => String(row?.vehicle ?? '').split(',')[0] ?? ''

/**
 * First what is to be planned, then the vehicles with stops in the order of the rows, then those whose stops a filter leaves out, and then
 * those that have nothing to do: free ones before those that cannot go.
 */
export function boardOf({ toPlan, planned, vehicles, summaries }: Sources): BoardData {
  const withRows = [...new Set(planned.flatMap(({ vehicleId }) => (typeof vehicleId === 'number' ? vehicleId : [])))]
  const others = vehicles.filter(({ id }) => !withRows.includes(id))
  const busy = others.filter(({ stops }) => stops > 0)
  const idle = others.filter(({ stops }) => stops === 0)
  const free = [...idle.filter(isFree), ...idle.filter(vehicle => !isFree(vehicle))]
  const idsOf = (vehicleId: number): number[] => planned.filter(row => row.vehicleId === vehicleId).map(({ id }) => id)
  const heads = [...withRows, ...busy.map(({ id }) => id), ...free.map(({ id }) => id)].map(id => {
    const row = planned.find(one => one.vehicleId === id)
    return headOf(
      id,
      vehicles.find(one => one.id === id),
      summaries.find(one => one.vehicleId === id),
      row
    )
  })
  return {
    columns: [
      { place: 'toPlan', ids: toPlan.map(({ id }) => id) },
      ...withRows.map(id => ({ place: id, ids: idsOf(id) })),
      ...busy.map(({ id }) => ({ place: id, ids: [] })),
      ...free.map(({ id }) => ({ place: id, ids: [], isFree: true }))
    ],
    heads: new Map(heads.map(head => [head.id, head]))
  }
}

/** A vehicle that was removed since still has its route. */
const headOf = (
  id: number,
  vehicle: Vehicle | undefined,
  summary: Summary | undefined,
  row: Row | undefined
): VehicleHead => ({
  id,
  plate: vehicle?.registerNumber ?? summary?.registerNumber ?? plateOf(row),
  driver: vehicle?.driver ?? summary?.driver ?? '',
  capacity: vehicle?.capacity ?? summary?.capacity ?? 0,
  planned: vehicle?.plannedLoad ?? summary?.load,
  outOfService: vehicle?.outOfService ?? summary?.outOfService ?? false,
  driverAway: vehicle?.driverAway ?? summary?.driverAway ?? false,
  driverElsewhere: vehicle?.driverElsewhere ?? [],
  summary
})

const loadIn = (row: Row | undefined): number => (typeof row?.load === 'number' ? row.load : 0)

export interface Load {
  readonly planned: number
  /** What would come to it. */
  readonly coming: number
  readonly isOver: boolean
}

/**
 * What a vehicle has to do, with what was put on it and taken off it since the server said so, and with what hovers over it.
 * @param before the columns as the server has them
 * @param shown the columns as they are drawn
 * @param coming the orders that hover over it and stand in another column
 */
export function loadWith(
  { id, planned, capacity }: VehicleHead,
  {
    before,
    shown,
    coming,
    rowOf
  }: {
    readonly before: readonly Column[]
    readonly shown: readonly Column[]
    readonly coming: readonly number[]
    readonly rowOf: (id: number) => Row | undefined
  }
): Load {
  const idsIn = (columns: readonly Column[]): readonly number[] => columns.find(({ place }) => place === id)?.ids ?? []
  const sum = (ids: readonly number[]): number => ids.reduce((total, one) => total + loadIn(rowOf(one)), 0)
  const [was, now] = [idsIn(before), idsIn(shown)]
  const added = sum(now.filter(one => !was.includes(one))) - sum(was.filter(one => !now.includes(one)))
  const load = Math.max(0, (planned ?? sum(was)) + added)
  const more = sum(coming.filter(one => columnOf(shown, one)?.place !== id))
  return { planned: load, coming: more, isOver: isOver({ plannedLoad: load, load: more, capacity }) }
}
