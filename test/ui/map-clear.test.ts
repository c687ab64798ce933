import { describe, expect, it } from 'vitest'
import type { Circle, Rectangle } from '../../ui/pages/map/clear.ts'
import { clearOf, nameBox } from '../../ui/pages/map/clear.ts'

const apart = (a: Circle, b: Circle): boolean => Math.hypot(a.x - b.x, a.y - b.y) >= a.radius + b.radius
const store = (x: number, y: number): Circle => ({ x, y, radius: 11 })

describe('the sign of a store', () => {
  it('stands at its place where no cluster is', () => {
    const [placed] = clearOf([store(100, 100)], [{ x: 150, y: 100, radius: 20 }])
    expect(placed).toMatchObject({ x: 100, y: 100 })
  })
  it('stands beside the cluster that it would cover, at its upper right, and touches none', () => {
    const cluster = { x: 100, y: 100, radius: 18 }
    const [placed] = clearOf([store(101, 99)], [cluster])
    expect(placed!.x).toBeGreaterThan(100)
    expect(placed!.y).toBeLessThan(100)
    expect(apart({ ...placed!, radius: 11 }, cluster)).toBe(true)
  })
  it('keeps clear of other clusters and of other stores', () => {
    const clusters = [
      { x: 100, y: 100, radius: 18 },
      { x: 130, y: 70, radius: 18 }
    ]
    const placed = clearOf([store(100, 100), store(98, 103), store(103, 97)], clusters).map(({ x, y }) => store(x, y))
    for (const [index, one] of placed.entries()) {
      for (const cluster of clusters) expect(apart(one, cluster)).toBe(true)
      for (const other of placed.slice(0, index)) expect(apart(one, other)).toBe(true)
    }
  })
})

describe('the name of a town', () => {
  const at = { x: 100, y: 100 }
  const box = (names: readonly Rectangle[], circles: readonly Circle[]) => nameBox(at, 40, 14, names, circles)
  it('stands right of it', () => {
    expect(box([], [])).toEqual({ left: 106, top: 93, right: 146, bottom: 107 })
  })
  it('stands left of it where a cluster is at the right', () => {
    expect(box([], [{ x: 125, y: 100, radius: 15 }])).toMatchObject({ right: 94 })
  })
  it('stands beside the cluster that covers the town', () => {
    expect(box([], [{ x: 98, y: 101, radius: 22 }])).toMatchObject({ left: 132 })
  })
  it('gives way to a larger town, and is left out where everything is taken', () => {
    const right = { left: 104, top: 80, right: 400, bottom: 120 }
    expect(box([right], [])).toMatchObject({ right: 94 })
    expect(box([{ left: 0, top: 0, right: 400, bottom: 400 }], [])).toBeUndefined()
  })
})
