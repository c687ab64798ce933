/** What a success is about and where that is to be seen now. Pure functions. */
import type { PagesMetadata } from '../../../src/contract/page.ts'
import { pageAt } from '../../metadata.ts'
import type { Row } from '../list/useRows.ts'

/** More rows are not marked where they stand now: the address would grow too long. */
const mostMarked = 100

/**
 * The list where rows stand after a command, with the rows selected; one row in its panel. `leadsTo` names pages of several roles: the
 * one that is among the person's is taken. Undefined where there is none, or where the person is there.
 */
export function whereNow(
  leadsTo: readonly string[] | undefined,
  rows: readonly Row[],
  pages: PagesMetadata | undefined,
  path: string
): string | undefined {
  const page = pages && leadsTo?.map(route => pageAt(pages, route)).find(found => found !== undefined)
  const isHere = page && pageAt(pages, path)?.id === page.id
  if (!page || isHere || rows.length === 0) return undefined
  const query = new URLSearchParams({
    row: rows
      .slice(0, mostMarked)
      .map(({ id }) => id)
      .join()
  })
  if (rows[0] && rows.length === 1) query.set('panel', String(rows[0].id))
  return `${page.route}?${query}`
}

/** The name of the one row that a success is about, where its sentence does not say it. */
export function subjectOf(text: string, rows: readonly Row[], labelOf: (row: Row) => string): string | undefined {
  const [row, ...others] = rows
  const label = row && others.length === 0 ? labelOf(row) : ''
  return label === '' || label === String(row?.id) || text.includes(label) ? undefined : label
}
