/**
 * /store/map, and /store/container/map for one container: the map, a list that mirrors it, a panel for what is chosen,
 * a replay of its trail. The URL holds all that matters, so that a link shows another person the same.
 */
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ApiProblem } from '../../api.ts'
import { Loading } from '../../elements/states.tsx'
import { useNarrow } from '../../elements/useNarrow.ts'
import { useText } from '../../i18n.ts'
import type { PartProps } from '../../shell/Page.tsx'
import { latitudeOf, longitudeOf } from './geo.ts'
import type { Tiles } from './MapStage.tsx'
import { deepest, MapStage } from './MapStage.tsx'
import type { View } from './mapUrl.ts'
import { trailZoom } from './mapUrl.ts'
import type { Hit } from './painter.ts'
import { Side } from './Side.tsx'
import { Scene } from './scene.ts'
import { ContainerPanel, PlacePanel, useContainer } from './ThingPanel.tsx'
import { TrailBar } from './TrailBar.tsx'
import { useMapData } from './useMapData.ts'
import { useMapUrl } from './useMapUrl.ts'
import { useTrail } from './useTrail.ts'
import './map.css'

/** The specification's zoom of a container's trail. */
const viewMs = 500

const idOf = (key: string | undefined): number | undefined => (key?.startsWith('c') ? Number(key.slice(1)) : undefined)

/** One container's page needs that container: without it, home. */
function useOneContainer(only: boolean, id: number | undefined): void {
  const { history } = useRouter()
  const { data, error, isSuccess } = useContainer(only ? id : undefined)
  const gone = error instanceof ApiProblem && [400, 403, 404].includes(error.status)
  const home = only && (id === undefined || gone || (isSuccess && !data))
  useEffect(() => {
    if (home) history.replace('/')
  }, [home, history])
}

