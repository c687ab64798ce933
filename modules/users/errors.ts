import { defineErrors, mapConstraints } from '../../src/kernel/errors/errors.ts'

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
  /** The account has no password that could be changed: it signs in by an identity provider, or has never set one. */
  noPassword: 409,
  /** The account is linked to no identity of a provider. */
  noIdentity: 409,
  /** Neither password nor second factor can be asked for, and the sign-in was not a moment ago. */
  signInAgain: 403,
  /** This installation takes no sign-ups of staff. */
  signUpClosed: 403,
  /** A company would be left without an active client administrator. */
  lastClientAdmin: 409,
  /** The business would be left without an administrator who can sign in. */
  lastAdmin: 409
})

mapConstraints({ accounts_email_unique: 'users.emailTaken' })
