/** What does not compile in a command: `tsc` reads each of these, and fails where one of them would be allowed. */
import { Type } from '@sinclair/typebox'
import { expect, it } from 'vitest'
import { OrderStatus } from '../../modules/orders/schema.ts'
import { defineCommand, defineCreation, menuOf } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { defineLink } from '../../src/kernel/commands/link.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { Id, Version } from '../../src/kernel/schema.ts'

const things = defineResource({
  type: 'test.thing',
  title: 'thing',
  path: '/api/test/things',
  access: ['ADMIN'],
  schema: Type.Object({ id: Id, version: Version, isActive: Type.Boolean() }),
  table: 'test.things',
  alias: 'thing',
  sort: 'id'
})
const Form = defineForm({ schema: Type.Object({ name: Type.String() }) })
const named = { name: 'test.act', call: 'PUT /api/test/:id' } as const
const free = { name: 'test.add', call: 'POST /api/test', access: { ADMIN: {} }, run: async () => ({ id: 1 }) } as const

const whole = defineCommand(things, {
  ...named,
  wire: { allowEmptyBody: true },
  access: { ADMIN: { when: { isActive: [true] }, form: Form } },
  ui: { icon: 'check', tone: 'success', key: 'a' },
  run: async (_context, row, input) => {
    const known: [boolean, string | undefined] = [row.isActive, input.name]
    expect(known).toBeDefined()
  }
})

it('a command has the whole of what its definition leaves out', () => {
  expect(whole).toMatchObject({
    selection: 'one',
    wire: { allowEmptyBody: true },
    ui: { icon: 'check', tone: 'success', key: 'a', confirm: false, effects: ['reload'], inline: false }
  })
  expect(defineCreation(things, free).ui).toMatchObject({ icon: 'plus', tone: 'info' })
  expect(menuOf('status', OrderStatus)).toEqual({ field: 'status', vocabulary: 'orders.status', except: [] })
})

it('mistakes do not compile', () => {
  const access = { ADMIN: {} }
  const way = { command: whole, to: '/things', fixed: {} }
  const mistakes = [
    // @ts-expect-error a field that the rows do not have
    defineCommand(things, { ...named, access: { ADMIN: { when: { isOpen: [true] } } } }),
    // @ts-expect-error a value that the field cannot have
    defineCommand(things, { ...named, access: { ADMIN: { when: { isActive: ['yes'] } } } }),
    // @ts-expect-error an audience that there is not
    defineCommand(things, { ...named, access: { ADMINS: {} } }),
    // @ts-expect-error nobody may
    defineCommand(things, { ...named }),
    // @ts-expect-error a colour that is no tone
    defineCommand(things, { ...named, access, ui: { tone: 'red' } }),
    // @ts-expect-error the letter of pages
    defineCommand(things, { ...named, access, ui: { key: 'g' } }),
    // @ts-expect-error what is not said is left out
    defineCommand(things, { ...named, access, ui: { queued: false } }),
    // @ts-expect-error a field that the rows do not share, because they do not have it
    defineCommand(things, { ...named, access, ui: { leadsOn: { ...way, shared: { Place: 'placeId' } } } }),
    // @ts-expect-error an option that stands in no group
    defineCommand(things, { ...named, access, icon: 'check' }),
    // @ts-expect-error a creation has no rows, one after another
    defineCreation(things, { ...free, ui: { series: true } }),
    // @ts-expect-error a creation has no rows to send the ids of
    defineCreation(things, { ...free, wire: { ids: 'ids' } }),
    // @ts-expect-error the input has the fields of the form alone
    defineCommand(things, { ...named, access: { ADMIN: { form: Form } }, run: async (_c, _row, { other }) => other }),
    // @ts-expect-error what sends nothing asks nothing
    defineLink(things, { name: 'test.see', selection: 'one', access, ui: { confirm: true }, navigate: '/things' })
  ]
  expect(mistakes).toHaveLength(13)
})
