/**
 * Parses messages with arguments when the browser application is built, because the parser would add 13 kB to every first page, and
 * parsing is slow on a phone.
 */
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'
import { isPlain } from '../i18n/plain.ts'

const catalogue = /[\\/]messages[\\/]([a-z]{2})\.json$/

/** The texts of a catalogue, those with arguments parsed. */
export function compiled(texts: Readonly<Record<string, string>>, language: string) {
  const locale = new Intl.Locale(language)
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]): [string, string | MessageFormatElement[]] => [
      key,
      isPlain(text) ? text : parse(text, { locale })
    ])
  )
}

export const compiledMessages = (): Plugin => ({
  name: 'compiled-messages',
  enforce: 'pre',
  transform(code, id) {
    const [, language] = catalogue.exec(id) ?? []
    return language ? { code: JSON.stringify(compiled(JSON.parse(code), language)), map: null } : undefined
  }
})

/** Replaces the parser in the browser by the package's version without it, which only has the types of elements. */
export const withoutParser = {
  find: /^@formatjs\/icu-messageformat-parser$/,
  replacement: '@formatjs/icu-messageformat-parser/no-parser.js'
}
