/**
 * The metadata compared with the server's behaviour: every page of every role survives JSON, has its messages in six
 * languages, and names only calls that exist; every list returns what its schema says. Its sorts: sorts.test.ts.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../scripts/check.ts'
import { unusedDefaults } from '../../scripts/messages.ts'
import { check, formats } from '../../src/contract/check.ts'
import { type CommandMetadata, refusalKey } from '../../src/contract/command.ts'
import { languages } from '../../src/contract/languages.ts'
import { type Role, roleNames as roles } from '../../src/contract/roles.ts'
import type { Schema } from '../../src/contract/schema.ts'
import { metadataFor } from '../../src/contract/vocabulary.ts'
import type { Caller } from '../../src/kernel/access/caller.ts'
import type { AnyCommand } from '../../src/kernel/commands/command.ts'
import { errorCatalogue } from '../../src/kernel/errors/errors.ts'
import { commandMetadata } from '../../src/kernel/metadata/command-metadata.ts'
import { commandForm } from '../../src/kernel/metadata/form.ts'
import { listMetadata } from '../../src/kernel/metadata/metadata.ts'
import { routesOf } from '../../src/kernel/routes/resource-routes.ts'
import { modules } from '../../src/modules.ts'
import { isOfServer } from '../../ui/build/compiledMessages.ts'
import type { TestApp } from '../helper/app.ts'
import { asked, type Everyone, everyone } from './fixtures/everyone.ts'
import {
  callsOf,
  commandKeys,
  commandsIn,
  formKeys,
  formsBeforeSignIn,
  pageKeys,
  queryFaults,
  routeFor,
  saidBy
} from './fixtures/everything.ts'

const commands = modules.flatMap(module => module.commands ?? [])
/** Without those that have an answer of their own, which pages do not show. */
const shownCommands = commands.filter(command => command.kind !== 'action')
const routes = modules.flatMap(module => [...(module.resources ?? []).flatMap(routesOf), ...(module.routes ?? [])])

let test: TestApp
let persons: Everyone['persons']
let pages: Everyone['pages']
let menus: Everyone['menus']
let listsOf: Everyone['listsOf']
let everyList: Everyone['everyList']
beforeAll(async () => {
  ;({ test, persons, pages, menus, listsOf, everyList } = await everyone(500))
}, 120_000)
afterAll(() => test.close())

const missing = (keys: readonly string[]): string[] =>
  [...new Set(keys)].flatMap(key =>
    languages.filter(language => !test.services.messages.has(language, key)).map(language => `${language}: ${key}`)
  )

/** Keys without a text of their own: a refusal or a member of a vocabulary must not be read as the label of a field. */
const missingOwn = (keys: readonly string[]): string[] =>
  languages.flatMap(language => {
    const own = new Set(test.services.messages.keys(language))
    return [...new Set(keys)].filter(key => !own.has(key)).map(key => `${language}: ${key}`)
  })

/** The sentences that say why a command is grey. */
const refusalKeys = (command: CommandMetadata): string[] =>
  Object.keys({ ...command.when, ...command.shown }).map(field => refusalKey(command, field))

describe('pages', () => {
  it('exist for every role that has any', () => {
    expect(roles.map(role => pages[role].length > 0)).toEqual(roles.map(role => role !== 'DRIVER'))
    expect(listsOf('ADMIN').length).toBeGreaterThan(5)
  })

  it('are plain data that JSON does not change', async () => {
    for (const role of roles) {
      const caller = await callerOf(role)
      for (const page of modules.flatMap(module => module.pages ?? []))
        if (page.kind === 'list') expect(lostInJson(listMetadata(page, caller))).toEqual([])
      for (const command of shownCommands) expect(lostInJson(commandMetadata(command, caller) ?? null)).toEqual([])
    }
    expect(lostInJson({ a: [() => 1, { b: undefined }], c: Number.NaN, d: new Date() })).toHaveLength(4)
  })

  it('have a sentence for each code of history, in six languages', async () => {
    const { rows } = await test.services.db.raw<{ rows: { code: string }[] }>(
      'select distinct code from kernel.changes'
    )
    expect(rows.length).toBeGreaterThan(4)
    expect(missing(rows.map(({ code }) => `${code}.history`))).toEqual([])
  })

  it('lead home to a page of their own', () => {
    for (const role of roles) {
      const known = menus[role].groups.flatMap(group => group.pages.map(page => page.route))
      expect([role, known.length === 0 || known.includes(menus[role].home)]).toEqual([role, true])
    }
  })

  it('name vocabularies that travel with the menu, in columns, filters, forms and the tabs of panels', () => {
    for (const [role, list] of everyList()) {
      const named = [...JSON.stringify(list).matchAll(/"vocabulary":"([\w.]+)"/g)].map(([, name]) => name)
      const unknown = named.filter(name => !Object.hasOwn(menus[role].vocabularies, name ?? ''))
      expect([role, list.name, ...new Set(unknown)]).toEqual([role, list.name])
    }
  })
})

