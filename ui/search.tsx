/** The top bar's search box. The page on screen says whether there is one; its text is the URL's `q`. */
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useText } from './i18n.ts'
import { createStore } from './store.ts'

interface SearchBoxSpec {
  /** Message key. */
  readonly placeholder: string
  /** Milliseconds to wait after the last key. */
  readonly debounce: number
}

const current = createStore<SearchBoxSpec | undefined>(undefined)

/** Called by a page: shows the search box while the page is mounted. */
export function useSearchBox(spec: SearchBoxSpec | undefined): void {
  const placeholder = spec?.placeholder
  const debounce = spec?.debounce
  useEffect(() => {
    if (placeholder === undefined || debounce === undefined) return
    current.set({ placeholder, debounce })
    return () => current.set(undefined)
  }, [placeholder, debounce])
}

/** Called by the shell: draws the search box, where the page wants one. */
export function SearchBox() {
  const spec = current.useValue()
  return spec ? <Box key={spec.placeholder} {...spec} /> : null
}

function Box({ placeholder, debounce }: SearchBoxSpec) {
  const t = useText()
  const { history } = useRouter()
  const inUrl = useRouterState({ select: state => new URLSearchParams(state.location.searchStr).get('q') ?? '' })
  const [typed, setTyped] = useState(inUrl)
  const [lastInUrl, setLastInUrl] = useState(inUrl)
  if (lastInUrl !== inUrl) {
    // a URL changed by Back or by a link replaces what is typed; one changed by the typing itself does not
    setLastInUrl(inUrl)
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
