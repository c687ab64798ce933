/**
 * The texts that the portal may say: all others stay out of its catalogues (`ui/build/compiledMessages.ts`).
 *
 * They are derived. Every name with dots counts that the metadata of the portal's roles has, or a source that the portal can load. A
 * name is a key itself, or begins the keys of what it names: a command's `.label` and `.done`, a panel's tabs. With a key comes the common text that stands in for it. Any sentence of history may be said, because a client's timeline has
 * what staff and the application did, but for those of things that staff alone see. Too much may be found in this way, never too little, as long as keys are not put together
 * from parts that no name begins; `test/contract/portal-texts.test.ts` compares this with the answers of the server.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { resolveKey } from '../src/contract/messages.ts'
import { type Role, roleNames } from '../src/contract/roles.ts'
import { metadataFor } from '../src/contract/vocabulary.ts'
import type { Caller } from '../src/kernel/access/caller.ts'
import type { AnyCommand } from '../src/kernel/commands/command.ts'
import { commandMetadata, commandsMetadata } from '../src/kernel/metadata/command-metadata.ts'
import { commandForm } from '../src/kernel/metadata/form.ts'
import { listMetadata } from '../src/kernel/metadata/metadata.ts'
import { opens, pagesMetadata } from '../src/kernel/metadata/routes.ts'
import type { Page } from '../src/kernel/pages/pages.ts'
import { withPanelAdditions } from '../src/kernel/panel-additions.ts'
import { modules as allModules, menu } from '../src/modules.ts'
import { product } from '../src/product.ts'
import { root as projectRoot } from './check.ts'
import { projectTexts } from './messages.ts'
import { codeOf, uiSources } from './ui-sources.ts'

/** Whoever may sign in on the portal, and whoever opens it without; a test compares the roles with the rules of the sign-in. */
const audiences = ['CLIENT', 'CLIENT_ADMIN', 'DRIVER', 'anyone', 'signedIn', 'waiting', 'deactivated'] as const
export const portalRoles: readonly Role[] = roleNames.filter(role => audiences.some(audience => audience === role))

/** What only the other host loads, though a script of both leads to it. */
const ofOffice = ['ui/shell/AdminShell.tsx']

const modules = withPanelAdditions(allModules)
const pages = modules.flatMap(module => module.pages ?? [])
const commands = modules.flatMap(module => module.commands ?? [])

const callerOf = (role: Role, ownDepartmentOnly: boolean): Caller => ({
  ...{ accountId: 1, sessionId: '1', role, companyId: 1, departmentId: 1, ownDepartmentOnly, language: 'pl' },
  ...{ isActivated: true, hasAllRequiredData: true, isDeactivated: false }
})

const pageMetadata = (page: Page, caller: Caller): unknown =>
  page.kind === 'list'
    ? listMetadata(page, caller)
    : { part: page.part, commands: commandsMetadata(page.commands ?? [], caller) }

/** What a command says to each of the portal's callers: as a button, and as a form that is fetched by itself. */
function commandOf(command: AnyCommand, callers: readonly Caller[]): unknown[] {
  const forms = audiences.flatMap(audience => {
    const rule = command.access[audience]
    const form = rule?.form
    return rule ? [command.name, ...(form ? callers.map(caller => commandForm(command, form, caller)) : [])] : []
  })
  return command.kind === 'action' ? forms : [...forms, ...callers.map(caller => commandMetadata(command, caller))]
}

/** All that the server may tell the portal about its pages, forms and words, as JSON. */
function portalMetadata(): string {
  const callers = portalRoles.flatMap(role => [callerOf(role, false), callerOf(role, true)])
  const counters = modules.flatMap(module => module.counters ?? [])
  return JSON.stringify([
    callers.map(caller => pagesMetadata({ modules, menu, counters, home: product.home }, caller)),
    callers.flatMap(caller => pages.filter(page => opens(page, caller)).map(page => pageMetadata(page, caller))),
    commands.flatMap(command => commandOf(command, callers))
  ])
}