/** Paths of what JSON would drop or turn into something else. */
function lostInJson(value: unknown, path = ''): string[] {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return []
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [path]
  if (Array.isArray(value)) return value.flatMap((item, at) => lostInJson(item, `${path}/${at}`))
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return [path]
  return Object.entries(value).flatMap(([key, item]) => lostInJson(item, `${path}/${key}`))
}

async function callerOf(role: Role) {
  const { services } = test
  const { accountId } = persons[role]
  const session = await services.db('users.sessions').where({ account_id: accountId }).first('id')
  const caller = await services.sessions.callerOf(session.id, accountId, services.now())
  if (!caller) throw new Error(`${role} is not signed in`)
  return caller
}

/** What the form of an action names for a caller who may send it. */
function formKeysOf(command: AnyCommand, caller: Caller): string[] {
  const { form } = (caller.role && command.access[caller.role]) ?? command.access.signedIn ?? {}
  return form ? formKeys(commandForm(command, form, caller)) : []
}

describe('messages in six languages', () => {
  const namedByPages = (): string[] =>
    roles.flatMap(role => [
      ...pages[role].flatMap(pageKeys),
      ...menus[role].groups.flatMap(group => [group.title, ...group.pages.flatMap(page => page.breadcrumb)])
    ])

  const namedByForms = (): string[] =>
    commands.flatMap(command => {
      if (!formsBeforeSignIn.includes(command.name)) return []
      const form = command.access.anyone?.form
      return form ? formKeys(commandForm(command, form, undefined)) : []
    })

  it('are there for all that pages and forms name', () => {
    const keys = [...namedByPages(), ...namedByForms()]
    expect(keys.length).toBeGreaterThan(200)
    expect(missing(keys)).toEqual([])
  })

  it('have no default that nobody reads', () => {
    const tabs = everyList().flatMap(([, { panel }]) => panel?.tabs ?? [])
    const changed = tabs.flatMap(tab => (tab.kind === 'timeline' ? tab.fields.map(({ label }) => label) : []))
    const ends = commands.flatMap(({ name }) => [`${name}.submit`, `${name}.done`, `${name}.failed`])
    expect(unusedDefaults(root, [...namedByPages(), ...namedByForms(), ...changed, ...ends])).toEqual([])
  })

  it('are there for every command, its history, and why it is refused', async () => {
    const callers = await Promise.all(roles.map(callerOf))
    // A command that no list shows has no button: its refusals and its fields are said all the same.
    const keys = commands.flatMap(command => [
      ...callers.flatMap(caller => {
        if (command.kind === 'action') return formKeysOf(command, caller)
        const metadata = commandMetadata(command, caller)
        const onList = everyList().some(([, list]) => list.commands.some(({ name }) => name === command.name))
        return metadata ? commandKeys(metadata).filter(key => onList || !/\.(label|done)$/.test(key)) : []
      }),
      ...Object.values(command.access).flatMap(judgement => saidBy(judgement?.form?.schema as Schema | undefined)),
      ...(command.kind === 'action' ? [] : [`${command.name}.history`])
    ])
    expect(missing(keys)).toEqual([])
    const all = callers.flatMap(caller => shownCommands.flatMap(command => commandMetadata(command, caller) ?? []))
    const refusals = [...all, ...everyList().flatMap(([, list]) => commandsIn(list))].flatMap(refusalKeys)
    expect(refusals.length).toBeGreaterThan(20)
    expect(missingOwn(refusals)).toEqual([])
  })

  it('of errors that metadata names are among those that the browser has', async () => {
    const callers = await Promise.all(roles.map(callerOf))
    const all = callers.flatMap(caller =>
      commands.map(command => {
        const { form } = (caller.role && command.access[caller.role]) ?? command.access.anyone ?? {}
        return [
          form && commandForm(command, form, caller),
          command.kind === 'action' ? undefined : commandMetadata(command, caller)
        ]
      })
    )
    const named = JSON.stringify([all, pages]).match(/errors\.\w+\.\w+/g) ?? []
    expect(named).toContain('errors.warehouse.companyMissing')
    expect([...new Set(named)].filter(isOfServer)).toEqual([])
  })

  it('are there for every word of every vocabulary', () => {
    const vocabularies = modules
      .flatMap(module => module.vocabularies ?? [])
      .flatMap(vocabulary => roles.map(role => metadataFor(vocabulary, role)))
    expect(missingOwn(vocabularies.flatMap(({ members }) => members.map(({ label }) => label)))).toEqual([])
  })

  it('are there for every error of the catalogue and every code of the check', () => {
    const codes = ['required', 'unknown', 'choice', 'query', 'format', 'string', 'number', 'integer', 'boolean']
    const more = ['array', 'object', 'null', 'minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'above']
    const checks = [...codes, ...more, 'decimals', 'minItems', 'maxItems', 'unique', 'same', ...Object.keys(formats)]
    const errors = [...errorCatalogue().keys()].map(code => `errors.${code}`)
    expect(errors.length).toBeGreaterThan(20)
    expect(missing([...errors, ...checks.map(code => `check.${code}`)])).toEqual([])
  })
})

describe('calls', () => {
  it('that a page makes are mounted, and open to the role that sees the page', () => {
    const faults = everyList().flatMap(([role, list]) =>
      callsOf(list).flatMap(call => {
        const route = routeFor(test.routes, call)
        if (!route) return [`${list.name}: ${call} is not mounted`]
        return route.audiences.some(audience => [role, 'signedIn', 'anyone'].includes(audience))
          ? []
          : [`${list.name}: ${call} is not for ${role}`]
      })
    )
    expect(faults).toEqual([])
  })

  it('that fetch a file by a form get all that they require from it, and nothing else', () => {
    const files = everyList().flatMap(([, list]) =>
      commandsIn(list).flatMap(({ name, action, form }) =>
        action.kind === 'download' && form ? { name, action, form } : []
      )
    )
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['orders.report', 'imports.template']))
    for (const { name, action, form } of files) {
      const query = routeFor(routes, `GET ${action.path}`)?.query as Schema | undefined
      expect([name, ...queryFaults(form, query)]).toEqual([name])
    }
    const [text, required] = [{ type: 'string' } as const, ['kind']]
    const query: Schema = { type: 'object', properties: { kind: text }, required }
    expect(queryFaults({ schema: { ...query, required: [] } }, query)).toEqual(['kind is required'])
    expect(
      queryFaults({ schema: { type: 'object', properties: { kind: text, other: text }, required } }, query)
    ).toEqual(['other is unknown'])
  })

  it('of every command are mounted, by its own name', () => {
    for (const command of commands) expect(routeFor(test.routes, command.call)?.command).toBe(command.name)
    expect(test.routes.filter(({ command }) => command).length).toBe(commands.length)
  })

  it('of two routes never have the same path, in any letter case', () => {
    const shapes = test.routes.map(({ method, url }) => `${method} ${url.toLowerCase().replace(/:\w+/g, ':')}`)
    expect(shapes.filter((shape, at) => shapes.indexOf(shape) !== at)).toEqual([])
  })
})

