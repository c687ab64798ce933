/** The tiles of the map, by Leaflet. */
import type { TileLayer as LeafletTileLayer } from 'leaflet'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { TileLayer } from 'react-leaflet'
import { TileWatch } from './tiles.ts'

interface TileLayersProps {
  /** The lowest layer first: it decides whether the tiles are missing. */
  readonly urls: readonly string[]
  readonly maxZoom: number
  readonly onMissing: (missing: boolean) => void
}

const ignore = (): void => undefined

export const TileLayers = ({ urls, maxZoom, onMissing }: TileLayersProps) =>
  urls.map((url, at) => <Tiles key={url} url={url} maxZoom={maxZoom} onMissing={at === 0 ? onMissing : ignore} />)

interface TilesProps extends Omit<TileLayersProps, 'urls'> {
  readonly url: string
}

/**
 * The pages of this application send no Referer. Tile services such as that of OpenStreetMap want to know which site shows their
 * tiles, so the images have their own referrer policy.
 */
function Tiles({ url, maxZoom, onMissing }: TilesProps) {
  const report = useEffectEvent(onMissing)
  const [watch] = useState(() => new TileWatch())
  const layer = useRef<LeafletTileLayer>(null)
  useEffect(() => {
    watch.begin(missing => report(missing))
    const again = (): void => {
      layer.current?.redraw()
    }
    addEventListener('online', again)
    return () => {
      removeEventListener('online', again)
      watch.stop()
    }
  }, [watch])
  return (
    <TileLayer
      ref={layer}
      url={url}
      maxZoom={maxZoom}
      referrerPolicy="strict-origin-when-cross-origin"
      eventHandlers={{
        loading: () => watch.asked(),
        tileload: () => watch.came(),
        load: () => watch.ended()
      }}
    />
  )
}
