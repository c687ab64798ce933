/**
 * Messages in six languages. Each language is one lazy chunk of the catalogues of kernel, modules and browser, which has what the
 * portal says. The back office is always Polish and has a chunk of its own with all texts; the portal uses the person's stored choice,
 * else the browser's language. Texts that no first page says are a second chunk, which every lazy part waits for; those of
 * the portal's rare pages are a third. Days and hours are those of Warsaw, wherever the reader is. Texts with arguments come
 * parsed (build/compiledMessages.ts).
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

type Load = () => Promise<{ default: Texts }>

const loadOffice: Load = () => import('./i18n/office.ts')
const loadOfficeLater: Load = () => import('./i18n/later/office.ts')
const loadPortal: Record<Language, Load> = {
  pl: () => import('./i18n/pl.ts'),
  en: () => import('./i18n/en.ts'),
  de: () => import('./i18n/de.ts'),
  sk: () => import('./i18n/sk.ts'),
  et: () => import('./i18n/et.ts'),
  cs: () => import('./i18n/cs.ts')
}
const loadPortalLater: Record<Language, Load> = {
  pl: () => import('./i18n/later/pl.ts'),
  en: () => import('./i18n/later/en.ts'),
  de: () => import('./i18n/later/de.ts'),
  sk: () => import('./i18n/later/sk.ts'),
  et: () => import('./i18n/later/et.ts'),
  cs: () => import('./i18n/later/cs.ts')
}
const loadPortalRare: Record<Language, Load> = {
  pl: () => import('./i18n/rare/pl.ts'),
  en: () => import('./i18n/rare/en.ts'),
  de: () => import('./i18n/rare/de.ts'),
  sk: () => import('./i18n/rare/sk.ts'),
  et: () => import('./i18n/rare/et.ts'),
  cs: () => import('./i18n/rare/cs.ts')
}

interface State {
  readonly language: Language
  readonly texts: Texts
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
  return { language, texts: messages, intl, text }
}

const store = createStore(stateOf(defaultLanguage, {}))

/** The language that was chosen last, whose texts may still be under way. */
let chosen: Language = defaultLanguage

/** Replaces the language and its messages everywhere. */
export function setCatalogue(language: Language, messages: Texts): void {
  chosen = language
  store.set(stateOf(language, messages))
}

const firstOf = (language: Language): Load => (area() === 'admin' ? loadOffice : loadPortal[language])
const laterOf = (language: Language): Load => (area() === 'admin' ? loadOfficeLater : loadPortalLater[language])
const rareOf = (language: Language): Load => loadPortalRare[language]

/** What else has been asked for, and resolves once it has come. */
const asked = new Map<(language: Language) => Load, Promise<void>>()

/** Adds texts to those of the language, in whatever order they come; those of another language are shown until all have come. */
async function load(language: Language, loads: readonly Load[]): Promise<void> {
  const added = await Promise.all(loads.map(one => one()))
  if (language !== chosen) return
  const { language: shown, texts } = store.get()
  document.documentElement.lang = language
  setCatalogue(language, Object.assign({}, shown === language && texts, ...added.map(one => one.default)))
}

/** Loads texts once. After a failure the next call tries again. */
function ask(of: (language: Language) => Load): Promise<void> {
  const coming =
    asked.get(of) ??
    load(chosen, [of(chosen)]).catch((error: unknown) => {
      asked.delete(of)
      throw error
    })
  asked.set(of, coming)
  return coming
}

/** Loads the texts of forms, dialogs and histories. */
export const laterTexts = (): Promise<void> => ask(laterOf)

/** Loads the texts of pages that few people open, which the back office has among the later ones. */
export const rareTexts = (): Promise<void> => ask(area() === 'admin' ? laterOf : rareOf)

/** Sets the first language, which is then sent with calls, and loads its messages. Must be awaited before the first render. */
export function startLanguage(): Promise<void> {
  const first = firstLanguage(area(), localStorage.getItem(storageKey), navigator.languages)
  setCatalogue(first, {})
  return load(first, [firstOf(first)])
}

/** Changes the portal's language and stores the choice. */
export async function setLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language)
  chosen = language
  await load(
    language,
    [firstOf, ...asked.keys()].map(of => of(language))
  )
}

export const language = (): Language => store.get().language
/** The text of a message outside React. Components use `useText`, which renders them again when the language changes. */
export const translate: Text = (id, args) => store.get().text(id, args)
/** Whether there is a text of this key itself, not only a default. */
export const hasOwnText = (id: string): boolean => Object.hasOwn(store.get().texts, id)
export const useText = (): Text => store.useValue().text
export const useIntl = (): IntlShape<string> => store.useValue().intl
export const useLanguage = (): Language => store.useValue().language
