import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import type { HubMessage } from '../../src/contract/hub.ts'
import { alerts, currentAlerts } from '../../ui/alerts.ts'
import { handleMessage, onItems } from '../../ui/hub.ts'
import { setCatalogue } from '../../ui/i18n.ts'

const queries = (): QueryClient => {
  const client = new QueryClient()
  for (const key of [
    ['orders.order', 'list'],
    ['orders.order', 5, 'history'],
    ['iot.container', 'list']
  ]) {
    client.setQueryData(key, 'data')
  }
  return client
}
const stale = (client: QueryClient): unknown[] =>
  client
    .getQueryCache()
    .getAll()
    .filter(query => query.state.isInvalidated)
    .map(query => query.queryKey.join(' '))
const invalidatedBy = (message: HubMessage, first = false): unknown[] => {
  const client = queries()
  handleMessage(message, client, vi.fn(), first)
  return stale(client)
}

it('invalidates the queries of the resource type that changed, and no others', () => {
  expect(invalidatedBy({ kind: 'changed', resourceType: 'orders.order', ids: [5] })).toEqual([
    'orders.order list',
    'orders.order 5 history'
  ])
})

it('has a form that is opened after a change ask anew, and leaves an open one as it is', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 5000 } } })
  const answers = vi.fn().mockResolvedValueOnce('before').mockResolvedValue('after')
  const asked = { queryKey: ['form', 'fetched', '/api/Admin/Orders/5/finish-proposal'], queryFn: answers }
  expect(await client.fetchQuery(asked)).toBe('before')
  expect(await client.fetchQuery(asked)).toBe('before')
  const open = new QueryObserver(client, asked)
  const stop = open.subscribe(vi.fn())
  handleMessage({ kind: 'changed', resourceType: 'waste.card', ids: [7] }, client, vi.fn(), false)
  expect(answers).toHaveBeenCalledTimes(1)
  stop()
  expect(await client.fetchQuery(asked)).toBe('after')
})

it('invalidates everything after a resync and after a reconnect, not after the first connection', () => {
  expect(invalidatedBy({ kind: 'resync' })).toHaveLength(3)
  expect(invalidatedBy({ kind: 'ready' })).toHaveLength(3)
  expect(invalidatedBy({ kind: 'ready' }, true)).toEqual([])
})

it('passes the items of a channel to its listeners until they stop', () => {
  const listener = vi.fn()
  const other = vi.fn()
  const stop = onItems('iot.positions', listener)
  const stopOther = onItems('iot.other', other)
  const items = [
    {
      id: 1,
      latitude: 52,
      longitude: 19,
      currentBatteryLevel: 3.7,
      currentBatteryStatus: 0,
      status: 1,
      lastActiveDate: ''
    }
  ]
  expect(invalidatedBy({ kind: 'items', channel: 'iot.positions', items })).toEqual([])
  stop()
  invalidatedBy({ kind: 'items', channel: 'iot.positions', items })
  stopOther()
  expect(listener).toHaveBeenCalledExactlyOnceWith(items)
  expect(other).not.toHaveBeenCalled()
})

it('shows a notice in the words of the catalogues: a failure stays, a success passes', () => {
  setCatalogue('pl', { 'a.failed': 'Nie udało się: {number}', 'a.done': 'Udało się: {number}' })
  const notice = { kind: 'notice', params: { number: 'Z/1' } } as const
  expect(invalidatedBy({ ...notice, tone: 'danger', message: 'a.failed' })).toEqual([])
  expect(invalidatedBy({ ...notice, tone: 'success', message: 'a.done' })).toEqual([])
  expect(currentAlerts().map(({ tone, text }) => [tone, text])).toEqual([
    ['danger', 'Nie udało się: Z/1'],
    ['success', 'Udało się: Z/1']
  ])
  alerts.clear()
})

it('signs out when the server ended the session', () => {
  const signedOut = vi.fn()
  handleMessage({ kind: 'signed-out' }, queries(), signedOut, false)
  expect(signedOut).toHaveBeenCalledOnce()
})
