import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { hear } from '../../ui/hub.ts'
import {
  badgeOf,
  hearing,
  notificationsIn,
  notificationsQuery,
  type Said,
  sumOf
} from '../../ui/shell/notifications.ts'

describe('notifications', () => {
  it('are shown in the order of their types, and only those that lead somewhere', () => {
    const counts = [
      { notificationType: 99, count: 5 },
      { notificationType: 1, count: 0 },
      { notificationType: 0, count: 12 }
    ]
    const shown = notificationsIn(counts)
    expect(shown.map(({ type, count, to }) => [type, count, to])).toEqual([
      [0, 12, '/orders/new'],
      [1, 0, '/orders/in-progress']
    ])
    expect(sumOf(shown)).toBe(12)
  })

  it('are two digits at most on the bell', () => {
    expect([0, 7, 99, 100, 12_345].map(badgeOf)).toEqual(['0', '7', '99', '99+', '99+'])
  })

  it('are fresh for 60000 ms, and asked again at once when the hub tells of what they count', () => {
    const client = new QueryClient()
    const { queryKey, meta, staleTime } = notificationsQuery
    const bell = client.getQueryCache().build(client, { queryKey, ...(meta ? { meta } : {}) })
    const other = client.getQueryCache().build(client, { queryKey: ['reports.statistics'] })
    expect(staleTime).toBe(60_000)
    hear({ kind: 'changed', resourceType: 'iot.container', ids: [1] }, client, vi.fn(), false)
    expect(bell.state.isInvalidated).toBe(false)
    hear({ kind: 'changed', resourceType: 'orders.order', ids: [1] }, client, vi.fn(), false)
    expect([bell.state.isInvalidated, other.state.isInvalidated]).toEqual([true, false])
  })
})

describe('the bell is heard', () => {
  const second = 1000
  /** What is said of sums that come at the given seconds. */
  const spoken = (sums: readonly (readonly [at: number, sum: number])[]): number[] => {
    let said: Said | undefined
    return sums.flatMap(([at, sum]) => {
      const next = hearing(said, sum, at * second)
      said = next.said
      return next.say ? [sum] : []
    })
  }

  it('not at the first look, and not when nothing is new', () => {
    expect(
      spoken([
        [0, 5],
        [60, 5],
        [120, 3]
      ])
    ).toEqual([])
  })
  it('when more waits than before', () => {
    expect(
      spoken([
        [0, 5],
        [1, 6]
      ])
    ).toEqual([6])
  })
  it('again after fewer waited', () => {
    expect(
      spoken([
        [0, 5],
        [60, 3],
        [61, 4]
      ])
    ).toEqual([4])
  })
  it('once in half a minute, and then with what has come since', () => {
    expect(
      spoken([
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
