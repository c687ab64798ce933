/** The map on which a position is chosen: by a click, or with the keyboard at its centre, which a cross marks. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useText } from '../../i18n.ts'
import { drawBasemap } from '../map/basemap.ts'
import { worldX, worldY } from '../map/geo.ts'
import type { Frame } from '../map/leaflet.tsx'
import { GeoMap, placeOn } from '../map/leaflet.tsx'
import { MapCredit } from '../map/MapCredit.tsx'
import type { MapHandle } from '../map/mapHandle.ts'
import type { View } from '../map/mapUrl.ts'
import type { Colours } from '../map/shapes.ts'
import type { MapType } from '../map/tiles.ts'
import { useMapType } from '../map/useMapType.ts'
import { useMapColours, useOfferedTypes } from '../map/useOutline.ts'
import type { Point } from './position.ts'
import '../map/map.css'
import '../map/mapStage.css'

interface PositionMapProps {
  readonly point: Point | undefined
  /** The first view of the map. */
  readonly view: View
  readonly onChoose: (point: Point) => void
}

const maxZoom = 18
const noTypes: readonly MapType[] = []
const noTiles: readonly string[] = []

export default function PositionMap({ point, view, onChoose }: PositionMapProps) {
  const t = useText()
  const types = useOfferedTypes()
  const map = useMapType(types ?? noTypes)
  const isOutline = map.missing || !map.type
  const [start] = useState(view)
  const handle = useRef<MapHandle>(undefined)
  const frame = useRef<Frame>(undefined)
  const colours = useMapColours()
  const draw = useCallback(
    (next: Frame) => {
      frame.current = next
      const { width, height } = next
      if (isOutline) drawBasemap(next, colours, getComputedStyle(document.body).fontFamily)
      drawCross(next, width / 2, height / 2, colours)
      if (point) drawPin(next, point, colours)
    },
    [point, isOutline, colours]
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn follows from `draw`
  useEffect(() => handle.current?.draw(), [draw])
  if (types === undefined) return null
  return (
    <>
      <div className="position-canvas">
        <GeoMap
          view={start}
          label={t('companies.position.map')}
          tiles={map.type?.urls ?? noTiles}
          onMissing={map.onMissing}
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
        <MapCredit map={map} />
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
