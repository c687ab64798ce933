/** The top bar's search box, which a page shows while it is mounted; its text is the URL's `q`. A panel's tab may have one, too. */
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTypedText } from './elements/useTypedText.ts'
import { useText } from './i18n.ts'
import { useKeys } from './keys.ts'
import { createStore, useInStore } from './store.ts'

interface SearchBoxSpec {
  /** Message key. */
  readonly placeholder: string
  /** Milliseconds to wait after the last key. */
  readonly debounce: number
  /** The search of the page's view, until the person searches for something else. */
  readonly initial?: string | undefined
}

const current = createStore<SearchBoxSpec | undefined>(undefined)

/** Called by a page: shows the search box while the page is mounted. */
export function useSearchBox(spec: SearchBoxSpec | undefined): void {
  useInStore(current, spec, undefined)
}

/** Called by the shell: draws the search box if the page has one. */
export function SearchBox() {
  const spec = current.useValue()
  return spec ? <Box key={spec.placeholder} {...spec} /> : null
}

function Box({ initial = '', ...spec }: SearchBoxSpec) {
  const { history } = useRouter()
  const inUrl = useRouterState({ select: state => new URLSearchParams(state.location.searchStr).get('q') ?? initial })
  const onSearch = (next: string): void => {
    const { pathname, search, hash } = history.location
    const params = new URLSearchParams(search)
    if (next === initial) params.delete('q')
    else params.set('q', next)
    const query = params.toString()
    history.replace(`${pathname}${query ? `?${query}` : ''}${hash}`, undefined, { ignoreBlocker: true })
  }
  return <SearchInput {...spec} inUrl={inUrl} onSearch={onSearch} />
}

interface SearchInputProps extends SearchBoxSpec {
  readonly inUrl: string
  /** Called with the typed text after `debounce`. */
  readonly onSearch: (text: string) => void
}

const trimmed = (typed: string): string => typed.trim()

/** A search box whose text is kept in the URL. */
export function SearchInput({ placeholder, debounce, inUrl, onSearch }: SearchInputProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const { text, setText } = useTypedText({ value: inUrl, delay: debounce, onSend: onSearch, read: trimmed })
  useKeys([
    {
      keys: '/',
      label: 'ui.keys.search',
      group: 'general',
      within: () => input.current?.closest('.parts-panel') ?? null,
      run: () => input.current?.select()
    }
  ])
  return (
    <search className="search-box">
      <i className="pi pi-search" aria-hidden />
      <input
        ref={input}
        type="search"
        className="input"
        value={text}
        onChange={event => setText(event.target.value)}
        placeholder={t(placeholder)}
        aria-label={t(placeholder)}
        aria-keyshortcuts="/"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
      />
    </search>
  )
}
