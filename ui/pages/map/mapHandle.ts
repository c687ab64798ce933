/** The functions with which the page moves, fits and reads the map. They keep content out of the covered parts (`cover.ts`). */
import type { Map as LeafletMap } from 'leaflet'
import { coverOf } from './cover.ts'
import type { Box } from './geo.ts'
import type { View } from './mapUrl.ts'

export interface MapHandle {
  view(): View
  box(): Box
  /** Moves the centre there, animated unless the person prefers reduced motion. */
  fly(latitude: number, longitude: number, zoom?: number): void
  /** Moves the map without animation, until the place is not covered and not near the edge. */
  follow(latitude: number, longitude: number): void
  zoomBy(steps: number): void
  /** Shows the whole box in the part of the map that is not covered, at most at `maxZoom`. */
  fit(box: Box, maxZoom?: number): void
  draw(): void
}

export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

export function boxAt(map: LeafletMap, latitude: number, longitude: number, zoom: number): Box {
  const centre = map.project([latitude, longitude], zoom)
  const half = map.getSize().divideBy(2)
  const northWest = map.unproject(centre.subtract(half), zoom)
  const southEast = map.unproject(centre.add(half), zoom)
  return { west: northWest.lng, north: northWest.lat, east: southEast.lng, south: southEast.lat }
}

export const viewOf = (map: LeafletMap): View => {
  const { lat, lng } = map.getCenter()
  return { latitude: lat, longitude: lng, zoom: map.getZoom() }
}
export const boxOf = (map: LeafletMap): Box => {
  const { latitude, longitude, zoom } = viewOf(map)
  return boxAt(map, latitude, longitude, zoom)
}

/** How far a coordinate is outside the middle of the uncovered range; 0 if it is inside. */
function offBy(at: number, from: number, to: number): number {
  const margin = Math.min(120, (to - from) / 4)
  return at < from + margin ? at - from - margin : at > to - margin ? at - to + margin : 0
}

/** Pixels between fitted content and the edge of the map, or the elements over it. */
const room = 40
const nearest = 17

export function handleOf(map: LeafletMap, draw: () => void): MapHandle {
  const cover = () => coverOf(map.getContainer())
  return {
    view: () => viewOf(map),
    box: () => boxOf(map),
    fly(latitude, longitude, zoom = map.getZoom()) {
      if (prefersReducedMotion()) map.setView([latitude, longitude], zoom, { animate: false })
      else map.flyTo([latitude, longitude], zoom, { duration: 0.6 })
    },
    follow(latitude, longitude) {
      const { x, y } = map.latLngToContainerPoint([latitude, longitude])
      const size = map.getSize()
      const { left, top, right, bottom } = cover()
      const by = [offBy(x, left, size.x - right), offBy(y, top, size.y - bottom)] as const
      if (by[0] !== 0 || by[1] !== 0) map.panBy([...by], { animate: false })
    },
    fit({ south, west, north, east }, maxZoom = nearest) {
      // The map may have become smaller, because a sheet was just opened.
      map.invalidateSize({ animate: false })
      const { left, top, right, bottom } = cover()
      map.fitBounds(
        [
          [south, west],
          [north, east]
        ],
        {
          paddingTopLeft: [left + room, top + room],
          paddingBottomRight: [right + room, bottom + room],
          maxZoom,
          animate: !prefersReducedMotion()
        }
      )
    },
    zoomBy: steps => map.setZoom(map.getZoom() + steps),
    draw
  }
}
