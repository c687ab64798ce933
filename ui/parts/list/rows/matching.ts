/** Fetches all rows that match the search and filters of a list, page by page, up to a limit. */
import type { ListResponse } from '../../../../src/contract/list.ts'
import type { Row } from '../../../../src/contract/row.ts'

/** The most rows that are selected at once: as many as commands accept in one call. */
export const maxSelected = 500
const pageSize = 200

/**
 * The matching rows without duplicates. If rows change while pages are fetched, a row that moves to the next page is returned once, and
 * a new row may be missing.
 * @param ask fetches a page, numbered from 1, with so many rows
 */
export async function matchingRows(
  ask: (page: number, limit: number) => Promise<ListResponse<Row>>,
  limit = maxSelected
): Promise<readonly Row[]> {
  const rows = new Map<number, Row>()
  for (let page = 1; rows.size < limit; page += 1) {
    const { data } = await ask(page, pageSize)
    for (const row of data) rows.set(row.id, row)
    if (data.length < pageSize) break
  }
  return [...rows.values()].slice(0, limit)
}

/** Whether none, some or all of the loaded rows are selected. */
export function extentOf(selected: readonly number[], loaded: readonly number[]): 'none' | 'some' | 'all' {
  if (selected.length === 0) return 'none'
  const selection = new Set(selected)
  return loaded.length > 0 && loaded.every(id => selection.has(id)) ? 'all' : 'some'
}
