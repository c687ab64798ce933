import { describe, expect, it } from 'vitest'
import { keepInPlace } from '../../ui/parts/list/rows/places.ts'

const rows = (...ids: number[]) => ids.map(id => ({ id, version: 1 }))
const kept = (shown: number[], now: number[]) => {
  const { rows: still, gone, waiting } = keepInPlace(rows(...shown), rows(...now))
  return [still.map(({ id }) => id), [...gone], waiting]
}

describe('rows that stay in their places', () => {
  it.each([
    ['nothing has changed', [1, 2, 3], [1, 2, 3], [1, 2, 3], [], 0],
    ['a new row waits', [2, 3], [1, 2, 3], [2, 3], [], 1],
    ['a removed row stays where it was', [1, 2, 3], [1, 3], [1, 2, 3], [2], 0],
    ['both', [2, 3], [1, 3], [2, 3], [2], 1],
    ['another order moves nothing', [1, 2, 3], [3, 2, 1], [1, 2, 3], [], 0],
    ['all are gone', [1, 2], [], [1, 2], [1, 2], 0]
  ])('%s', (_, shown, now, still, gone, waiting) => expect(kept(shown, now)).toEqual([still, gone, waiting]))

  it('shows present rows, and the last known values of rows that have left', () => {
    const now = [{ id: 1, version: 2 }]
    expect(keepInPlace(rows(1, 2), now).rows).toEqual([
      { id: 1, version: 2 },
      { id: 2, version: 1 }
    ])
  })
})
