import { useCallback } from 'react'
import type { ListMetadata } from '../../../src/contract/list.ts'
import type { ChangeUrl } from '../../useUrlState.ts'
import { useUrlState } from '../../useUrlState.ts'
import type { ListUrl } from './listUrl.ts'
import { readListUrl, writeListUrl } from './listUrl.ts'

/** The state of a list in the URL. */
export function useListUrl(list: ListMetadata, prefix: string): readonly [ListUrl, ChangeUrl<ListUrl>] {
  const read = useCallback((query: string) => readListUrl(query, list, prefix), [list, prefix])
  const write = useCallback(
    (query: string, change: Partial<ListUrl>) => writeListUrl(query, list, change, prefix),
    [list, prefix]
  )
  return useUrlState(read, write)
}
