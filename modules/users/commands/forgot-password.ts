import { defineAction } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { queueEmail } from '../links.ts'
import { Accepted, Forgotten } from '../schema.ts'

/** Whether the account exists is looked up by the job, so that this call does and answers the same for everyone. */
export const forgotPassword = defineAction({
  name: 'users.forgotPassword',
  call: 'POST /api/Authorization/forgot-password',
  access: {
    anyone: {
      form: defineForm({
        schema: Forgotten,
        messagePrefix: 'users',
        fields: { email: { autocomplete: 'username' } }
      })
    }
  },
  status: 202,
  answer: Accepted,
  rateLimit: { max: 20, timeWindow: 60_000 },
  summary: 'Send a link that sets a new password, if the account exists',
  async run({ trx, services }, { email }) {
    await queueEmail(services, trx, { email: email.trim(), purpose: 'reset' })
    return { accepted: true } as const
  }
})
