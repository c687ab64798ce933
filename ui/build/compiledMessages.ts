/**
 * Parses messages with arguments when the browser application is built, because the parser would add 13 kB to every first page, and
 * parsing is slow on a phone. Leaves out what only the server says, which would add 6 kB: letters, and the errors that refuse a call.
 * Half of the texts are left: those that the portal may say. The back office imports its own with the others, too, as `pl.json?office`.
 *
 * A first page waits for one part of them; the texts that only forms, dialogs and histories say are another file (`?later`,
 * `?office-later`), which comes with the code that says them, and in the portal those of pages that few people open are a third
 * (`?rare`). In development the first part has all, because texts are added while the server runs.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'
import { isPlain } from '../i18n/plain.ts'

/** What only e-mails, SMS, calendars, papers and imports say, which the server writes: headers of columns, and why a row is left out. */
const letters = [
  'evidence.check.',
  'evidence.paper.',
  'evidence.statement.codeSum',
  'companies.import.',
  'companies.news.',
  'driver.arrival.',
  'driver.link.',
  'driver.news.',
  'driver.say.',
  'driver.tracking.',
  'integrations.calendar.details',
  'integrations.calendar.name',
  'integrations.calendar.summary',
  'iot.import.',
  'notifications.letter.',
  'notifications.reminder.',
  'orders.import.',
  'orders.news.',
  'orders.notice.',
  'pricing.import.',
  'users.letter.',
  'waste.sheet.',
  'weights.paper.',
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

/** Beginnings of texts that only hand-written parts say: those of planning, and what a command changed. */
const ofParts = ['check.', 'planning.', 'audit.changes.']

/**
 * In the back office, which has more of them, also what only the reasons of a price and whole pages by hand say: their code waits for these
 * texts (`lazyPart`). The portal keeps them in the first part, because its first page is often one of these.
 */
const ofOfficeParts = [
  ...['pricing.trace.', 'dashboard.', 'map.', 'paper.', 'photos.', 'registration.', 'round.', 'service.'],
  ...['ui.forgot.', 'ui.inactive.', 'ui.newPassword.', 'ui.signUp.', 'ui.unavailable.']
]

/** Texts of the portal's home page, which the back office does not have. */
const ofPortal = 'orders.overview.'

/**
 * Pages that few people open, and that wait for their texts (`pageQueryOf` of ui/metadata.ts): only menu and links say their titles earlier, and a
 * notice, wherever its reader is, how an import ended; the list of jobs names their queue.
 */
const rare = [
  /^(?:evidence|integrations|imports|weights)\.(?!\w+(?<!Panel)\.title$)(?!ended\.|work\.)/,
  /^waste\.(?:(?:clientKeys|giveKeys|revokeKeys|poll|pollKind|pollPanel|pollState)\.|(?:ownKeys|polls)\.empty$)/,
  /^driver\.(?:(?:device|devicePanel|deviceState|revokeDevice|sendLink)\.|devices\.empty$)/
]
export const isRare = (key: string): boolean => rare.some(pattern => pattern.test(key))

/** Whether only forms, dialogs, histories or hand-written parts say a text, which are drawn by code that comes later than the first page. */
export const isLater = (key: string): boolean =>
  !isRare(key) && (ofParts.some(prefix => key.startsWith(prefix)) || /\.(?:history|act|help|confirm)$/.test(key))

/** What a form says of a wrong field, and a panel of a tab without rows. */
const ofFormsAndPanels =
  /\.(?:required|pattern)$|^orders\.unlikely\.|\.panel\.\w+\.empty$|^companies\.receivingHours\.|^companies\.place\.receiving/

/** The same in the back office, whose audit may say the history of rare pages; and what its forms and panels alone say. */
export const isLaterInOffice = (key: string): boolean =>
  isLater(key) || isRare(key) || ofFormsAndPanels.test(key) || ofOfficeParts.some(prefix => key.startsWith(prefix))

const catalogue = /[\\/]messages[\\/]([a-z]{2})\.json(?:\?(office|later|rare|office-later))?$/

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

const parts: Readonly<Record<string, (key: string) => boolean>> = {
  office: key => !isLaterInOffice(key),
  'office-later': isLaterInOffice,
  later: isLater,
  rare: isRare
}

/** Which texts one of the files has: in development the first has all. */
function partOf(query: string | undefined, isBuild: boolean): (key: string) => boolean {
  if (!isBuild) return () => !query || query === 'office'
  return (query && parts[query]) || (key => !isLater(key) && !isRare(key))
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
      const [, language, query] = catalogue.exec(id) ?? []
      if (!language) return undefined
      const keys = query?.startsWith('office') ? undefined : await portal
      const isSaid = (key: string): boolean => (keys ? keys.has(key) : !(query && key.startsWith(ofPortal)))
      const ofPart = partOf(query, portal !== undefined)
      const texts: Record<string, string> = JSON.parse(code)
      const said = Object.entries(texts).filter(([key]) => !isOfServer(key) && isSaid(key) && ofPart(key))
      const json = JSON.stringify(compiled(Object.fromEntries(said), language))
      // Vite reads a file as JSON by its name alone, which a query ends otherwise
      return query ? { code: `export default ${json}`, moduleType: 'js', map: null } : { code: json, map: null }
    }
  }
}

/** Replaces the parser in the browser by the package's version without it, which only has the types of elements. */
export const withoutParser = {
  find: /^@formatjs\/icu-messageformat-parser$/,
  replacement: '@formatjs/icu-messageformat-parser/no-parser.js'
}
