/** The map on which a position is chosen: by a click, or with the keyboard at its centre, which a cross marks. */
import { useCallback, useRef } from 'react'
import { useText } from '../../i18n.ts'
import { worldX, worldY } from '../map/geo.ts'
import type { Frame } from '../map/leaflet.tsx'
import type { MapHandle } from '../map/mapHandle.ts'
import type { View } from '../map/mapUrl.ts'
import { SmallMap } from '../map/SmallMap.tsx'
import type { Colours } from '../map/shapes.ts'
import { useOfferedTypes } from '../map/useOutline.ts'
import type { Point } from './position.ts'

interface PositionMapProps {
  readonly point: Point | undefined
  /** The first view of the map. */
  readonly view: View
  readonly onChoose: (point: Point) => void
}

export default function PositionMap({ point, view, onChoose }: PositionMapProps) {
  const t = useText()
  const types = useOfferedTypes()
  const handle = useRef<MapHandle>(undefined)
  const draw = useCallback(
    (frame: Frame, colours: Colours) => {
      drawCross(frame, frame.width / 2, frame.height / 2, colours)
      if (point) drawPin(frame, point, colours)
    },
    [point]
  )
  if (types === undefined) return null
  return (
    <>
      <div className="position-canvas">
        <SmallMap
          types={types}
          view={view}
          label={t('companies.position.map')}
          draw={draw}
          onChoose={onChoose}
          onReady={ready => {
            handle.current = ready
          }}
        />
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
