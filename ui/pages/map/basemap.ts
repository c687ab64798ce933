/** The built-in map, for where no tile server is set: outlines of countries and names of towns, drawn on the canvas. */
import { feature, mesh } from 'topojson-client'
import { worldX, worldY } from './geo.ts'
import type { Frame } from './leaflet.tsx'
import outline from './outline.json'
import type { Colours } from './shapes.ts'
import { towns } from './towns.ts'

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

/** Fills the frame with water, land, borders and the names of towns. */
export function drawBasemap(frame: Frame, colours: Colours, font: string): void {
  paths ??= createPaths()
  const { context, width, height, ratio, scale, left, top, zoom } = frame
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
  drawTowns(frame, colours, font, zoom)
}

function drawTowns(
  { context, width, height, scale, left, top }: Frame,
  colours: Colours,
  font: string,
  zoom: number
): void {
  context.font = `500 11.5px ${font}`
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = 3
  context.strokeStyle = colours.land
  context.fillStyle = colours.muted
  for (const town of towns) {
    if (zoom < town.zoom) continue
    const [atX, atY] = [worldX(town.longitude) * scale - left, worldY(town.latitude) * scale - top]
    if (atX < -120 || atX > width || atY < 0 || atY > height) continue
    context.beginPath()
    context.arc(atX, atY, 2, 0, Math.PI * 2)
    context.fill()
    context.strokeText(town.name, atX + 6, atY)
    context.fillText(town.name, atX + 6, atY)
  }
}
