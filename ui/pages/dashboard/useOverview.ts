/** What the dashboard shows of the present, in one call: today's part and the week's read the same. */
import { useQuery } from '@tanstack/react-query'
import { get } from '../../api.ts'
import type { PlannedLoads } from './Loads.tsx'

export interface DayRoute {
  readonly day: string
  readonly number: number
  readonly vehicle: string
  readonly driver: string
  readonly places: number
  readonly orders: number
  readonly notified: number
  readonly finished: number
}

export interface OverviewData {
  readonly asOf: string
  readonly days: readonly string[]
  readonly orders: readonly { readonly status: number; readonly counts: readonly number[] }[]
  readonly weeks: readonly { readonly from: string; readonly tonnes: number }[]
  readonly planned: PlannedLoads
  readonly containers: Readonly<Record<'silent' | 'low' | 'critical', number>>
  readonly routes: readonly DayRoute[]
  readonly accounting: Readonly<Record<'unsent' | 'queued' | 'failed' | 'uninvoiced', number>>
}

export const useOverview = () =>
  useQuery({
    queryKey: ['reports.statistics', 'overview'],
    queryFn: async ({ signal }) =>
      (await get<{ data: OverviewData }>('/api/Dashboard/overview', undefined, { signal })).data,
    staleTime: 60_000,
    meta: { resourceTypes: ['iot.container', 'orders.order'] }
  })
