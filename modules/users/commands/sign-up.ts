import { numberOf } from '../../../src/contract/languages.ts'
import { defineAction } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { queueEmail } from '../links.ts'
import { Account } from '../models.ts'
import { accounts } from '../resource.ts'
import { Accepted, SignUp } from '../schema.ts'
import { limitSignUps } from '../sign-ups.ts'

/**
 * A member of the staff signs up, and has no role until an administrator confirms the account, nor anything to sign in with: nobody has
 * proved the mailbox. A password may be in the call, because the specification's form has it, and is not kept. If the e-mail has an
 * account already, the answer is the same, and its owner is informed by an e-mail with a link to set a password.
 */
export const signUp = defineAction({
  name: 'users.signUp',
  call: 'POST /api/Authorization/sign-up',
  wire: {
    status: 202,
    rateLimit: { max: 20, timeWindow: 3_600_000 },
    summary:
      'Sign up as a member of the staff; an administrator confirms. The answer does not tell whether the e-mail has an account'
  },
  access: {
    anyone: {
      form: defineForm({
        schema: SignUp,
        messagePrefix: 'users',
        omit: ['password'],
        fields: {
          firstName: { half: true, autocomplete: 'given-name' },
          lastName: { half: true, autocomplete: 'family-name' },
          email: {},
          phone: { help: 'users.phone.help', autocomplete: 'tel-national' }
        }
      })
    }
  },
  disabledIf: ({ staffSignUp }) => (staffSignUp ? undefined : 'users.signUpClosed'),
  answer: Accepted,
  async run(context, { email, firstName, lastName, phone }) {
    const { trx, now, services, hint, recordEvent } = context
    await limitSignUps(trx, context)
    const known = { email, firstName, lastName, phone }
    const { id } = (await Account.query(trx)
      .insert({ ...known, language: numberOf('pl'), createdAt: now })
      .onConflict()
      .ignore()) as Partial<Account>
    if (id === undefined) await queueEmail(services, trx, { email, purpose: 'reset', texts: 'taken' })
    else {
      await recordEvent(accounts, id)
      hint(accounts.type, [id])
    }
    return { accepted: true as const }
  }
})
