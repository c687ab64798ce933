/**
 * The elements over the map: the panel of a point, the bar of a trail, the buttons. They have the attribute `data-over-map`. When the
 * map is fitted or follows a container, it keeps the content out of the covered parts.
 */

/** A rectangle in pixels of the window. */
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
 * Each element counts for only one side, at which it takes the least of the map: a panel for the right side, a bar for the lower side.
 * An element that is not over the map, or that covers all of it, does not count.
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
    if (share(least) < maxCovered) cover[least] = Math.max(cover[least], taken[least])
  }
  return cover
}

/** If more than this share of a side is covered, there is not enough room beside it, so the cover is ignored. */
const maxCovered = 0.6

/** How much of the map in this element is covered. */
export function coverOf(container: HTMLElement): Cover {
  const stage = container.closest('[data-map-stage]') ?? container
  return coverFrom(
    container.getBoundingClientRect(),
    [...stage.querySelectorAll('[data-over-map]')].map(element => element.getBoundingClientRect())
  )
}
