/** The map on which a position is chosen: by a click, or with the keyboard at its centre, which a cross marks. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useText } from '../../i18n.ts'
import { usePage } from '../../metadata.ts'
import { useDark } from '../../theme/theme.ts'
import { drawBasemap } from '../map/basemap.ts'
import { currentColours } from '../map/colours.ts'
import { latitudeOf, longitudeOf, worldX, worldY } from '../map/geo.ts'
import type { Frame, MapHandle } from '../map/leaflet.tsx'
import { GeoMap } from '../map/leaflet.tsx'
import type { Tiles } from '../map/MapStage.tsx'
import type { View } from '../map/mapUrl.ts'
import type { Colours } from '../map/shapes.ts'
import type { Point } from './position.ts'
import '../map/map.css'

interface PositionMapProps {
  readonly point: Point | undefined
  /** Where it begins. */
  readonly view: View
  readonly onChoose: (point: Point) => void
}

const maxZoom = 18
const closestOutline = 7

export default function PositionMap({ point, view, onChoose }: PositionMapProps) {
  const t = useText()
  const tiles = useTiles()
  const [start] = useState(view)
  // the outline has nothing to go by any closer
  const zoom = tiles ? start.zoom : Math.min(start.zoom, closestOutline)
  const handle = useRef<MapHandle>(undefined)
  const frame = useRef<Frame>(undefined)
  const colours = useColours()
  const draw = useCallback(
    (next: Frame) => {
      frame.current = next
      const { width, height } = next
      if (tiles === null) drawBasemap(next, colours, getComputedStyle(document.body).fontFamily)
      drawCross(next, width / 2, height / 2, colours)
      if (point) drawPin(next, point, colours)
    },
    [point, tiles, colours]
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn follows from `draw`
  useEffect(() => handle.current?.draw(), [draw])
  if (tiles === undefined) return null
  return (
    <>
      <div className="position-canvas">
        <GeoMap
          view={{ ...start, zoom }}
          label={t('companies.position.map')}
          tiles={tiles}
          maxZoom={maxZoom}
          draw={draw}
          onClick={(x, y) => frame.current && onChoose(placeOn(frame.current, x, y))}
          isClickable={() => true}
          onViewport={() => undefined}
          onRest={() => undefined}
          onReady={ready => {
            handle.current = ready
          }}
        />
        <p className="map-credit">{tiles ? `${tiles.attribution} · Leaflet` : 'Natural Earth · Leaflet'}</p>
      </div>
      <div className="position-line">
        <button type="button" className="button" onClick={() => handle.current && onChoose(handle.current.view())}>
          {t('companies.position.centre')}
        </button>
        <span className="position-hint">{t('companies.position.hint')}</span>
      </div>
    </>
  )
}

/** Undefined until they are known; null: the outline that is built in. */
function useTiles(): Tiles | null | undefined {
  const { data, isError } = usePage('iot.map')
  if (isError) return null
  return data && 'data' in data ? (data.data as { readonly tiles: Tiles | null }).tiles : undefined
}

function useColours(): Colours {
  const dark = useDark()
  const [colours, setColours] = useState(currentColours)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens' colours change with the theme
  useEffect(() => setColours(currentColours()), [dark])
  return colours
}

const placeOn = ({ scale, left, top }: Frame, x: number, y: number): Point => ({
  latitude: latitudeOf((y + top) / scale),
  longitude: longitudeOf((x + left) / scale)
})

function drawCross({ context }: Frame, x: number, y: number, { ink, halo }: Colours): void {
  for (const [colour, width] of [
    [halo, 4],
    [ink, 1.5]
  ] as const) {
    context.strokeStyle = colour
    context.lineWidth = width
    context.beginPath()
    context.moveTo(x - 8, y)
    context.lineTo(x + 8, y)
    context.moveTo(x, y - 8)
    context.lineTo(x, y + 8)
    context.stroke()
  }
}

function drawPin({ context, scale, left, top }: Frame, point: Point, { accent, halo }: Colours): void {
  context.beginPath()
  context.arc(worldX(point.longitude) * scale - left, worldY(point.latitude) * scale - top, 8, 0, Math.PI * 2)
  context.fillStyle = accent
  context.fill()
  context.lineWidth = 3
  context.strokeStyle = halo
  context.stroke()
}
