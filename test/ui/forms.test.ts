/**
 * All forms × all rules. One table holds a filled-in form of each command and role; from the form's own schema every rule
 * is broken once, and what the browser says before sending is held against what the server says to the same body: the
 * same verdict, field by field, in the same sentence. A form without a line in the table is a failure.
 */
import { createIntl } from '@formatjs/intl'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormMetadata } from '../../src/contract/form.ts'
import { valueAt, withValueAt } from '../../src/contract/paths.ts'
import { roleNames } from '../../src/contract/roles.ts'
import { isNullable, type Schema, unwrapped } from '../../src/contract/schema.ts'
import { metadataOf } from '../../src/contract/vocabulary.ts'
import type { Audience } from '../../src/kernel/access/caller.ts'
import { type AnyCommand, audiencesOf, methodOf, pathOf } from '../../src/kernel/commands/command.ts'
import type { FormDefinition } from '../../src/kernel/commands/form.ts'
import { commandForm } from '../../src/kernel/metadata/form.ts'
import { modules as own } from '../../src/modules.ts'
import german from '../../ui/i18n/de.ts'
import polish from '../../ui/i18n/pl.ts'
import { bodyOf, faultsOf, refusalOf, type Values } from '../../ui/parts/form/formValues.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aCompany, anAccount, anItem } from '../helper/factories.ts'
import { everyRule } from './fixtures/every-rule.ts'
import { allForms } from './fixtures/forms.ts'

const filled = await allForms()

const modules = [...own, everyRule]
const texts = { pl: polish, de: german }
const languageOf = (audience: Audience): keyof typeof texts => (audience === 'ADMIN' ? 'pl' : 'de')

const commands: AnyCommand[] = modules.flatMap(module => module.commands ?? [])
const forms = commands.flatMap(command =>
  audiencesOf(command).flatMap(audience => {
    const form = command.access[audience]?.form
    return form ? [{ command, audience, form, name: `${command.name} for ${audience}` }] : []
  })
)

const asker = {
  ...{ accountId: 1, sessionId: '', companyId: 1, departmentId: 1, ownDepartmentOnly: false },
  isDeactivated: false
} as const

let test: TestApp
const people = new Map<Audience, Person>()

beforeAll(async () => {
  const settings = { ROLES: 'web', ACCOUNTING_URL: 'http://127.0.0.1:9', ACCOUNTING_SECRET: 'x'.repeat(32) }
  test = await anApp(settings, modules)
  for (const role of roleNames) people.set(role, await test.signedInAs(role))
  people.set('signedIn', await test.signedInAs('ADMIN'))
  const { id } = await anAccount(test.services.db, { role: 'CLIENT_ADMIN', password: null, confirmedAt: null })
  people.set('waiting', await test.signedInAs(id))
})
afterAll(() => test.close())

let calls = 0
/** An address of its own for each call: guessing is slowed by address, and here nobody guesses. */
const caller = (audience: Audience): Person => {
  calls += 1
  const from = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
  return audience === 'anyone' ? test.nobody({ from }) : (people.get(audience) as Person)
}

type Said = readonly (readonly [field: string, sentence: string])[]

function browserSays(metadata: FormMetadata, values: Values, language: keyof typeof texts): Said {
  const messages = texts[language] as Record<string, string>
  const intl = createIntl<string>({ locale: language, messages, timeZone: 'Europe/Warsaw' })
  const steps = metadata.fields.filter(({ transient }) => transient).map(({ name }) => name)
  return faultsOf(metadata, values)
    .filter(({ path }) => !steps.includes(path))
    .map(({ path, message, params }) => [path, intl.formatMessage({ id: message }, params)] as const)
}

const nothing = 2_000_000_000

/** The code of the first member of a vocabulary. */
const firstOf = (vocabulary: string): number | undefined =>
  own.flatMap(({ vocabularies = [] }) => vocabularies.map(metadataOf)).find(({ name }) => name === vocabulary)
    ?.members[0]?.code

/** What the sender adds to a form's body: the rows' ids, and the chosen word of a menu whose field is no part of the path. */
function addedBy(command: AnyCommand): Values {
  const menu = command.kind === 'action' ? undefined : command.ui.menu
  const inBody = menu && !pathOf(command).includes(`:${menu.field}`)
  return {
    ...(command.kind === 'rows' && command.wire.ids ? { [command.wire.ids]: [nothing] } : {}),
    ...(inBody ? { [menu.field]: firstOf(menu.vocabulary) } : {})
  }
}

async function serverSays(command: AnyCommand, audience: Audience, metadata: FormMetadata, values: Values) {
  const { status, body } = await caller(audience).call(
    methodOf(command),
    pathOf(command).replace(/:\w+/g, String(nothing)),
    { ...addedBy(command), ...bodyOf(metadata, values) },
    { 'accept-language': languageOf(audience) }
  )
  return { status, said: status === 400 ? refusalOf(metadata, body).fields : [] }
}

