/** The store of a list's rows: what it asks of the server, what it writes into the URL, and when. */
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ListMetadata } from '../../src/contract/list.ts'
import type { Row } from '../../src/contract/row.ts'
import type { ListUrl } from '../../ui/parts/list/listUrl.ts'
import { type RowsInput, RowsStore } from '../../ui/parts/list/rows/rowsStore.ts'

const { get } = vi.hoisted(() => ({ get: vi.fn() }))
vi.mock('../../ui/api.ts', () => ({ get }))

const list = {
  name: 'orders',
  resourceType: 'orders.order',
  call: '/api/Orders',
  fixed: {},
  columns: [],
  search: { found: 'found', placeholder: 'search', debounce: 0 },
  filters: [],
  sort: 'number',
  pageSize: 3,
  selection: 'many',
  opens: true,
  panel: { name: 'order', tabs: [] }
} as unknown as ListMetadata
const plain: ListUrl = {
  view: undefined,
  search: '',
  sort: 'number',
  filters: {},
  rows: [],
  at: 0,
  panel: undefined,
  tab: undefined,
  command: undefined
}

/** A store on a server with these rows, and the URL that it writes. */
function aList(rows: readonly Row[], begin: Partial<ListUrl> = {}) {
  const server = { rows: [...rows], asked: [] as number[] }
  get.mockImplementation(async (_call: string, { page, limit }: { readonly page: number; readonly limit: number }) => {
    server.asked.push(page)
    return { data: server.rows.slice((page - 1) * limit, page * limit), total: server.rows.length }
  })
  const client = new QueryClient()
  const written: Partial<ListUrl>[] = []
  const pruned: number[] = []
  let url: ListUrl = { ...plain, ...begin }
  const input = (): RowsInput => ({
    list,
    url,
    phone: false,
    uneven: false,
    changeUrl: changed => {
      written.push(changed)
      url = { ...url, ...changed }
    },
    onPruned: count => pruned.push(count)
  })
  const store = new RowsStore(client, input())
  const draws: number[][] = []
  const ids = (): number[] => {
    const { rows: now } = store.current()
    return Array.from({ length: now.count }, (_, index) => now.rowAt(index)?.id ?? 0)
  }
  const open = (): (() => void) => store.subscribe(() => draws.push(ids()))
  /** The router draws the list with the URL as it is. */
  const drawn = (change: Partial<ListUrl> = {}): void => {
    url = { ...url, ...change }
    store.update(input())
  }
  /** The router draws the list with an older URL. */
  const drawnWith = (older: ListUrl): void => store.update({ ...input(), url: older })
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['orders.order'] })
  return { server, client, store, written, pruned, draws, ids, open, drawn, drawnWith, refresh }
}

const row = (id: number, version = 1): Row => ({ id, version })
const some = [row(1), row(2), row(3)]
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(10)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the rows of a list', () => {
  it('are asked for once somebody reads the store, and again after a hint, while it is read', async () => {
    const { server, ids, open, refresh } = aList(some)
    expect([server.asked, ids()]).toEqual([[], [0, 0, 0]])
    const close = open()
    await settled()
    expect([server.asked, ids()]).toEqual([[1], [1, 2, 3]])
    await refresh()
    expect(server.asked).toEqual([1, 1])
    close()
    await refresh()
    expect(server.asked).toEqual([1, 1])
  })

  it('are there at once if they were fetched before', async () => {
    const before = aList(some)
    before.open()
    await settled()
    const again = new RowsStore(before.client, {
      list,
      url: plain,
      phone: false,
      uneven: false,
      changeUrl: () => undefined,
      onPruned: () => undefined
    })
    expect(again.current().rows.rowAt(2)).toEqual(row(3))
  })

  it('of another search replace the old ones; the URL has neither selection nor scroll position any more', async () => {
    const { server, store, ids, open, drawn, written } = aList(some, { rows: [2], at: 1 })
    open()
    await settled()
    server.rows = [row(8)]
    drawn({ search: 'x' })
    expect([store.current().rows.stale, ids()]).toEqual([true, [1, 2, 3]])
    expect(written).toEqual([{ at: 0, rows: [] }])
    await settled()
    expect([store.current().rows.stale, ids()]).toEqual([false, [8]])
  })

  it('that were answered are in the list before it is read again; what leaves with them is not drawn as gone', async () => {
    const { server, store, ids, open, refresh, draws } = aList(some)
    open()
    await settled()
    store.pick({ index: 0, mode: 'only' })
    store.apply([row(1, 2)])
    expect(store.current().selectedRows).toEqual([row(1, 2)])
    store.deselect()
    server.rows = [row(2), row(3)]
    draws.length = 0
    const read = refresh()
    store.pick({ index: 1, mode: 'only' })
    await read
    store.renew()
    expect(ids()).toEqual([2, 3])
    await settled()
    expect(draws.filter(drawing => drawing.includes(1))).toEqual([[1, 2, 3]])
  })
})

