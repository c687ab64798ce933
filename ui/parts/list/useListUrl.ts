import { useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { ListMetadata } from '../../../src/contract/list.ts'
import type { ListUrl } from './listUrl.ts'
import { readListUrl, writeListUrl } from './listUrl.ts'

export type ChangeListUrl = (change: Partial<ListUrl>, step?: 'push' | 'replace') => void

/** The list's part of the URL, and how to change it. `push` makes a step that Back returns from. */
export function useListUrl(face: ListMetadata): readonly [ListUrl, ChangeListUrl] {
  const { history } = useRouter()
  const query = useRouterState({ select: state => state.location.searchStr })
  const url = useMemo(() => readListUrl(query, face), [query, face])
  const change = useCallback<ChangeListUrl>(
    (changed, step = 'replace') => {
      const { pathname, search, hash } = history.location
      const next = writeListUrl(search, face, changed)
      if (next !== search) history[step](`${pathname}${next}${hash}`, undefined, { ignoreBlocker: true })
    },
    [history, face]
  )
  return [url, change]
}
