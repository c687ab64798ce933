import { defineErrors, mapConstraints } from '../../src/kernel/http/errors.ts'

export const throwUserError = defineErrors('users', {
  /** The one sentence for every cause. */
  credentials: 401,
  emailTaken: 409,
  linkExpired: 422,
  /** A company would be left without an active client administrator. */
  lastClientAdmin: 409,
  /** The business would be left without an administrator who can sign in. */
  lastAdmin: 409
})

mapConstraints({ accounts_email_unique: 'users.emailTaken' })
