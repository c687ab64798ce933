/** Pure: places signs and names so that they cover neither each other nor the number of a cluster. All in pixels of the frame. */

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

/** The directions that are tried, in radians, the upper right first. */
const directions = [-45, -90, -135, 0, 180, 45, 135, 90].map(degrees => (degrees * Math.PI) / 180)

/**
 * The things with the places where they are drawn. A thing that would overlap a cluster is moved beside the cluster, to a place
 * without another cluster or thing. If no direction is free, it is moved to the upper right.
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

/** Pixels between a town and its name. If there is no room near the town, the name is put beside the cluster that covers it. */
const near = 6
const beside = [18, 32]

/**
 * The place for the name of a town: to the right, to the left, below or above, near the town or beside a cluster; undefined if there is
 * no room.
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
