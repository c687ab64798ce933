/**
 * Makes ui/pages/map/outline.json: the countries that the map shows where no tile server is set, cut out of Natural Earth
 * 1:50m (package world-atlas). Run by hand after a change of the list: `node --import tsx scripts/map-outline.ts`.
 *
 * Poland and its surroundings keep every point. A border outside the frame is drawn nowhere, so that only its ends stay,
 * where others meet it. The arcs are written as flat lists of numbers, which keeps the file readable by line.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './check.ts'

/** What is used of the atlas's TopoJSON: polygons name arcs by index, backwards as the complement. */
type Country = { id?: string } & ({ type: 'Polygon'; arcs: number[][] } | { type: 'MultiPolygon'; arcs: number[][][] })
interface Atlas {
  transform: { scale: [number, number]; translate: [number, number] }
  objects: { countries: { geometries: Country[] } }
  arcs: [number, number][][]
}

/** ISO 3166 numbers of the countries that have a part in the frame. */
const countries = new Map([
  ['616', 'PL'],
  ['276', 'DE'],
  ['203', 'CZ'],
  ['703', 'SK'],
  ['233', 'EE'],
  ['804', 'UA'],
  ['112', 'BY'],
  ['440', 'LT'],
  ['428', 'LV'],
  ['643', 'RU'],
  ['040', 'AT'],
  ['348', 'HU'],
  ['642', 'RO'],
  ['498', 'MD'],
  ['208', 'DK'],
  ['752', 'SE'],
  ['578', 'NO'],
  ['246', 'FI'],
  ['528', 'NL'],
  ['056', 'BE'],
  ['442', 'LU'],
  ['756', 'CH'],
  ['438', 'LI'],
  ['250', 'FR'],
  ['380', 'IT'],
  ['705', 'SI'],
  ['191', 'HR'],
  ['070', 'BA'],
  ['688', 'RS'],
  ['499', 'ME'],
  ['383', 'XK'],
  ['100', 'BG'],
  ['807', 'MK'],
  ['008', 'AL'],
  ['300', 'GR'],
  ['792', 'TR'],
  ['826', 'GB'],
  ['372', 'IE'],
  ['724', 'ES'],
  ['620', 'PT'],
  ['020', 'AD']
])
const frame = { west: -12, south: 40, east: 46, north: 66 }

const require = createRequire(import.meta.url)
const atlas = JSON.parse(readFileSync(require.resolve('world-atlas/countries-50m.json'), 'utf8')) as Atlas
const { scale, translate } = atlas.transform

const inFrame = ([x, y]: readonly number[]): boolean =>
  x !== undefined && y !== undefined && x >= frame.west && x <= frame.east && y >= frame.south && y <= frame.north

/** An arc in degrees, from its steps in the atlas's grid. */
function degrees(arc: [number, number][]): number[][] {
  let [x, y] = [0, 0]
  return arc.map(([dx, dy]) => {
    x += dx
    y += dy
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
  })
}
const lines = atlas.arcs.map(degrees)

/** Keeps what is in the frame with one neighbour on each side, and both ends. */
const thinned = (line: number[][]): number[][] =>
  line.filter(
    (_, at) => at === 0 || at === line.length - 1 || [at - 1, at, at + 1].some(near => inFrame(line[near] ?? []))
  )

const rings = (country: Country): number[][][] => (country.type === 'Polygon' ? [country.arcs] : country.arcs)
const arcOf = (index: number): number => (index < 0 ? ~index : index)
const seen = (polygon: number[][]): boolean => polygon.flat().some(index => lines[arcOf(index)]?.some(inFrame))

const kept: number[][] = []
const places = new Map<number, number>()
function place(index: number): number {
  const arc = arcOf(index)
  let at = places.get(arc)
  if (at === undefined) {
    at = kept.length
    places.set(arc, at)
    let [x, y] = [0, 0]
    const flat = thinned(lines[arc] ?? []).flatMap(([longitude = 0, latitude = 0]) => {
      // a thousandth of a degree is 70 m: finer than the source
      const [nextX, nextY] = [Math.round(longitude * 1000), Math.round(latitude * 1000)]
      const step = [nextX - x, nextY - y]
      ;[x, y] = [nextX, nextY]
      return step
    })
    kept.push(flat)
  }
  return index < 0 ? ~at : at
}

const shapes = atlas.objects.countries.geometries.flatMap(geometry => {
  const id = countries.get(String(geometry.id))
  if (!id) return []
  const arcs = rings(geometry)
    .filter(seen)
    .map(polygon => polygon.map(ring => ring.map(place)))
  return arcs.length > 0 ? [{ id, arcs }] : []
})

const file = join(root, 'ui/pages/map/outline.json')
writeFileSync(file, `${JSON.stringify({ scale: 0.001, countries: shapes, arcs: kept })}\n`)
console.log(`${file}: ${shapes.length} countries, ${kept.length} arcs, ${kept.flat().length / 2} points`)
