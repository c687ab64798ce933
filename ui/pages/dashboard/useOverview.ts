/** The data of the work of the day and of the overview, which one call gives. */
import { useQuery } from '@tanstack/react-query'
import type { Reads } from '../../answers.ts'
import { dataOf, query } from '../../query.ts'

export type OverviewData = Reads['/api/Dashboard/overview']['data']

export const useOverview = () =>
  useQuery({
    ...query('reports.statistics', '/api/Dashboard/overview'),
    select: dataOf,
    staleTime: 60_000,
    meta: { resourceTypes: ['iot.container', 'orders.order'] }
  })
