/**
 * What lies over the map: the panel of a point, the bar of a trail, the buttons. Each such element says so by `data-over-map`; what is
 * fitted or followed stays in the part of the map beside them.
 */

/** Pixels of the window. */
export interface Rectangle {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** How many pixels at each side of the map are covered. */
export type Cover = Rectangle

const sides = ['left', 'top', 'right', 'bottom'] as const

/**
 * Each element is counted at the one side at which it takes the least of the map: a panel at the right edge, a bar at the lower. One
 * that is not over the map, or covers all of it, is not counted.
 */
export function coverFrom(map: Rectangle, over: readonly Rectangle[]): Cover {
  const cover = { left: 0, top: 0, right: 0, bottom: 0 }
  const [width, height] = [map.right - map.left, map.bottom - map.top]
  for (const { left, top, right, bottom } of over) {
    if (right <= map.left || left >= map.right || bottom <= map.top || top >= map.bottom) continue
    const taken = { left: right - map.left, top: bottom - map.top, right: map.right - left, bottom: map.bottom - top }
    const share = (side: (typeof sides)[number]): number =>
      taken[side] / (side === 'left' || side === 'right' ? width : height)
    const least = sides.reduce((best, side) => (share(side) < share(best) ? side : best))
    if (share(least) < mostCovered) cover[least] = Math.max(cover[least], taken[least])
  }
  return cover
}

/** A side that is covered by more than this share leaves no room beside it: nothing is gained by keeping clear of it. */
const mostCovered = 0.6

/** What covers the map that is in this element. */
export function coverOf(container: HTMLElement): Cover {
  const stage = container.closest('[data-map-stage]') ?? container
  return coverFrom(
    container.getBoundingClientRect(),
    [...stage.querySelectorAll('[data-over-map]')].map(element => element.getBoundingClientRect())
  )
}
