/** The map's types of tiles, as this installation offers them. */
import type { Settings } from './settings.ts'

/** In the order in which people choose; the first one that is offered is the default. */
const names = { road: 'mapTiles', hybrid: 'mapHybrid', satellite: 'mapSatellite', relief: 'mapRelief' } as const

/** `hybrid` is satellite with labels. */
export type MapTypeName = keyof typeof names

export interface MapType {
  readonly name: MapTypeName
  /** Templates with {z}, {x} and {y}, the lowest layer first. */
  readonly urls: readonly string[]
  /** Plain text, in which `words <https://…>` are a link. */
  readonly attribution: string
}

/** A type without an address is not offered; with `none` for the road map no type is, and the map draws its own outline. */
export function mapTypes(settings: Settings): MapType[] {
  if (settings.mapTilesUrl === 'none') return []
  return (Object.keys(names) as MapTypeName[]).flatMap(name => {
    const setting = names[name]
    const url = settings[`${setting}Url`]
    if (url === '' || url === 'none') return []
    const key = encodeURIComponent(settings[`${setting}Key`])
    const urls = url.split(/\s+/).map(template => template.replaceAll('{key}', () => key))
    return [{ name, urls, attribution: settings[`${setting}Attribution`] }]
  })
}

/** The hosts of all tiles, for the content policy: `https://tile.example.org`. */
export const tileOrigins = (settings: Settings): string[] => [
  ...new Set(mapTypes(settings).flatMap(({ urls }) => urls.map(url => new URL(url.replace(/[{}]/g, '')).origin)))
]
