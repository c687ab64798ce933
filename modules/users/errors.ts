import { defineErrors, mapConstraints } from '../../src/kernel/errors.ts'

export const fail = defineErrors('users', {
  /** The one sentence for every cause. */
  credentials: 401,
  emailTaken: 409,
  linkExpired: 422
})

mapConstraints({ accounts_email_unique: 'users.emailTaken' })
