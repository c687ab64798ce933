/** The hooks that connect the map's scene, which lives outside React, with the page's URL and data. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { dataOf, query } from '../../query.ts'
import type { ChangeUrl } from '../../useUrlState.ts'
import { boxAround, isSpot, latitudeOf, longitudeOf } from './geo.ts'
import type { MapUrl } from './mapUrl.ts'
import { maxZoom, trailZoom } from './mapUrl.ts'
import type { Point } from './points.ts'
import { Scene } from './scene.ts'
import type { Stay } from './trail.ts'
import type { Container } from './useContainer.ts'
import { useMapData } from './useMapData.ts'
import type { Trail } from './useTrail.ts'
import { useTrail } from './useTrail.ts'

/** The scene with its data and layers, and the points of a clicked cluster, which are listed. */
export function useScene(url: MapUrl) {
  const [scene] = useState(() => new Scene())
  const [version, setVersion] = useState(0)
  const [members, setMembers] = useState<readonly string[]>()
  useEffect(() => scene.open(), [scene])
  const data = useMapData(scene.store, scene.changes)

  const offeredText = data.offered.join()
  const layersText = url.layers.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the arrays are new at each render, their texts are not
  const shown = useMemo(
    () => new Set(url.layers.filter(layer => data.offered.includes(layer))),
    [layersText, offeredText]
  )
  useEffect(() => scene.show(shown), [scene, shown])
  const { search, silent } = url
  useEffect(() => scene.narrow({ search, silent }), [scene, search, silent])
  useEffect(() => scene.paint({ borders: data.borders }), [scene, data.borders])
  useEffect(() => scene.paint({ chosen: url.chosen }), [scene, url.chosen])
  useEffect(
    () =>
      scene.listen({
        changed: () => setVersion(before => before + 1),
        members: (keys, zoom) => {
          if (!flyToMembers(scene, keys, zoom)) setMembers(keys)
        }
      }),
    [scene]
  )
  return { scene, version, data, shown, members, setMembers }
}

/** Zooms in until a cluster splits. @returns false if it does not split even at the closest zoom */
function flyToMembers(scene: Scene, keys: readonly string[], zoom: number): boolean {
  const first = scene.store.get(keys[0] ?? '')
  if (zoom > maxZoom || !first) return false
  const mean = (of: 'latitude' | 'longitude'): number =>
    keys.reduce((sum, key) => sum + (scene.store.get(key)?.[of] ?? first[of]), 0) / keys.length
  scene.handle?.fly(mean('latitude'), mean('longitude'), zoom)
  return true
}

interface Localization {
  readonly id: number
  readonly latitude: number
  readonly longitude: number
}

const nowhere: readonly Localization[] = []

/** The boundary of the chosen reception place: around itself and its localizations. */
export function useBoundary(scene: Scene, point: Point | undefined): void {
  const place = point?.kind === 'reception' ? point : undefined
  const { data = nowhere } = useQuery({
    ...query('companies.place', '/api/Admin/reception-places/:id/localizations', { id: place?.id }),
    select: dataOf,
    enabled: place !== undefined
  })
  useEffect(() => scene.paint({ localizations: place ? [place, ...data] : nowhere }), [scene, place, data])
}

/** The trail of the chosen container, drawn on the scene while it is open. */
export function useSceneTrail(scene: Scene, url: MapUrl, id: number | undefined, change: ChangeUrl<MapUrl>): Trail {
  const trail = useTrail({
    id: url.trail ? id : undefined,
    range: url.range,
    moment: url.moment,
    onMoment: moment => change({ moment }),
    onPosition: (position, follow) => {
      scene.painter.trail.moveTo(position)
      const { x, y } = scene.painter.trail.worldPosition()
      if (follow) scene.handle?.follow(latitudeOf(y), longitudeOf(x))
      scene.handle?.draw()
    }
  })
  const { stays } = trail
  useEffect(() => {
    scene.painter.setTrail(url.trail ? stays : undefined)
    scene.handle?.draw()
  }, [scene, stays, url.trail])
  return trail
}

/** Gives the chosen container on the map the name of its details, because they may be newer than the list. */
export function useContainerName(scene: Scene, container: Container | undefined): void {
  useEffect(() => {
    if (!container?.containerNumber) return
    if (scene.store.rename(container.id, container.containerNumber)) scene.notify()
  }, [scene, container])
}

/**
 * Moves the map once to the container that the URL names, if the URL has no view. Shows the whole trail when a trail is opened or its
 * range changes.
 */
export function useShownContainer(
  scene: Scene,
  url: MapUrl,
  container: Container | undefined,
  stays: readonly Stay[],
  ready: boolean
): void {
  const trailShown = url.trail ? `${url.chosen} ${url.range}` : ''
  const [first] = useState({ hadView: url.view !== undefined, trailShown })
  const visited = useRef(first.hadView)
  const fitted = useRef(first.hadView ? first.trailShown : '')
  useEffect(() => {
    if (!ready || visited.current || !container || `c${container.id}` !== url.chosen) return
    visited.current = true
    const { latitude, longitude } = container
    if (latitude !== null && longitude !== null) scene.handle?.fly(latitude, longitude, trailZoom)
  }, [scene, ready, url.chosen, container])
  useEffect(() => {
    if (fitted.current === trailShown || (trailShown !== '' && (!ready || stays.length === 0))) return
    fitted.current = trailShown
    const box = boxAround(stays)
    if (trailShown !== '' && box) scene.handle?.fit(box, isSpot(box) ? trailZoom : undefined)
  }, [scene, ready, trailShown, stays])
}
