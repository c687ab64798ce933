import { describe, expect, it } from 'vitest'
import { layoutOf } from '../../ui/parts/list/groups.ts'
import type { Row } from '../../ui/parts/list/useRows.ts'

const days = ['20', '20', '21', undefined, '21', '20', null, null]
const rowAt = (index: number): Row | undefined => {
  const day = days[index]
  return day === undefined ? undefined : { id: index, day }
}
const layout = layoutOf('day', days.length, rowAt)
const drawn = (count: number, of = layout) =>
  Array.from({ length: count }, (_, place) => {
    const item = of.itemAt(place)
    return item.kind === 'row' ? item.index : `${item.value}: ${item.count}`
  })

describe('rows under headings', () => {
  it('begin a heading with each new value; an empty value is one too, a row on its way is none', () => {
    expect(drawn(layout.count)).toEqual(['20: 2', 0, 1, '21: 2', 2, 3, 4, '20: 1', 5, 'null: 2', 6, 7])
    expect(layout.headings).toBe(4)
  })

  it('keep their index: arrows walk rows, and a place leads to its row', () => {
    expect(days.map((_, index) => layout.placeOf(index))).toEqual([1, 2, 4, 5, 6, 8, 10, 11])
    expect(Array.from({ length: layout.count }, (_, place) => layout.rowAtPlace(place))).toEqual([
      0, 0, 1, 2, 2, 3, 4, 5, 5, 6, 6, 7
    ])
    expect(layout.rowAtPlace(99)).toBe(7)
  })

  it('have headings of different keys, though a value comes again', () => {
    const keys = Array.from({ length: layout.count }, (_, place) => layout.itemAt(place)).flatMap(item =>
      item.kind === 'heading' ? item.key : []
    )
    expect(new Set(keys).size).toBe(4)
    expect([0, 1, 4].map(layout.keyAt)).toEqual(['0 20', 0, 2])
  })

  it('are plain rows where nothing groups them', () => {
    const plain = layoutOf(undefined, 3, rowAt)
    expect(drawn(plain.count, plain)).toEqual([0, 1, 2])
    expect([plain.placeOf(2), plain.rowAtPlace(2), plain.headings]).toEqual([2, 2, 0])
  })
})
