/**
 * The only file that knows Leaflet and react-leaflet. The map itself moves, zooms and lays tiles; whatever is ours is
 * drawn on one canvas over them, anew for each frame in which the map moves. While Leaflet animates a zoom by CSS the
 * canvas is stretched along, and drawn again at its end.
 */
import type { LeafletEvent, Map as LeafletMap, LeafletMouseEvent, ZoomAnimEvent } from 'leaflet'
import { DomUtil } from 'leaflet'
import { useEffect, useRef } from 'react'
import { MapContainer, TileLayer, useMap } from 'react-leaflet'
import 'leaflet/dist/leaflet.css'
import type { Box } from './geo.ts'
import type { View } from './mapUrl.ts'

/** One drawing. A point of the Mercator square stands at `x * scale - left`, `y * scale - top`. */
export interface Frame {
  readonly pen: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  readonly ratio: number
  readonly zoom: number
  readonly scale: number
  readonly left: number
  readonly top: number
  readonly box: Box
}

export interface MapHandle {
  view(): View
  box(): Box
  /** Goes there, in a glide unless motion is unwanted. */
  fly(latitude: number, longitude: number, zoom?: number): void
  /** Centres there at once. */
  follow(latitude: number, longitude: number): void
  zoomBy(steps: number): void
  draw(): void
}

interface GeoMapProps {
  readonly view: View
  readonly label: string
  readonly tiles: { readonly url: string } | null
  readonly deepest: number
  readonly draw: (frame: Frame) => void
  /** A press on the map, in pixels of the frame. */
  readonly onPress: (x: number, y: number) => void
  /** Whether something to press lies there. */
  readonly isHot: (x: number, y: number) => boolean
  /** The map is about to show this box, or does. */
  readonly onAhead: (box: Box, zoom: number) => void
  /** The map has come to rest. */
  readonly onRest: (view: View) => void
  readonly onReady: (handle: MapHandle) => void
}

export const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

function boxAt(map: LeafletMap, latitude: number, longitude: number, zoom: number): Box {
  const centre = map.project([latitude, longitude], zoom)
  const half = map.getSize().divideBy(2)
  const northWest = map.unproject(centre.subtract(half), zoom)
  const southEast = map.unproject(centre.add(half), zoom)
  return { west: northWest.lng, north: northWest.lat, east: southEast.lng, south: southEast.lat }
}

const viewOf = (map: LeafletMap): View => {
  const { lat, lng } = map.getCenter()
  return { latitude: lat, longitude: lng, zoom: map.getZoom() }
}
const boxOf = (map: LeafletMap): Box => {
  const { latitude, longitude, zoom } = viewOf(map)
  return boxAt(map, latitude, longitude, zoom)
}

function handleOf(map: LeafletMap, draw: () => void): MapHandle {
  return {
    view: () => viewOf(map),
    box: () => boxOf(map),
    fly(latitude, longitude, zoom = map.getZoom()) {
      if (still()) map.setView([latitude, longitude], zoom, { animate: false })
      else map.flyTo([latitude, longitude], zoom, { duration: 0.6 })
    },
    follow: (latitude, longitude) => map.setView([latitude, longitude], map.getZoom(), { animate: false }),
    zoomBy: steps => map.setZoom(map.getZoom() + steps),
    draw
  }
}

