/** A map in a dialog or a form, of the type that the person has chosen, with its credits. Whoever shows it draws what stands on it. */
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { drawBasemap } from './basemap.ts'
import type { Frame } from './leaflet.tsx'
import { GeoMap, placeOn } from './leaflet.tsx'
import { MapCredit } from './MapCredit.tsx'
import type { MapHandle } from './mapHandle.ts'
import { maxZoom, type View } from './mapUrl.ts'
import type { Colours } from './shapes.ts'
import type { MapType } from './tiles.ts'
import { useMapType } from './useMapType.ts'
import { useMapColours } from './useOutline.ts'
import './map.css'
import './mapStage.css'

interface SmallMapProps {
  readonly types: readonly MapType[]
  /** The first view of the map. */
  readonly view: View
  readonly label: string
  /** Draws over the tiles or the outline. The map is drawn again when this is another function. */
  readonly draw: (frame: Frame, colours: Colours) => void
  /** Called with the place of a click; without it a click does nothing. */
  readonly onChoose?: (place: Pick<View, 'latitude' | 'longitude'>) => void
  readonly onReady: (handle: MapHandle) => void
  /** Buttons over the map. */
  readonly children?: ReactNode
}

const noTiles: readonly string[] = []
const nothing = (): void => undefined

export function SmallMap({ types, view, label, draw, onChoose, onReady, children }: SmallMapProps) {
  const map = useMapType(types)
  const colours = useMapColours()
  const [firstView] = useState(view)
  const handle = useRef<MapHandle>(undefined)
  const frame = useRef<Frame>(undefined)
  const isOutline = map.missing || !map.type
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what is drawn
  useEffect(() => handle.current?.draw(), [draw, colours, isOutline])
  return (
    <>
      <GeoMap
        view={firstView}
        label={label}
        tiles={map.type?.urls ?? noTiles}
        onMissing={map.onMissing}
        maxZoom={maxZoom}
        draw={next => {
          frame.current = next
          if (isOutline) drawBasemap(next, colours, getComputedStyle(document.body).fontFamily)
          draw(next, colours)
        }}
        onClick={(x, y) => frame.current && onChoose?.(placeOn(frame.current, x, y))}
        isClickable={() => onChoose !== undefined}
        onViewport={nothing}
        onRest={nothing}
        onReady={ready => {
          handle.current = ready
          onReady(ready)
        }}
      />
      {children}
      <MapCredit map={map} />
    </>
  )
}
