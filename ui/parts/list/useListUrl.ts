import { useCallback, useMemo, useState } from 'react'
import type { ListMetadata } from '../../../src/contract/list.ts'
import type { ChangeUrl } from '../../useUrlState.ts'
import { useUrlState } from '../../useUrlState.ts'
import type { ListUrl } from './listUrl.ts'
import { readListUrl, writeListUrl } from './listUrl.ts'

/** The most selected rows that are kept in the URL and survive a reload: longer URLs cause problems in e-mails and proxies. */
export const rowsInUrl = 100

/** The state of a list in the URL. If more rows are selected than fit, the selection is kept in memory only. */
export function useListUrl(list: ListMetadata, prefix: string): readonly [ListUrl, ChangeUrl<ListUrl>] {
  const read = useCallback((query: string) => readListUrl(query, list, prefix), [list, prefix])
  const write = useCallback(
    (query: string, change: Partial<ListUrl>) => writeListUrl(query, list, change, prefix),
    [list, prefix]
  )
  const [inUrl, changeUrl] = useUrlState(read, write)
  const [many, setMany] = useState<readonly number[]>()
  const url = useMemo(() => (many ? { ...inUrl, rows: many } : inUrl), [inUrl, many])
  const change = useCallback<ChangeUrl<ListUrl>>(
    (changed, step) => {
      const isMany = changed.rows !== undefined && changed.rows.length > rowsInUrl
      if (changed.rows) setMany(isMany ? changed.rows : undefined)
      changeUrl(isMany ? { ...changed, rows: [] } : changed, step)
    },
    [changeUrl]
  )
  return [url, change]
}
