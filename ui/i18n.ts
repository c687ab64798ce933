/**
 * Messages in six languages. Each language is one lazy chunk of the catalogues of kernel, modules and browser, which has what the
 * portal says. The back office is always Polish and has a chunk of its own with all texts; the portal uses the person's stored choice,
 * else the browser's language. Days and hours are those of Warsaw, wherever the reader is. Texts with arguments come parsed
 * (build/compiledMessages.ts).
 */
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { IntlShape } from '@formatjs/intl'
import { createIntl, createIntlCache } from '@formatjs/intl'
import { timeZone } from '../src/contract/days.ts'
import { defaultLanguage, type Language } from '../src/contract/languages.ts'
import { resolveKey } from '../src/contract/messages.ts'
import { isPlain } from './i18n/plain.ts'
import { firstLanguage } from './languages.ts'
import { area } from './session.ts'
import { createStore } from './store.ts'

export type Arguments = Record<string, string | number | boolean | Date | null | undefined>
export type Text = (key: string, args?: Arguments) => string
/** The texts of a language by their keys. */
export type Texts = Readonly<Record<string, string | MessageFormatElement[]>>

const storageKey = 'opony.language'
const cache = createIntlCache()

const loadOffice = () => import('./i18n/office.ts')
const loadPortal: Record<Language, () => Promise<{ default: Texts }>> = {
  pl: () => import('./i18n/pl.ts'),
  en: () => import('./i18n/en.ts'),
  de: () => import('./i18n/de.ts'),
  sk: () => import('./i18n/sk.ts'),
  et: () => import('./i18n/et.ts'),
  cs: () => import('./i18n/cs.ts')
}

interface State {
  readonly language: Language
  readonly intl: IntlShape<string>
  readonly text: Text
}

function stateOf(language: Language, messages: Texts): State {
  const intl = createIntl<string>(
    {
      locale: language,
      // formatjs accepts texts and parsed messages in one catalogue, but its type does not
      messages: messages as Record<string, string>,
      timeZone,
      onError: error => {
        if (import.meta.env.MODE === 'test') throw error
      }
    },
    cache
  )
  const text: Text = (key, args) => {
    const id = resolveKey(messages, key) ?? key
    const found = messages[id]
    // a shortcut for texts without arguments, of which a page shows hundreds
    return typeof found === 'string' && isPlain(found) ? found : intl.formatMessage({ id }, args)
  }
  return { language, intl, text }
}

const store = createStore(stateOf(defaultLanguage, {}))

/** Replaces the language and its messages everywhere. */
export const setCatalogue = (language: Language, messages: Texts): void => store.set(stateOf(language, messages))

async function load(language: Language): Promise<void> {
  const catalogue = await (area() === 'admin' ? loadOffice() : loadPortal[language]())
  document.documentElement.lang = language
  setCatalogue(language, catalogue.default)
}

/** Sets the first language, which is then sent with calls, and loads its messages. Must be awaited before the first render. */
export function startLanguage(): Promise<void> {
  const first = firstLanguage(area(), localStorage.getItem(storageKey), navigator.languages)
  setCatalogue(first, {})
  return load(first)
}

/** Changes the portal's language and stores the choice. */
export async function setLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language)
  await load(language)
}

export const language = (): Language => store.get().language
/** The text of a message outside React. Components use `useText`, which renders them again when the language changes. */
export const translate: Text = (id, args) => store.get().text(id, args)
export const useText = (): Text => store.useValue().text
export const useIntl = (): IntlShape<string> => store.useValue().intl
export const useLanguage = (): Language => store.useValue().language