describe('the selection', () => {
  it('is written into the URL once, and is not taken back by what the router draws late', async () => {
    const { store, open, drawn, drawnWith, written } = aList(some)
    open()
    await settled()
    store.pick({ index: 0, mode: 'only' })
    drawnWith(plain)
    expect(store.current().selection).toEqual([1])
    drawn()
    store.pick({ index: 1, mode: 'toggle' })
    expect(written).toEqual([{ rows: [1] }, { rows: [1, 2] }])
    drawn({ rows: [3] })
    expect(store.current().selection).toEqual([3])
    expect(written).toHaveLength(2)
  })

  it('is cleared by another search, but not where a link names both', async () => {
    const { store, open, drawn } = aList(some, { rows: [1] })
    open()
    await settled()
    drawn({ search: 'x' })
    expect(store.current().selection).toEqual([])
    drawn({ search: 'y', rows: [2, 3] })
    expect(store.current().selection).toEqual([2, 3])
    drawn({ search: 'z', command: 'orders.notifyDriver' })
    expect(store.current().selection).toEqual([2, 3])
  })

  it('of many rows is kept outside the URL', async () => {
    const { store, open, drawn, written } = aList(some, { rows: [1] })
    open()
    const ids = Array.from({ length: 101 }, (_, at) => at)
    store.select(ids)
    expect(written).toEqual([{ rows: [] }])
    drawn()
    expect(store.current().selection).toBe(ids)
  })

  it('is followed by an open panel, in the same step', async () => {
    const { store, open, written } = aList(some, { panel: 1 })
    open()
    await settled()
    store.pick({ index: 1, mode: 'only' })
    expect(written).toEqual([{ panel: 2, rows: [2] }])
  })

  it('loses rows that have left, which is said once', async () => {
    const { server, open, refresh, written, pruned } = aList(some, { rows: [1, 2] })
    open()
    await settled()
    server.rows = [row(2), row(3)]
    await refresh()
    expect([pruned, written]).toEqual([[1], [{ rows: [2] }]])
  })

  it('loses the rows of an own command without a word', async () => {
    const { server, store, open, refresh, pruned } = aList(some, { rows: [1] })
    open()
    await settled()
    store.run(true)
    server.rows = [row(2), row(3)]
    await refresh()
    store.run(false)
    store.deselect()
    await settled()
    expect([pruned, store.current().selection]).toEqual([[], []])
  })

  it('is left alone once the list is left', async () => {
    const { store, open, written } = aList(some)
    open()()
    store.select([1])
    expect(written).toEqual([])
  })

  it('takes all rows that match, unless the search is another one by then', async () => {
    const { store, open, drawn } = aList([...some, row(4), row(5)])
    open()
    await settled()
    await store.selectMatching()
    expect(store.current().selection).toEqual([1, 2, 3, 4, 5])
    expect(store.current().selectedRows).toHaveLength(5)
    const late = store.selectMatching()
    drawn({ search: 'x' })
    await late
    expect(store.current().selection).toEqual([])
  })
})
