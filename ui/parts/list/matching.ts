/** All rows that match the search and the filters of a list, up to a limit, fetched page by page. */
import type { ListResponse } from '../../../src/contract/list.ts'
import type { Row } from './useRows.ts'

/** More are not selected at once: what commands take in one call, and a person can still answer for. */
export const selectLimit = 500
const pageSize = 200

/**
 * `ask` answers a page of so many rows, from 1. A row that moves from one page to the next meanwhile is taken once; one that comes
 * meanwhile may be missing.
 */
export async function matchingRows(
  ask: (page: number, limit: number) => Promise<ListResponse<Row>>,
  limit = selectLimit
): Promise<readonly Row[]> {
  const found = new Map<number, Row>()
  for (let page = 1; found.size < limit; page += 1) {
    const { data } = await ask(page, pageSize)
    for (const row of data) found.set(row.id, row)
    if (data.length < pageSize) break
  }
  return [...found.values()].slice(0, limit)
}

/** Of the loaded rows: whether none, some or all are selected. */
export function extentOf(selected: readonly number[], loaded: readonly number[]): 'none' | 'some' | 'all' {
  if (selected.length === 0) return 'none'
  const chosen = new Set(selected)
  return loaded.length > 0 && loaded.every(id => chosen.has(id)) ? 'all' : 'some'
}
