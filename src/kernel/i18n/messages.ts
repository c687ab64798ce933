/**
 * The texts that people read. Each module has `messages/{pl,en,de,sk,et,cs}.json`, flat keys with ICU texts; here they
 * become one catalogue a language. A key without a text of its own shows its default (`contract/messages.ts`). A key with
 * neither is a mistake, which tests find; at run time the key itself is shown.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createIntl, createIntlCache, type IntlShape } from '@formatjs/intl'
import { timeZone } from '../../contract/days.ts'
import { isLanguage, type Language, languages } from '../../contract/languages.ts'
import { resolveKey } from '../../contract/messages.ts'

export interface Messages {
  /** The text of a key in a language, or its default's. Arguments fill the ICU text. */
  say(language: Language, key: string, params?: Readonly<Record<string, unknown>>): string
  /** Whether the key has a text, its own or its default's. */
  has(language: Language, key: string): boolean
  /** The keys with a text of their own. */
  keys(language: Language): readonly string[]
}

/** Reads the catalogues in the given folders. Throws when two folders define the same key. */
export function readMessages(folders: readonly URL[]): Messages {
  const cache = createIntlCache()
  const shapes = new Map<Language, IntlShape<string>>()
  for (const language of languages) {
    const texts: Record<string, string> = {}
    for (const folder of folders) {
      const file = new URL(`${language}.json`, folder)
      if (!existsSync(file)) continue
      for (const [key, text] of Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)) {
        if (key in texts) throw new Error(`The message ${key} is written twice (${file.pathname})`)
        texts[key] = text
      }
    }
    shapes.set(
      language,
      createIntl(
        {
          locale: language,
          messages: texts,
          timeZone,
          onError: () => undefined,
          fallbackOnEmptyString: false
        },
        cache
      )
    )
  }
  const shapeOf = (language: Language): IntlShape<string> => shapes.get(language) as IntlShape<string>
  return {
    say: (language, key, params = {}) => {
      const shape = shapeOf(language)
      return String(shape.formatMessage({ id: resolveKey(shape.messages, key) ?? key }, params as never))
    },
    has: (language, key) => resolveKey(shapeOf(language).messages, key) !== undefined,
    keys: language => Object.keys(shapeOf(language).messages)
  }
}

/** Our language that an Accept-Language header prefers, or undefined. */
export function languageOfHeader(header: string | undefined): Language | undefined {
  const wanted = (header ?? '')
    .split(',')
    .map(part => {
      const [tag = '', quality = 'q=1'] = part.trim().split(';')
      const [language = ''] = tag.trim().toLowerCase().split('-')
      return { language, quality: Number(quality.trim().replace('q=', '')) || 0 }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return wanted.map(({ language }) => language).find(isLanguage)
}
