/**
 * `iot.trail`: only the trail of a container, in a dialog. A link opens the map page, which shows the same trail at the same moment
 * together with all other points.
 */
import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { IconButton } from '../../elements/IconButton.tsx'
import { Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import type { TabPartProps } from '../../parts/registry.ts'
import { boxAround, isSpot, latitudeOf, longitudeOf } from './geo.ts'
import type { Frame } from './leaflet.tsx'
import type { MapHandle } from './mapHandle.ts'
import { homeView, trailZoom, writeMapUrl } from './mapUrl.ts'
import { SmallMap } from './SmallMap.tsx'
import type { Colours } from './shapes.ts'
import { TrailBar } from './TrailBar.tsx'
import type { MapType } from './tiles.ts'
import type { Stay } from './trail.ts'
import { TrailPainter } from './trailPainter.ts'
import { useContainer } from './useContainer.ts'
import { useOfferedTypes } from './useOutline.ts'
import type { Trail } from './useTrail.ts'
import { useTrail } from './useTrail.ts'
import './mapPanel.css'
import './trailView.css'

export default function TrailView({ id, close }: TabPartProps) {
  const t = useText()
  const [range, setRange] = useState<string>()
  const [moment, setMoment] = useState<number>()
  const [painter] = useState(() => new TrailPainter())
  const [handle, setHandle] = useState<MapHandle>()
  const trail = useTrail({
    id,
    range,
    moment,
    onMoment: setMoment,
    onPosition: (position, follow) => {
      painter.moveTo(position)
      const { x, y } = painter.worldPosition()
      if (follow && painter.active) handle?.follow(latitudeOf(y), longitudeOf(x))
      handle?.draw()
    }
  })
  const types = useOfferedTypes()
  const container = useContainer(id).data
  const path = `/store/container/map${writeMapUrl('', { chosen: `c${id}`, trail: true, range, moment })}`
  if (!types || !container) return <Skeleton rows={10} />
  return (
    <div className="trail-view">
      <TrailMap types={types} painter={painter} trail={trail} place={container} onReady={setHandle} />
      <TrailBar
        trail={trail}
        address={() => new URL(path, location.href).href}
        onRange={next => {
          setRange(String(next))
          setMoment(undefined)
        }}
      />
      <div className="parts-form-end">
        <Link to={path as string} className="button">
          <i className="pi pi-map" aria-hidden="true" />
          {t('map.toMap')}
        </Link>
        <button type="button" className="button" onClick={close}>
          {t('ui.close')}
        </button>
      </div>
    </div>
  )
}

interface TrailMapProps {
  readonly types: readonly MapType[]
  readonly painter: TrailPainter
  readonly trail: Trail
  readonly place: { readonly latitude: number | null; readonly longitude: number | null }
  readonly onReady: (handle: MapHandle) => void
}

/** The map with only the trail. It begins at the container, and shows the whole trail once it is loaded. */
function TrailMap({ types, painter, trail, place, onReady }: TrailMapProps) {
  const t = useText()
  const [handle, setHandle] = useState<MapHandle>()
  const view =
    place.latitude === null || place.longitude === null
      ? homeView
      : { latitude: place.latitude, longitude: place.longitude, zoom: trailZoom }
  const { stays, range } = trail
  useEffect(() => {
    painter.set(stays)
    handle?.draw()
  }, [painter, stays, handle])
  useFitted(handle, stays, String(range))
  const draw = useCallback((frame: Frame, colours: Colours) => painter.draw(frame, colours), [painter])
  const zoomButton = (label: string, icon: string, steps: number) => (
    <IconButton icon={icon} label={t(label)} tooltip look="outlined" onClick={() => handle?.zoomBy(steps)} />
  )
  return (
    <div className="trail-view-map" data-map-stage>
      <SmallMap
        types={types}
        view={view}
        label={t('map.trail')}
        draw={draw}
        onReady={ready => {
          setHandle(ready)
          onReady(ready)
        }}
      >
        <div className="map-buttons" data-over-map>
          {zoomButton('map.zoomIn', 'plus', 1)}
          {zoomButton('map.zoomOut', 'minus', -1)}
        </div>
      </SmallMap>
    </div>
  )
}

/** Shows the whole trail when it is loaded and when its range changes, but not when the container moves. */
function useFitted(handle: MapHandle | undefined, stays: readonly Stay[], range: string): void {
  const fitted = useRef<string>(undefined)
  useEffect(() => {
    const box = boxAround(stays)
    if (!handle || !box || fitted.current === range) return
    fitted.current = range
    handle.fit(box, isSpot(box) ? trailZoom : undefined)
  }, [handle, stays, range])
}
