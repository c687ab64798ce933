import { describe, expect, it } from 'vitest'
import { coverFrom } from '../../ui/pages/map/cover.ts'

const map = { left: 588, top: 56, right: 1280, bottom: 800 }
/** A box of the map, from its own left and upper edge. */
const box = (left: number, top: number, width: number, height: number) => ({
  left: map.left + left,
  top: map.top + top,
  right: map.left + left + width,
  bottom: map.top + top + height
})

describe('what lies over the map', () => {
  it('is a panel at the right, a bar below and a column of buttons at the left', () => {
    expect(coverFrom(map, [box(340, 12, 340, 500), box(12, 542, 668, 190), box(12, 12, 36, 200)])).toEqual({
      left: 48,
      top: 0,
      right: 352,
      bottom: 202
    })
  })
  it('is a folded panel above', () => {
    expect(coverFrom(map, [box(340, 12, 340, 52)])).toEqual({ left: 0, top: 64, right: 0, bottom: 0 })
  })
  it('is nothing that stands beside the map, or leaves no room beside it', () => {
    expect(coverFrom(map, [box(-340, 0, 340, 744), box(10, 10, 670, 720)])).toEqual({
      left: 0,
      top: 0,
      right: 0,
      bottom: 0
    })
  })
})
