/** Where signs and names go so that they cover neither each other nor a cluster's number, pure. All in pixels of the frame. */

export interface Circle {
  readonly x: number
  readonly y: number
  readonly radius: number
}

export interface Rectangle {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const overlaps = (a: Circle, b: Circle): boolean => Math.hypot(a.x - b.x, a.y - b.y) < a.radius + b.radius

/** The directions that are tried, the upper right first. */
const directions = [-45, -90, -135, 0, 180, 45, 135, 90].map(degrees => (degrees * Math.PI) / 180)

/**
 * Each thing with where it is drawn: at its own place, or right beside the cluster that it would overlap, where neither another
 * cluster nor another thing is. Where no direction is free it goes to the upper right all the same.
 */
export function clearOf<Thing extends Circle>(
  things: readonly Thing[],
  clusters: readonly Circle[]
): readonly { readonly thing: Thing; readonly x: number; readonly y: number }[] {
  const taken: Circle[] = []
  return things.map(thing => {
    const under = clusters.find(cluster => overlaps(cluster, thing))
    const placed = under ? besideOf(under, thing, [...clusters, ...taken]) : thing
    taken.push({ x: placed.x, y: placed.y, radius: thing.radius })
    return { thing, x: placed.x, y: placed.y }
  })
}

function besideOf(cluster: Circle, { radius }: Circle, obstacles: readonly Circle[]): Circle {
  const distance = cluster.radius + radius + 1
  const places = directions.map(angle => ({
    x: cluster.x + Math.cos(angle) * distance,
    y: cluster.y + Math.sin(angle) * distance,
    radius
  }))
  const free = places.find(place => !obstacles.some(other => overlaps(other, place)))
  return free ?? places[0] ?? cluster
}

const touches = (circle: Circle, box: Rectangle): boolean => {
  const dx = circle.x - Math.max(box.left, Math.min(box.right, circle.x))
  const dy = circle.y - Math.max(box.top, Math.min(box.bottom, circle.y))
  return Math.hypot(dx, dy) < circle.radius
}

const meet = (a: Rectangle, b: Rectangle): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Pixels from a town to its name. A name that has no place near is put beside the cluster that covers its town. */
const near = 6
const beside = [18, 32]

/**
 * Where the name of a town goes: right of it, left, below or above, near or beside a cluster; undefined where everything is taken.
 */
export function nameBox(
  town: { readonly x: number; readonly y: number },
  width: number,
  height: number,
  names: readonly Rectangle[],
  circles: readonly Circle[]
): Rectangle | undefined {
  for (const distance of [near, ...beside]) {
    const boxes = [
      boxAt(town.x + distance, town.y - height / 2, width, height),
      boxAt(town.x - distance - width, town.y - height / 2, width, height),
      boxAt(town.x - width / 2, town.y + distance, width, height),
      boxAt(town.x - width / 2, town.y - distance - height, width, height)
    ]
    const free = boxes.find(
      box => !names.some(name => meet(name, box)) && !circles.some(circle => touches(circle, box))
    )
    if (free) return free
  }
  return undefined
}

const boxAt = (left: number, top: number, width: number, height: number): Rectangle => ({
  left,
  top,
  right: left + width,
  bottom: top + height
})
