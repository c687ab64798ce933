/**
 * The state that the dashboard keeps in its URL: `?day=2026-11-19&regions=0,2`. Without a day it shows yesterday, without regions
 * all.
 */
import { isDay } from '../../../src/contract/days.ts'
import { queryText } from '../../urlQuery.ts'

export interface DashboardUrl {
  readonly day: string | undefined
  readonly regions: readonly number[]
}

/** Reads a query string. Invalid days and unknown regions are ignored. */
export function readDashboardUrl(query: string, regions: readonly number[]): DashboardUrl {
  const params = new URLSearchParams(query)
  const day = params.get('day')
  const inQuery = (params.get('regions') ?? '').split(',')
  return { day: isDay(day) ? day : undefined, regions: regions.filter(region => inQuery.includes(String(region))) }
}

/** The query string (with its `?`, or '') after a change. */
export function writeDashboardUrl(query: string, change: Partial<DashboardUrl>): string {
  const params = new URLSearchParams(query)
  if ('day' in change) {
    if (change.day) params.set('day', change.day)
    else params.delete('day')
  }
  if (change.regions) {
    if (change.regions.length > 0) params.set('regions', change.regions.join(','))
    else params.delete('regions')
  }
  return queryText(params)
}