export default function MapPage({ page, data }: PartProps) {
  const t = useText()
  const narrow = useNarrow()
  const { history } = useRouter()
  const { tiles } = data as { readonly tiles: Tiles | null }
  const only = page.route.toLowerCase() === '/store/container/map'
  const [url, change] = useMapUrl()
  const [scene] = useState(() => new Scene())
  const [version, setVersion] = useState(0)
  const [ready, setReady] = useState(false)
  const [members, setMembers] = useState<readonly string[]>()
  const { chosen } = url
  const id = idOf(chosen)
  useOneContainer(only, id)

  useEffect(() => scene.open(), [scene])
  const mapData = useMapData(scene.store, scene.changes)
  const offeredText = mapData.offered.join()
  const layersText = url.layers.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same layers are the same set
  const shown = useMemo(
    () => new Set(url.layers.filter(layer => mapData.offered.includes(layer))),
    [layersText, offeredText]
  )
  useEffect(() => scene.show(shown), [scene, shown])
  useEffect(() => {
    scene.painter.borders = mapData.borders
    scene.handle?.draw()
  }, [scene, mapData.borders])
  useEffect(() => {
    scene.listener = {
      news: () => setVersion(before => before + 1),
      members: (keys, zoom) => {
        const first = scene.store.get(keys[0] ?? '')
        if (zoom > deepest || !first) return setMembers(keys)
        const middle = (of: 'latitude' | 'longitude'): number =>
          keys.reduce((sum, key) => sum + (scene.store.get(key)?.[of] ?? first[of]), 0) / keys.length
        scene.handle?.fly(middle('latitude'), middle('longitude'), zoom)
      }
    }
  }, [scene])

  const trail = useTrail({
    id: url.trail ? id : undefined,
    range: url.range,
    moment: url.moment,
    onMoment: moment => change({ moment }),
    onPosition: (position, follow) => {
      scene.painter.trail.position = position
      const { x, y } = scene.painter.trail.head()
      if (follow) scene.handle?.follow(latitudeOf(y), longitudeOf(x))
      scene.handle?.draw()
    }
  })
  const { stays } = trail
  useEffect(() => {
    scene.painter.setTrail(url.trail ? stays : undefined)
    scene.handle?.draw()
  }, [scene, stays, url.trail])

  useEffect(() => {
    scene.painter.chosen = chosen
    scene.handle?.draw()
  }, [scene, chosen])
  const detail = useContainer(id).data
  useEffect(() => {
    if (detail?.containerNumber && scene.store.rename(detail.id, detail.containerNumber)) scene.news()
  }, [detail, scene])
  useArrival({ scene, ready, url, detail })

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onRest = useCallback(
    (view: View) => {
      scene.news()
      clearTimeout(timer.current)
      timer.current = setTimeout(() => change({ view }), viewMs)
    },
    [scene, change]
  )

  const onSearch = useCallback((search: string) => change({ search }), [change])

  const choose = (key: string): void => change({ chosen: key }, chosen === undefined ? 'push' : 'replace')
  const goTo = (key: string): void => {
    const point = scene.store.get(key)
    if (point) scene.handle?.fly(point.latitude, point.longitude, Math.max(trailZoom, scene.handle.view().zoom))
  }
  const close = (): void => (only ? history.push('/') : change({ chosen: undefined }))
  const onHit = (hit: Hit): void => {
    if (hit.kind === 'cluster') scene.press(hit.cluster)
    else if (hit.keys.length === 1 && hit.keys[0]) choose(hit.keys[0])
    else setMembers(hit.keys)
  }
  const { error } = mapData
  if (only && id === undefined) return <Loading />

  const point = chosen === undefined ? undefined : scene.store.get(chosen)
  const panel =
    id !== undefined ? (
      <ContainerPanel
        id={id}
        point={point}
        trail={url.trail}
        onTrail={() => change({ trail: !url.trail, range: undefined, moment: undefined })}
        onCentre={() => goTo(`c${id}`)}
        onClose={close}
      />
    ) : (
      point && <PlacePanel point={point} onCentre={() => goTo(point.key)} onClose={close} />
    )
  const replay = url.trail && id !== undefined && (
    <TrailBar
      trail={trail}
      onRange={range => change({ range: String(range), moment: undefined })}
      onClose={() => change({ trail: false })}
    />
  )
  return (
    <div className="map-page" data-trail={url.trail || undefined}>
      <Side
        scene={scene}
        version={version}
        ready={ready}
        pending={mapData.pending}
        failed={error ? { error, retry: mapData.retry } : undefined}
        offered={mapData.offered}
        shown={shown}
        members={members}
        search={url.search}
        chosen={chosen}
        narrow={narrow}
        panel={narrow ? replay || panel : undefined}
        onLayers={next => change({ layers: next })}
        onSearch={onSearch}
        onMembers={setMembers}
        onChoose={key => {
          choose(key)
          goTo(key)
        }}
      />
      <MapStage
        scene={scene}
        tiles={tiles}
        view={url.view}
        onHit={onHit}
        onRest={onRest}
        onReady={() => setReady(true)}
      >
        {!narrow && panel}
        {!narrow && replay}
        {mapData.pending && <p className="map-note">{t('ui.loading')}</p>}
      </MapStage>
    </div>
  )
}

interface Arrival {
  readonly scene: Scene
  readonly ready: boolean
  readonly url: ReturnType<typeof useMapUrl>[0]
  readonly detail: ReturnType<typeof useContainer>['data']
}

/** Goes to the container of a link without a view, once; and to the container whose trail is opened. */
function useArrival({ scene, ready, url, detail }: Arrival): void {
  const [begun] = useState(url.view !== undefined)
  const gone = useRef<string>(begun ? `${url.chosen} ${url.trail}` : '')
  useEffect(() => {
    const place = `${url.chosen} ${url.trail}`
    const wanted = url.trail || gone.current === ''
    if (!ready || !detail || `c${detail.id}` !== url.chosen || gone.current === place) return
    gone.current = place
    const { latitude, longitude } = detail
    if (wanted && latitude !== null && longitude !== null) scene.handle?.fly(latitude, longitude, trailZoom)
  }, [scene, ready, url.chosen, url.trail, detail])
}
