/**
 * The counters of the bell and of the dashboard's tiles. What there is to count, and which list each count opens, comes
 * with the pages' metadata; the counts themselves are asked here. A count is the total of its list.
 */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CounterMetadata } from '../../src/contract/page.ts'
import { get } from '../api.ts'
import { usePages } from '../metadata.ts'

export interface NotificationCount {
  readonly notificationType: number
  readonly count: number
  /** The bell does not ring for it; the tiles show it. */
  readonly isSilenced?: true
}

export interface Notification extends CounterMetadata {
  readonly count: number
  readonly isSilenced?: true
}

/** The counts of the known counters, ordered by code. */
export const notificationsIn = (
  counters: readonly CounterMetadata[],
  counts: readonly NotificationCount[]
): Notification[] =>
  counts
    .toSorted((a, b) => a.notificationType - b.notificationType)
    .flatMap(({ notificationType, count, isSilenced }) => {
      const counter = counters.find(({ code }) => code === notificationType)
      return counter ? [{ ...counter, count, ...(isSilenced && { isSilenced }) }] : []
    })

export const sumOf = (notifications: readonly Notification[]): number =>
  notifications.reduce((sum, { count }) => sum + count, 0)

/** The number on the bell, of two digits at most. */
export const badgeOf = (sum: number): string => (sum > 99 ? '99+' : String(sum))

/** The sum that the next one is compared with, and when a screen reader last announced one, in epoch milliseconds. */
export interface LastAnnouncement {
  readonly sum: number
  readonly at: number
}

const minimumPauseMs = 30_000

/**
 * Whether a screen reader announces the sum: only when it has grown, and at most every half minute. A sum that has grown
 * during the pause is announced after it; a smaller sum is not announced, but compared with the next one.
 */
export function nextAnnouncement(
  last: LastAnnouncement | undefined,
  sum: number,
  at: number
): { announce: boolean; last: LastAnnouncement } {
  if (!last) return { announce: false, last: { sum, at: at - minimumPauseMs } }
  if (sum <= last.sum) return { announce: false, last: { sum, at: last.at } }
  const tooEarly = at - last.at < minimumPauseMs
  return { announce: !tooEarly, last: tooEarly ? last : { sum, at } }
}

/** The specification's stale time. Refetching is needed too: orders become overdue at midnight without any hint. */
export const staleMs = 60_000

export const notificationsKey = ['notifications'] as const

/** Fresh for a minute, and loaded again at once when the hub reports a change of what the counters count. */
export const notificationsQuery = (counters: readonly CounterMetadata[]) =>
  queryOptions({
    queryKey: notificationsKey,
    queryFn: ({ signal }) => get<{ data: readonly NotificationCount[] }>('/api/Notifications', undefined, { signal }),
    select: ({ data }) => notificationsIn(counters, data),
    enabled: counters.length > 0,
    staleTime: staleMs,
    refetchInterval: staleMs,
    meta: { resourceTypes: [...new Set(counters.map(({ resourceType }) => resourceType))] }
  })

const none: readonly CounterMetadata[] = []

export const useNotifications = () => useQuery(notificationsQuery(usePages().data?.counters ?? none))
