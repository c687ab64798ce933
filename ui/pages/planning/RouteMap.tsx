/** The route on the map: a line from the store through the places in their order, each with its number. */
import { useEffect, useMemo, useState } from 'react'
import { useText } from '../../i18n.ts'
import { worldX, worldY } from '../map/geo.ts'
import type { Frame } from '../map/leaflet.tsx'
import type { MapHandle } from '../map/mapHandle.ts'
import { homeView } from '../map/mapUrl.ts'
import { SmallMap } from '../map/SmallMap.tsx'
import type { Colours } from '../map/shapes.ts'
import type { MapType } from '../map/tiles.ts'
import { useOfferedTypes } from '../map/useOutline.ts'
import { type Leg, pointOf } from './route.ts'

interface Point {
  readonly latitude: number
  readonly longitude: number
}

interface RouteMapProps {
  readonly start: Point | null
  readonly legs: readonly Leg[]
}

const radius = 11
const noTypes: readonly MapType[] = []

export default function RouteMap({ start, legs }: RouteMapProps) {
  const t = useText()
  const types = useOfferedTypes() ?? noTypes
  const [handle, setHandle] = useState<MapHandle>()
  const places = useMemo(
    () => legs.flatMap(({ unit }, at) => ({ at: pointOf(unit.stops[0]), label: String(at + 1), done: unit.finished })),
    [legs]
  )
  const placePoints = places.flatMap(({ at }) => at ?? [])
  const points = [...(start ? [start] : []), ...placePoints]
  const box = JSON.stringify([
    Math.min(...points.map(({ longitude }) => longitude)),
    Math.min(...points.map(({ latitude }) => latitude)),
    Math.max(...points.map(({ longitude }) => longitude)),
    Math.max(...points.map(({ latitude }) => latitude))
  ])
  useEffect(() => {
    const [west, south, east, north] = JSON.parse(box) as [number, number, number, number]
    if (handle && west !== null) handle.fit({ west, south, east, north })
  }, [handle, box])

  const draw = (frame: Frame, colours: Colours): void => {
    const { context, scale, left, top } = frame
    const font = getComputedStyle(document.body).fontFamily
    const x = ({ longitude }: Point): number => worldX(longitude) * scale - left
    const y = ({ latitude }: Point): number => worldY(latitude) * scale - top
    context.beginPath()
    for (const point of points) context.lineTo(x(point), y(point))
    context.strokeStyle = colours.accent
    context.lineWidth = 2.5
    context.lineJoin = 'round'
    context.stroke()
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.font = `600 12px ${font}`
    const disc = (point: Point, fill: string, ink: string, label: string): void => {
      context.beginPath()
      context.arc(x(point), y(point), radius, 0, 2 * Math.PI)
      context.fillStyle = fill
      context.fill()
      context.strokeStyle = colours.halo
      context.lineWidth = 2
      context.stroke()
      context.fillStyle = ink
      context.fillText(label, x(point), y(point) + 0.5)
    }
    // the first stop lies over the others where they are near
    for (const { at, label, done } of places.toReversed())
      if (at) disc(at, done ? colours.muted : colours.accent, colours.halo, label)
    if (start) disc(start, colours.ink, colours.halo, '⌂')
  }
  return (
    <div className="route-map">
      <SmallMap types={types} view={homeView} label={t('planning.route.map')} draw={draw} onReady={setHandle} />
    </div>
  )
}
