/**
 * Parses messages with arguments when the browser application is built, because the parser would add 13 kB to every first page, and
 * parsing is slow on a phone. Leaves out what only the server says, which would add 6 kB: letters, and the errors that refuse a call.
 */
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'
import { isPlain } from '../i18n/plain.ts'

/** What only e-mails and SMS say, which the server writes. */
const letters = [
  'companies.news.',
  'notifications.letter.',
  'notifications.reminder.',
  'orders.news.',
  'orders.notice.',
  'users.letter.',
  'users.notice.'
]

/** The errors that the browser says itself: pages and metadata name them. Tests compare this list with both. */
const saidErrors = [
  'errors.orders.accountingOff',
  'errors.orders.accountingOn',
  'errors.users.codeRequired',
  'errors.warehouse.borderCrosses',
  'errors.warehouse.companyMissing'
]

/** Whether the browser never says a text. */
export const isOfServer = (key: string): boolean =>
  letters.some(prefix => key.startsWith(prefix)) || (key.startsWith('errors.') && !saidErrors.includes(key))

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
    if (!language) return undefined
    const texts: Record<string, string> = JSON.parse(code)
    const said = Object.fromEntries(Object.entries(texts).filter(([key]) => !isOfServer(key)))
    return { code: JSON.stringify(compiled(said, language)), map: null }
  }
})

/** Replaces the parser in the browser by the package's version without it, which only has the types of elements. */
export const withoutParser = {
  find: /^@formatjs\/icu-messageformat-parser$/,
  replacement: '@formatjs/icu-messageformat-parser/no-parser.js'
}