/** The canvas and its events; stands on a map and answers how to take it away. */
function surface(map: LeafletMap, props: () => GeoMapProps): { handle: MapHandle; remove: () => void } {
  const pane = map.getPane('marks') ?? map.createPane('marks')
  pane.style.zIndex = '450'
  pane.style.pointerEvents = 'none'
  const canvas = DomUtil.create('canvas', 'leaflet-zoom-animated', pane)
  const pen = canvas.getContext('2d')
  let asked = 0
  let gliding = false
  let drawn = viewOf(map)

  const paint = (): void => {
    asked = 0
    if (gliding || !pen) return
    const { x: width, y: height } = map.getSize()
    const ratio = Math.min(2, devicePixelRatio || 1)
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)]
    if (canvas.width !== wide || canvas.height !== high) {
      canvas.width = wide
      canvas.height = high
      canvas.style.width = `${width}px`
      canvas.style.height = `${height}px`
    }
    const corner = map.containerPointToLayerPoint([0, 0])
    DomUtil.setTransform(canvas, corner, 1)
    const origin = map.getPixelOrigin().add(corner)
    drawn = viewOf(map)
    pen.setTransform(ratio, 0, 0, ratio, 0, 0)
    pen.clearRect(0, 0, width, height)
    const scale = 256 * 2 ** drawn.zoom
    const frame = { pen, width, height, ratio, zoom: drawn.zoom, scale, left: origin.x, top: origin.y, box: boxOf(map) }
    props().draw(frame)
  }
  const ask = (): void => {
    asked ||= requestAnimationFrame(paint)
  }
  // Leaflet's own flights move the map inside a frame: the canvas must follow in that same frame, or it lags behind the
  // pane that carries it. Within one frame the document's time stands still.
  let frame: CSSNumberish | null = null
  const paintNow = (): void => {
    if (document.timeline.currentTime === frame) {
      ask()
      return
    }
    frame = document.timeline.currentTime
    cancelAnimationFrame(asked)
    paint()
  }
  const moved = (): void => {
    const { zoom } = viewOf(map)
    props().onAhead(boxOf(map), zoom)
    paintNow()
  }
  /** Where the present drawing comes to lie after the zoom, by Leaflet's own reckoning of its layers. */
  const glide = (event: LeafletEvent): void => {
    const { center, zoom } = event as ZoomAnimEvent
    gliding = true
    const pan = DomUtil.getPosition(map.getPane('mapPane') ?? pane)
    const origin = map.project(center, zoom).subtract(map.getSize().divideBy(2)).subtract(pan).round()
    const corner = boxAt(map, drawn.latitude, drawn.longitude, drawn.zoom)
    const at = map.project([corner.north, corner.west], zoom).subtract(origin)
    DomUtil.setTransform(canvas, at, map.getZoomScale(zoom, drawn.zoom))
    props().onAhead(boxAt(map, center.lat, center.lng, zoom), zoom)
  }
  const rest = (): void => {
    gliding = false
    moved()
    props().onRest(viewOf(map))
  }
  const press = ({ containerPoint }: LeafletMouseEvent): void => props().onPress(containerPoint.x, containerPoint.y)
  const point = ({ containerPoint }: LeafletMouseEvent): void => {
    map.getContainer().classList.toggle('map-hot', props().isHot(containerPoint.x, containerPoint.y))
  }
  const events = { move: moved, resize: moved, moveend: rest, zoomanim: glide, click: press, mousemove: point }
  for (const [name, listener] of Object.entries(events)) map.on(name, listener as (event: LeafletEvent) => void)
  const watch = new ResizeObserver(() => map.invalidateSize({ animate: false }))
  watch.observe(map.getContainer())
  moved()
  return {
    handle: handleOf(map, ask),
    remove: () => {
      watch.disconnect()
      cancelAnimationFrame(asked)
      for (const [name, listener] of Object.entries(events)) map.off(name, listener as (event: LeafletEvent) => void)
      canvas.remove()
    }
  }
}

function Surface(props: GeoMapProps) {
  const map = useMap()
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    const { handle, remove } = surface(map, () => latest.current)
    latest.current.onReady(handle)
    return remove
  }, [map])
  const { label } = props
  useEffect(() => {
    const container = map.getContainer()
    container.setAttribute('role', 'region')
    container.setAttribute('aria-label', label)
  }, [map, label])
  return null
}

/** The map, filling its parent. `view` is where it begins; later changes go by the handle. */
export function GeoMap(props: GeoMapProps) {
  const { view, tiles, deepest } = props
  return (
    <MapContainer
      className="map-canvas"
      center={[view.latitude, view.longitude]}
      zoom={view.zoom}
      zoomSnap={0}
      zoomDelta={1}
      minZoom={4}
      maxZoom={deepest}
      wheelPxPerZoomLevel={90}
      zoomControl={false}
      attributionControl={false}
      zoomAnimation={!still()}
      inertia={!still()}
      maxBounds={[
        [20, -60],
        [75, 100]
      ]}
    >
      {tiles && <TileLayer url={tiles.url} maxZoom={deepest} />}
      <Surface {...props} />
    </MapContainer>
  )
}
