/**
 * The state of a list's rows, and what each event makes of it: `reduce(state, event)`, a pure function. `RowsStore` feeds it with what
 * the person does, what the URL says and what the server answers.
 *
 * - The list is loaded page by page. Only the pages on screen and the last one are kept fresh (`wantedPages`). While any of them is
 *   loaded again, the old rows stay, and all new ones appear together, so that no row is drawn twice or missing between two responses.
 * - After another search, sort or filter the old rows stay, marked as `stale`, until the first page has come.
 * - The answer of a command has the rows as they are after it. They replace older versions at once, and a page that was read before the
 *   command and comes after it cannot bring the older version back.
 * - In a short list rows keep their places while the person works in it (`places.ts`).
 * - The selection loses the rows that have left the list, except while an own command runs: it is told by its own message.
 * - The active row stays the same row, whatever is inserted or removed; if it has left, the row that took its place becomes active.
 */
import type { Row } from '../../../../src/contract/row.ts'
import type { Page, Pages, Rows } from './pages.ts'
import { firstLastPage, hasMore, newerAnswers, newestOf, pageOf, rowsOf, samePages, withAnswers } from './pages.ts'
import { areKept, type ListPlaces, nextPlaces, rowsInPlace } from './places.ts'
import { activeIndex, hasLeft } from './readRows.ts'
import { activeCandidates, chosen, type Pick as RowPick } from './selection.ts'

export interface RowsQuery {
  /** Identifies the rows: the call and its query. */
  readonly key: string
  /** Identifies search, sort and filters. With another one the selection is cleared. */
  readonly narrowing: string
  /** The number of rows of a page. */
  readonly size: number
}

/** The pages that are drawn, and the query that they answer. */
interface Edition {
  readonly key: string
  /** As the server sent them. */
  readonly received: Pages
  /** With the newer rows of answers. */
  readonly pages: Pages
}

export interface RowsState {
  readonly query: RowsQuery
  /** The last page that is requested. */
  readonly lastPage: number
  /** The first and last page on screen. */
  readonly screen: { readonly first: number; readonly last: number }
  readonly edition: Edition
  /** Why a page could not be loaded. */
  readonly error: unknown
  /** The rows of the pages. */
  readonly listed: Rows
  readonly places: ListPlaces | undefined
  /** The rows as they are drawn. */
  readonly rows: Rows
  /** Ids of the selected rows. */
  readonly selection: readonly number[]
  /** The selected rows: as listed, or as they were last. Those that were never loaded are left out. */
  readonly selectedRows: readonly Row[]
  /** The row whose panel is open. */
  readonly panel: number | undefined
  /** The selected rows and the panel's row, by their ids. */
  readonly latest: ReadonlyMap<number, Row>
  /** Rows from answers of commands that no page has in this version yet. */
  readonly answers: ReadonlyMap<number, Row>
  /** The index of the row with the keyboard focus; it may be greater than the number of rows. */
  readonly active: number
  /** The index where a Shift range begins. */
  readonly anchor: number
  /** Whether calls of a command are being made. */
  readonly isRunning: boolean
  /** Whether rows of a short list keep their places; not where rows differ in height. */
  readonly keepsPlaces: boolean
  /** How many rows have been taken from the selection because they left the list, since it was opened. */
  readonly pruned: number
}

/** What is known of one page: its newest answer, and whether it is being loaded. */
export interface PageState {
  readonly page: Page | undefined
  readonly isFetching: boolean
  readonly error: unknown
}

export type RowsEvent =
  /** `keepsSelection`: the URL names the selected rows together with the query. */
  | { readonly kind: 'asked'; readonly query: RowsQuery; readonly keepsSelection?: boolean }
  | { readonly kind: 'loaded'; readonly key: string; readonly pages: ReadonlyMap<number, PageState> }
  /** The indexes of the first and last row on screen. */
  | { readonly kind: 'scrolled'; readonly first: number; readonly last: number }
  | { readonly kind: 'more' }
  | { readonly kind: 'picked'; readonly pick: RowPick; readonly mode: 'none' | 'one' | 'many' }
  | { readonly kind: 'moved'; readonly index: number }
  /** `rows`: selected rows that may not be loaded. */
  | { readonly kind: 'selected'; readonly ids: readonly number[]; readonly rows?: readonly Row[] }
  | { readonly kind: 'opened'; readonly panel: number | undefined }
  | { readonly kind: 'running'; readonly isRunning: boolean }
  /** The rows as they are after a command. */
  | { readonly kind: 'answered'; readonly rows: readonly Row[] }
  /** The person wants to see the list as it is. */
  | { readonly kind: 'renewed' }
  | { readonly kind: 'arranged'; readonly keepsPlaces: boolean }

