/**
 * The texts that the portal loads (scripts/portal-texts.ts) have what its people are told: what the server's metadata names for their
 * roles, with the sentences of their timelines and the words of their vocabularies. They are half of all.
 */
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maySignIn } from '../../modules/users/rules.ts'
import { root } from '../../scripts/check.ts'
import { projectTexts } from '../../scripts/messages.ts'
import { portalRoles, portalTexts } from '../../scripts/portal-texts.ts'
import { uiSources } from '../../scripts/ui-sources.ts'
import { refusalKey } from '../../src/contract/command.ts'
import type { FormMetadata } from '../../src/contract/form.ts'
import { languages } from '../../src/contract/languages.ts'
import { resolveKey } from '../../src/contract/messages.ts'
import { type Role, roleNames } from '../../src/contract/roles.ts'
import { modules } from '../../src/modules.ts'
import { compiled, isLater, isOfServer, isRare } from '../../ui/build/compiledMessages.ts'
import { type Everyone, everyone } from './fixtures/everyone.ts'
import { commandKeys, commandsIn, formKeys, pageKeys } from './fixtures/everything.ts'

const texts = projectTexts(root) as Record<string, Record<string, string>>
const keys = new Set(portalTexts(root))
const portal: Record<string, string> = Object.fromEntries(
  Object.entries(texts.pl ?? {}).filter(([key]) => keys.has(key) && !isOfServer(key))
)
/** Keys that show another text in the portal than in the whole catalogue, or none. */
const differing = (named: readonly string[]): string[] =>
  [...new Set(named)].filter(key => resolveKey(portal, key) !== resolveKey(texts.pl ?? {}, key)).sort()

let all: Everyone
beforeAll(async () => {
  all = await everyone(200)
}, 120_000)
afterAll(() => all.test.close())

const clients: readonly Role[] = ['CLIENT', 'CLIENT_ADMIN']

it('are of the roles that may sign in there', () => {
  expect(portalRoles).toEqual(roleNames.filter(role => maySignIn('portal', role, 1)))
})

describe("the portal's texts", () => {
  it('have all that pages and menus of its roles name', () => {
    const named = portalRoles.flatMap(role => [
      ...all.pages[role].flatMap(pageKeys),
      ...all
        .listsOf(role)
        .flatMap(list =>
          commandsIn(list).flatMap(command => [
            ...commandKeys(command),
            ...Object.keys({ ...command.when, ...command.shown }).map(field => refusalKey(command, field)),
            `${command.name}.failed`
          ])
        ),
      ...all.menus[role].groups.flatMap(group => [group.title, ...group.pages.flatMap(page => page.breadcrumb)])
    ])
    expect(named.length).toBeGreaterThan(300)
    expect(differing(named)).toEqual([])
  })

  it('have every word with dots of the served metadata that is a text', () => {
    const served = JSON.stringify(portalRoles.map(role => [all.menus[role], all.pages[role]]))
    const named = (served.match(/(?<=")[a-z]\w*(?:\.\w+)+(?=")/g) ?? []).filter(key => !isOfServer(key))
    expect(named.length).toBeGreaterThan(500)
    expect(differing(named)).toEqual([])
  })

  it('have all that the forms of its people and of strangers name', async () => {
    const commands = modules.flatMap(module => module.commands ?? [])
    const { test, persons } = all
    const readers = [test.nobody(), ...clients.map(role => persons[role])]
    const answers = await Promise.all(
      commands.flatMap(({ name }) => readers.map(async reader => reader.get(`/api/ui/forms/${name}`)))
    )
    const forms = answers.flatMap(({ status, body }) => (status === 200 ? [body.data as FormMetadata] : []))
    expect(forms.length).toBeGreaterThan(10)
    expect(differing(forms.flatMap(formKeys))).toEqual([])
  })

  it('have the sentence of each code of history, and of each check; none of what staff alone see', () => {
    const of = (shape: RegExp) => Object.keys(texts.pl ?? {}).filter(key => shape.test(key))
    const ofStaff = of(
      /^((?:driver|evidence|imports|waste|weights)\.\w+|companies\.stopArrivalMessages|integrations\.(?!\w+Calendar\.)\w+)\.history$/
    )
    expect(ofStaff.length).toBeGreaterThan(15)
    expect(ofStaff.filter(key => keys.has(key))).toEqual([])
    const others = of(/\.history$/).filter(key => !ofStaff.includes(key))
    expect(differing([...others, ...of(/^check\./)])).toEqual([])
  })

  it('have none of the pages of the office', () => {
    for (const beginning of [
      'map.',
      'dashboard.',
      'planning.',
      'photos.',
      'fleet.vehicle.',
      'ui.palette.',
      'reports.form.'
    ])
      expect(Object.keys(portal).filter(key => key.startsWith(beginning) && !key.endsWith('.history'))).toEqual([])
  })

  it.each(languages)(
    'that a first page in %s waits for are at most 18 kB, compressed, and the later ones 6 kB',
    language => {
      const said = Object.entries(texts[language] ?? {}).filter(([key]) => key in portal)
      const bytesOf = (entries: [string, string][]): number =>
        gzipSync(JSON.stringify(compiled(Object.fromEntries(entries), language)), { level: 9 }).length
      const firstOnes = said.filter(([key]) => !isLater(key) && !isRare(key))
      const [first, later, rare] = [
        firstOnes,
        said.filter(([key]) => isLater(key)),
        said.filter(([key]) => isRare(key))
      ].map(bytesOf)
      expect(first).toBeGreaterThan(10_000)
      expect(first).toBeLessThan(18_000)
      expect(later).toBeLessThan(6_000)
      expect(rare).toBeLessThan(1_400)
    }
  )
})

describe('the sources that a host loads', () => {
  const files = uiSources(root, name => name === 'portal' || name === 'pricing.amount', ['ui/shell/AdminShell.tsx'])

  it('are those that its first script leads to, and the parts that metadata names', () => {
    for (const file of [
      'ui/main.tsx',
      'ui/pages/authorization.tsx',
      'ui/pages/registration/CompanyStep.tsx',
      'ui/parts/list/ListPage.tsx',
      'ui/parts/command/CommandForm.tsx',
      'ui/shell/PortalShell.tsx',
      'ui/pages/portal/index.tsx',
      'ui/pages/pricing/LineAmount.tsx'
    ])
      expect(files).toContain(file)
  })

  it('are none of the other host', () => {
    const pages = /^ui\/(shell\/(AdminShell|Rail|palette)|pages\/(map|dashboard|planning|printing|reports)\/)/
    expect(files.filter(file => pages.test(file))).toEqual([])
  })
})
