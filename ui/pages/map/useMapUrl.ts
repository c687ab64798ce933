import { useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { MapUrl } from './mapUrl.ts'
import { readMapUrl, writeMapUrl } from './mapUrl.ts'

export type ChangeMapUrl = (change: Partial<MapUrl>, step?: 'push' | 'replace') => void

/** The map's part of the URL, and how to change it. `push` makes a step that Back returns from. */
export function useMapUrl(): readonly [MapUrl, ChangeMapUrl] {
  const { history } = useRouter()
  const query = useRouterState({ select: state => state.location.searchStr })
  const url = useMemo(() => readMapUrl(query), [query])
  const change = useCallback<ChangeMapUrl>(
    (changed, step = 'replace') => {
      const { pathname, search, hash } = history.location
      const next = writeMapUrl(search, changed)
      if (next !== search) history[step](`${pathname}${next}${hash}`, undefined, { ignoreBlocker: true })
    },
    [history]
  )
  return [url, change]
}
