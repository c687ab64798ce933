/**
 * Parses messages with arguments when the browser application is built, because the parser would add 13 kB to every first page, and
 * parsing is slow on a phone. Leaves out what only the server says, which would add 6 kB: letters, and the errors that refuse a call.
 * Half of the texts are left: those that the portal may say. The back office imports its own with all of them, as `pl.json?office`. In
 * development all catalogues have all, because texts are added while the server runs.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
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

const catalogue = /[\\/]messages[\\/]([a-z]{2})\.json(\?office)?$/

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

/** The keys of what the portal may say. Another process derives them, because that needs the code of the server. */
async function portalKeys(root: string): Promise<ReadonlySet<string>> {
  const command = ['--import', 'tsx', 'scripts/portal-texts.ts']
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, maxBuffer: 2 ** 22 })
  return new Set<string>(JSON.parse(stdout))
}

/** @param root of the project */
export function compiledMessages(root: string): Plugin {
  let portal: Promise<ReadonlySet<string>> | undefined
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    buildStart() {
      if (this.environment.config.command === 'build') portal = portalKeys(root)
      // awaited by the first catalogue, which may be long after it has failed
      portal?.catch(() => undefined)
    },
    async transform(code, id) {
      const [, language, ofOffice] = catalogue.exec(id) ?? []
      if (!language) return undefined
      const keys = ofOffice ? undefined : await portal
      const texts: Record<string, string> = JSON.parse(code)
      const said = Object.entries(texts).filter(([key]) => !isOfServer(key) && (!keys || keys.has(key)))
      const json = JSON.stringify(compiled(Object.fromEntries(said), language))
      // Vite reads a file as JSON by its name alone, which a query ends otherwise
      return ofOffice ? { code: `export default ${json}`, moduleType: 'js', map: null } : { code: json, map: null }
    }
  }
}

/** Replaces the parser in the browser by the package's version without it, which only has the types of elements. */
export const withoutParser = {
  find: /^@formatjs\/icu-messageformat-parser$/,
  replacement: '@formatjs/icu-messageformat-parser/no-parser.js'
}
