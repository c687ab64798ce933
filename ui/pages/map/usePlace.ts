/** What the panel of a reception place shows besides its point: the distances to the stores, and for administrators the place itself. */
import { useQuery } from '@tanstack/react-query'
import { pageAt, usePages } from '../../metadata.ts'
import { dataOf, query } from '../../query.ts'

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
  const distances = useQuery({
    ...query('iot.place', '/api/Admin/Stores/reception-places/:id/distances', { id }),
    select: dataOf
  })
  const place = useQuery({
    ...query('iot.place', '/api/Admin/Stores/reception-places/:id', { id }),
    select: dataOf,
    enabled: mayOpen
  })
  const orders = useQuery({
    ...query('orders.order', '/api/Admin/Orders', { ReceptionPlaceId: id, OrderStatus: openStatuses, limit: 1 }),
    select: ({ total }) => total,
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
      for (const one of [distances, place, orders]) if (one.error) void one.refetch()
    }
  }
}
