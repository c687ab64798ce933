/** A way on the map: a line from its start through its places in their order, each with its number. */
import { useEffect, useState } from 'react'
import { worldX, worldY } from './geo.ts'
import type { Frame } from './leaflet.tsx'
import type { MapHandle } from './mapHandle.ts'
import { homeView } from './mapUrl.ts'
import { SmallMap } from './SmallMap.tsx'
import type { Colours } from './shapes.ts'
import type { MapType } from './tiles.ts'
import { useOfferedTypes } from './useOutline.ts'

interface Point {
  readonly latitude: number
  readonly longitude: number
}

export interface WayPlace {
  /** Undefined where the position is unknown: it is not drawn. */
  readonly at: Point | undefined
  readonly label: string
  readonly done: boolean
}

interface WayMapProps {
  /** What the map is called. */
  readonly label: string
  readonly start: Point | null
  readonly places: readonly WayPlace[]
}

const radius = 11
const noTypes: readonly MapType[] = []

export function WayMap({ label, start, places }: WayMapProps) {
  const types = useOfferedTypes() ?? noTypes
  const [handle, setHandle] = useState<MapHandle>()
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
    const disc = (point: Point, fill: string, ink: string, text: string): void => {
      context.beginPath()
      context.arc(x(point), y(point), radius, 0, 2 * Math.PI)
      context.fillStyle = fill
      context.fill()
      context.strokeStyle = colours.halo
      context.lineWidth = 2
      context.stroke()
      context.fillStyle = ink
      context.fillText(text, x(point), y(point) + 0.5)
    }
    // the first stop lies over the others where they are near
    for (const { at, label: number, done } of places.toReversed())
      if (at) disc(at, done ? colours.muted : colours.accent, colours.halo, number)
    if (start) disc(start, colours.ink, colours.halo, '⌂')
  }
  return <SmallMap types={types} view={homeView} label={label} draw={draw} onReady={setHandle} />
}
