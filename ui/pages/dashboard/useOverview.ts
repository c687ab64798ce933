/** The data of the work of the day and of the overview, which one call gives. */
import { useQuery } from '@tanstack/react-query'
import type { OverviewData } from '../../../modules/reports/dashboard/schema.ts'
import { get } from '../../api.ts'

export const useOverview = () =>
  useQuery({
    queryKey: ['reports.statistics', 'overview'],
    queryFn: async ({ signal }) =>
      (await get<{ data: OverviewData }>('/api/Dashboard/overview', undefined, { signal })).data,
    staleTime: 60_000,
    meta: { resourceTypes: ['iot.container', 'orders.order'] }
  })
