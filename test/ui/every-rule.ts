/** A command whose form has rules of every kind that a form may have, also those that no form of the application has yet. */
import { Type } from '@sinclair/typebox'
import { defineAction } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { defineModule } from '../../src/kernel/module.ts'
import { Email, Nullable, Phone } from '../../src/kernel/schema.ts'

const inPoland = { country: [1] }

const form = defineForm({
  schema: Type.Object({
    country: Type.Integer({ minimum: 1, maximum: 5 }),
    /** Required in one country. */
    nip: Type.Optional(Nullable(Type.String({ format: 'nip', requiredWhen: inPoland }))),
    /** Bounded by the country. */
    quantity: Type.Integer({
      minimum: 1,
      maximum: 50,
      rulesBy: { by: 'country', of: { 3: { maximum: 2 }, 4: { minimum: 5 } } }
    }),
    password: Type.String({ minLength: 6, maxLength: 50 }),
    again: Type.String({ minLength: 6, maxLength: 50, sameAs: 'password' }),
    /** An object that is always there; its rules read a field of the body. */
    address: Type.Object({
      city: Type.String({ maxLength: 50 }),
      postalCode: Type.Optional(
        Type.String({
          maxLength: 10,
          requiredWhen: inPoland,
          rulesBy: { by: 'country', of: { 1: { format: 'postalCode' } } }
        })
      )
    }),
    /** An object that may be absent. */
    contactPerson: Type.Optional(Nullable(Type.Object({ email: Email, phone: Type.Optional(Nullable(Phone)) })))
  })
})

export const everyRule = defineModule({
  name: 'example',
  commands: [
    defineAction({
      name: 'example.everyRule',
      call: 'POST /api/Example/every-rule',
      access: { ADMIN: { form }, CLIENT: { form } },
      run: async () => ({ answer: { data: {} } })
    })
  ]
})
