/** Hints of forms say only what the schema does not, and name only what is there: for every form of every command and link. */
import { Type } from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'
import type { FieldHint } from '../../src/contract/form.ts'
import type { Schema } from '../../src/contract/schema.ts'
import type { Audience } from '../../src/kernel/access/caller.ts'
import type { AnyCommand } from '../../src/kernel/commands/command.ts'
import type { FormDefinition } from '../../src/kernel/commands/form.ts'
import { type Button, isCommand, type Link } from '../../src/kernel/commands/link.ts'
import { fieldOrder } from '../../src/kernel/metadata/form.ts'
import { listPagesOf } from '../../src/kernel/module.ts'
import type { Resource } from '../../src/kernel/resources/resource.ts'
import { routesOf } from '../../src/kernel/routes/resource-routes.ts'
import { Day, Nullable } from '../../src/kernel/schema.ts'
import { modules } from '../../src/modules.ts'
import { routeFor } from './fixtures/everything.ts'
import { type FormToJudge, hintFaults } from './fixtures/hints.ts'

const routes = modules.flatMap(module => [...(module.resources ?? []).flatMap(routesOf), ...(module.routes ?? [])])
const pages = listPagesOf(modules)
const buttons: Button[] = pages
  .flatMap(page => [page.commands, ...(page.panel?.map(tab => tab.commands ?? []) ?? [])])
  .flat()
const links = [...new Set(buttons.filter((button): button is Link => !isCommand(button)))]

const caller = {
  accountId: 1,
  sessionId: '',
  role: 'CLIENT',
  companyId: 1,
  departmentId: 1,
  ownDepartmentOnly: false,
  language: 'pl',
  isActivated: true,
  hasAllRequiredData: true,
  isDeactivated: false
} as const

function sourceOf(form: FormDefinition, button: AnyCommand | Link): Schema | undefined {
  if (form.load) return (routeFor(routes, `GET ${form.load}`)?.answer as Schema | undefined)?.properties?.data
  if (button.kind === 'rows') return button.resource.schema as Schema
  return panelOf(button)?.schema as Schema | undefined
}

/** The resource in whose panel a command without rows stands among those of a list: its form may read the panel's row. */
const panelOf = (button: Button): Resource | undefined =>
  pages.find(page => page.panel?.some(tab => tab.kind === 'rows' && tab.commands?.includes(button)))?.resource

function judged(button: AnyCommand | Link, form: FormDefinition): FormToJudge {
  const { initial = {} } = form
  return {
    form,
    prefix: form.messagePrefix ?? ('resource' in button ? button.resource.type : button.name),
    source: sourceOf(form, button),
    startsEmpty: button.kind === 'creation' && panelOf(button) !== undefined,
    initial: typeof initial === 'function' ? initial(caller) : initial
  }
}

const forms = [...modules.flatMap(module => module.commands ?? []), ...links].flatMap(button =>
  (Object.keys(button.access) as Audience[]).flatMap(audience => {
    const form = button.access[audience]?.form
    return form ? [{ name: `${button.name} for ${audience}`, judged: judged(button, form) }] : []
  })
)

describe('every form', () => {
  it('is found', () => {
    const names = forms.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['orders.report for ADMIN', 'users.signIn for anyone']))
    expect(names.length).toBeGreaterThan(30)
  })

  it.each(forms)('$name: its hints say only what the schema does not', ({ judged: one }) => {
    expect(hintFaults(one)).toEqual([])
  })
})

