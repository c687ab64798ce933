import { defineErrors, mapConstraints } from '../../src/kernel/http/errors.ts'

export const throwUserError = defineErrors('users', {
  /** The same sentence for every cause. */
  credentials: 401,
  emailTaken: 409,
  linkExpired: 422,
  /** The password is right, but the code of the second factor is missing, or wrong. */
  codeRequired: 401,
  codeWrong: 401,
  secondFactorOn: 409,
  secondFactorOff: 409,
  /** The answer of the identity provider is invalid. */
  externalRefused: 401,
  /** The e-mail has an account that the identity must not be linked to. */
  externalTaken: 409,
  /** The account signs in on the other host. */
  externalOther: 403,
  externalUnknown: 422,
  /** This installation takes no sign-ups of staff. */
  signUpClosed: 403,
  /** A company would be left without an active client administrator. */
  lastClientAdmin: 409,
  /** The business would be left without an administrator who can sign in. */
  lastAdmin: 409
})

mapConstraints({ accounts_email_unique: 'users.emailTaken' })
