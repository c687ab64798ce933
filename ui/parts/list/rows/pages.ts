/** The loaded pages of a list as one sequence of rows. Pure functions. */
import type { ListResponse } from '../../../../src/contract/list.ts'
import type { Row } from '../../../../src/contract/row.ts'

export type Page = ListResponse<Row>
export type Pages = ReadonlyMap<number, Page>

export interface Rows {
  /** How many rows can be scrolled to, including those that are still loading. */
  readonly count: number
  readonly rowAt: (index: number) => Row | undefined
  /** The index of a row, if it is loaded. */
  readonly indexOf: (id: number) => number | undefined
  readonly total: number | undefined
  readonly totalCapped: boolean
  readonly error: unknown
  /** The rows are those of an earlier search, sort or filter; the new ones are loading. */
  readonly stale: boolean
}

/** The indexes of the first and last row on screen. */
export interface Visible {
  readonly first: number
  readonly last: number
}

/** More rows than any screen shows: a list that is opened far down loads at least this many below its first row. */
const maxVisibleRows = 40

/** The number of the page, from 1, that has the row of this index. */
export const pageOf = (index: number, size: number): number => Math.floor(Math.max(0, index) / size) + 1

/** The last page that a list is opened with. `at`: the index of the first visible row. */
export const firstLastPage = (at: number, size: number): number => (at > 0 ? pageOf(at + maxVisibleRows, size) : 1)

export const samePages = (a: Pages, b: Pages): boolean =>
  a.size === b.size && [...a].every(([number, page]) => b.get(number) === page)

/** Whether there are more rows after the last page. */
export function hasMore(pages: Pages, lastPage: number, size: number): boolean {
  const last = pages.get(lastPage)
  if (!last || last.data.length < size) return false
  return last.totalCapped === true || lastPage * size < last.total
}

/** Counts of rows. `lastPage` is the last page that was requested; while it loads, the total is that of the page before. */
function countsOf(pages: Pages, lastPage: number, size: number) {
  const last = pages.get(lastPage)
  const newest = last ?? [...pages.values()].at(-1)
  const total = newest?.total
  const totalCapped = newest?.totalCapped ?? false
  const upToLast = (lastPage - 1) * size + (last?.data.length ?? 0)
  const loaded = last && !last.totalCapped ? Math.min(upToLast, last.total) : upToLast
  const loading = last || total === 0 ? 0 : total === undefined ? size : Math.min(size, Math.max(0, total - loaded))
  return { total, totalCapped, count: loaded + loading }
}

interface Loading {
  readonly lastPage: number
  /** How many rows a page has. */
  readonly size: number
  readonly stale: boolean
  readonly error: unknown
}

/** The rows of the loaded pages. With an error and no page there are none. */
export function rowsOf(pages: Pages, { lastPage, size, stale, error }: Loading): Rows {
  const counts = countsOf(pages, stale ? Math.max(...pages.keys()) : lastPage, size)
  return {
    ...counts,
    count: error && pages.size === 0 ? 0 : counts.count,
    error,
    stale,
    rowAt: index => pages.get(Math.floor(index / size) + 1)?.data[index % size],
    indexOf: id => {
      for (const [number, { data }] of pages) {
        const index = data.findIndex(row => row.id === id)
        if (index >= 0) return (number - 1) * size + index
      }
      return undefined
    }
  }
}

/**
 * A row as the answer of a command has it, if that is newer. An answer that lacks a field of the row is about another kind of thing, which
 * has the same id by chance.
 */
export function newestOf(row: Row, answer: Row | undefined): Row {
  if (answer === undefined || (answer.version ?? 0) <= (row.version ?? 0)) return row
  return Object.keys(row).every(field => field in answer) ? answer : row
}

/** The pages with the newer rows of answers. A page without such a row stays the same object. */
export function withAnswers(pages: Pages, answers: ReadonlyMap<number, Row>): Pages {
  if (answers.size === 0) return pages
  return new Map(
    [...pages].map(([number, page]) => {
      const data = page.data.map(row => newestOf(row, answers.get(row.id)))
      return [number, data.every((row, at) => row === page.data[at]) ? page : { ...page, data }]
    })
  )
}

/** The answers that are newer than the rows of these pages, or whose rows the pages do not have. */
export function newerAnswers(answers: ReadonlyMap<number, Row>, pages: Pages): ReadonlyMap<number, Row> {
  if (answers.size === 0) return answers
  const versions = new Map([...pages.values()].flatMap(({ data }) => data.map(({ id, version = 0 }) => [id, version])))
  const newer = [...answers].filter(([id, { version = 0 }]) => version > (versions.get(id) ?? 0))
  return newer.length === answers.size ? answers : new Map(newer)
}
