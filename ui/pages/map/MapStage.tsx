/** The map itself with its buttons and notes; colours follow the theme. */
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useLanguage, useText } from '../../i18n.ts'
import { colour, useDark } from '../../theme/theme.ts'
import { drawGround } from './ground.ts'
import type { Frame } from './leaflet.tsx'
import { GeoMap } from './leaflet.tsx'
import type { View } from './mapUrl.ts'
import { homeView } from './mapUrl.ts'
import type { Hit } from './painter.ts'
import { layers } from './points.ts'
import type { Scene } from './scene.ts'
import type { Colours } from './shapes.ts'
import { Stamps, tokens } from './shapes.ts'

export interface Tiles {
  readonly url: string
  readonly attribution: string
}

export const deepest = 18

interface MapStageProps {
  readonly scene: Scene
  readonly tiles: Tiles | null
  readonly view: View | undefined
  readonly onHit: (hit: Hit) => void
  readonly onRest: (view: View) => void
  readonly onReady: () => void
  readonly children: ReactNode
}

const coloursNow = (): Colours => ({
  layers: Object.fromEntries(layers.map(layer => [layer, colour(tokens[layer])])) as Colours['layers'],
  water: colour('--map-water'),
  land: colour('--map-land'),
  border: colour('--map-border'),
  halo: colour('--card'),
  ink: colour('--ink'),
  muted: colour('--ink-muted'),
  accent: colour('--accent')
})

/** Gives the painter its colours, anew with the theme, the language and the arrival of the font. */
function useDress(scene: Scene, outlined: boolean): void {
  const dark = useDark()
  const language = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens' colours change with the theme
  useEffect(() => {
    let wanted = true
    const dress = (): void => {
      if (!wanted) return
      const colours = coloursNow()
      const font = getComputedStyle(document.body).fontFamily
      scene.painter.dress(colours, new Stamps(colours, Math.min(2, devicePixelRatio || 1), font, language))
      scene.ground = outlined ? (frame: Frame) => drawGround(frame, colours, font) : () => {}
      scene.handle?.draw()
    }
    dress()
    document.fonts.ready.then(dress)
    return () => {
      wanted = false
    }
  }, [scene, outlined, dark, language])
}

export function MapStage({ scene, tiles, view, onHit, onRest, onReady, children }: MapStageProps) {
  const t = useText()
  const [begin] = useState(view ?? homeView)
  useDress(scene, tiles === null)
  const zoom = (name: string, icon: string, act: () => void) => (
    <button type="button" className="button icon" onClick={act} aria-label={t(name)} title={t(name)}>
      <i className={`pi pi-${icon}`} aria-hidden="true" />
    </button>
  )
  return (
    <div className="map-stage">
      <GeoMap
        view={begin}
        label={t('map.label')}
        tiles={tiles}
        deepest={deepest}
        draw={frame => scene.draw(frame)}
        onPress={(x, y) => {
          const hit = scene.painter.hit(x, y)
          if (hit) onHit(hit)
        }}
        isHot={(x, y) => scene.painter.hit(x, y) !== undefined}
        onAhead={(box, at) => scene.ahead(box, at)}
        onRest={onRest}
        onReady={handle => {
          scene.handle = handle
          onReady()
        }}
      />
      <div className="map-buttons">
        {zoom('map.zoomIn', 'plus', () => scene.handle?.zoomBy(1))}
        {zoom('map.zoomOut', 'minus', () => scene.handle?.zoomBy(-1))}
        {zoom('map.whole', 'home', () => scene.handle?.fly(homeView.latitude, homeView.longitude, homeView.zoom))}
      </div>
      <p className="map-credit">
        {tiles ? `${tiles.attribution} · ` : `${t('map.outline')} · Natural Earth · `}
        Leaflet
      </p>
      {children}
    </div>
  )
}
