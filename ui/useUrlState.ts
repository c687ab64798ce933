import { useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

/** `push` makes a history entry, to which Back returns; by default the present entry is replaced. */
export type ChangeUrl<State> = (change: Partial<State>, step?: 'push' | 'replace') => void

/**
 * State that a page keeps in its query string, and a function that changes it.
 * @param read reads the state; must be the same function at each render
 * @param write returns the query string after a change; must be the same function at each render
 */
export function useUrlState<State>(
  read: (query: string) => State,
  write: (query: string, change: Partial<State>) => string
): readonly [State, ChangeUrl<State>] {
  const { history } = useRouter()
  const query = useRouterState({ select: state => state.location.searchStr })
  const state = useMemo(() => read(query), [query, read])
  const change = useCallback<ChangeUrl<State>>(
    (changed, step = 'replace') => {
      const { pathname, search, hash, state } = history.location
      const next = write(search, changed)
      // an entry that is replaced keeps what the navigation to it asked for (`opensForm`)
      const kept = step === 'replace' ? state : undefined
      if (next !== search) history[step](`${pathname}${next}${hash}`, kept, { ignoreBlocker: true })
    },
    [history, write]
  )
  return [state, change]
}
