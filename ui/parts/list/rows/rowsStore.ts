/**
 * The rows of a list, outside React: it observes the queries of the pages, and keeps what the person has selected. What an event changes
 * is a pure function (`rowsState.ts`); this class carries out what follows from it: it observes the pages that are wanted, writes the
 * selection into the URL, and says that rows have left it. React reads it by `useSyncExternalStore`.
 *
 * The selection is changed here first and then written into the URL. A selection that comes from the URL (Back, a link) is taken over,
 * except the one that was written last, which comes back with each render.
 */
import { notifyManager, type QueryClient, QueryObserver } from '@tanstack/react-query'
import type { ListMetadata } from '../../../../src/contract/list.ts'
import type { Row } from '../../../../src/contract/row.ts'
import { readRows } from '../../../query.ts'
import type { ChangeUrl } from '../../../useUrlState.ts'
import { type ListUrl, pageQuery } from '../listUrl.ts'
import { matchingRows } from './matching.ts'
import type { Page } from './pages.ts'
import { loadedIds, wantedPages } from './readRows.ts'
import { pageOptions, rowsQueryOf } from './rowsQuery.ts'
import { openedAt, type PageState, type RowsEvent, type RowsState, reduce } from './rowsState.ts'
import type { Pick } from './selection.ts'

/** The most selected rows that are kept in the URL and survive a reload: longer URLs cause problems in e-mails and proxies. */
const rowsInUrl = 100

/** Rows keep their places where all have the same height, and a pointer is over them. */
const keepsPlaces = ({ phone, uneven }: RowsInput): boolean => !phone && !uneven

/** What the list and its URL say. It is given again whenever it changes. */
export interface RowsInput {
  readonly list: ListMetadata
  readonly url: ListUrl
  readonly phone: boolean
  /** Whether rows differ in height. */
  readonly uneven: boolean
  readonly changeUrl: ChangeUrl<ListUrl>
  /** Says that so many rows have left the list that were selected. */
  readonly onPruned: (count: number) => void
}

interface Watched {
  readonly observer: QueryObserver<Page>
  /** Undefined while nobody reads the store. */
  stop: (() => void) | undefined
}

export class RowsStore {
  /** The index of the row that is scrolled to first. */
  readonly startAt: number
  private readonly client: QueryClient
  private readonly listeners = new Set<() => void>()
  private readonly watched = new Map<number, Watched>()
  private input: RowsInput
  private state: RowsState
  /** The query that `watched` observes. */
  private watchedKey: string
  private isWatching = false
  private isLeft = false
  /** Whether the listeners are going to be called. */
  private isDue = false
  /** The selection as it was last written into the URL or read from it, and as it was last given. */
  private inUrl: string
  private given: string

  constructor(client: QueryClient, input: RowsInput) {
    const { list, url } = input
    this.client = client
    this.input = input
    this.startAt = url.at
    this.inUrl = url.rows.join()
    this.given = this.inUrl
    const query = rowsQueryOf(list, url)
    this.watchedKey = query.key
    this.state = openedAt({ query, at: url.at, selection: url.rows, panel: url.panel, keepsPlaces: keepsPlaces(input) })
    this.watch()
  }

  readonly current = (): RowsState => this.state

  /** The pages are fetched as long as somebody listens. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    this.isLeft = false
    if (this.listeners.size === 1) this.watch()
    return () => {
      this.listeners.delete(listener)
      if (this.listeners.size > 0) return
      this.isLeft = true
      for (const one of this.watched.values()) {
        one.stop?.()
        one.stop = undefined
      }
    }
  }

  /** Takes over what the list and its URL say now. */
  update(input: RowsInput): void {
    this.input = input
    const { list, url } = input
    this.dispatch({ kind: 'arranged', keepsPlaces: keepsPlaces(input) })
    this.dispatch({ kind: 'opened', panel: url.panel })
    // a link to a form names its rows; any other search, sort or filter clears the selection
    const keepsSelection = this.readSelection(url.rows) || url.command !== undefined
    const query = rowsQueryOf(list, url)
    const isOther = query.narrowing !== this.state.query.narrowing
    this.dispatch({ kind: 'asked', query, keepsSelection }, isOther ? { at: 0 } : {})
  }

  /** Takes over the selection of the URL. Returns whether it is another one than the store has written. */
  private readSelection(ids: readonly number[]): boolean {
    const text = ids.join()
    const isOther = text !== this.given && text !== this.inUrl
    this.given = text
    if (!isOther) return false
    this.inUrl = text
    this.dispatch({ kind: 'selected', ids })
    return ids.length > 0
  }

  /** Changes the URL. `rows` are selected. */
  readonly change: ChangeUrl<ListUrl> = (changed, step) => {
    const { rows, ...others } = changed
    if (rows) this.dispatch({ kind: 'selected', ids: rows }, others, step)
    else this.write(others, step)
  }

  readonly sort = (sort: string): void => this.change({ sort })

  readonly select = (ids: readonly number[]): void => this.dispatch({ kind: 'selected', ids })

  /** Selects all rows that are loaded. */
  readonly selectAll = (): void => this.select(loadedIds(this.state))

  /** Clears the selection, and shows the list as it is now. */
  readonly deselect = (): void => {
    this.select([])
    this.renew()
  }

