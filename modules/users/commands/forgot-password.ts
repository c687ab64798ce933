import { defineAction } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { queueEmail } from '../links.ts'
import { Accepted, Forgotten } from '../schema.ts'

/**
 * Queues the e-mail. The job looks up whether the account exists, so that this call takes the same time and gives the same answer
 * for everyone.
 */
export const forgotPassword = defineAction({
  name: 'users.forgotPassword',
  call: 'POST /api/Authorization/forgot-password',
  wire: {
    status: 202,
    rateLimit: { max: 20, timeWindow: 60_000 },
    summary: 'Send a link that sets a new password, if the account exists'
  },
  access: {
    anyone: {
      form: defineForm({
        schema: Forgotten,
        messagePrefix: 'users',
        fields: { email: { autocomplete: 'username' } }
      })
    }
  },
  answer: Accepted,
  async run({ trx, services }, { email }) {
    await queueEmail(services, trx, { email: email.trim(), purpose: 'reset' })
    return { accepted: true } as const
  }
})
