import { defineErrors, mapConstraints } from '../../src/kernel/http/errors.ts'

export const throwUserError = defineErrors('users', {
  /** The one sentence for every cause. */
  credentials: 401,
  emailTaken: 409,
  linkExpired: 422
})

mapConstraints({ accounts_email_unique: 'users.emailTaken' })
