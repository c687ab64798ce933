/** The map with its zoom buttons and credits, in the colours of the theme. */
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../elements/IconButton.tsx'
import { useLanguage, useText } from '../../i18n.ts'
import { useDark } from '../../theme/theme.ts'
import { BorderHandles } from './BorderHandles.tsx'
import { drawBasemap } from './basemap.ts'
import type { Drawing } from './border.ts'
import { added, drawing, placed, stage } from './border.ts'
import { currentColours } from './colours.ts'
import type { Frame } from './leaflet.tsx'
import { GeoMap, placeOn } from './leaflet.tsx'
import { MapCredit } from './MapCredit.tsx'
import { MapSettings } from './MapSettings.tsx'
import type { View } from './mapUrl.ts'
import { homeView, maxZoom } from './mapUrl.ts'
import type { Hit } from './painter.ts'
import type { Scene } from './scene.ts'
import { Sprites } from './shapes.ts'
import type { MapType } from './tiles.ts'
import { useMapType } from './useMapType.ts'
import './mapStage.css'

const noTiles: readonly string[] = []

interface MapStageProps {
  readonly scene: Scene
  /** The types of tiles on offer. */
  readonly types: readonly MapType[]
  readonly view: View | undefined
  readonly onHit: (hit: Hit) => void
  readonly onRest: (view: View) => void
  readonly onReady: () => void
  /** Opens the form of a new internal store; absent where the person may not add one. */
  readonly onAddStore: (() => void) | undefined
  readonly children: ReactNode
}

/** Sets the painter's colours and fonts, again when the theme or the language changes or the font is loaded. */
function useMapStyle(scene: Scene, isOutline: boolean): void {
  const dark = useDark()
  const language = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens' colours change with the theme
  useEffect(() => {
    let mounted = true
    const setStyle = (): void => {
      if (!mounted) return
      const colours = currentColours()
      const font = getComputedStyle(document.body).fontFamily
      const sprites = new Sprites(colours, Math.min(2, devicePixelRatio || 1), font, language)
      scene.setStyle(colours, sprites, frame => {
        if (isOutline) drawBasemap(frame, colours, font, scene.painter.covered(frame))
      })
    }
    setStyle()
    document.fonts.ready.then(setStyle)
    return () => {
      mounted = false
    }
  }, [scene, isOutline, dark, language])
}

/** The border that is being drawn, which the painter then shows. */
function useDrawing(scene: Scene): Drawing | undefined {
  const drawn = drawing.useValue()
  useEffect(() => scene.paint({ draft: drawn && placed(drawn.corners) }), [scene, drawn])
  return drawn
}

export function MapStage({ scene, types, view, onHit, onRest, onReady, onAddStore, children }: MapStageProps) {
  const t = useText()
  const [firstView] = useState(view ?? homeView)
  const map = useMapType(types)
  useMapStyle(scene, map.missing || !map.type)
  const drawn = useDrawing(scene)
  const frame = useRef<Frame>(undefined)
  useEffect(() => () => stage.set(undefined), [])
  const zoomButton = (label: string, icon: string, onClick: () => void) => (
    <IconButton icon={icon} label={t(label)} tooltip look="outlined" onClick={onClick} />
  )
  return (
    <div className="map-stage" data-map-stage>
      <GeoMap
        view={firstView}
        label={t('map.label')}
        tiles={map.type?.urls ?? noTiles}
        onMissing={map.onMissing}
        maxZoom={maxZoom}
        draw={next => {
          frame.current = next
          scene.draw(next)
        }}
        onClick={(x, y) => {
          if (drawn) {
            if (frame.current) drawn.change(added(drawn.corners, placeOn(frame.current, x, y)))
            return
          }
          const hit = scene.painter.hit(x, y)
          if (hit) onHit(hit)
        }}
        isClickable={(x, y) => !drawn && scene.painter.hit(x, y) !== undefined}
        isDrawing={drawn !== undefined}
        onViewport={(box, zoom) => scene.setViewport(box, zoom)}
        onRest={onRest}
        onReady={handle => {
          scene.setHandle(handle)
          stage.set(handle)
          onReady()
        }}
      >
        {drawn && <BorderHandles drawing={drawn} />}
      </GeoMap>
      <div className="map-buttons" data-over-map>
        {zoomButton('map.zoomIn', 'plus', () => scene.handle?.zoomBy(1))}
        {zoomButton('map.zoomOut', 'minus', () => scene.handle?.zoomBy(-1))}
        {zoomButton('map.whole', 'home', () => scene.handle?.fly(homeView.latitude, homeView.longitude, homeView.zoom))}
        {onAddStore && zoomButton('iot.addStore.label', 'building', onAddStore)}
        <MapSettings types={types} map={map} />
      </div>
      <MapCredit map={map} />
      {children}
    </div>
  )
}
