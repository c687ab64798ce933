import { describe, expect, it } from 'vitest'
import type { Row } from '../../src/contract/row.ts'
import { itemsOf } from '../../ui/parts/list/grid/groups.ts'

const days = ['20', '20', '21', undefined, '21', '20', null, null]
const rowAt = (index: number): Row | undefined => {
  const day = days[index]
  return day === undefined ? undefined : { id: index, day }
}
const items = itemsOf(['day'], days.length, rowAt)
const drawn = (count: number, of = items) =>
  Array.from({ length: count }, (_, position) => {
    const item = of.itemAt(position)
    return item.kind === 'row' ? item.index : `${item.values}: ${item.count}`
  })

describe('rows under headings', () => {
  it('have a heading before each new value, also an empty one; a row that is loading has no value', () => {
    expect(drawn(items.count)).toEqual(['20: 2', 0, 1, '21: 2', 2, 3, 4, '20: 1', 5, ': 2', 6, 7])
    expect(items.headings).toBe(4)
  })

  it('keep their index, which a position with headings is converted from and to', () => {
    expect(days.map((_, index) => items.positionOf(index))).toEqual([1, 2, 4, 5, 6, 8, 10, 11])
    expect(Array.from({ length: items.count }, (_, position) => items.indexAt(position))).toEqual([
      0, 0, 1, 2, 2, 3, 4, 5, 5, 6, 6, 7
    ])
    expect(items.indexAt(99)).toBe(7)
  })

  it('have headings of different keys, even where a value is repeated', () => {
    const keys = Array.from({ length: items.count }, (_, position) => items.itemAt(position)).flatMap(item =>
      item.kind === 'heading' ? item.key : []
    )
    expect(new Set(keys).size).toBe(4)
    expect([0, 1, 4].map(items.keyAt)).toEqual(['0 20', 0, 2])
  })

  it('are plain rows where nothing groups them', () => {
    const plain = itemsOf(undefined, 3, rowAt)
    expect(drawn(plain.count, plain)).toEqual([0, 1, 2])
    expect([plain.positionOf(2), plain.indexAt(2), plain.headings]).toEqual([2, 2, 0])
  })

  it('have one over all groups that share the first field', () => {
    const rows = ['20 A', '20 A', '20 B', '21 B'].map((text, id) => {
      const [day, vehicle] = text.split(' ')
      return { id, day, vehicle }
    })
    const nested = itemsOf(['day', 'vehicle'], rows.length, index => rows[index], true)
    expect(drawn(nested.count, nested)).toEqual(['20: 3', '20,A: 2', 0, 1, '20,B: 1', 2, '21: 1', '21,B: 1', 3])
    const outer = Array.from({ length: nested.count }, (_, position) => nested.itemAt(position)).map(
      item => item.kind === 'heading' && item.isOuter
    )
    expect(outer).toEqual([true, false, false, false, false, false, true, false, false])
    expect([0, 1, 2, 3].map(nested.positionOf)).toEqual([2, 3, 5, 8])
    expect(Array.from({ length: nested.count }, (_, position) => nested.indexAt(position))).toEqual([
      0, 0, 0, 1, 2, 2, 3, 3, 3
    ])
    expect(new Set(Array.from({ length: nested.count }, (_, position) => nested.keyAt(position))).size).toBe(9)
  })
})
