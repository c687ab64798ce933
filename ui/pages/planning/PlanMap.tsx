/**
 * The orders that wait for a plan on the map, with those that the day has already: a press on one ticks it in the list below, which has
 * the same for the keyboard.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Failed } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { query } from '../../query.ts'
import { worldX, worldY } from '../map/geo.ts'
import type { Frame } from '../map/leaflet.tsx'
import type { MapHandle } from '../map/mapHandle.ts'
import { homeView } from '../map/mapUrl.ts'
import { SmallMap } from '../map/SmallMap.tsx'
import type { Colours } from '../map/shapes.ts'
import type { MapType } from '../map/tiles.ts'
import { useOfferedTypes } from '../map/useOutline.ts'
import { afterPress, boxOf, isKnown, type KnownPlace, nearestTo, type PlanPlace, waits } from './planPlaces.ts'
import './beside.css'

export interface PlanMapProps {
  readonly day: string
  /** The ids of the ticked orders. */
  readonly chosen: readonly number[]
  readonly onChoose: (ids: readonly number[]) => void
}

const noTypes: readonly MapType[] = []
const none: readonly PlanPlace[] = []
/** Pixels around a mark in which a press means it. */
const reach = 22

export default function PlanMap({ day, chosen, onChoose }: PlanMapProps) {
  const t = useText()
  const types = useOfferedTypes() ?? noTypes
  const [handle, setHandle] = useState<MapHandle>()
  const scale = useRef(1)
  const { data, error, refetch } = useQuery(query('orders.order', '/api/Admin/Orders/plan-places', { day }))
  const places = (data?.data ?? none).filter(isKnown)
  const unknown = (data?.data ?? none).filter(place => waits(place) && !isKnown(place)).length
  const box = JSON.stringify(boxOf(places))
  useEffect(() => {
    if (handle && box !== undefined) handle.fit(JSON.parse(box))
  }, [handle, box])
  const draw = (frame: Frame, colours: Colours): void => {
    scale.current = frame.scale
    drawPlaces(frame, colours, places, chosen)
  }
  if (!data && error) return <Failed error={error} retry={() => void refetch()} />
  return (
    <>
      <div className="beside-map">
        <SmallMap
          types={types}
          view={homeView}
          label={t('planning.beside.onMap')}
          draw={draw}
          onReady={setHandle}
          onChoose={at => {
            const pressed = nearestTo(places, at, { scale: scale.current, within: reach })
            if (pressed.length > 0) onChoose(afterPress(chosen, pressed))
          }}
        />
      </div>
      {data?.totalCapped && <p className="beside-unknown">{t('planning.beside.cut', { count: data.total })}</p>}
      {unknown > 0 && <p className="beside-unknown">{t('planning.beside.unknown', { count: unknown })}</p>}
    </>
  )
}

/** What waits is a disc, full where it is ticked; what the day has already is a small square. */
function drawPlaces(
  { context, scale, left, top }: Frame,
  colours: Colours,
  places: readonly KnownPlace[],
  chosen: readonly number[]
): void {
  const x = ({ longitude }: KnownPlace): number => worldX(longitude) * scale - left
  const y = ({ latitude }: KnownPlace): number => worldY(latitude) * scale - top
  context.lineWidth = 2.5
  for (const place of places.filter(one => !waits(one))) {
    context.fillStyle = colours.muted
    context.fillRect(x(place) - 4, y(place) - 4, 8, 8)
  }
  for (const place of places.filter(waits)) {
    const isChosen = chosen.includes(place.id)
    context.beginPath()
    context.arc(x(place), y(place), isChosen ? 9 : 7, 0, 2 * Math.PI)
    context.fillStyle = isChosen ? colours.accent : colours.halo
    context.fill()
    context.strokeStyle = isChosen ? colours.halo : colours.accent
    context.stroke()
  }
}