/** One sentence a field, the first: that is what a field shows. */
const sorted = (said: Said): Said =>
  said.filter(([field], at) => said.findIndex(([other]) => other === field) === at).sort(([a], [b]) => (a < b ? -1 : 1))

/** Values that break each rule of a schema, by the rule's name. */
function breaches(schema: Schema): [rule: string, value: unknown][] {
  const own = unwrapped(schema)
  const { minLength, maxLength, pattern, format, minimum, maximum, exclusiveMinimum, decimals, minItems, maxItems } =
    own
  const all: [string, unknown, unknown][] = [
    ['minLength', (minLength ?? 0) > 1 || undefined, 'x'.repeat((minLength ?? 1) - 1)],
    ['maxLength', maxLength, 'x'.repeat((maxLength ?? 0) + 1)],
    ['pattern', pattern, '§\u0007'],
    ['format', own.type === 'string' && format, '§'],
    ['minimum', minimum, (minimum ?? 0) - 1],
    ['maximum', maximum, (maximum ?? 0) + 1],
    ['above', exclusiveMinimum, exclusiveMinimum],
    ['decimals', decimals, 1 + 10 ** -((decimals ?? 0) + 1)],
    ['whole', own.type === 'integer' || undefined, 1.5],
    ['type', own.type === 'string' || undefined, 7],
    ['type', own.type === 'integer' || own.type === 'number' || undefined, 'seven'],
    ['choice', own.enum ?? own.const ?? own.anyOf, 'nothing of these'],
    ['minItems', minItems, []],
    [
      'maxItems',
      (maxItems ?? 1_000_000) < 10_000 || undefined,
      Array.from({ length: (maxItems ?? 0) + 1 }, (_, i) => i + 1)
    ]
  ]
  return all.filter(([, limit]) => limit !== undefined && limit !== false).map(([rule, , value]) => [rule, value])
}

interface Leaf {
  readonly path: string
  readonly schema: Schema
  readonly required: boolean
}

/** The fields of a schema, those within objects too; of a list of objects also those of its first row. */
function leavesOf(declared: Schema, prefix = ''): Leaf[] {
  const { properties = {}, required = [] } = unwrapped(declared)
  return Object.entries(properties).flatMap(([name, schema]) => {
    const leaf = { path: prefix + name, schema, required: required.includes(name) }
    const { properties: inner, items } = unwrapped(schema)
    if (items?.properties) return [leaf, ...leavesOf(items, `${leaf.path}.0.`)]
    return inner ? leavesOf(schema, `${leaf.path}.`) : [leaf]
  })
}

type Case = [rule: string, values: Values]

/** The field that a rule names: beside the one that has the rule, else of the body itself; undefined for context. */
function pathBeside(path: string, name: string, metadata: FormMetadata): string | undefined {
  const beside = [...path.split('.').slice(0, -1), name].join('.')
  return [beside, name].find(one => leavesOf(metadata.schema).some(leaf => leaf.path === one))
}

/**
 * Values that break each rule of a field that looks at another one of the body. What looks at context is judged on the
 * server by the command: see below.
 */
function brokenByOthers(metadata: FormMetadata, { path, schema }: Leaf, whole: Values): Case[] {
  const { requiredWhen = {}, rulesBy, sameAs } = unwrapped(schema)
  const blanks = [undefined, ' ', ...(isNullable(schema) ? [null] : [])]
  const missing = Object.entries(requiredWhen).flatMap(([name, [value]]): Case[] => {
    const at = pathBeside(path, name, metadata)
    if (!at) return []
    return blanks.map(blank => [`${path}: requiredWhen`, withValueAt(withValueAt(whole, at, value), path, blank)])
  })
  const by = rulesBy && pathBeside(path, rulesBy.by, metadata)
  const ruled = Object.entries(by ? (rulesBy?.of ?? {}) : {}).flatMap(([key, more]) =>
    breaches({ ...unwrapped(schema), ...more }).map(
      ([rule, value]): Case => [
        `${path}: rulesBy ${key} ${rule}`,
        withValueAt(withValueAt(whole, by ?? '', JSON.parse(key)), path, value)
      ]
    )
  )
  const other: Case[] = sameAs ? [[`${path}: sameAs`, withValueAt(whole, path, `${valueAt(whole, path)}x`)]] : []
  return [...missing, ...ruled, ...other]
}

/** The form with the choices that a field is for: without them it is not shown, and not sent. */
function shownWith(metadata: FormMetadata, path: string, whole: Values): Values {
  const { when = {} } = metadata.fields.find(({ name }) => name === path) ?? {}
  return Object.entries(when).reduce((values, [name, of]) => {
    const isOfForm = metadata.schema.properties?.[name] !== undefined
    return !isOfForm || of.some(one => one === values[name]) ? values : withValueAt(values, name, of[0])
  }, whole)
}

