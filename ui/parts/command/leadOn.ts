/** The link in a success message to the usual next step: another list, with the form of the next command open over its rows. */
import type { LeadsOn } from '../../../src/contract/command.ts'
import type { Row } from '../../../src/contract/row.ts'
import { readRows } from '../../query.ts'

/** With more rows the URL would become too long: the link then leads to the filtered list, without the form. */
const maxRows = 100

/** The filters that find the rows of the next step, from the values that the done rows share. */
export const sharedFilters = ({ shared }: LeadsOn, row: Row | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(shared).map(([filter, field]) => [filter, String(row?.[field] ?? '')]))

/** The URL of the next step: with the rows and the open form, or with the filters if there are no rows or too many. */
export function urlFor({ to, command }: LeadsOn, filters: Readonly<Record<string, string>>, ids: readonly number[]) {
  const [path, query = ''] = to.split('?')
  const params = new URLSearchParams(query)
  if (ids.length > 0 && ids.length <= maxRows) {
    params.set('row', ids.join())
    params.set('do', command)
  } else for (const [filter, value] of Object.entries(filters)) params.set(`f.${filter}`, value)
  return `${path}?${params}`
}

/** Asks the server which rows are left for the next step, and returns its URL. Throws the error of the call. */
export async function nextStepUrl(leadsOn: LeadsOn, [row]: readonly Row[]): Promise<string> {
  const filters = sharedFilters(leadsOn, row)
  const query = { ...leadsOn.fixed, ...filters, page: 1, limit: maxRows + 1 }
  const { data } = await readRows(leadsOn.call, query)
  return urlFor(
    leadsOn,
    filters,
    data.map(({ id }) => id)
  )
}
