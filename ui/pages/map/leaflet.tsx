/**
 * The map, with Leaflet and react-leaflet, which only this file, `TileLayers.tsx` and `BorderHandles.tsx` use. Leaflet moves and zooms
 * the map and draws the tiles. Everything else is drawn on one canvas above them, which is drawn again in each frame in which the map
 * moves. While Leaflet animates a zoom, the canvas is only scaled by CSS, and drawn again at the end.
 */
import type { LeafletEvent, Map as LeafletMap, LeafletMouseEvent, ZoomAnimEvent } from 'leaflet'
import { DomUtil } from 'leaflet'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { MapContainer, ScaleControl, useMap } from 'react-leaflet'
import 'leaflet/dist/leaflet.css'
import type { Box } from './geo.ts'
import { latitudeOf, longitudeOf } from './geo.ts'
import type { MapHandle } from './mapHandle.ts'
import { boxAt, boxOf, handleOf, prefersReducedMotion, viewOf } from './mapHandle.ts'
import type { View } from './mapUrl.ts'
import { TileLayers } from './TileLayers.tsx'

/** One frame of the canvas. A point in world coordinates is drawn at `x * scale - left`, `y * scale - top`. */
export interface Frame {
  readonly context: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  readonly ratio: number
  readonly zoom: number
  readonly scale: number
  readonly left: number
  readonly top: number
  readonly box: Box
}

interface GeoMapProps {
  readonly view: View
  readonly label: string
  /** The addresses of tiles, the lowest layer first. */
  readonly tiles: readonly string[]
  /** Called with whether the tiles cannot be loaded, so that the outline must replace them. */
  readonly onMissing: (missing: boolean) => void
  readonly maxZoom: number
  readonly draw: (frame: Frame) => void
  /** Called on a click, in pixels of the frame. */
  readonly onClick: (x: number, y: number) => void
  /** Whether a click at these pixels of the frame would hit something. */
  readonly isClickable: (x: number, y: number) => boolean
  /** Whether a border is being drawn, so that every click adds a corner. */
  readonly isDrawing?: boolean
  /** Called with the box that the map shows, or is about to show. */
  readonly onViewport: (box: Box, zoom: number) => void
  /** Called when the map has stopped moving. */
  readonly onRest: (view: View) => void
  readonly onReady: (handle: MapHandle) => void
  /** Components inside the map, which use `useMap`. */
  readonly children?: ReactNode
}

/** The canvas above the map, and the map's events. */
class CanvasOverlay {
  readonly handle: MapHandle
  private readonly map: LeafletMap
  private readonly props: () => GeoMapProps
  private readonly pane: HTMLElement
  private readonly canvas: HTMLCanvasElement
  private readonly context: CanvasRenderingContext2D | null
  private readonly resizes: ResizeObserver
  private scheduled = 0
  private zooming = false
  /** The view of the last paint. */
  private painted: View
  /** The time of the document's timeline at the last paint. It does not change within a frame. */
  private paintedAt: CSSNumberish | null = null

  constructor(map: LeafletMap, props: () => GeoMapProps) {
    this.map = map
    this.props = props
    this.painted = viewOf(map)
    this.handle = handleOf(map, () => this.schedule())
    this.pane = map.getPane('points') ?? map.createPane('points')
    this.pane.style.zIndex = '450'
    this.pane.style.pointerEvents = 'none'
    this.canvas = DomUtil.create('canvas', 'leaflet-zoom-animated', this.pane)
    this.context = this.canvas.getContext('2d')
    for (const [name, listener] of this.events) map.on(name, listener)
    this.resizes = new ResizeObserver(() => map.invalidateSize({ animate: false }))
    this.resizes.observe(map.getContainer())
    this.onMove()
  }

  remove(): void {
    this.resizes.disconnect()
    cancelAnimationFrame(this.scheduled)
    for (const [name, listener] of this.events) this.map.off(name, listener)
    this.canvas.remove()
  }

  private schedule(): void {
    this.scheduled ||= requestAnimationFrame(() => this.paint())
  }

  private paint(): void {
    this.scheduled = 0
    const { map, canvas, context } = this
    if (this.zooming || !context) return
    const { x: width, y: height } = map.getSize()
    const ratio = Math.min(2, devicePixelRatio || 1)
    this.resizeCanvas(width, height, ratio)
    const corner = map.containerPointToLayerPoint([0, 0])
    DomUtil.setTransform(canvas, corner, 1)
    const { x: left, y: top } = map.getPixelOrigin().add(corner)
    this.painted = viewOf(map)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.clearRect(0, 0, width, height)
    const { zoom } = this.painted
    this.props().draw({ context, width, height, ratio, zoom, scale: 256 * 2 ** zoom, left, top, box: boxOf(map) })
  }