function brokenForms(metadata: FormMetadata, whole: Values): Case[] {
  const steps = metadata.fields.filter(({ transient }) => transient).map(({ name }) => name)
  const sent = leavesOf(metadata.schema).filter(({ path }) => !steps.includes(path))
  return sent.flatMap(leaf => {
    const { path, schema } = leaf
    // without rows a list is empty, and sent so
    const isRows = unwrapped(schema).items?.properties !== undefined
    const required = leaf.required && !isRows ? [undefined, '   '] : []
    const missing = required.map((blank): Case => [`${path}: required`, withValueAt(whole, path, blank)])
    const shown = shownWith(metadata, path, whole)
    const broken = breaches(schema).map(([rule, value]): Case => [`${path}: ${rule}`, withValueAt(shown, path, value)])
    return [...missing, ...broken, ...brokenByOthers(metadata, leaf, whole)]
  })
}

describe('the table of forms', () => {
  it('has a line for each form there is, and no other', () => {
    expect(Object.keys(filled).sort()).toEqual(forms.map(({ name }) => name).sort())
  })
})

describe.each(forms)('$name', ({ command, audience, form, name }) => {
  const metadata = (): FormMetadata => {
    const role = roleNames.find(name => name === audience) ?? null
    const who = {
      ...asker,
      role,
      language: languageOf(audience),
      isActivated: true,
      hasAllRequiredData: true,
      isDeactivated: false
    }
    return commandForm(command, form, who)
  }
  const whole = filled[name] ?? {}

  it('filled in, is right on both sides', async () => {
    const { status, said } = await serverSays(command, audience, metadata(), whole)
    expect([browserSays(metadata(), whole, languageOf(audience)), said]).toEqual([[], []])
    expect(status).not.toBe(400)
  })

  it('broken in any rule, is refused by both sides in the same words', async () => {
    const cases = brokenForms(metadata(), whole)
    const differing: unknown[] = []
    for (const [rule, values] of cases) {
      const browser = sorted(browserSays(metadata(), values, languageOf(audience)))
      const { status, said } = await serverSays(command, audience, metadata(), values)
      const server = sorted(said)
      const agreed = JSON.stringify(browser) === JSON.stringify(server) && browser.length > 0 && status === 400
      if (!agreed) differing.push({ rule, browser, server, status })
    }
    expect(differing).toEqual([])
  })
})

describe('a rule that hangs on another field', () => {
  it.each([
    [1, 2],
    [2, 51],
    [3, 3]
  ] as const)(
    'of order type %d: a quantity of %d is refused by both sides in the same words',
    async (orderTypeId, quantity) => {
      const company = await aCompany(test.services.db)
      const client = await test.signedInAs('CLIENT', { companyId: company.id, departmentId: company.departmentId })
      const { id: orderTypeItemId } = await anItem(test.services.db, { orderTypeId })
      const body = { receptionPlace: company.placeId, orderTypeItemId, quantity }
      const command = commands.find(({ name }) => name === 'orders.place') as AnyCommand
      const who = { ...asker, role: 'CLIENT', language: 'de', isActivated: true, hasAllRequiredData: true } as const
      const metadata = commandForm(command, command.access.CLIENT?.form as FormDefinition, who)
      const { status, body: problem } = await client.post('/api/Admin/Orders', body, { 'accept-language': 'de' })
      expect(status).toBe(400)
      const server = refusalOf(metadata, problem).fields
      expect(server).toEqual(sorted(browserSays(metadata, { ...body, orderTypeId }, 'de')))
      expect(server.map(([field]) => field)).toEqual(['quantity'])
    }
  )
})

it('finds a rule in nearly every form, and every kind of rule in some, so that it proves something', () => {
  const cases = forms.map(({ form, name }) =>
    brokenForms({ ...emptyForm, schema: form.schema as Schema }, filled[name] ?? {})
  )
  expect(cases.filter(own => own.length === 0).length).toBeLessThan(4)
  expect(cases.flat().length).toBeGreaterThan(100)
  const kinds = new Set(cases.flat().map(([rule]) => rule.replace(/^[\w.]+: (\w+).*$/, '$1')))
  const all = [
    'required',
    'minLength',
    'maxLength',
    'pattern',
    'format',
    'minimum',
    'maximum',
    'above',
    'decimals',
    'whole'
  ]
  expect([...kinds]).toEqual(expect.arrayContaining([...all, 'type', 'choice', 'requiredWhen', 'rulesBy', 'sameAs']))
  expect(cases.flat().some(([rule]) => /^\w+\.\w+: /.test(rule))).toBe(true)
})

const emptyForm: FormMetadata = { name: '', schema: {}, fields: [], derive: [], initial: {} }
