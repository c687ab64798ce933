/**
 * The six languages. Each is one lazy chunk: the catalogues of the kernel, the modules and the browser together. The
 * back office is Polish by rule; the portal remembers the choice, else follows the browser. Days and hours are those of
 * Warsaw, wherever the reader is.
 */
import type { IntlShape } from '@formatjs/intl'
import { createIntl, createIntlCache } from '@formatjs/intl'
import { useSyncExternalStore } from 'react'
import { timeZone } from '../src/contract/days.ts'
import { defaultLanguage, type Language } from '../src/contract/languages.ts'
import { firstLanguage } from './languages.ts'
import { area } from './session.ts'

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
      timeZone,
      onError: error => {
        if (import.meta.env.MODE === 'test') throw error
      }
    },
    cache
  )
  return { language, intl, text: (id, args) => intl.formatMessage({ id }, args) }
}

let state: State = stateOf(defaultLanguage, {})

/** Takes up a catalogue: from here on every text is said in this language. */
export function speak(language: Language, messages: Record<string, string>): void {
  state = stateOf(language, messages)
  for (const listener of listeners) listener()
}

async function load(language: Language): Promise<void> {
  const catalogue = await catalogues[language]()
  document.documentElement.lang = language
  speak(language, catalogue.default)
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
/** Whether the catalogue has a message: some are said only where somebody wrote them. */
export const hasText = (id: string): boolean => Object.hasOwn(state.intl.messages, id)
export const useText = (): Text => useI18n().text
export const useIntl = (): IntlShape<string> => useI18n().intl
export const useLanguage = (): Language => useI18n().language
