/** The application's texts. Each language is a file that the service worker keeps, so that the language can be changed without signal. */
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { createIntl, createIntlCache, type IntlShape } from '@formatjs/intl'
import { timeZone } from '../../src/contract/days.ts'
import { defaultLanguage, isLanguage, type Language } from '../../src/contract/languages.ts'
import { createStore } from '../store.ts'

type Texts = Readonly<Record<string, string | MessageFormatElement[]>>
export type Text = (key: string, args?: Record<string, string | number>) => string

const files = import.meta.glob<Texts>('./messages/*.json', { import: 'default' })
const storageKey = 'opony.driver.language'
const cache = createIntlCache()

interface State {
  readonly language: Language
  readonly intl: IntlShape<string>
  readonly text: Text
}

function stateOf(language: Language, texts: Texts): State {
  const intl = createIntl<string>(
    {
      locale: language,
      // formatjs accepts texts and parsed messages in one catalogue, but its type does not
      messages: texts as Record<string, string>,
      timeZone,
      onError: error => {
        if (import.meta.env.MODE === 'test') throw error
      }
    },
    cache
  )
  return { language, intl, text: (key, args) => intl.formatMessage({ id: `driverApp.${key}` }, args) }
}

const store = createStore(stateOf(defaultLanguage, {}))

async function load(language: Language): Promise<void> {
  const texts = await files[`./messages/${language}.json`]?.()
  if (!texts) throw new Error(`There are no texts in ${language}`)
  document.documentElement.lang = language
  store.set(stateOf(language, texts))
}

/** Loads the language that was chosen on this phone, else the phone's own, else Polish. */
export function startLanguage(): Promise<void> {
  const stored = localStorage.getItem(storageKey)
  const phone = navigator.languages.map(tag => tag.slice(0, 2).toLowerCase()).find(isLanguage)
  return load(isLanguage(stored) ? stored : (phone ?? defaultLanguage))
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language)
  await load(language)
}

export const useText = (): Text => store.useValue().text
export const useIntl = (): IntlShape<string> => store.useValue().intl
export const useLanguage = (): Language => store.useValue().language
export const currentLanguage = (): Language => store.get().language
