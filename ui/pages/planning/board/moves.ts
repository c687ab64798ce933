/**
 * The rules of the planning board: where arrows lead, and which command a drop means. Pure functions.
 *
 * A board has a column of the orders that are to be planned and one for each vehicle, with its stops in their order. A drop into the column
 * that an order stands in puts its stops in another order; into any other one the column alone counts, because the server's rules find the
 * stop's place on the way.
 */

/** A column: the orders that are to be planned, or the id of a vehicle. */
export type Place = 'toPlan' | number

export interface Column {
  readonly place: Place
  /** The orders from top to bottom. */
  readonly ids: readonly number[]
  /** A vehicle that has nothing to do: it stands among the others of its kind, one above the other. */
  readonly isFree?: boolean
}

export interface Target {
  readonly place: Place
  /** How many of the cards that stay in the column are above. */
  readonly at: number
}

/** What a drop asks for: a command of the list with its orders and the values that it gives to the form. */
export type Meaning =
  | {
      readonly command: 'orders.realize'
      readonly ids: readonly number[]
      readonly given: { readonly vehicleId: number; readonly orderRealizationDate: string }
    }
  | {
      readonly command: 'orders.replan'
      readonly ids: readonly number[]
      readonly given: { readonly vehicleId: number }
    }
  | { readonly command: 'orders.restore'; readonly ids: readonly number[] }
  /** The stops are put before that of another order; at the end where that is undefined. */
  | {
      readonly command: 'orders.reorder'
      readonly ids: readonly number[]
      readonly vehicleId: number
      readonly before: number | undefined
    }

export const columnOf = (columns: readonly Column[], id: number): Column | undefined =>
  columns.find(({ ids }) => ids.includes(id))

const at = (columns: readonly Column[], place: Place): Column | undefined => columns.find(one => one.place === place)

/** The cards of a column that are not carried. */
export const stayingIn = ({ ids }: Column, carried: readonly number[]): number[] =>
  ids.filter(id => !carried.includes(id))

/** Whether all carried orders stand in this column: then the place among its cards counts. */
export const isWithin = (columns: readonly Column[], carried: readonly number[], place: Place): boolean => {
  const column = at(columns, place)
  return column !== undefined && carried.every(id => column.ids.includes(id))
}

/** Where the orders are taken from: before the first card after them that stays. */
export function originOf(columns: readonly Column[], carried: readonly number[]): Target | undefined {
  const column = columns.find(({ ids }) => ids.some(id => carried.includes(id)))
  if (!column) return undefined
  const first = column.ids.findIndex(id => carried.includes(id))
  return { place: column.place, at: column.ids.slice(0, first).filter(id => !carried.includes(id)).length }
}

/** Where orders come to stand in a column: in their own one where they were, in another one at its end. */
export function entering(columns: readonly Column[], carried: readonly number[], column: Column): Target {
  const origin = originOf(columns, carried)
  if (origin?.place === column.place && isWithin(columns, carried, column.place)) return origin
  return { place: column.place, at: stayingIn(column, carried).length }
}

/** What a drop means on the day (`YYYY-MM-DD`); undefined if it changes nothing. */
export function meaningOf(
  columns: readonly Column[],
  carried: readonly number[],
  { place, at: above }: Target,
  day: string
): Meaning | undefined {
  const column = at(columns, place)
  if (!column || carried.length === 0) return undefined
  const coming = carried.filter(id => !column.ids.includes(id))
  const waits = (id: number): boolean => columnOf(columns, id)?.place === 'toPlan'
  if (place === 'toPlan') return coming.length > 0 ? { command: 'orders.restore', ids: coming } : undefined
  if (coming.some(waits)) {
    const given = { vehicleId: place, orderRealizationDate: day }
    return { command: 'orders.realize', ids: coming.filter(waits), given }
  }
  if (coming.length > 0) return { command: 'orders.replan', ids: coming, given: { vehicleId: place } }
  const before = stayingIn(column, carried)[above]
  const ids = column.ids.filter(id => carried.includes(id))
  const isSame = sequenceOf(column.ids, ids, before).every((id, index) => column.ids[index] === id)
  return isSame ? undefined : { command: 'orders.reorder', ids, vehicleId: place, before }
}

/** The stops of a whole route with some of them put before another one; at the end if that is undefined or not among them. */
export function sequenceOf(stops: readonly number[], moved: readonly number[], before: number | undefined): number[] {
  const staying = stops.filter(id => !moved.includes(id))
  const index = before === undefined ? -1 : staying.indexOf(before)
  return staying.toSpliced(index < 0 ? staying.length : index, 0, ...moved.filter(id => stops.includes(id)))
}

/**
 * The columns with the orders where they are put: as they are drawn until the server has answered. One of two lists may be read again
 * before the other, so that an order is in neither for a moment.
 */
export function withMoved(columns: readonly Column[], carried: readonly number[], target: Target): Column[] {
  const present = columns.flatMap(({ ids }) => ids).filter(id => carried.includes(id))
  const all = [...new Set([...present, ...carried])]
  return columns.map(column => {
    const staying = stayingIn(column, carried)
    return { ...column, ids: column.place === target.place ? staying.toSpliced(target.at, 0, ...all) : staying }
  })
}

const limited = (value: number, most: number): number => Math.max(0, Math.min(most, value))

/** Where an arrow, Home or End brings carried orders. */
export function carriedTo(
  columns: readonly Column[],
  carried: readonly number[],
  target: Target,
  key: string
): Target | undefined {
  const index = columns.findIndex(({ place }) => place === target.place)
  const column = columns[index]
  if (!column) return undefined
  const sideways = (step: number): Target => {
    const next = columns[limited(index + step, columns.length - 1)] ?? column
    return next === column ? target : entering(columns, carried, next)
  }
  if (key === 'ArrowLeft') return sideways(-1)
  if (key === 'ArrowRight') return sideways(1)
  const step = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity }[key]
  if (step === undefined) return undefined
  if (column.isFree && Math.abs(step) === 1) return columns[index + step]?.isFree ? sideways(step) : target
  if (column.place === 'toPlan' || !isWithin(columns, carried, column.place)) return target
  return { ...target, at: limited(target.at + step, stayingIn(column, carried).length) }
}

/** The card that an arrow, Home or End leads to; undefined for any other key. Columns without cards are passed over. */
export function focusedAfter(columns: readonly Column[], id: number, key: string): number | undefined {
  const filled = columns.filter(({ ids }) => ids.length > 0)
  const x = filled.findIndex(({ ids }) => ids.includes(id))
  const column = filled[x]
  if (!column) return undefined
  const y = column.ids.indexOf(id)
  const beside = (step: number): number | undefined => {
    const { ids } = filled[limited(x + step, filled.length - 1)] ?? column
    return ids[limited(y, ids.length - 1)]
  }
  const steps: Readonly<Record<string, () => number | undefined>> = {
    ArrowUp: () => column.ids[limited(y - 1, column.ids.length - 1)],
    ArrowDown: () => column.ids[limited(y + 1, column.ids.length - 1)],
    ArrowLeft: () => beside(-1),
    ArrowRight: () => beside(1),
    Home: () => column.ids[0],
    End: () => column.ids.at(-1)
  }
  return steps[key]?.()
}

/** Which orders a person takes with one: all chosen ones if it is among them. */
export const takenWith = (id: number, chosen: readonly number[]): readonly number[] =>
  chosen.includes(id) ? chosen : [id]