/** Names with dots in quotes, and what stands before the first argument of a template: `views.` of `views.${verb}.done`. */
const namesIn = (code: string): string[] => [
  ...(code.match(/(?<=['"`])[a-z]\w*(?:\.\w+)+(?=['"`])/g) ?? []),
  ...[...code.matchAll(/`([a-z]\w*(?:\.\w+)*)\.\$\{/g)].map(([, name = '']) => name)
]

/** The sources that the portal can load; of the contract all. */
function sources(root: string, metadata: string): string[] {
  const hasPart = (name: string): boolean => metadata.includes(`"${name}"`) || metadata.includes(`"part:${name}"`)
  const contract = readdirSync(join(root, 'src/contract'), { recursive: true, encoding: 'utf8' })
  const shared = contract.filter(name => name.endsWith('.ts')).map(name => `src/contract/${name}`)
  return [...uiSources(root, hasPart, ofOffice), ...shared]
}

/** The names of vocabularies, and of their members, which have labels and begin nothing that is said. */
const vocabularies = new Set(
  modules
    .flatMap(module => module.vocabularies ?? [])
    .map(vocabulary => metadataFor(vocabulary, null))
    .flatMap(({ name, members }) => [name, ...members.map(({ label }) => label)])
)

/** What the browser says of a command by its name, for which there may be a common text. */
const commandEnds = ['label', 'submit', 'done', 'failed']

const ofStaff =
  /^((?:driver|evidence|imports|waste|weights)\.\w+|companies\.stopArrivalMessages|integrations\.(?!\w+Calendar\.)\w+)\.history$/

/** A tab that staff alone see, of a panel that the portal has, too. */
const ofStaffTab = /^orders\.panel\.weights\./

/** Devices and events of drivers: staff alone see them, and the driver's application has texts of its own (`ui/driver/messages`). */
const ofDrivers = /^driver\.(?:events$|\w+\.label$)/

/** What of statements of masses staff alone see; the portal has a list of them, without a panel. */
const ofStatements =
  /^evidence\.statement\.(?:byCode|codeSum|checkUrl|company\w*|createdAt|differences|isOutdated|madeBy|orders|own\w+|register\w+|replace\w+|search|stray\w+|withdraw\w+)(?:\.|$)/

/** The keys of the texts that the portal may say, in the order of the catalogues. */
export function portalTexts(root: string): string[] {
  const texts = projectTexts(root).pl
  const metadata = portalMetadata()
  const code = sources(root, metadata).map(file => codeOf(readFileSync(join(root, file), 'utf8')))
  const names = new Set([metadata, ...code].flatMap(namesIn))
  const keys = [...names].flatMap(name => [name, ...commandEnds.map(end => `${name}.${end}`)])
  const said = new Set(keys.flatMap(key => resolveKey(texts, key) ?? []))
  // the metadata has the label of each member of a vocabulary, so that what else begins with its name, or that of a member, is not said
  const beginnings = new Set([...names].filter(name => !vocabularies.has(name)))
  const begins = (key: string): boolean => {
    // the metadata names each filter and mark of the portal's lists whole, and each help of its forms
    if (/\.(?:filter|mark)\.|\.help$/.test(key)) return false
    const parts = key.split('.')
    return parts.some((_, at) => beginnings.has(parts.slice(0, at).join('.')))
  }
  const isAlways = (key: string): boolean => key.startsWith('check.') || key.endsWith('.history')
  // sentences that the server says, those of a registration by staff, those of the audit, and the history of what staff alone see: imports, keys,
  // webhooks, files for accounting, transfer cards, weighing, statements of masses
  const isOthers = (key: string): boolean =>
    /\.history\.client$|\.act$|^registration\.\w+\.staff$/.test(key) ||
    ofStaff.test(key) ||
    ofStatements.test(key) ||
    ofStaffTab.test(key) ||
    ofDrivers.test(key)
  return Object.keys(texts).filter(key => !isOthers(key) && (said.has(key) || isAlways(key) || begins(key)))
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.stdout.write(JSON.stringify(portalTexts(projectRoot)))
