/** Everything around the pages: queries, widgets' settings, the router, the live hub. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { APIOptions } from 'primereact/api'
import { addLocale, PrimeReactContext, PrimeReactProvider } from 'primereact/api'
import { useContext, useEffect, useState } from 'react'
import type { Language } from '../src/contract/languages.ts'
import { keepAlive } from './account.ts'
import { ApiProblem, askOnce } from './api.ts'
import { openHub } from './hub.ts'
import { useLanguage } from './i18n.ts'
import { makeRouter } from './router.tsx'
import { useToken } from './session.ts'

const mostRetries = 2
/** Worth another try: no answer at all, or a part of the server that is down. */
const retryable = (count: number, error: unknown): boolean =>
  count < mostRetries && error instanceof ApiProblem && (error.status === 0 || error.status === 503)

const nonce = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined

const settings: Partial<APIOptions> = { ...(nonce() && { nonce: nonce() as string }), ripple: false }

function useHub(queries: QueryClient): void {
  const signedIn = useToken() !== undefined
  const [sittings, setSittings] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each sitting opens a hub of its own
  useEffect(() => {
    if (!signedIn) return
    const close = openHub(queries, () => {
      askOnce().then(again => again && setSittings(count => count + 1))
    })
    const rest = keepAlive()
    return () => {
      close()
      rest()
    }
  }, [queries, signedIn, sittings])
}

const widgetWords: Record<Language, () => Promise<{ default: Record<string, object> }>> = {
  pl: () => import('primelocale/pl.json'),
  en: () => import('primelocale/en.json'),
  de: () => import('primelocale/de.json'),
  sk: () => import('primelocale/sk.json'),
  et: () => import('primelocale/et.json'),
  cs: () => import('primelocale/cs.json')
}

/** PrimeReact's own words follow the language without drawing anything anew: typing survives a change of language. */
function WidgetLanguage() {
  const language = useLanguage()
  const { setLocale } = useContext(PrimeReactContext)
  useEffect(() => {
    let wanted = true
    widgetWords[language]().then(({ default: words }) => {
      addLocale(language, words[language] ?? {})
      if (wanted) setLocale?.(language)
    })
    return () => {
      wanted = false
    }
  }, [language, setLocale])
  return null
}

// `always`: a server on this machine answers although the system says that there is no network
const queryDefaults = { retry: retryable, staleTime: 5000, networkMode: 'always', refetchOnReconnect: true } as const

export function App() {
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: queryDefaults, mutations: { networkMode: 'always' } } })
  )
  const [router] = useState(() => makeRouter())
  useHub(queries)
  return (
    <PrimeReactProvider value={settings}>
      <WidgetLanguage />
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </PrimeReactProvider>
  )
}
