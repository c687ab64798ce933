/** The providers around all pages (queries, router, PrimeReact), and the connection to the live hub. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { APIOptions } from 'primereact/api'
import { addLocale, PrimeReactContext, PrimeReactProvider } from 'primereact/api'
import { useContext, useEffect, useState } from 'react'
import type { Language } from '../src/contract/languages.ts'
import { keepAlive } from './account.ts'
import { requestSignIn } from './api.ts'
import { openHub } from './hub.ts'
import { useLanguage } from './i18n.ts'
import { nonce } from './nonce.ts'
import { makeRouter } from './router.tsx'
import { useToken } from './session.ts'

const primeSettings: Partial<APIOptions> = { ...(nonce() && { nonce: nonce() as string }), ripple: false }

function useHub(queries: QueryClient): void {
  const signedIn = useToken() !== undefined
  const [signIns, setSignIns] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each new sign-in the hub is opened again
  useEffect(() => {
    if (!signedIn) return
    const close = openHub(queries, () => {
      requestSignIn().then(signedInAgain => signedInAgain && setSignIns(count => count + 1))
    })
    const stopRenewing = keepAlive()
    return () => {
      close()
      stopRenewing()
    }
  }, [queries, signedIn, signIns])
}

const primeLocales: Record<Language, () => Promise<{ default: Record<string, object> }>> = {
  pl: () => import('primelocale/pl.json'),
  en: () => import('primelocale/en.json'),
  de: () => import('primelocale/de.json'),
  sk: () => import('primelocale/sk.json'),
  et: () => import('primelocale/et.json'),
  cs: () => import('primelocale/cs.json')
}

/** Sets the language of PrimeReact's own texts. Nothing is mounted again, so typed values survive a change of language. */
function PrimeLanguage() {
  const language = useLanguage()
  const { setLocale } = useContext(PrimeReactContext)
  useEffect(() => {
    let current = true
    primeLocales[language]().then(({ default: locales }) => {
      addLocale(language, locales[language] ?? {})
      if (current) setLocale?.(language)
    })
    return () => {
      current = false
    }
  }, [language, setLocale])
  return null
}

export function App({ queries }: { readonly queries: QueryClient }) {
  const [router] = useState(() => makeRouter())
  useHub(queries)
  return (
    <PrimeReactProvider value={primeSettings}>
      <PrimeLanguage />
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </PrimeReactProvider>
  )
}
