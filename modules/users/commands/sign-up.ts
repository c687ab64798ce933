import type { Static } from '@sinclair/typebox'
import { defineAction, defineForm } from '../../../src/kernel/command.ts'
import { record } from '../../../src/kernel/history.ts'
import { numberOf } from '../../../src/kernel/messages.ts'
import { hashPassword } from '../../../src/kernel/passwords.ts'
import { Account } from '../model.ts'
import { mustBeStrong } from '../passwords.ts'
import { accountRows } from '../rows.ts'
import { AccountId, SignUp } from '../schema.ts'

/** A member of the staff introduces himself; he has no role until an administrator confirms him. */
export const signUp = defineAction({
  name: 'users.signUp',
  call: 'POST /api/Authorization/sign-up',
  for: { anyone: { form: defineForm({ schema: SignUp, noun: 'users' }) } },
  status: 201,
  answer: AccountId,
  limited: { max: 10, timeWindow: 60_000 },
  summary: 'Sign up as a member of the staff; an administrator confirms',
  async prepare({ services }, { email, password }: Static<typeof SignUp>): Promise<string> {
    mustBeStrong(password, services.settings.passwordMin, email)
    return hashPassword(password)
  },
  async run({ trx, now, hint }, { email, firstName, lastName, phone }: Static<typeof SignUp>, passwordHash: string) {
    const known = { email, firstName, lastName, phone }
    const { id } = await Account.query(trx).insert({ ...known, passwordHash, language: numberOf('pl'), createdAt: now })
    await record(trx, null, now, [
      { noun: accountRows.noun, subjectId: id, version: 1, code: 'users.signUp', params: {}, before: {}, after: {} }
    ])
    hint(accountRows.noun, [id])
    return { answer: { data: { id } } }
  }
})
