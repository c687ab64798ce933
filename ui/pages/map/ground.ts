/** The ground where no tile server is set: the countries' outlines and the towns, drawn on the map's own canvas. */
import { feature, mesh } from 'topojson-client'
import { worldX, worldY } from './geo.ts'
import type { Frame } from './leaflet.tsx'
import outline from './outline.json'
import type { Colours } from './shapes.ts'
import { towns } from './towns.ts'

type Topology = Parameters<typeof feature>[0]
type Countries = Extract<NonNullable<Parameters<typeof mesh>[1]>, { type: 'GeometryCollection' }>
/** Paths are kept around Poland and large, so that 32-bit coordinates stay exact at the deepest zoom. */
const [centreX, centreY, size] = [worldX(19.48), worldY(52.07), 1 << 20]
const x = (longitude: number): number => (worldX(longitude) - centreX) * size
const y = (latitude: number): number => (worldY(latitude) - centreY) * size

const pairs = (flat: readonly number[]): number[][] =>
  Array.from({ length: flat.length / 2 }, (_, at) => [flat[at * 2] ?? 0, flat[at * 2 + 1] ?? 0])

const topology = {
  type: 'Topology',
  transform: { scale: [outline.scale, outline.scale], translate: [0, 0] },
  arcs: outline.arcs.map(pairs),
  objects: {
    countries: {
      type: 'GeometryCollection',
      geometries: outline.countries.map(({ id, arcs }) => ({ type: 'MultiPolygon', id, arcs }))
    }
  }
} as unknown as Topology & { objects: { countries: Countries } }
const { countries } = topology.objects

function lines(path: Path2D, list: readonly (readonly (readonly number[])[])[]): Path2D {
  for (const line of list) {
    line.forEach(([longitude = 0, latitude = 0], at) => {
      if (at === 0) path.moveTo(x(longitude), y(latitude))
      else path.lineTo(x(longitude), y(latitude))
    })
  }
  return path
}

function made() {
  const land = new Path2D()
  for (const { geometry } of feature(topology, countries).features)
    if (geometry.type === 'MultiPolygon') for (const polygon of geometry.coordinates) lines(land, polygon)
  const borders = mesh(topology, countries, (a, b) => a !== b).coordinates
  const home = mesh(topology, countries, (a, b) => (a.id === 'PL') !== (b.id === 'PL') || (a === b && a.id === 'PL'))
  return { land, borders: lines(new Path2D(), borders), home: lines(new Path2D(), home.coordinates) }
}

let paths: ReturnType<typeof made> | undefined

/** Fills the frame with water, land, borders and the names of towns. */
export function drawGround(frame: Frame, colours: Colours, font: string): void {
  paths ??= made()
  const { pen, width, height, ratio, scale, left, top, zoom } = frame
  pen.fillStyle = colours.water
  pen.fillRect(0, 0, width, height)
  const part = scale / size
  pen.save()
  pen.setTransform(part * ratio, 0, 0, part * ratio, (centreX * scale - left) * ratio, (centreY * scale - top) * ratio)
  pen.fillStyle = colours.land
  pen.fill(paths.land)
  pen.strokeStyle = colours.border
  pen.lineJoin = 'round'
  pen.lineWidth = 0.9 / part
  pen.stroke(paths.borders)
  pen.lineWidth = 1.8 / part
  pen.stroke(paths.home)
  pen.restore()
  drawTowns(frame, colours, font, zoom)
}

function drawTowns(
  { pen, width, height, scale, left, top }: Frame,
  colours: Colours,
  font: string,
  zoom: number
): void {
  pen.font = `500 11.5px ${font}`
  pen.textAlign = 'left'
  pen.textBaseline = 'middle'
  pen.lineJoin = 'round'
  pen.lineWidth = 3
  pen.strokeStyle = colours.land
  pen.fillStyle = colours.muted
  for (const town of towns) {
    if (zoom < town.zoom) continue
    const [atX, atY] = [worldX(town.longitude) * scale - left, worldY(town.latitude) * scale - top]
    if (atX < -120 || atX > width || atY < 0 || atY > height) continue
    pen.beginPath()
    pen.arc(atX, atY, 2, 0, Math.PI * 2)
    pen.fill()
    pen.strokeText(town.name, atX + 6, atY)
    pen.fillText(town.name, atX + 6, atY)
  }
}
