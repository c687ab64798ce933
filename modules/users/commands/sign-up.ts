import type { Static } from '@sinclair/typebox'
import { hashPassword } from '../../../src/kernel/access/passwords.ts'
import { defineAction } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { recordChanges } from '../../../src/kernel/history/history.ts'
import { numberOf } from '../../../src/kernel/i18n/messages.ts'
import { Account } from '../model.ts'
import { mustBeStrong } from '../passwords.ts'
import { accountRows } from '../rows.ts'
import { AccountId, SignUp } from '../schema.ts'

/** A member of the staff introduces himself; he has no role until an administrator confirms him. */
export const signUp = defineAction({
  name: 'users.signUp',
  call: 'POST /api/Authorization/sign-up',
  access: {
    anyone: {
      form: defineForm({
        schema: SignUp,
        messagePrefix: 'users',
        fields: {
          firstName: { half: true, autocomplete: 'given-name' },
          lastName: { half: true, autocomplete: 'family-name' },
          email: {},
          phone: { help: 'users.phone.help', autocomplete: 'tel-national' },
          password: { control: 'password', help: 'users.password.help' }
        }
      })
    }
  },
  status: 201,
  answer: AccountId,
  rateLimit: { max: 10, timeWindow: 60_000 },
  summary: 'Sign up as a member of the staff; an administrator confirms',
  async beforeTransaction({ services }, { email, password }: Static<typeof SignUp>): Promise<string> {
    mustBeStrong(password, services.settings.passwordMin, email)
    return hashPassword(password)
  },
  async run({ trx, now, hint }, { email, firstName, lastName, phone }: Static<typeof SignUp>, passwordHash: string) {
    const known = { email, firstName, lastName, phone }
    const { id } = await Account.query(trx).insert({ ...known, passwordHash, language: numberOf('pl'), createdAt: now })
    await recordChanges(trx, null, now, [
      {
        resourceType: accountRows.type,
        subjectId: id,
        version: 1,
        code: 'users.signUp',
        params: {},
        before: {},
        after: {}
      }
    ])
    hint(accountRows.type, [id])
    return { answer: { data: { id } } }
  }
})