  private resizeCanvas(width: number, height: number, ratio: number): void {
    const { canvas } = this
    const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)]
    if (canvas.width === pixelWidth && canvas.height === pixelHeight) return
    canvas.width = pixelWidth
    canvas.height = pixelHeight
    canvas.style.width = `${width}px`
    canvas.style.height = `${height}px`
  }

  /**
   * Leaflet's animations move the map within a frame. The canvas must be painted in the same frame. Otherwise it lags behind the pane
   * that contains it. A second move in the same frame is painted in the next frame.
   */
  private paintInThisFrame(): void {
    const now = document.timeline.currentTime
    if (now === this.paintedAt) {
      this.schedule()
      return
    }
    this.paintedAt = now
    cancelAnimationFrame(this.scheduled)
    this.paint()
  }

  private onMove(): void {
    this.props().onViewport(boxOf(this.map), this.map.getZoom())
    this.paintInThisFrame()
  }

  /** Scales and moves the painted canvas to where it belongs at the end of the animation, as Leaflet does with its layers. */
  private onZoomAnimation({ center, zoom }: ZoomAnimEvent): void {
    this.zooming = true
    const { map, painted } = this
    const pan = DomUtil.getPosition(map.getPane('mapPane') ?? this.pane)
    const origin = map.project(center, zoom).subtract(map.getSize().divideBy(2)).subtract(pan).round()
    const corner = boxAt(map, painted.latitude, painted.longitude, painted.zoom)
    const at = map.project([corner.north, corner.west], zoom).subtract(origin)
    DomUtil.setTransform(this.canvas, at, map.getZoomScale(zoom, painted.zoom))
    this.props().onViewport(boxAt(map, center.lat, center.lng, zoom), zoom)
  }

  private onMoveEnd(): void {
    this.zooming = false
    this.onMove()
    this.props().onRest(viewOf(this.map))
  }

  private onMouseMove(event: LeafletEvent): void {
    this.map.getContainer().classList.toggle('map-clickable', this.props().isClickable(...pixelsOf(event)))
  }

  private readonly events: readonly (readonly [name: string, listener: (event: LeafletEvent) => void])[] = [
    ['move', () => this.onMove()],
    ['resize', () => this.onMove()],
    ['moveend', () => this.onMoveEnd()],
    ['zoomanim', event => this.onZoomAnimation(event as ZoomAnimEvent)],
    ['click', event => this.props().onClick(...pixelsOf(event))],
    ['mousemove', event => this.onMouseMove(event)]
  ]
}

function pixelsOf(event: LeafletEvent): [x: number, y: number] {
  const { containerPoint } = event as LeafletMouseEvent
  return [containerPoint.x, containerPoint.y]
}

/** Adds the overlay to the surrounding map. */
function Overlay(props: GeoMapProps) {
  const map = useMap()
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    const overlay = new CanvasOverlay(map, () => latest.current)
    latest.current.onReady(overlay.handle)
    return () => overlay.remove()
  }, [map])
  const { label, isDrawing = false } = props
  useEffect(() => {
    map.getContainer().classList.toggle('map-drawing', isDrawing)
  }, [map, isDrawing])
  useEffect(() => {
    const container = map.getContainer()
    container.setAttribute('role', 'region')
    container.setAttribute('aria-label', label)
  }, [map, label])
  return null
}

/** Stops the timer with which Leaflet ends the animation of a zoom. A removed map does not stop it, and it would then fail. */
function ZoomEndsWithMap() {
  const map = useMap()
  useEffect(() => {
    map.on('unload', () => Object.assign(map, { _animatingZoom: false }))
  }, [map])
  return null
}

/** The place that a pixel of a frame shows. */
export const placeOn = ({ scale, left, top }: Frame, x: number, y: number): Pick<View, 'latitude' | 'longitude'> => ({
  latitude: latitudeOf((y + top) / scale),
  longitude: longitudeOf((x + left) / scale)
})

/** The map, which fills its parent. `view` is only the first view. Later changes are made with the handle. */
export function GeoMap(props: GeoMapProps) {
  const { view, tiles, maxZoom, onMissing } = props
  return (
    <MapContainer
      className="map-canvas"
      center={[view.latitude, view.longitude]}
      zoom={view.zoom}
      zoomSnap={0}
      zoomDelta={1}
      minZoom={4}
      maxZoom={maxZoom}
      wheelPxPerZoomLevel={90}
      zoomControl={false}
      attributionControl={false}
      zoomAnimation={!prefersReducedMotion()}
      inertia={!prefersReducedMotion()}
      maxBounds={[
        [20, -60],
        [75, 100]
      ]}
    >
      <TileLayers urls={tiles} maxZoom={maxZoom} onMissing={onMissing} />
      <ScaleControl position="bottomright" imperial={false} />
      <ZoomEndsWithMap />
      <Overlay {...props} />
      {props.children}
    </MapContainer>
  )
}
