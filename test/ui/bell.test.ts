import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import type { CounterMetadata } from '../../src/contract/page.ts'
import { handleMessage } from '../../ui/hub.ts'
import {
  badgeOf,
  type LastAnnouncement,
  nextAnnouncement,
  notificationsIn,
  notificationsQuery,
  sumOf,
  tilesOf
} from '../../ui/shell/notifications.ts'

const counters: readonly CounterMetadata[] = [
  {
    code: 0,
    name: 'newOrders',
    icon: 'inbox',
    tone: 'info',
    to: '/orders/new',
    search: {},
    resourceType: 'orders.order'
  },
  {
    code: 1,
    name: 'overdueOrders',
    icon: 'clock',
    tone: 'danger',
    to: '/orders/in-progress',
    search: {},
    resourceType: 'orders.order'
  }
]

describe('notifications', () => {
  it('are shown in the order of their types, and only those of a known type', () => {
    const counts = [
      { notificationType: 99, count: 5 },
      { notificationType: 1, count: 0 },
      { notificationType: 0, count: 12 }
    ]
    const shown = notificationsIn(counters, counts)
    expect(shown.map(({ code, count, to }) => [code, count, to])).toEqual([
      [0, 12, '/orders/new'],
      [1, 0, '/orders/in-progress']
    ])
    expect(sumOf(shown)).toBe(12)
  })

  it('have tiles where something waits, and where they are looked at each day', () => {
    const always = counters.map(counter =>
      counter.name === 'newOrders' ? { ...counter, always: true as const } : counter
    )
    const tiles = (newOrders: number, overdue: number) => {
      const counts = [newOrders, overdue].map((count, notificationType) => ({ notificationType, count }))
      return tilesOf(notificationsIn(always, counts)).map(({ name }) => name)
    }
    expect(tiles(0, 0)).toEqual(['newOrders'])
    expect(tiles(0, 2)).toEqual(['newOrders', 'overdueOrders'])
  })

  it('are two digits at most on the bell', () => {
    expect([0, 7, 99, 100, 12_345].map(badgeOf)).toEqual(['0', '7', '99', '99+', '99+'])
  })

  it('are fresh for 60000 ms, and loaded again at once when the hub reports a change of what they count', () => {
    const client = new QueryClient()
    const { queryKey, meta, staleTime } = notificationsQuery(counters)
    const bell = client.getQueryCache().build(client, { queryKey, ...(meta ? { meta } : {}) })
    const other = client.getQueryCache().build(client, { queryKey: ['reports.statistics'] })
    expect(staleTime).toBe(60_000)
    handleMessage({ kind: 'changed', resourceType: 'iot.container', ids: [1] }, client, vi.fn(), false)
    expect(bell.state.isInvalidated).toBe(false)
    handleMessage({ kind: 'changed', resourceType: 'orders.order', ids: [1] }, client, vi.fn(), false)
    expect([bell.state.isInvalidated, other.state.isInvalidated]).toEqual([true, false])
  })
})

describe('the count of the bell is announced', () => {
  const second = 1000
  /** The announced ones of sums that arrive at the given seconds. */
  const announced = (sums: readonly (readonly [at: number, sum: number])[]): number[] => {
    let last: LastAnnouncement | undefined
    return sums.flatMap(([at, sum]) => {
      const next = nextAnnouncement(last, sum, at * second)
      last = next.last
      return next.announce ? [sum] : []
    })
  }

  it('not at first, and not when it has not grown', () => {
    expect(
      announced([
        [0, 5],
        [60, 5],
        [120, 3]
      ])
    ).toEqual([])
  })
  it('when it has grown', () => {
    expect(
      announced([
        [0, 5],
        [1, 6]
      ])
    ).toEqual([6])
  })
  it('when it has grown again after it was smaller', () => {
    expect(
      announced([
        [0, 5],
        [60, 3],
        [61, 4]
      ])
    ).toEqual([4])
  })
  it('once in half a minute, and then as it is by then', () => {
    expect(
      announced([
        [0, 5],
        [1, 6],
        [2, 7],
        [20, 9],
        [31, 9],
        [32, 10]
      ])
    ).toEqual([6, 9])
  })
})
