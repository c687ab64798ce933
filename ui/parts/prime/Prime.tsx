/**
 * Provides PrimeReact's settings, nonce and language. It wraps each PrimeReact widget instead of the application, so that its 18 kB are
 * fetched with a widget and not with the first page.
 */
import { type APIOptions, addLocale, PrimeReactContext, PrimeReactProvider } from 'primereact/api'
import { type ReactNode, useContext, useEffect } from 'react'
import type { Language } from '../../../src/contract/languages.ts'
import { useLanguage } from '../../i18n.ts'
import { nonce } from '../../nonce.ts'

const settings: Partial<APIOptions> = { ...(nonce() && { nonce: nonce() as string }), ripple: false }

const locales: Record<Language, () => Promise<{ default: Record<string, object> }>> = {
  pl: () => import('primelocale/pl.json'),
  en: () => import('primelocale/en.json'),
  de: () => import('primelocale/de.json'),
  sk: () => import('primelocale/sk.json'),
  et: () => import('primelocale/et.json'),
  cs: () => import('primelocale/cs.json')
}

/** Sets the language of PrimeReact's own texts, without mounting the widget again. */
function PrimeLanguage() {
  const language = useLanguage()
  const { setLocale } = useContext(PrimeReactContext)
  useEffect(() => {
    let current = true
    locales[language]().then(({ default: texts }) => {
      addLocale(language, texts[language] ?? {})
      if (current) setLocale?.(language)
    })
    return () => {
      current = false
    }
  }, [language, setLocale])
  return null
}

export const Prime = ({ children }: { readonly children: ReactNode }) => (
  <PrimeReactProvider value={settings}>
    <PrimeLanguage />
    {children}
  </PrimeReactProvider>
)
