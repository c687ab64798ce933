/** Loads the map's data and keeps it current by the hub. Layers that the person may not see are left out. */
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiProblem } from '../../api.ts'
import { dataOf, query, read } from '../../query.ts'
import type { Layer, Point, PointStore } from './points.ts'
import { layers } from './points.ts'
import { onPositions, positionsChannel } from './positions.ts'

/**
 * The keys of queries. They are not the resource types of the hub, because its hints about containers arrive every few seconds and
 * would reload all containers. Moved containers arrive as position messages instead.
 */
const key = (name: string): string[] => ['map', name]
/** Stores change seldom, and only by commands. So the hints of the hub reload them. */
const storesType = 'warehouse.internalStore'
const staleMs = 5 * 60_000

interface Corner {
  readonly id: number
  readonly latitude: number
  readonly longitude: number
}

const isForbidden = (error: unknown): boolean => error instanceof ApiProblem && error.status === 403

interface Changes {
  /** All points of a kind were replaced. */
  readonly replaced: (kind: Point['kind']) => void
  /** Called before points move. */
  readonly moving: (points: readonly Point[]) => void
  readonly moved: (points: readonly Point[]) => void
}

export interface MapData {
  readonly pending: boolean
  readonly error: unknown
  readonly retry: () => void
  readonly borders: readonly (readonly Corner[])[]
  /** The layers that this person may see. */
  readonly offered: readonly Layer[]
}

/** Fills the store and applies changes to it. `changes` must be the same object at each render. */
export function useMapData(store: PointStore, changes: Changes): MapData {
  const queries = useQueryClient()
  const containers = useQuery({
    queryKey: key('containers'),
    queryFn: async ({ signal }) => (await read('/IoT/containers', {}, { signal })).data.list,
    meta: { resourceTypes: [positionsChannel] },
    staleTime: staleMs,
    structuralSharing: false
  })
  const places = useQuery({
    queryKey: key('places'),
    queryFn: async ({ signal }) => (await read('/api/Admin/reception-places/coordinates', {}, { signal })).data,
    staleTime: staleMs,
    structuralSharing: false
  })
  const stores = useQuery({
    ...query(storesType, '/api/Admin/Stores/internal'),
    select: dataOf,
    staleTime: staleMs
  })
  const borders = useQueries({
    queries: (stores.data ?? []).map(({ id }) => ({
      ...query(storesType, '/api/Admin/Stores/internal/:id/borderPoints', { id }),
      staleTime: staleMs
    })),
    combine: results => results.map(({ data }) => data?.data ?? [])
  })

  useEffect(() => {
    if (!containers.data) return
    store.setContainers(containers.data)
    changes.replaced('container')
  }, [containers.data, store, changes])
  useEffect(() => {
    if (!places.data) return
    store.setPlaces(places.data)
    changes.replaced('reception')
  }, [places.data, store, changes])
  useEffect(() => {
    if (!stores.data) return
    store.setStores(stores.data)
    changes.replaced('store')
  }, [stores.data, store, changes])

  useEffect(
    () =>
      onPositions(deltas => {
        changes.moving(deltas.flatMap(({ id }) => store.get(`c${id}`) ?? []))
        const { changed, unknown } = store.merge(deltas)
        changes.moved(changed)
        if (unknown) queries.invalidateQueries({ queryKey: key('containers') }, { cancelRefetch: false })
      }),
    [store, changes, queries]
  )

  const all = [containers, places, stores]
  const failed = all.filter(({ error, data }) => error && !data && !isForbidden(error))
  return {
    pending: all.some(({ isPending }) => isPending),
    error: failed[0]?.error,
    retry: () => {
      for (const one of failed) one.refetch()
    },
    borders,
    offered: layers.filter(
      layer =>
        !(layer === 'reception' && isForbidden(places.error)) && !(layer === 'stores' && isForbidden(stores.error))
    )
  }
}
