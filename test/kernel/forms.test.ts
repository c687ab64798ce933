/** GET /api/ui/forms/{command}: a form for whoever may send it, strangers included. */
import { Type } from '@sinclair/typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CommandMetadata } from '../../src/contract/command.ts'
import { languages } from '../../src/contract/languages.ts'
import { vocabulary } from '../../src/contract/vocabulary.ts'
import { defineAction } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { readMessages } from '../../src/kernel/i18n/messages.ts'
import { defineModule } from '../../src/kernel/module.ts'
import { EnumOf, Nullable } from '../../src/kernel/schema.ts'
import { modules } from '../../src/modules.ts'
import { formKeys, formsBeforeSignIn } from '../contract/fixtures/everything.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { anAccount } from '../helper/factories.ts'

const Topic = vocabulary('example.topic', { praise: { code: 1 }, complaint: { code: 2 } })
const Other = vocabulary('example.other', { one: { code: 1 } })
const Author = Type.Object({ name: Type.String(), phone: Type.Optional(Nullable(Type.String())) })
const Message = Type.Object({ topic: EnumOf(Topic), text: Type.String(), author: Type.Optional(Author) })

const write = defineAction({
  name: 'example.write',
  call: 'POST /api/Example/messages',
  access: {
    anyone: { form: defineForm({ schema: Message, initial: { topic: Topic.praise } }) },
    ADMIN: { form: defineForm({ schema: Message, initial: ({ accountId }) => ({ text: `from ${accountId}` }) }) },
    DRIVER: {}
  },
  answer: Type.Unsafe<object>(Message),
  run: async (_context, input) => input
})
const example = defineModule({ name: 'example', vocabularies: [Topic, Other], commands: [write] })

let test: TestApp
let staff: Person
let client: Person
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' }, [...modules, example])
  staff = await test.signedInAs('ADMIN')
  client = await test.signedInAs('CLIENT')
})
afterAll(() => test.close())

const form = async (name: string, who: Person = test.nobody()) => {
  const { status, body } = await who.get(`/api/ui/forms/${name}`)
  return { status, form: body.data }
}

describe('the form of a command', () => {
  it('is given to strangers where the command is open to them', async () => {
    const { status, form: signIn } = await form('users.signIn')
    expect(status).toBe(200)
    expect(signIn).toMatchObject({
      name: 'users.signIn',
      fields: [
        { name: 'email', label: 'users.email', autocomplete: 'username' },
        { name: 'password', control: 'password', autocomplete: 'current-password' },
        { name: 'remember', label: 'users.remember', help: 'users.remember.help' }
      ],
      schema: { required: ['email', 'password'] }
    })
    expect((await form('USERS.SIGNIN')).form).toEqual(signIn)
    expect((await form('users.signIn', client)).form).toEqual(signIn)
  })

  it('is the same as on a page', async () => {
    const { list } = (await staff.get('/api/ui/pages/orders.new')).body.data
    const asked = (list.commands as CommandMetadata[]).filter(command => command.form)
    expect(asked.length).toBeGreaterThan(2)
    for (const command of asked) {
      const { vocabularies: _, ...own } = (await form(command.name, staff)).form
      expect(own).toEqual(command.form)
    }
  })

  it('is that of the caller’s role', async () => {
    const [ofStaff, ofClient] = [await form('orders.place', staff), await form('orders.place', client)]
    expect(ofStaff.form.schema.properties).toHaveProperty('netPrice')
    expect(ofClient.form.schema.properties).not.toHaveProperty('netPrice')
    expect(ofClient.form.initial).toMatchObject({ companyId: client.companyId })
  })

  it.each([
    ['that there is not', 'example.none'],
    ['that only others may send', 'catalogue.addReason'],
    ['that has none', 'orders.accept']
  ])('of a command %s is a 404', async (_what, name) => {
    for (const who of [test.nobody(), client]) expect((await form(name, who)).status).toBe(404)
  })

  it('of a role is not for an account of that role that may not act yet', async () => {
    const account = await anAccount(test.services.db, { role: 'ADMIN', password: null, confirmedAt: null })
    const waiting = await test.signedInAs(account.id)
    expect((await form('catalogue.addReason', waiting)).status).toBe(404)
    expect((await form('users.editUser', waiting)).status).toBe(200)
    expect((await form('users.editUser')).status).toBe(404)
  })

  it('brings the vocabularies that it names, for a stranger has no menu', async () => {
    const { form: stranger } = await form('example.write')
    expect(Object.keys(stranger.vocabularies)).toEqual(['example.topic'])
    expect(stranger.vocabularies['example.topic'].members.map(({ code }: { code: number }) => code)).toEqual([1, 2])
    expect((await form('users.signIn')).form).not.toHaveProperty('vocabularies')
  })

  it('gives a stranger only values that depend on nobody', async () => {
    expect((await form('example.write')).form.initial).toEqual({ topic: 1 })
    expect((await form('example.write', staff)).form.initial).toEqual({ text: `from ${staff.accountId}` })
  })

  it('asks a new member of the staff for the name first, and for no password', async () => {
    const { fields } = (await form('users.signUp')).form
    const names = fields.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['firstName', 'lastName', 'email', 'phone'])
  })

  it('of strangers is worded in six languages', async () => {
    const messages = readMessages([
      new URL('../../src/kernel/messages/', import.meta.url),
      ...modules.flatMap(module => module.messages ?? [])
    ])
    const keys = (await Promise.all(formsBeforeSignIn.map(name => form(name)))).flatMap(({ form: one }) =>
      formKeys(one)
    )
    expect(keys).toContain('users.password.help')
    const missing = keys.flatMap(key =>
      languages.filter(language => !messages.has(language, key)).map(one => [key, one])
    )
    expect(missing).toEqual([])
  })
})

describe('a field within an object', () => {
  const send = (author: object) => test.nobody().post('/api/Example/messages', { topic: 1, text: 'x', author })

  it('is refused under its path', async () => {
    const { status, body } = await send({ name: ' ', age: 7 })
    const named = body.Errors.map(({ PropertyName }: { PropertyName: string }) => PropertyName)
    expect([status, named]).toEqual([400, ['author.name', 'author.age']])
  })

  it('that is blank is null, as any blank text', async () => {
    const { status, body } = await send({ name: 'Ewa', phone: ' ' })
    expect([status, body.data.author]).toEqual([200, { name: 'Ewa', phone: null }])
  })
})
