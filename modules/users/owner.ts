/**
 * Verifies again that the caller is the account's owner, before changes by which somebody else could keep the account: an open session or a
 * stolen token is not enough. Accepted are the password, a code of the second factor, or, for an account with neither, a recent sign-in.
 */
import { verifyPassword } from '../../src/kernel/access/passwords.ts'
import type { BeforeTransactionContext } from '../../src/kernel/commands/command.ts'
import { refuseField } from '../../src/kernel/commands/validation.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'
import { throwUserError } from './errors.ts'
import { beginAttempt } from './login-throttle.ts'
import { Account, Session } from './models.ts'
import { freshSessionMs } from './rules.ts'
import { factorOf, type Proof, prove } from './second-factor/factor.ts'

type Context = Pick<BeforeTransactionContext, 'services' | 'now' | 'caller' | 'address'>

/** Checks a password of the account; wrong ones are counted as at the sign-in. Refuses, at the field, a wrong one. */
export async function requirePassword(
  { services, now, address }: Context,
  account: Account,
  password: string,
  field: string
): Promise<void> {
  const attempt = await beginAttempt(services.db, account.email, address, now)
  if (await verifyPassword(password, account.passwordHash)) return attempt.succeeded()
  await attempt.failed()
  return refuseField(field, 'users.password.wrong')
}

export interface OwnerProof {
  readonly password?: string | undefined
  readonly code?: string | undefined
}

/**
 * Refuses, at its field, a wrong password or code, or that there is none, in the words of the message `missing`.
 * @returns the proof of the second factor, which the command must `consume` in its transaction; undefined if the password was given
 * @throws users.signInAgain (403) if the account has neither, and the sign-in is not of a moment ago
 */
export async function requireOwner(
  context: Context,
  { password, code }: OwnerProof,
  missing = 'users.password.again'
): Promise<Proof | undefined> {
  const { services, now, caller } = context
  const { accountId, sessionId } = caller ?? throwProblem('unauthorized')
  const { db, settings } = services
  const account = (await Account.query(db).findById(accountId)) ?? throwProblem('unauthorized')
  if (password && account.passwordHash !== null) {
    await requirePassword(context, account, password, 'password')
    return undefined
  }
  const factor = await factorOf(db, accountId)
  if (code && factor?.confirmedAt)
    return (await prove({ db, settings, now }, accountId, factor, code)) ?? refuseField('code', 'users.code.wrong')
  if (account.passwordHash !== null) return refuseField('password', missing)
  if (factor?.confirmedAt) return refuseField('code', 'users.code.again')
  const session = await Session.query(db).findById(sessionId)
  if (!session || session.isResumed || now.getTime() - session.createdAt.getTime() > freshSessionMs)
    throwUserError('signInAgain')
  return undefined
}
