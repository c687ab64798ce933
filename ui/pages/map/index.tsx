/**
 * The map page, /store/map, and /store/container/map for a single container: the map, a list of its points, a panel for the
 * chosen point and the replay of a container's trail. The URL holds the state, so that a link shows another person the same.
 */
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiProblem } from '../../api.ts'
import { Loading } from '../../elements/states.tsx'
import { useNarrow } from '../../elements/useNarrow.ts'
import { useText } from '../../i18n.ts'
import type { PageProps } from '../../shell/Page.tsx'
import type { ChangeUrl } from '../../useUrlState.ts'
import { useUrlState } from '../../useUrlState.ts'
import { ContainerPanel } from './ContainerPanel.tsx'
import { MapStage } from './MapStage.tsx'
import type { MapUrl, View } from './mapUrl.ts'
import { readMapUrl, trailZoom, writeMapUrl } from './mapUrl.ts'
import type { PanelForms } from './PanelRunner.tsx'
import { PlacePanel } from './PlacePanel.tsx'
import type { Hit } from './painter.ts'
import type { Point } from './points.ts'
import { Sidebar } from './Sidebar.tsx'
import { addStoreCommand, NewStorePanel, StorePanel } from './StorePanel.tsx'
import type { Scene } from './scene.ts'
import { TrailBar } from './TrailBar.tsx'
import { useContainer } from './useContainer.ts'
import { useBoundary, useContainerName, useScene, useSceneTrail, useShownContainer } from './useScene.ts'
import './map.css'
import './mapPanel.css'

export default function MapPage({ page, data: { mapTypes }, commands }: PageProps<'map'>) {
  const t = useText()
  const narrow = useNarrow()
  const { history } = useRouter()
  const isContainerPage = page.route.toLowerCase() === '/store/container/map'
  const [url, change] = useUrlState(readMapUrl, writeMapUrl)
  const [ready, setReady] = useState(false)
  const id = containerIdOf(url.chosen)
  useRequiredContainer(isContainerPage, id)
  const { scene, version, data: mapData, shown, members, setMembers } = useScene(url)
  const trail = useSceneTrail(scene, url, id, change)
  const container = useContainer(id).data
  useContainerName(scene, container)
  useShownContainer(scene, url, container, trail.stays, ready)
  const onRest = useStoredView(scene, change)
  const onSearch = useCallback((search: string) => change({ search }), [change])
  const { choose, flyTo, onHit } = actionsOn(scene, url, change, setMembers)
  const closePanel = (): void => (isContainerPage ? history.push('/') : change({ chosen: undefined }))
  const point = url.chosen === undefined ? undefined : scene.store.get(url.chosen)
  useBoundary(scene, point)
  if (isContainerPage && id === undefined) return <Loading />

  const mayAddStore = commands.some(({ name }) => name === addStoreCommand)
  const forms: PanelForms = { commands, form: url.form, onForm: form => change({ form }) }
  const panel = panelOf(url, point, {
    ...forms,
    onTrail: () => change({ trail: !url.trail, range: undefined, moment: undefined }),
    onCentre: flyTo,
    onClose: closePanel
  })
  const replay = url.trail && id !== undefined && (
    <TrailBar
      trail={trail}
      onRange={range => change({ range: String(range), moment: undefined })}
      onClose={() => change({ trail: false })}
    />
  )
  return (
    <div className="map-page" data-trail={url.trail || undefined}>
      <Sidebar
        scene={scene}
        version={version}
        ready={ready}
        pending={mapData.pending}
        failed={mapData.error ? { error: mapData.error, retry: mapData.retry } : undefined}
        offered={mapData.offered}
        shown={shown}
        members={members}
        search={url.search}
        silent={url.silent}
        chosen={url.chosen}
        narrow={narrow}
        panel={narrow ? replay || panel : undefined}
        onLayers={layers => change({ layers })}
        onSearch={onSearch}
        onSilent={silent => change({ silent })}
        onMembers={setMembers}
        onChoose={key => {
          choose(key)
          flyTo(key)
        }}
      />
      <MapStage
        scene={scene}
        types={mapTypes}
        view={url.view}
        onHit={onHit}
        onRest={onRest}
        onReady={() => setReady(true)}
        onAddStore={mayAddStore ? () => change({ chosen: undefined, form: addStoreCommand }) : undefined}
      >
        {!narrow && panel}
        {!narrow && replay}
        {mapData.pending && <p className="map-note">{t('ui.loading')}</p>}
      </MapStage>
    </div>
  )
}

interface PanelActions extends PanelForms {
  readonly onTrail: () => void
  readonly onCentre: (key: string) => void
  readonly onClose: () => void
}

/** The panel of the chosen point, or of a store that is being added. */
function panelOf(
  url: MapUrl,
  point: Point | undefined,
  { onTrail, onCentre, onClose, ...forms }: PanelActions
): ReactNode {
  const id = containerIdOf(url.chosen)
  if (id !== undefined)
    return (
      <ContainerPanel
        {...forms}
        id={id}
        point={point}
        trail={url.trail}
        onTrail={onTrail}
        onCentre={() => onCentre(`c${id}`)}
        onClose={onClose}
      />
    )
  if (point?.kind === 'store')
    return (
      <StorePanel key={point.key} {...forms} point={point} onCentre={() => onCentre(point.key)} onClose={onClose} />
    )
  if (point) return <PlacePanel point={point} onCentre={() => onCentre(point.key)} onClose={onClose} />
  return url.form === addStoreCommand && <NewStorePanel {...forms} onClose={() => forms.onForm(undefined)} />
}

/** The actions of the page: choosing a point, moving the map to a point, and handling clicks on the map. */
function actionsOn(
  scene: Scene,
  url: MapUrl,
  change: ChangeUrl<MapUrl>,
  setMembers: (keys: readonly string[]) => void
) {
  const choose = (key: string): void => change({ chosen: key }, url.chosen === undefined ? 'push' : 'replace')
  const flyTo = (key: string): void => {
    const point = scene.store.get(key)
    if (point) scene.handle?.fly(point.latitude, point.longitude, Math.max(trailZoom, scene.handle.view().zoom))
  }
  const onHit = (hit: Hit): void => {
    if (hit.kind === 'cluster') scene.click(hit.cluster)
    else if (hit.keys.length === 1 && hit.keys[0]) choose(hit.keys[0])
    else setMembers(hit.keys)
  }
  return { choose, flyTo, onHit }
}

const containerIdOf = (key: string | undefined): number | undefined =>
  key?.startsWith('c') ? Number(key.slice(1)) : undefined

/** The page of a single container redirects to the home page if the container does not exist or the person may not see it. */
function useRequiredContainer(required: boolean, id: number | undefined): void {
  const { history } = useRouter()
  const { data, error, isSuccess } = useContainer(required ? id : undefined)
  const isGone = error instanceof ApiProblem && [400, 403, 404].includes(error.status)
  const leave = required && (id === undefined || isGone || (isSuccess && !data))
  useEffect(() => {
    if (leave) history.replace('/')
  }, [leave, history])
}

const storeViewMs = 500

/** Stores the view of the map in the URL shortly after the map has stopped moving. */
function useStoredView(scene: Scene, change: ChangeUrl<MapUrl>): (view: View) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    (view: View) => {
      scene.notify()
      clearTimeout(timer.current)
      timer.current = setTimeout(() => change({ view }), storeViewMs)
    },
    [scene, change]
  )
}
