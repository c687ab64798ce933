/** The planning board: which command a drop means, with which orders and values, and where arrows lead. */
import { describe, expect, it } from 'vitest'
import {
  type Column,
  carriedTo,
  focusedAfter,
  meaningOf,
  originOf,
  type Place,
  sequenceOf,
  takenWith,
  withMoved
} from '../../ui/pages/planning/board/moves.ts'

const day = '2026-11-24'
const columns: readonly Column[] = [
  { place: 'toPlan', ids: [1, 2, 3] },
  { place: 7, ids: [10, 11, 12] },
  { place: 8, ids: [20] },
  { place: 9, ids: [], isFree: true },
  { place: 5, ids: [], isFree: true }
]
const drop = (carried: readonly number[], place: Place, at = 0) => meaningOf(columns, carried, { place, at }, day)

describe('a drop', () => {
  const planned = (vehicleId: number, ...ids: number[]) => ({
    ...{ command: 'orders.realize', ids },
    given: { vehicleId, orderRealizationDate: day }
  })
  const replanned = (vehicleId: number, ...ids: number[]) => ({ command: 'orders.replan', ids, given: { vehicleId } })
  const reordered = (ids: readonly number[], before?: number) => ({
    ...{ command: 'orders.reorder', ids, vehicleId: 7 },
    before
  })
  it.each([
    ['of what waits on a vehicle plans it for the day', [1], 7, 0, planned(7, 1)],
    ['of several plans them in one call, in the order in which they were taken', [3, 1], 8, 1, planned(8, 3, 1)],
    ['on a free vehicle plans as well', [2], 9, 0, planned(9, 2)],
    ['of what waits where it waits changes nothing', [1], 'toPlan', 2, undefined],
    ['of a stop on another vehicle gives it that one and leaves its day', [10], 8, 0, replanned(8, 10)],
    ['of stops of two vehicles on one of them moves those of the other', [20, 11], 7, 0, replanned(7, 20)],
    ['of stops on a free vehicle moves them', [10, 11, 12], 5, 0, replanned(5, 10, 11, 12)],
    ['of a stop on what waits takes it off', [10, 20], 'toPlan', 0, { command: 'orders.restore', ids: [10, 20] }],
    ['of a stop further down puts it before the next one', [10], 7, 1, reordered([10], 12)],
    ['of a stop at the end puts it there', [10], 7, 2, reordered([10])],
    ['of a stop further up puts it before the first one', [12], 7, 0, reordered([12], 10)],
    ['of several stops keeps their order among each other', [12, 10], 7, 1, reordered([10, 12])],
    ['of a stop where it stands changes nothing', [11], 7, 1, undefined],
    ['of all stops of a vehicle on it changes nothing', [12, 11, 10], 7, 0, undefined],
    ['where there is no column means nothing', [1], 99, 0, undefined],
    ['of nothing means nothing', [], 7, 0, undefined]
  ] as const)('%s', (_, carried, place, at, meaning) => {
    expect(drop(carried, place, at)).toEqual(meaning)
  })

  it('of an order that has left the board meanwhile means the others', () => {
    expect(drop([404, 1], 8)).toEqual(planned(8, 1))
  })
})

describe('the order of a route', () => {
  it('has stops that the board does not show, because it is filtered or they are new', () => {
    expect(sequenceOf([40, 10, 11, 41, 12], [10], 12)).toEqual([40, 11, 41, 10, 12])
    expect(sequenceOf([40, 10, 11], [10], undefined)).toEqual([40, 11, 10])
  })

  it('ends with the stop where the one that it was put before has left, and has none that is gone', () => {
    expect(sequenceOf([10, 11], [10], 12)).toEqual([11, 10])
    expect(sequenceOf([11, 12], [10, 12], 11)).toEqual([12, 11])
  })
})

describe('what is put somewhere', () => {
  it('is drawn there until the server has answered', () => {
    expect(withMoved(columns, [2, 10], { place: 8, at: 1 }).map(({ ids }) => ids)).toEqual([
      [1, 3],
      [11, 12],
      [20, 2, 10],
      [],
      []
    ])
    expect(withMoved(columns, [10], { place: 7, at: 2 })[1]?.ids).toEqual([11, 12, 10])
    // read again without it on one side, and not yet with it on the other
    expect(withMoved(columns, [404], { place: 8, at: 1 })[2]?.ids).toEqual([20, 404])
  })

  it('was taken from before the first card that stays', () => {
    expect(originOf(columns, [11])).toEqual({ place: 7, at: 1 })
    expect(originOf(columns, [12, 10])).toEqual({ place: 7, at: 0 })
    expect(originOf(columns, [404])).toBeUndefined()
  })

  it('is all that is chosen if it is among that', () => {
    expect([takenWith(1, [1, 3]), takenWith(2, [1, 3])]).toEqual([[1, 3], [2]])
  })
})

describe('an arrow', () => {
  it.each([
    ['ArrowRight', [11], { place: 7, at: 1 }, { place: 8, at: 1 }],
    ['ArrowLeft', [11], { place: 8, at: 1 }, { place: 7, at: 1 }],
    ['ArrowLeft', [11], { place: 7, at: 1 }, { place: 'toPlan', at: 3 }],
    ['ArrowLeft', [11], { place: 'toPlan', at: 3 }, { place: 'toPlan', at: 3 }],
    ['ArrowDown', [10], { place: 7, at: 0 }, { place: 7, at: 1 }],
    ['ArrowDown', [10], { place: 7, at: 2 }, { place: 7, at: 2 }],
    ['ArrowUp', [10], { place: 7, at: 0 }, { place: 7, at: 0 }],
    ['Home', [12], { place: 7, at: 2 }, { place: 7, at: 0 }],
    ['End', [10], { place: 7, at: 0 }, { place: 7, at: 2 }],
    ['ArrowUp', [1], { place: 7, at: 3 }, { place: 7, at: 3 }],
    ['ArrowUp', [2], { place: 'toPlan', at: 1 }, { place: 'toPlan', at: 1 }],
    ['ArrowRight', [20], { place: 8, at: 0 }, { place: 9, at: 0 }],
    ['ArrowDown', [20], { place: 9, at: 0 }, { place: 5, at: 0 }],
    ['ArrowDown', [20], { place: 5, at: 0 }, { place: 5, at: 0 }],
    ['ArrowUp', [20], { place: 9, at: 0 }, { place: 9, at: 0 }],
    ['ArrowRight', [20], { place: 5, at: 0 }, { place: 5, at: 0 }],
    ['x', [20], { place: 8, at: 0 }, undefined]
  ] as const)('%s brings %j from %j to %j', (key, carried, from, to) => {
    expect(carriedTo(columns, carried, from, key)).toEqual(to)
  })

  it.each([
    [10, 'ArrowDown', 11],
    [12, 'ArrowDown', 12],
    [10, 'ArrowUp', 10],
    [12, 'ArrowRight', 20],
    [20, 'ArrowLeft', 10],
    [20, 'ArrowRight', 20],
    [12, 'ArrowLeft', 3],
    [11, 'Home', 10],
    [11, 'End', 12],
    [11, 'x', undefined],
    [404, 'ArrowDown', undefined]
  ])('leads from card %i by %s to %s', (id, key, to) => {
    expect(focusedAfter(columns, id, key)).toBe(to)
  })
})
