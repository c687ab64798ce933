/** The built-in map, which is used without a tile server: outlines of countries and names of towns, drawn on the canvas. */
import { feature, mesh } from 'topojson-client'
import type { Circle, Rectangle } from './clear.ts'
import { nameBox } from './clear.ts'
import { worldX, worldY } from './geo.ts'
import type { Frame } from './leaflet.tsx'
import outline from './outline.json'
import type { Colours } from './shapes.ts'
import { nearestTowns, towns } from './towns.ts'

type Topology = Parameters<typeof feature>[0]
type Countries = Extract<NonNullable<Parameters<typeof mesh>[1]>, { type: 'GeometryCollection' }>
/** Paths have large coordinates with their origin in Poland, so that 32-bit numbers are exact enough at the closest zoom. */
const [centreX, centreY, size] = [worldX(19.48), worldY(52.07), 1 << 20]
const x = (longitude: number): number => (worldX(longitude) - centreX) * size
const y = (latitude: number): number => (worldY(latitude) - centreY) * size

const pairsOf = (flat: readonly number[]): number[][] =>
  Array.from({ length: flat.length / 2 }, (_, at) => [flat[at * 2] ?? 0, flat[at * 2 + 1] ?? 0])

const topology = {
  type: 'Topology',
  transform: { scale: [outline.scale, outline.scale], translate: [0, 0] },
  arcs: outline.arcs.map(pairsOf),
  objects: {
    countries: {
      type: 'GeometryCollection',
      geometries: outline.countries.map(({ id, arcs }) => ({ type: 'MultiPolygon', id, arcs }))
    }
  }
} as unknown as Topology & { objects: { countries: Countries } }
const { countries } = topology.objects

function addLines(path: Path2D, list: readonly (readonly (readonly number[])[])[]): Path2D {
  for (const line of list) {
    line.forEach(([longitude = 0, latitude = 0], at) => {
      if (at === 0) path.moveTo(x(longitude), y(latitude))
      else path.lineTo(x(longitude), y(latitude))
    })
  }
  return path
}

/** The paths of the land, of all borders, and of the border of Poland. */
function createPaths() {
  const land = new Path2D()
  for (const { geometry } of feature(topology, countries).features)
    if (geometry.type === 'MultiPolygon') for (const polygon of geometry.coordinates) addLines(land, polygon)
  const borders = mesh(topology, countries, (a, b) => a !== b).coordinates
  const poland = mesh(topology, countries, (a, b) => (a.id === 'PL') !== (b.id === 'PL') || (a === b && a.id === 'PL'))
  return { land, borders: addLines(new Path2D(), borders), poland: addLines(new Path2D(), poland.coordinates) }
}

let paths: ReturnType<typeof createPaths> | undefined

/** Fills the frame with water, land, borders and the names of towns, which keep clear of the clusters that are drawn later. */
export function drawBasemap(frame: Frame, colours: Colours, font: string, clusters: readonly Circle[] = []): void {
  paths ??= createPaths()
  const { context, width, height, ratio, scale, left, top } = frame
  context.fillStyle = colours.water
  context.fillRect(0, 0, width, height)
  const factor = scale / size
  context.save()
  context.setTransform(
    factor * ratio,
    0,
    0,
    factor * ratio,
    (centreX * scale - left) * ratio,
    (centreY * scale - top) * ratio
  )
  context.fillStyle = colours.land
  context.fill(paths.land)
  context.strokeStyle = colours.border
  context.lineJoin = 'round'
  context.lineWidth = 0.9 / factor
  context.stroke(paths.borders)
  context.lineWidth = 1.8 / factor
  context.stroke(paths.poland)
  context.restore()
  drawTowns(frame, colours, font, clusters)
}

const nameHeight = 14
/** If fewer towns than this are inside the frame, its edge names towns beyond it, with their distances. */
const wantedTowns = 2

function drawTowns(frame: Frame, colours: Colours, font: string, clusters: readonly Circle[]): void {
  const { context, width, height, scale, left, top, zoom } = frame
  context.font = `500 11.5px ${font}`
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = 3
  context.strokeStyle = colours.land
  context.fillStyle = colours.muted
  const names: Rectangle[] = []
  let inside = 0
  for (const town of towns) {
    if (zoom < town.zoom) continue
    const at = { x: worldX(town.longitude) * scale - left, y: worldY(town.latitude) * scale - top }
    if (at.x < -120 || at.x > width || at.y < 0 || at.y > height) continue
    // The towns are sorted by size, so that the name of the smaller one is moved or omitted.
    const box = nameBox(at, context.measureText(town.name).width, nameHeight, names, clusters)
    if (!box) continue
    names.push({ ...box, left: Math.min(box.left, at.x - 2), right: Math.max(box.right, at.x + 2) })
    if (at.x >= 0) inside++
    context.beginPath()
    context.arc(at.x, at.y, 2, 0, Math.PI * 2)
    context.fill()
    context.strokeText(town.name, box.left, (box.top + box.bottom) / 2)
    context.fillText(town.name, box.left, (box.top + box.bottom) / 2)
  }
  if (inside < wantedTowns) drawDirections(frame, colours, wantedTowns - inside)
}

/** If few towns are in view, draws the nearest towns beyond the edge of the map: `Kutno 14 km`, with an arrow towards each. */
function drawDirections(
  { context, width, height, scale, left, top, box }: Frame,
  colours: Colours,
  count: number
): void {
  const centre = { latitude: (box.north + box.south) / 2, longitude: (box.east + box.west) / 2 }
  for (const { name, x: toX, y: toY, metres } of nearestTowns(centre, box, count)) {
    const [dx, dy] = [toX * scale - left - width / 2, toY * scale - top - height / 2]
    const text = `${name} ${Math.round(metres / 1000)} km`
    const half = context.measureText(text).width / 2
    // The point in that direction that is far enough from the edge to leave room for the text.
    const reach = Math.min((width / 2 - half - 24) / Math.abs(dx), (height / 2 - 40) / Math.abs(dy))
    const [atX, atY] = [width / 2 + dx * reach, height / 2 + dy * reach]
    context.strokeText(text, atX - half, atY)
    context.fillText(text, atX - half, atY)
    context.save()
    context.translate(
      atX + (Math.abs(dx) > Math.abs(dy) ? Math.sign(dx) * (half + 8) : 0),
      atY + (Math.abs(dx) > Math.abs(dy) ? 0 : Math.sign(dy) * 14)
    )
    context.rotate(Math.atan2(dy, dx))
    context.beginPath()
    context.moveTo(7, 0)
    context.lineTo(-3, -4.5)
    context.lineTo(-3, 4.5)
    context.closePath()
    context.fillStyle = colours.muted
    context.fill()
    context.restore()
  }
}
