/** Settings of the maps' tiles, three for each type. A part of the schema. */
import { Type } from '@sinclair/typebox'

/** Addresses of map tiles; `{key}` in them is replaced by the key of that map. */
const tiles = (description: string, fallback = '') => Type.String({ description, default: fallback, format: 'tiles' })

const tilesKey = (url: string) =>
  Type.String({
    description: `What stands for {key} in ${url}. Browsers are given it: let the service accept it from your addresses only.`,
    default: '',
    maxLength: 500,
    secret: true
  })

const openStreetMap = '© OpenStreetMap <https://www.openstreetmap.org/copyright>'

const attribution = (url: string, fallback = '') =>
  Type.String({
    description: `Whom to name on the map for ${url}: plain text, in which \`words <https://…>\` are a link.`,
    default: fallback,
    maxLength: 500
  })

export const mapSettings = {
  mapTilesUrl: tiles(
    'Tiles of the road map, the default one; several addresses lie one upon another. `none`: no tiles of any kind, the map is the ' +
      'built-in outline of countries and towns.',
    'https://tile.openstreetmap.org/{z}/{x}/{y}.png'
  ),
  mapTilesKey: tilesKey('MAP_TILES_URL'),
  mapTilesAttribution: attribution('MAP_TILES_URL', openStreetMap),
  mapHybridUrl: tiles('Tiles of the satellite map with labels. Empty: the map is not offered.'),
  mapHybridKey: tilesKey('MAP_HYBRID_URL'),
  mapHybridAttribution: attribution('MAP_HYBRID_URL'),
  mapSatelliteUrl: tiles('Tiles of the satellite map. Empty: the map is not offered.'),
  mapSatelliteKey: tilesKey('MAP_SATELLITE_URL'),
  mapSatelliteAttribution: attribution('MAP_SATELLITE_URL'),
  mapReliefUrl: tiles('Tiles of the map with shaded relief. Empty: the map is not offered.'),
  mapReliefKey: tilesKey('MAP_RELIEF_URL'),
  mapReliefAttribution: attribution('MAP_RELIEF_URL')
}
