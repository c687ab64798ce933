/** The top bar's search box belongs to the page on screen: the page asks for it, its text is the URL's `q`. */
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useText } from './i18n.ts'

export interface SearchBoxSpec {
  /** Message key. */
  readonly placeholder: string
  /** Milliseconds to wait after the last key. */
  readonly debounce: number
}

let current: SearchBoxSpec | undefined
const listeners = new Set<() => void>()
function put(spec: SearchBoxSpec | undefined): void {
  current = spec
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Called by a page: shows the search box for as long as the page stands. */
export function useSearchBox(spec: SearchBoxSpec | undefined): void {
  const placeholder = spec?.placeholder
  const debounce = spec?.debounce
  useEffect(() => {
    if (placeholder === undefined || debounce === undefined) return
    put({ placeholder, debounce })
    return () => put(undefined)
  }, [placeholder, debounce])
}

/** Draws the box that the page asked for, or nothing. */
export function SearchBox() {
  const spec = useSyncExternalStore(subscribe, () => current)
  return spec ? <Box key={spec.placeholder} {...spec} /> : null
}

function Box({ placeholder, debounce }: SearchBoxSpec) {
  const t = useText()
  const { history } = useRouter()
  const inUrl = useRouterState({ select: state => new URLSearchParams(state.location.searchStr).get('q') ?? '' })
  const [typed, setTyped] = useState(inUrl)
  const [seen, setSeen] = useState(inUrl)
  if (seen !== inUrl) {
    // the URL changed by itself (back, a link): it wins, unless it is only the echo of what was typed
    setSeen(inUrl)
    if (inUrl !== typed.trim()) setTyped(inUrl)
  }
  useEffect(() => {
    const next = typed.trim()
    if (next === inUrl) return
    const timer = setTimeout(() => {
      const { pathname, search, hash } = history.location
      const params = new URLSearchParams(search)
      if (next) params.set('q', next)
      else params.delete('q')
      const query = params.toString()
      history.replace(`${pathname}${query ? `?${query}` : ''}${hash}`, undefined, { ignoreBlocker: true })
    }, debounce)
    return () => clearTimeout(timer)
  }, [typed, inUrl, debounce, history])
  return (
    <search className="search-box">
      <i className="pi pi-search" aria-hidden />
      <input
        type="search"
        className="input"
        value={typed}
        onChange={event => setTyped(event.target.value)}
        placeholder={t(placeholder)}
        aria-label={t(placeholder)}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
      />
    </search>
  )
}
