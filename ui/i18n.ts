/**
 * The six languages. Each is one lazy chunk: the catalogues of the kernel, the modules and the browser together. The
 * back office is Polish by rule; the portal remembers the choice, else follows the browser. Days and hours are those of
 * Warsaw, wherever the reader is.
 */
import type { IntlShape } from '@formatjs/intl'
import { createIntl, createIntlCache } from '@formatjs/intl'
import { addLocale, locale as primeLocale } from 'primereact/api'
import { useSyncExternalStore } from 'react'
import { area } from './session.ts'

/** Language codes in the order of their numbers: 1 pl … 6 cs. */
export const languages = ['pl', 'en', 'de', 'sk', 'et', 'cs'] as const
export type Language = (typeof languages)[number]
export type Arguments = Record<string, string | number | boolean | Date | null | undefined>
export type Text = (key: string, args?: Arguments) => string

const key = 'opony.language'
const cache = createIntlCache()
const listeners = new Set<() => void>()

const catalogues: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  pl: () => import('./i18n/pl.ts'),
  en: () => import('./i18n/en.ts'),
  de: () => import('./i18n/de.ts'),
  sk: () => import('./i18n/sk.ts'),
  et: () => import('./i18n/et.ts'),
  cs: () => import('./i18n/cs.ts')
}
const widgets: Record<Language, () => Promise<{ default: Record<string, object> }>> = {
  pl: () => import('primelocale/pl.json'),
  en: () => import('primelocale/en.json'),
  de: () => import('primelocale/de.json'),
  sk: () => import('primelocale/sk.json'),
  et: () => import('primelocale/et.json'),
  cs: () => import('primelocale/cs.json')
}

interface State {
  readonly language: Language
  readonly intl: IntlShape<string>
  readonly text: Text
}

function stateOf(language: Language, messages: Record<string, string>): State {
  const intl = createIntl<string>(
    {
      locale: language,
      messages,
      timeZone: 'Europe/Warsaw',
      onError: error => {
        if (import.meta.env.MODE === 'test') throw error
      }
    },
    cache
  )
  return { language, intl, text: (id, args) => intl.formatMessage({ id }, args) }
}

let state: State = stateOf('pl', {})

const isLanguage = (value: unknown): value is Language => languages.includes(value as Language)

/** The language to start in: Polish in the back office; on the portal the chosen one, else the browser's, else Polish. */
export function firstLanguage(mode: 'admin' | 'portal', stored: string | null, preferred: readonly string[]): Language {
  if (mode === 'admin') return 'pl'
  if (isLanguage(stored)) return stored
  return preferred.map(tag => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'pl'
}

async function load(language: Language): Promise<void> {
  const [catalogue, words] = await Promise.all([catalogues[language](), widgets[language]()])
  addLocale(language, words.default[language] ?? {})
  primeLocale(language)
  state = stateOf(language, catalogue.default)
  document.documentElement.lang = language
  for (const listener of listeners) listener()
}

/** Loads the first language; await it before the first drawing. */
export const startLanguage = (): Promise<void> =>
  load(firstLanguage(area(), localStorage.getItem(key), navigator.languages))

/** Changes the portal's language and remembers it. */
export async function setLanguage(language: Language): Promise<void> {
  localStorage.setItem(key, language)
  await load(language)
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const useI18n = (): State => useSyncExternalStore(subscribe, () => state)

export const language = (): Language => state.language
/** The text of a message outside React. Inside, use `useText`, which draws again when the language changes. */
export const say: Text = (id, args) => state.text(id, args)
/** Whether the present catalogue has the message. */
export const hasText = (id: string): boolean => Object.hasOwn(state.intl.messages, id)

export const useText = (): Text => useI18n().text
export const useIntl = (): IntlShape<string> => useI18n().intl
export const useLanguage = (): Language => useI18n().language
