/**
 * The counters of the bell and of the dashboard's tiles. The metadata of the pages says which counters there are, and which list each one
 * opens. This file loads the counts. A count is the total of its list.
 */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CounterMetadata } from '../../src/contract/page.ts'
import { usePages } from '../metadata.ts'
import { query } from '../query.ts'

export interface NotificationCount {
  readonly notificationType: number
  readonly count: number
  /** If true, the bell ignores the counter, and only the tiles show it. */
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

/** What the dashboard has a tile of: what is looked at each day, and of everything else what waits. */
export const tilesOf = (notifications: readonly Notification[]): Notification[] =>
  notifications.filter(({ count, always }) => always || count > 0)

export const sumOf = (notifications: readonly Notification[]): number =>
  notifications.reduce((sum, { count }) => sum + count, 0)

/** The number on the bell, with at most two digits. */
export const badgeOf = (sum: number): string => (sum > 99 ? '99+' : String(sum))

/** The sum with which the next one is compared, and the time of the last announcement, in epoch milliseconds. */
export interface LastAnnouncement {
  readonly sum: number
  readonly at: number
}

const minimumPauseMs = 30_000

/**
 * Whether a screen reader announces the sum: only when it has grown, and at most every half minute. A sum that grows during this
 * pause is announced after the pause. A smaller sum is not announced, but the next sum is compared with it.
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

/**
 * The stale time of the specification. The counts are also reloaded after it, because orders become overdue at midnight without a
 * hint.
 */
export const staleMs = 60_000

export const notificationsKey = ['notifications'] as const

/** The query of the counts. They are fresh for a minute, and reloaded when the hub announces a change of the counted things. */
export const notificationsQuery = (counters: readonly CounterMetadata[]) =>
  queryOptions({
    ...query('notifications', '/api/Notifications'),
    select: ({ data }) => notificationsIn(counters, data),
    enabled: counters.length > 0,
    staleTime: staleMs,
    refetchInterval: staleMs,
    meta: { resourceTypes: [...new Set(counters.map(({ resourceType }) => resourceType))] }
  })

const none: readonly CounterMetadata[] = []

export const useNotifications = () => useQuery(notificationsQuery(usePages().data?.counters ?? none))
