/** Where a success leads on to: another list, with the form of what is done next as a rule open over its rows. */
import type { LeadsOn } from '../../../src/contract/command.ts'
import type { ListResponse } from '../../../src/contract/list.ts'
import { get } from '../../api.ts'
import type { Row } from '../list/useRows.ts'

/** More rows do not fit into an address: then the list is led to alone. */
const mostRows = 100

/** The filters that the done rows say. */
export const sharedOf = ({ shared }: LeadsOn, row: Row | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(shared).map(([filter, field]) => [filter, String(row?.[field] ?? '')]))

/** The address: with the rows and the form, where there are rows and not too many. */
export function addressOn({ to, command }: LeadsOn, filters: Readonly<Record<string, string>>, ids: readonly number[]) {
  const [path, query = ''] = to.split('?')
  const params = new URLSearchParams(query)
  if (ids.length > 0 && ids.length <= mostRows) {
    params.set('row', ids.join())
    params.set('do', command)
  } else for (const [filter, value] of Object.entries(filters)) params.set(`f.${filter}`, value)
  return `${path}?${params}`
}

/** Asks which rows these are now, and gives the address. Throws what the call failed with. */
export async function wayOn(leadsOn: LeadsOn, [row]: readonly Row[]): Promise<string> {
  const filters = sharedOf(leadsOn, row)
  const query = { ...leadsOn.fixed, ...filters, page: 1, limit: mostRows + 1 }
  const { data } = await get<ListResponse<Row>>(leadsOn.call, query)
  return addressOn(
    leadsOn,
    filters,
    data.map(({ id }) => id)
  )
}
