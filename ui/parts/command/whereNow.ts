/** The link and the name in a success message: the list that has the rows now, and what they are called. Pure functions. */
import type { PagesMetadata } from '../../../src/contract/page.ts'
import type { Row } from '../../../src/contract/row.ts'
import { pageAt } from '../../metadata.ts'

/** The link selects at most this many rows: with more, the URL would become too long. */
const maxMarked = 100

/** What the address says of the view: `{field}` is the value of the first row, and what it has no value for is left out. */
function paramsOf(view: string | undefined, [row]: readonly Row[]): [string, string][] {
  return [...new URLSearchParams(view)].flatMap(([name, given]) => {
    const field = /^\{(\w+)\}$/.exec(given)?.[1]
    const value = field === undefined ? given : row?.[field]
    return value === undefined || value === null || value === '' ? [] : [[name, String(value)]]
  })
}

/**
 * The URL of the list that has the rows after a command, with the rows selected and a single row open in its panel. `leadsTo` names
 * pages of several roles, of which the first that the person may open is taken. Undefined if there is none, or if the person is on
 * that page already, unless the row is new, and so perhaps out of sight, or a view is named that the present address has not
 * (`/orders/day?f.RealizationDate={realizationDate}`) and that may show other rows.
 * @param path the present address, with its query
 */
export function whereNow(
  leadsTo: readonly string[] | undefined,
  rows: readonly Row[],
  pages: PagesMetadata | undefined,
  path: string,
  isNew = false
): string | undefined {
  const places = leadsTo?.map(route => {
    const [address = '', view] = route.split('?')
    return { page: pages && pageAt(pages, address), view }
  })
  const { page, view } = places?.find(place => place.page) ?? {}
  const [here = '', present] = path.split('?')
  const params = paramsOf(view, rows)
  const shown = new URLSearchParams(present)
  const isHere =
    !isNew &&
    pages &&
    pageAt(pages, here)?.id === page?.id &&
    params.every(([name, value]) => shown.get(name) === value)
  if (!page || isHere || rows.length === 0) return undefined
  const query = new URLSearchParams({
    ...Object.fromEntries(params),
    row: rows
      .slice(0, maxMarked)
      .map(({ id }) => id)
      .join()
  })
  if (rows[0] && rows.length === 1) query.set('panel', String(rows[0].id))
  return `${page.route}?${query}`
}

/** The name of the row that a success is about; undefined if there are several rows or the sentence contains the name. */
export function subjectOf(text: string, rows: readonly Row[], labelOf: (row: Row) => string): string | undefined {
  const [row, ...others] = rows
  const label = row && others.length === 0 ? labelOf(row) : ''
  return label === '' || label === String(row?.id) || text.includes(label) ? undefined : label
}