const noPages: Pages = new Map()

interface Opened extends Pick<RowsState, 'query' | 'selection' | 'panel' | 'keepsPlaces'> {
  /** The index of the first visible row. */
  readonly at: number
}

/** The state of a list that is opened, before its rows are loaded. */
export function openedAt({ query, at, selection, panel, keepsPlaces }: Opened): RowsState {
  const lastPage = firstLastPage(at, query.size)
  const rows = rowsOf(noPages, { lastPage, size: query.size, stale: false, error: undefined })
  return {
    query,
    lastPage,
    screen: { first: pageOf(at, query.size), last: pageOf(at, query.size) },
    edition: { key: '', received: noPages, pages: noPages },
    error: undefined,
    listed: rows,
    places: undefined,
    rows,
    selection,
    selectedRows: [],
    panel,
    latest: new Map(),
    answers: new Map(),
    active: at,
    anchor: at,
    isRunning: false,
    keepsPlaces,
    pruned: 0
  }
}

export function reduce(state: RowsState, event: RowsEvent): RowsState {
  const next = afterEvent(state, event)
  const isRenewed = event.kind === 'renewed'
  if (next === state && !isRenewed) return state
  return withLatest(state, pruned(followed(state, withRows(state, next, isRenewed))), event)
}

function afterEvent(state: RowsState, event: RowsEvent): RowsState {
  switch (event.kind) {
    case 'asked':
      return afterAsked(state, event)
    case 'loaded':
      return event.key === state.query.key ? afterLoaded(state, event.pages) : state
    case 'scrolled': {
      const [first, last] = [pageOf(event.first, state.query.size), pageOf(event.last, state.query.size)]
      return first === state.screen.first && last === state.screen.last ? state : { ...state, screen: { first, last } }
    }
    case 'more': {
      const { edition, query, lastPage } = state
      const isMore = edition.key === query.key && hasMore(edition.pages, lastPage, query.size)
      return isMore ? { ...state, lastPage: lastPage + 1 } : state
    }
    case 'picked':
      return afterPick(state, event)
    case 'moved':
      return { ...state, active: event.index, anchor: event.index }
    case 'selected':
      return { ...state, selection: event.ids }
    case 'opened':
      return event.panel === state.panel ? state : { ...state, panel: event.panel }
    case 'running':
      return { ...state, isRunning: event.isRunning }
    case 'answered':
      return afterAnswer(state, event.rows)
    case 'arranged':
      return event.keepsPlaces === state.keepsPlaces ? state : { ...state, keepsPlaces: event.keepsPlaces }
    case 'renewed':
      return state
  }
}

function afterAsked(state: RowsState, event: Extract<RowsEvent, { kind: 'asked' }>): RowsState {
  const { query, keepsSelection = false } = event
  if (query.key === state.query.key && query.narrowing === state.query.narrowing) return state
  const asked: RowsState = { ...state, query, lastPage: 1, screen: { first: 1, last: 1 }, error: undefined }
  if (query.narrowing === state.query.narrowing) return asked
  return { ...asked, selection: keepsSelection ? state.selection : [], active: 0, anchor: 0 }
}

function afterLoaded(state: RowsState, results: ReadonlyMap<number, PageState>): RowsState {
  const { query, edition, lastPage } = state
  const isCurrent = edition.key === query.key
  const before = isCurrent ? edition.received : noPages
  const isReloading = [...results.values()].some(({ page, isFetching }) => page && isFetching)
  const received = new Map<number, Page>()
  for (let number = 1; number <= lastPage; number += 1) {
    const [old, loaded] = [before.get(number), results.get(number)?.page]
    const page = isReloading ? (old ?? loaded) : (loaded ?? old)
    if (page) received.set(number, page)
  }
  const error = [...results.values()].map(result => result.error).find(one => one !== undefined && one !== null)
  if (received.size === 0 || (isCurrent && samePages(before, received)))
    return error === state.error ? state : { ...state, error }
  const answers = newerAnswers(state.answers, received)
  return { ...state, error, answers, edition: { key: query.key, received, pages: withAnswers(received, answers) } }
}

