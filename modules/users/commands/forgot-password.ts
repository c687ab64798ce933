import type { Static } from '@sinclair/typebox'
import { defineAction, defineForm } from '../../../src/kernel/command.ts'
import { orderLetter } from '../links.ts'
import { Accepted, Forgotten } from '../schema.ts'

/** Whether the account exists is looked up by the job, so that this call does and answers the same for everyone. */
export const forgotPassword = defineAction({
  name: 'users.forgotPassword',
  call: 'POST /api/Authorization/forgot-password',
  for: { anyone: { form: defineForm({ schema: Forgotten, noun: 'users' }) } },
  status: 202,
  answer: Accepted,
  limited: { max: 20, timeWindow: 60_000 },
  summary: 'Send a link that sets a new password, if the account exists',
  async run({ trx, services }, { email }: Static<typeof Forgotten>) {
    await orderLetter(services, trx, { email: email.trim(), purpose: 'reset' })
    return { answer: { data: { accepted: true } } }
  }
})
