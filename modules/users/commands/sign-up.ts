import { numberOf } from '../../../src/contract/languages.ts'
import { hashPassword } from '../../../src/kernel/access/passwords.ts'
import { defineAction } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { Account } from '../models.ts'
import { mustBeStrong } from '../passwords.ts'
import { accounts } from '../resource.ts'
import { AccountId, SignUp } from '../schema.ts'

/** A member of the staff signs up, and has no role until an administrator confirms the account. */
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
  async beforeTransaction({ services }, { email, password }) {
    mustBeStrong(password, services.settings.passwordMin, email)
    return hashPassword(password)
  },
  async run({ trx, now, hint, recordEvent }, { email, firstName, lastName, phone }, passwordHash) {
    const known = { email, firstName, lastName, phone }
    const { id } = await Account.query(trx).insert({ ...known, passwordHash, language: numberOf('pl'), createdAt: now })
    await recordEvent(accounts, id)
    hint(accounts.type, [id])
    return { id }
  }
})
