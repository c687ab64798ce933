/** What the planning board shows: the rows of both lists, the vehicles of the day, and the summaries of its routes. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Row } from '../../../../src/contract/row.ts'
import type { ListState } from '../../../parts/list/useListPage.ts'
import { query } from '../../../query.ts'
import { vehiclesQuery } from '../vehiclesQuery.ts'
import { boardOf } from './columns.ts'

/** As many vehicles as are asked for: more than a fleet has. */
const maxVehicles = 500
const nothing: readonly never[] = []

/** The rows of a list that have come. Those of another day are none of this one. */
function useRows({ rows, view }: ListState): readonly Row[] {
  const { count, rowAt, stale } = rows
  const { onVisible } = view
  // all pages that were loaded are kept fresh
  useEffect(() => onVisible({ first: 0, last: Math.max(0, count - 1) }), [count, onVisible])
  return useMemo(() => {
    const all = Array.from({ length: stale ? 0 : count }, (_, index) => rowAt(index))
    return all.filter(row => row !== undefined)
  }, [count, rowAt, stale])
}

export function useBoardData(day: string, states: { readonly toPlan: ListState; readonly planned: ListState }) {
  const toPlan = useRows(states.toPlan)
  const planned = useRows(states.planned)
  const vehicles = useQuery(vehiclesQuery({ day, limit: maxVehicles }))
  const routes = [...new Set(planned.flatMap(({ routeId }) => (typeof routeId === 'number' ? routeId : [])))].sort()
  const summaries = useQuery({
    ...query('orders.order', '/api/Admin/Orders/routes', { ids: routes.join() }),
    enabled: routes.length > 0,
    placeholderData: keepPreviousData
  })
  const fleet = vehicles.data?.data ?? nothing
  const routesOfDay = summaries.data?.data ?? nothing
  const board = useMemo(
    () => boardOf({ toPlan, planned, vehicles: fleet, summaries: routesOfDay }),
    [toPlan, planned, fleet, routesOfDay]
  )
  const byId = useMemo(() => new Map([...toPlan, ...planned].map(row => [row.id, row])), [toPlan, planned])
  return {
    ...board,
    rowOf: (id: number): Row | undefined => byId.get(id),
    isReady: vehicles.data !== undefined && states.planned.rows.total !== undefined && !states.planned.rows.stale,
    error: vehicles.data ? undefined : vehicles.error,
    retry: () => void vehicles.refetch()
  }
}