function afterPick(state: RowsState, { pick, mode }: Extract<RowsEvent, { kind: 'picked' }>): RowsState {
  const { rows, selection, anchor } = state
  const row = rows.rowAt(pick.index)
  // a row that has left the list cannot be selected
  if (row && hasLeft(state, row.id)) return { ...state, active: pick.index, anchor: pick.index }
  const before = { ids: selection, active: activeIndex(state), anchor }
  const { ids, ...focus } = chosen(before, pick, index => rows.rowAt(index)?.id, mode)
  return { ...state, ...focus, selection: ids }
}

function afterAnswer(state: RowsState, rows: readonly Row[]): RowsState {
  const { edition, latest } = state
  const answers = new Map(state.answers)
  for (const row of rows) {
    const known = answers.get(row.id)
    if (row.version !== undefined && row.version > (known?.version ?? 0)) answers.set(row.id, row)
  }
  const pages = withAnswers(edition.received, answers)
  return {
    ...state,
    answers,
    edition: samePages(pages, edition.pages) ? edition : { ...edition, pages },
    latest: new Map([...latest].map(([id, row]) => [id, newestOf(row, answers.get(id))]))
  }
}

/** The rows after a change: those of the pages, and in which places they are drawn. */
function withRows(before: RowsState, state: RowsState, isRenewed: boolean): RowsState {
  const { edition, query, lastPage, error, isRunning, selection, panel } = state
  const isFailed = edition.key !== query.key && error !== undefined
  const isSame =
    edition === before.edition && query === before.query && lastPage === before.lastPage && error === before.error
  const pages = isFailed ? noPages : edition.pages
  const stale = !isFailed && edition.key !== query.key && edition.key !== ''
  const listed = isSame ? state.listed : rowsOf(pages, { lastPage, size: query.size, stale, error })
  const isBusy = state.keepsPlaces && (isRunning || selection.length > 0 || panel !== undefined)
  const present = { query: query.key, pages, rows: listed, most: query.size, isBusy, isRenewed }
  const places = nextPlaces(state.places, present)
  const isDrawnAlike = listed === before.listed && places === before.places
  return { ...state, listed, places, rows: isDrawnAlike ? before.rows : rowsInPlace(listed, places) }
}

/** The same row is active as before the change, or the one that took its place: one after it, else one before it. */
function followed(before: RowsState, state: RowsState): RowsState {
  const { rows, query, active } = state
  const isOther = before.query.key !== query.key || before.rows.stale || rows.stale
  if (before.rows === rows || isOther) return state
  for (const id of activeCandidates(active, index => before.rows.rowAt(index)?.id)) {
    const index = rows.indexOf(id)
    if (index !== undefined) return index === active ? state : { ...state, active: index, anchor: index }
  }
  return state
}

/** The selection without the rows that have left the list. */
function pruned(state: RowsState): RowsState {
  const { places, selection, isRunning } = state
  if (!places || isRunning) return state
  const away = areKept(places) && places.gone.size > 0 ? places.gone : places.left
  const kept = selection.filter(id => !away.has(id))
  if (kept.length === selection.length) return state
  return { ...state, selection: kept, pruned: state.pruned + selection.length - kept.length }
}

const areSame = (a: readonly Row[], b: readonly Row[]): boolean =>
  a.length === b.length && a.every((row, at) => row === b[at])

/** Remembers the selected rows and the panel's row as they are now. */
function withLatest(before: RowsState, state: RowsState, event: RowsEvent): RowsState {
  const { rows, selection, panel, latest } = state
  const isSame = before.rows === rows && before.selection === selection && before.panel === panel
  if (isSame && before.latest === latest) return state
  const given = new Map(event.kind === 'selected' ? event.rows?.map(row => [row.id, row]) : [])
  const rowNow = (id: number): Row | undefined => {
    const index = rows.indexOf(id)
    return index === undefined ? (given.get(id) ?? latest.get(id)) : rows.rowAt(index)
  }
  const ids = panel === undefined ? selection : [...selection, panel]
  const next = new Map(ids.flatMap(id => rowNow(id) ?? []).map(row => [row.id, row]))
  const selectedRows = selection.flatMap(id => next.get(id) ?? [])
  return {
    ...state,
    latest: next,
    selectedRows: areSame(selectedRows, before.selectedRows) ? before.selectedRows : selectedRows
  }
}
