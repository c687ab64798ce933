/**
 * The state that the clients' home page keeps in its URL: the open form and its order, `?do=orders.placeAgain&row=5`, as in lists.
 */
import { queryText, wholeNumber } from '../../urlQuery.ts'

export interface OverviewUrl {
  readonly command: string | undefined
  readonly row: number | undefined
}

export function readOverviewUrl(query: string): OverviewUrl {
  const params = new URLSearchParams(query)
  return { command: params.get('do') ?? undefined, row: wholeNumber(params.get('row')) }
}

export function writeOverviewUrl(query: string, change: Partial<OverviewUrl>): string {
  const params = new URLSearchParams(query)
  const put = (key: string, value: string | number | undefined): void => {
    if (value === undefined) params.delete(key)
    else params.set(key, String(value))
  }
  if ('command' in change) put('do', change.command)
  if ('row' in change) put('row', change.row)
  return queryText(params)
}