describe('answers', () => {
  const faultsOf = (call: string, body: unknown) => {
    const route = routeFor(routes, call)
    if (!route) throw new Error(`${call} is no read`)
    return check(route.answer as Schema, body).map(({ path, code }) => `${call}: ${path} ${code}`)
  }

  it('of every list hold to its schema, in each role', async () => {
    for (const [role, list] of everyList()) {
      const { status, body } = await persons[role].get(asked(list, { limit: 200 }))
      expect([list.name, role, status]).toEqual([list.name, role, 200])
      expect(body.data.length, `${list.name} has rows for ${role}`).toBeGreaterThan(0)
      expect(faultsOf(`GET ${list.call}`, body)).toEqual([])
    }
  })

  it('of every panel hold to their schemas', async () => {
    for (const [role, list] of everyList()) {
      const { body } = await persons[role].get(asked(list, { limit: 3 }))
      for (const tab of list.panel?.tabs ?? []) {
        const load = tab.kind === 'rows' ? tab.list.call : 'load' in tab && tab.load
        if (!load) continue
        for (const { id } of body.data as { id: number }[]) {
          const parent = tab.kind === 'rows' && tab.parent ? { [tab.parent]: id } : {}
          const call = tab.kind === 'rows' ? asked(tab.list, { ...parent, limit: tab.list.pageSize }) : load
          const answer = await persons[role].get(call.replace(':id', String(id)))
          expect([load, answer.status]).toEqual([load, 200])
          expect(faultsOf(`GET ${load}`, answer.body)).toEqual([])
        }
      }
    }
  })

  it('of reads without an id hold to their schemas', async () => {
    const plain = routes.filter(({ url, query }) => !url.includes(':') && !query?.required?.length)
    for (const { url, access: audiences } of plain) {
      const isForAll = audiences.includes('signedIn') || audiences.includes('anyone')
      const role = roles.find(one => isForAll || audiences.includes(one)) as Role
      const { status, body } = await persons[role].get(url)
      expect([url, status]).toEqual([url, 200])
      expect(faultsOf(`GET ${url}`, body)).toEqual([])
    }
  })
})
