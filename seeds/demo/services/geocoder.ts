/**
 * The demo's geocoder. It knows the towns of the demo: any street with a number in one of them has a position, the same each time,
 * within about 1.5 km of the centre. A town that it does not know, or a postal code of another region, is unknown to it.
 */
import { plain } from '../names.ts'
import { createRandom } from '../random.ts'
import { towns } from '../towns.ts'
import { type ForeignTown, foreignTowns } from './foreign-towns.ts'
import type { DemoService } from './service.ts'

/** Towns by the letters of their country. */
const known: Readonly<Record<string, readonly ForeignTown[]>> = {
  pl: towns.map(({ name, ...town }) => ({ city: name, ...town })),
  ...Object.fromEntries(Object.entries(foreignTowns).map(([country, list]) => [country.toLowerCase(), list]))
}

const radiusDegrees = 0.0135

export const geocoder: DemoService = ({ method, path, query }) => {
  if (method !== 'GET' || path !== '/search') return undefined
  const [street, city, postalCode, country] = ['street', 'city', 'postalcode', 'countrycodes'].map(
    name => query.get(name)?.trim() ?? ''
  ) as [string, string, string, string]
  const list = Object.hasOwn(known, country) ? (known[country] ?? []) : []
  const town = list.find(each => plain(each.city) === plain(city) && each.postalCode[0] === postalCode[0])
  if (!town || !/\d/.test(street)) return { status: 200, json: [] }
  const random = createRandom(`position ${country} ${plain(city)} ${plain(street)}`)
  const [angle, distance] = [random.next() * 2 * Math.PI, Math.sqrt(random.next()) * radiusDegrees]
  const latitude = town.latitude + distance * Math.sin(angle)
  const longitude = town.longitude + (distance * Math.cos(angle)) / Math.cos((town.latitude * Math.PI) / 180)
  const found = {
    place_rank: 30,
    lat: latitude.toFixed(6),
    lon: longitude.toFixed(6),
    display_name: `${street}, ${city}`
  }
  return { status: 200, json: [found] }
}
