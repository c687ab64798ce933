/**
 * Signing in by the identity provider of the host's policy. The browser keeps a secret (the binder) from the beginning until its return, so
 * that nobody can make another person complete a sign-in that is not theirs. A sign-in must be completed within ten minutes, and only once.
 *
 * The account: the one linked to the identity, if there is one. Else the account with its e-mail, but only if the provider says that the
 * e-mail is verified and the account has no second factor. The account is then linked to the identity, which proves its mailbox: what was
 * in an account before that is deleted. An identity whose e-mail has no account becomes a not-confirmed user in the back office; on the portal, where people
 * belong to companies, it is asked to register.
 *
 * An account with a second factor is asked for its code, unless the provider says that it has asked for one itself (`methods.ts`). What the
 * provider has sent works once, so the sign-in waits under a ticket that the same browser sends back with the code (`code.ts`).
 */
import { randomBytes } from 'node:crypto'
import { type Static, Type } from '@sinclair/typebox'
import { numberOf } from '../../../src/contract/languages.ts'
import { isOffice, roleOf } from '../../../src/contract/roles.ts'
import { type CommandContext, defineAction } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { type Database, query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { defineRoute, ItemResponse } from '../../../src/kernel/routes/route.ts'
import { throwUserError } from '../errors.ts'
import { forgetCredentials } from '../mailbox.ts'
import { Account } from '../models.ts'
import { notify } from '../notices.ts'
import { accounts } from '../resource.ts'
import { maySignIn, type Policy } from '../rules.ts'
import { Token } from '../schema.ts'
import { factorOf } from '../second-factor/factor.ts'
import { openSession, tokenFor } from '../sessions.ts'
import { limitSignUps } from '../sign-ups.ts'
import { CodeAsked, hashed, waitForCode } from './code.ts'
import { beginAt, type ExternalIdentity, identityAt, registeredFor } from './provider.ts'

const validMs = 10 * 60_000
const policyOf = (host: string): Policy => (isOffice(host) ? 'office' : 'portal')

export const externalOffer = defineRoute({
  url: '/api/Authorization/external',
  access: ['anyone'],
  summary: 'Whether people may sign in here by an identity provider',
  answer: ItemResponse(Type.Object({ isOffered: Type.Boolean() })),
  run: async ({ services, request }) => ({
    data: { isOffered: registeredFor(services.settings, policyOf(request.host)) !== undefined }
  })
})

export const beginExternal = defineAction({
  name: 'users.beginExternal',
  call: 'POST /api/Authorization/external/begin',
  access: { anyone: {} },
  answer: Type.Object({
    url: Type.String({ description: 'where the browser goes to sign in' }),
    binder: Type.String({ description: 'kept by the browser until it returns, and sent with what it returns with' })
  }),
  reveals: true,
  rateLimit: { max: 60, timeWindow: 60_000 },
  summary: 'Begin to sign in by the identity provider of this host',
  async beforeTransaction({ services, host }) {
    const registered = registeredFor(services.settings, policyOf(host)) ?? throwProblem('notFound')
    return beginAt(registered, services.log)
  },
  async run({ trx, host, now }, _input, { url, state, nonce, verifier }) {
    const binder = randomBytes(32).toString('base64url')
    await query(
      trx,
      sql`insert into users.external_sign_ins (state_hash, binder_hash, policy, nonce, verifier, expires_at)
        values (${hashed(state)}, ${hashed(binder)}, ${policyOf(host)}, ${nonce}, ${verifier},
          ${new Date(now.getTime() + validMs)})`
    )
    return { url, binder }
  }
})

const Return = Type.Object({
  state: Type.String({ minLength: 1, maxLength: 200 }),
  code: Type.String({ minLength: 1, maxLength: 4_000 }),
  iss: Type.Optional(Type.String({ maxLength: 500, description: 'as the provider has sent it, where it does' })),
  binder: Type.String({ minLength: 1, maxLength: 100 })
})

/**
 * Deletes and returns a sign-in that was begun, so that it can be completed once. Undefined if it is unknown, expired or another
 * browser's.
 */
const takeBegun = (database: Database, { state, binder }: Static<typeof Return>, policy: Policy, now: Date) =>
  queryOne<{ nonce: string; verifier: string }>(
    database,
    sql`delete from users.external_sign_ins
      where state_hash = ${hashed(state)} and binder_hash = ${hashed(binder)} and policy = ${policy} and expires_at > ${now}
      returning nonce, verifier`
  )

export const completeExternal = defineAction({
  name: 'users.completeExternal',
  call: 'POST /api/Authorization/external/complete',
  access: { anyone: { form: defineForm({ schema: Return, messagePrefix: 'users' }) } },
  answer: Type.Union([Token, CodeAsked]),
  reveals: true,
  rateLimit: { max: 60, timeWindow: 60_000 },
  summary:
    'Sign in with what the identity provider has sent back; a ticket, where the account’s own code is still asked for',
  async beforeTransaction({ services, host, now }, { state, code, iss, binder }) {
    const policy = policyOf(host)
    const registered = registeredFor(services.settings, policy) ?? throwProblem('notFound')
    const begun = await takeBegun(services.db, { state, code, binder }, policy, now)
    if (!begun) return throwUserError('externalRefused')
    const returned = { state, code, ...(iss ? { iss } : {}) }
    const identity = await identityAt(registered, returned, { ...begun, state }, services.log)
    return { policy, identity }
  },
  async run(context, { binder }, { policy, identity }) {
    const { trx, services, now, address, device } = context
    // the lock makes the second of two concurrent returns of an identity find the account of the first
    await queryOne(
      trx,
      sql`select pg_advisory_xact_lock(hashtextextended(${`${identity.issuer} ${identity.subject}`}, 0))`
    )
    const account = (await knownAccount(trx, identity)) ?? (await newAccount(context, policy, identity))
    if (!maySignIn(policy, roleOf(account.role), account.companyId)) throwUserError('externalOther')
    if (!identity.hasSecondFactor && (await factorOf(trx, account.id))?.confirmedAt) {
      context.securityEvent('codeAsked', { targetId: account.id })
      return waitForCode(trx, { accountId: account.id, policy, binder }, now)
    }
    context.actsAs(account.id)
    const session = await openSession(trx, account.id, policy, now, { address, device }, identity.hasSecondFactor)
    context.securityEvent('signedIn')
    return tokenFor(services, session, account, now)
  }
})

async function knownAccount(
  trx: CommandContext['trx'],
  { issuer, subject }: ExternalIdentity
): Promise<Account | undefined> {
  return Account.query(trx)
    .whereRaw('id = (select account_id from users.identities where issuer = ? and subject = ?)', [issuer, subject])
    .whereNull('erased_at')
    .forShare()
    .first()
}

/** Links the identity to the account of its e-mail, or to a new not-confirmed account. */
async function newAccount(context: CommandContext, policy: Policy, identity: ExternalIdentity): Promise<Account> {
  const { trx, now, recordEvent, hint } = context
  const { issuer, subject, email } = identity
  if (!email || email.length > 254) return throwUserError('externalUnknown')
  const found = await Account.query(trx).whereRaw('lower(email) = lower(?)', [email]).forNoKeyUpdate().first()
  if (found && !identity.isEmailVerified) return throwUserError('externalTaken')
  if (found && !maySignIn(policy, roleOf(found.role), found.companyId)) return throwUserError('externalOther')
  if (!found && policy === 'portal') return throwUserError('externalUnknown')
  if (found) await proveMailbox(context, found)
  if (found && (await factorOf(trx, found.id))?.confirmedAt) return throwUserError('externalTaken')
  const account = found ?? (await addWaiting(context, identity, email))
  await query(
    trx,
    sql`insert into users.identities (issuer, subject, account_id, created_at)
      values (${issuer}, ${subject}, ${account.id}, ${now})`
  )
  context.securityEvent('identityChanged')
  await recordEvent(accounts, account.id, account.id)
  if (found) await notify(context, account.id, 'identityLinked')
  hint(accounts.type, [account.id])
  return account
}

/** The provider has verified that the e-mail is the person's. A stranger may have left a password or a second factor before. */
async function proveMailbox({ trx, now }: CommandContext, account: Account): Promise<void> {
  if (account.mailboxProvedAt !== null) return
  await forgetCredentials(trx, account.id, now)
  await Account.query(trx).findById(account.id).patch({ mailboxProvedAt: now })
}

/** Adds a member of the staff without a role, who waits for an administrator's confirmation. */
async function addWaiting(context: CommandContext, person: ExternalIdentity, email: string): Promise<Account> {
  const { trx, now } = context
  await limitSignUps(trx, context)
  const { firstName, lastName, isEmailVerified } = person
  const mailboxProvedAt = isEmailVerified ? now : null
  const added = await Account.query(trx)
    .insert({ email, firstName, lastName, mailboxProvedAt, language: numberOf('pl'), createdAt: now })
    .onConflict()
    .ignore()
  const account = (added as Partial<Account>).id && (await Account.query(trx).findById(added.id))
  context.securityEvent('signedUp', { email })
  return account || throwUserError('externalTaken')
}