describe('a hint is found that', () => {
  const schema = Type.Object({
    name: Type.String({ maxLength: 50 }),
    day: Type.Optional(Day),
    note: Type.Optional(Nullable(Type.String({ maxLength: 2000 }))),
    address: Type.Object({ city: Type.String(), country: Type.Integer() }),
    prices: Type.Array(Type.Object({ item: Type.Integer(), from: Day }))
  })
  const source: Schema = { type: 'object', properties: { status: { type: 'integer' } } }
  const faultsOf = (fields: Record<string, FieldHint>, form: Partial<FormDefinition> = {}, initial = {}): string[] =>
    hintFaults({ form: { schema, fields, ...form }, prefix: 'places.place', source, initial })

  it.each<[what: string, faults: string[], expected: string]>([
    ['says the control of the schema', faultsOf({ name: { control: 'text' } }), 'name: the schema says text'],
    ['does so within an object', faultsOf({ 'address.country': { control: 'integer' } }), 'the schema says integer'],
    ['does so for a nullable text', faultsOf({ note: { control: 'longText' } }), 'note: the schema says longText'],
    ['does so for a step', faultsOf({ gross: { transient: { type: 'number' }, control: 'decimal' } }), 'says decimal'],
    ['says the usual label', faultsOf({ name: { label: 'places.place.name' } }), 'name: the label is the usual one'],
    ['says the usual start', faultsOf({ name: { from: 'name' } }), 'name: it starts from its own name'],
    ['starts from nowhere', faultsOf({ name: { from: 'none' } }), 'name starts from none, which is not there'],
    ['says nothing', faultsOf({ name: { readOnly: false } }), 'name: readOnly says nothing'],
    ['is there for an order that is the schema’s', faultsOf({ name: {}, day: {} }), "day: the order is the schema's"],
    ['names no field', faultsOf({ nam: {} }), 'nam is no field of the schema, and no step'],
    ['reads what is not there', faultsOf({ day: { when: { status: [1] } } }), 'when reads status, which is not there'],
    [
      'warns by what is not there',
      faultsOf({ day: { warn: [{ over: { field: 'end' }, message: 'm' }] } }),
      'reads end, which'
    ],
    [
      'calls by what is not there',
      faultsOf({ name: { options: { call: '/api/{companyId}/x', value: 'id', label: [] } } }),
      'a call reads companyId'
    ],
    ['is context that nothing reads', faultsOf({}, { context: ['status'] }), 'names status, which nothing reads'],
    ['is context from nowhere', faultsOf({}, { context: ['company'] }), 'names company, which is not there'],
    ['leaves out what is required', faultsOf({}, { omit: ['name'] }), 'name cannot be left out'],
    ['says so within a row', faultsOf({ prices: { rows: { fields: { from: { control: 'day' } } } } }), 'says day'],
    [
      'calls from a row by what is not there',
      faultsOf({ prices: { rows: { fields: { item: { options: { call: '/api/{x}', value: 'id', label: [] } } } } } }),
      'prices: a call reads x'
    ],
    [
      'starts a row with what is not there',
      faultsOf({ prices: { rows: { initial: { value: 1 } } } }),
      'prices: value has a value to start from'
    ],
    ['has rows of no list', faultsOf({ name: { rows: {} } }), 'name has rows, and is no list of objects'],
    ['starts what is not there', faultsOf({}, {}, { quantity: 1 }), 'quantity has a value to start from']
  ])('%s', (_what, faults, expected) => expect(faults.join('\n')).toContain(expected))

  it.each<[what: string, faults: string[]]>([
    ['another control', faultsOf({ name: { control: 'password' } })],
    ['another order', faultsOf({ day: {}, name: {} })],
    ['a step before a field', faultsOf({ step: { transient: { type: 'integer' } }, name: {} })],
    ['context for a rule', faultsOf({ day: { when: { status: [1] } } }, { context: ['status'] })],
    ['a row that reads the form', faultsOf({ prices: { rows: { fields: { from: { when: { name: [1] } } } } } })],
    ['the row of a call', faultsOf({ name: { options: { call: '/api/{id}/x', value: 'id', label: [] } } })],
    [
      'what a form beside a row takes from it',
      hintFaults({
        form: { schema, fields: { name: { from: 'name' } } },
        prefix: '',
        source: schema as Schema,
        initial: {},
        startsEmpty: true
      })
    ],
    ['what may stay out', faultsOf({}, { omit: ['day'] })]
  ])('and none in %s', (_what, faults) => expect(faults).toEqual([]))
})

describe('fields are asked', () => {
  const schema: Schema = {
    type: 'object',
    properties: { a: {}, b: {}, c: { properties: { x: {}, y: {} } }, d: { anyOf: [{ properties: { z: {} } }, {}] } }
  }
  const step: FieldHint = { transient: { type: 'integer' } }
  it.each<[hints: string[], steps: string[], order: string[]]>([
    [[], [], ['a', 'b', 'c.x', 'c.y', 'd.z']],
    [['b', 'd.z'], [], ['a', 'b', 'c.x', 'c.y', 'd.z']],
    [['c'], [], ['a', 'b', 'c', 'd.z']],
    [['c.y', 'a'], [], ['c.y', 'd.z', 'a', 'b', 'c.x']],
    [
      ['s', 'a', 't'],
      ['s', 't'],
      ['s', 'a', 'b', 'c.x', 'c.y', 'd.z', 't']
    ],
    [['a', 's', 'b'], ['s'], ['a', 's', 'b', 'c.x', 'c.y', 'd.z']]
  ])('with hints for %j in the right order', (hints, steps, order) => {
    expect(fieldOrder(schema, Object.fromEntries(hints.map(name => [name, steps.includes(name) ? step : {}])))).toEqual(
      order
    )
  })
})
