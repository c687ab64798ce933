/** What the panel of a reception place shows besides its point: the distances to the stores, and for administrators the place itself. */
import { useQuery } from '@tanstack/react-query'
import { get } from '../../api.ts'
import { pageAt, usePages } from '../../metadata.ts'

export const placesPage = '/store/receptionPlaces'
/** New, accepted and in progress, of `orders.status`. */
const openStatuses = [0, 1, 2]

export interface Distance {
  /** Of an internal store. */
  readonly name: string
  /** Metres. */
  readonly distance: number
}

export interface Place {
  readonly phone: string | null
  readonly receptionPlacesOrderTypes: readonly number[]
  /** By documents. */
  readonly containersAmount: number
  /** By GPS. */
  readonly locatedContainers: number
}

/** The data of a place as they arrive; `place` and `openOrders` only for people who may open the page of places. */
export function usePlace(id: number) {
  const { data: pages } = usePages()
  const mayOpen = pages !== undefined && pageAt(pages, placesPage) !== undefined
  const key = ['iot.place', id]
  const distances = useQuery({
    queryKey: [...key, 'distances'],
    queryFn: async ({ signal }) =>
      (await get<{ data: Distance[] }>(`/api/Admin/Stores/reception-places/${id}/distances`, undefined, { signal }))
        .data
  })
  const place = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (await get<{ data: Place }>(`/api/Admin/Stores/reception-places/${id}`, undefined, { signal })).data,
    enabled: mayOpen
  })
  const orders = useQuery({
    queryKey: ['orders.order', 'open', id],
    queryFn: async ({ signal }) => {
      const query = { ReceptionPlaceId: id, OrderStatus: openStatuses, limit: 1 }
      return (await get<{ total: number }>('/api/Admin/Orders', query, { signal })).total
    },
    enabled: mayOpen
  })
  const failed = [distances, place, orders].find(({ error, data }) => error && data === undefined)
  return {
    mayOpen,
    distances: distances.data,
    place: place.data,
    openOrders: orders.data,
    pending: distances.isPending || (mayOpen && (place.isPending || orders.isPending)),
    error: failed?.error,
    retry: () => {
      for (const query of [distances, place, orders]) if (query.error) void query.refetch()
    }
  }
}