  readonly openPanel = (id: number, tab?: string): void => this.change({ rows: [id], panel: id, tab }, 'push')

  /** Opens the panel of a row, if rows of the list can be opened. */
  readonly open = (row: Row, index: number): void => {
    const { opens, panel } = this.input.list
    if (!opens || !panel) return
    this.move(index)
    this.change({ rows: [row.id], panel: row.id }, 'push')
  }

  readonly closePanel = (): void => {
    if (this.input.url.panel === undefined) return
    this.change({ panel: undefined, tab: undefined, ...(this.input.phone ? { rows: [] } : {}) })
    this.renew()
  }

  readonly pick = (pick: Pick): void => {
    const { list, url } = this.input
    const event = { kind: 'picked', pick, mode: list.selection } as const
    const { selection } = reduce(this.state, event)
    // an open panel follows the selected row
    const follows = url.panel !== undefined && pick.mode === 'only' && selection !== this.state.selection
    this.dispatch(event, follows && selection[0] !== undefined ? { panel: selection[0] } : {})
  }

  readonly move = (index: number): void => this.dispatch({ kind: 'moved', index })

  /** Called when other rows are on screen. */
  readonly scroll = (first: number, last: number): void => this.dispatch({ kind: 'scrolled', first, last })

  /** Loads the next page, if there is one. */
  readonly more = (): void => this.dispatch({ kind: 'more' })

  /** Shows the list as it is now, including new rows that are held back while somebody works in the list. */
  readonly renew = (): void => this.dispatch({ kind: 'renewed' })

  /** Puts in rows as the answer of a command has them. */
  readonly apply = (rows: readonly Row[]): void => this.dispatch({ kind: 'answered', rows })

  /**
   * Says that the calls of a command begin or end. The end is told a moment later: the command first clears the selection, or its rows
   * would be said to have left the list.
   */
  readonly run = (isRunning: boolean): void => {
    if (isRunning) this.dispatch({ kind: 'running', isRunning })
    else setTimeout(() => this.dispatch({ kind: 'running', isRunning }))
  }

  /** Loads the pages again that could not be loaded. */
  readonly retry = (): void => {
    for (const { observer } of this.watched.values()) if (observer.getCurrentResult().isError) void observer.refetch()
  }

  /** Selects all rows that match, up to a limit. Throws the error of a call. */
  readonly selectMatching = async (): Promise<void> => {
    const { list, url } = this.input
    const { key } = this.state.query
    const rows = await matchingRows((page, limit) => readRows(list.call, { ...pageQuery(list, url, page), limit }))
    // the person has changed search or filters meanwhile
    if (this.state.query.key !== key) return
    this.dispatch({ kind: 'selected', ids: rows.map(({ id }) => id), rows })
  }

  /** @param change what else changes in the URL */
  private dispatch(event: RowsEvent, change: Partial<ListUrl> = {}, step?: 'push' | 'replace'): void {
    const before = this.state
    const next = reduce(before, event)
    this.state = next
    this.write(change, step)
    if (next === before) return
    if (next.pruned > before.pruned) this.input.onPruned(next.pruned - before.pruned)
    this.watch()
    if (event.kind === 'loaded') this.announceSoon()
    else this.announce()
  }

  private announce(): void {
    for (const listener of this.listeners) listener()
  }

  /** Rows that have come are drawn together with what follows at once, such as the end of the command that asked for them. */
  private announceSoon(): void {
    if (this.isDue) return
    this.isDue = true
    notifyManager.schedule(() => {
      this.isDue = false
      this.announce()
    })
  }

  /** Writes a change into the URL, together with the selection if that is another one. */
  private write(change: Partial<ListUrl>, step?: 'push' | 'replace'): void {
    // a list that has been left writes nothing into the URL of the next page
    if (this.isLeft) return
    const { selection } = this.state
    const rows = selection.length > rowsInUrl ? [] : selection
    const isOther = rows.join() !== this.inUrl
    this.inUrl = rows.join()
    const whole = isOther ? { ...change, rows } : change
    if (Object.keys(whole).length > 0) this.input.changeUrl(whole, step)
  }

  /** Observes the pages that are wanted, and no others. */
  private watch(): void {
    if (this.isWatching) return
    this.isWatching = true
    const { key } = this.state.query
    const wanted = wantedPages(this.state)
    for (const [number, { stop }] of this.watched) {
      if (key === this.watchedKey && wanted.includes(number)) continue
      stop?.()
      this.watched.delete(number)
    }
    this.watchedKey = key
    for (const number of wanted) this.watchPage(number)
    this.isWatching = false
    this.read()
  }

  private watchPage(number: number): void {
    const { list, url } = this.input
    const one = this.watched.get(number) ?? {
      observer: new QueryObserver<Page>(this.client, pageOptions(list, url, number)),
      stop: undefined
    }
    this.watched.set(number, one)
    if (this.listeners.size > 0) one.stop ??= one.observer.subscribe(() => this.read())
  }

  /** Takes over what the observed pages are now. */
  private read(): void {
    if (this.isWatching) return
    const pages = new Map<number, PageState>()
    for (const [number, { observer }] of this.watched) {
      const { data, isFetching, error } = observer.getCurrentResult()
      pages.set(number, { page: data, isFetching, error })
    }
    this.dispatch({ kind: 'loaded', key: this.watchedKey, pages })
  }
}
