/** The users' API for other modules: people that they add, change and erase, invitations by e-mail, the end of sessions. */
import type { Knex } from 'knex'
import { numberOf } from '../../src/contract/languages.ts'
import { type Role, roles } from '../../src/contract/roles.ts'
import type { CommandContext } from '../../src/kernel/commands/command.ts'
import { type Database, query, queryOne, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { defineExtensionPoint, defineField } from '../../src/kernel/extension-points.ts'
import type { Services } from '../../src/kernel/services.ts'
import { throwUserError } from './errors.ts'
import { queueEmail } from './links.ts'
import { Account, Link } from './models.ts'
import { endSessions } from './sessions.ts'

// What higher modules know of an account: expressions over the alias `a` of users.accounts.

/** Conditions that must hold for an account to have all required data. */
export const accountFacts = defineExtensionPoint<Sql>('users.accountFacts')
/** True for an ordinary client of a company with several departments. */
export const ownDepartmentOnly = defineField('users.ownDepartmentOnly', raw('false'))
/** Number of the company's country, or null. */
export const accountCountry = defineField('users.accountCountry', raw('null::smallint'))
/** Whether the company has a reception place, active or not. */
export const accountHasReceptionPlace = defineField('users.accountHasReceptionPlace', raw('false'))

/** Joins and expressions over the accounts for other modules' resources; an erased person has no name. */
export const joinAccount = (alias: string, on: string): string => `join users.accounts ${alias} on ${alias}.id = ${on}`
export const leftJoinAccount = (alias: string, on: string): string => `left ${joinAccount(alias, on)}`
export const personName = (alias: string): string =>
  `nullif(concat_ws(' ', ${alias}.first_name, ${alias}.last_name), '')`

/** Sends an invitation, good for 7 days, to an account that exists in this transaction. */
export const invite = (services: Services, trx: Knex.Transaction, email: string): Promise<void> =>
  queueEmail(services, trx, { email, purpose: 'invitation' })

/** Ends all sessions of an account. */
export const endSessionsOf = (trx: Knex.Transaction, accountId: number, now: Date): Promise<void> =>
  endSessions(trx, accountId, now)

/** Whether the account is a client administrator's, whether or not anybody has confirmed it yet. */
export const isClientAdmin = async (database: Database, accountId: number): Promise<boolean> =>
  (await queryOne(
    database,
    sql`select id from users.accounts where id = ${accountId} and role = ${roles.CLIENT_ADMIN} and erased_at is null`
  )) !== undefined

export interface Person {
  readonly firstName: string
  readonly lastName: string
  /** Nine digits. */
  readonly phone: string
  readonly email: string
}

type Context = Pick<CommandContext, 'trx' | 'services' | 'now'>

/** One e-mail, one account, whatever the letters' case: refused at the field (409). The unique index catches a simultaneous change. */
async function requireFreeEmail(trx: Knex.Transaction, email: string, id = 0): Promise<void> {
  const taken = await queryOne(
    trx,
    sql`select id from users.accounts where lower(email) = lower(${email}) and id <> ${id}`
  )
  if (taken) throwUserError.at('email', 'emailTaken')
}

/** Adds a member of the staff: confirmed, without a password, invited by e-mail to set one. Gives the account's id. */
export async function addPerson({ trx, services, now }: Context, role: Role, person: Person): Promise<number> {
  await requireFreeEmail(trx, person.email)
  const { id } = await Account.query(trx).insert({
    ...person,
    role: roles[role],
    language: numberOf('pl'),
    confirmedAt: now,
    createdAt: now
  })
  await invite(services, trx, person.email)
  return id
}

const endLinks = (trx: Knex.Transaction, accountId: number, now: Date) =>
  Link.query(trx).patch({ endedAt: now }).where({ account_id: accountId }).whereNull('ended_at')

/**
 * Changes names, phone and e-mail of an account that the caller has locked. Another e-mail ends its sessions and open links,
 * because the old mailbox may be somebody else's; who has not set a password yet is invited anew, at the new address.
 */
export async function changePerson({ trx, services, now }: Context, id: number, person: Person) {
  const account = await Account.query(trx).findById(id)
  await requireFreeEmail(trx, person.email, id)
  await Account.query(trx)
    .findById(id)
    .patch({ ...person })
  if (account && account.email.toLowerCase() !== person.email.toLowerCase()) {
    await endLinks(trx, id, now)
    await endSessions(trx, id, now)
    if (account.passwordHash === null) await invite(services, trx, person.email)
  }
}

/**
 * Erases a person for good: names, e-mail and phone are replaced, also where the history of the account has kept them; the
 * account is deactivated and signed out everywhere. Its id stays, so that what it did is still somebody's: an unknown user's.
 */
export async function erasePerson({ trx, now }: Context, id: number): Promise<void> {
  await query(
    trx,
    sql`update users.accounts set first_name = null, last_name = null, phone = null, password_hash = null,
        email = 'erased-' || id || '@erased.invalid', deactivated_at = ${now}, erased_at = ${now} where id = ${id}`
  )
  await query(
    trx,
    sql`update kernel.changes set before = before - ${personal}::text[], after = after - ${personal}::text[]
      where resource_type = 'users.account' and subject_id = ${id}`
  )
  await endLinks(trx, id, now)
  await endSessions(trx, id, now)
}

/** Erases every person of a company that is being deleted; their accounts belong to no company any more. */
export async function eraseCompanyAccounts(context: Context, companyId: number): Promise<void> {
  const accounts = await Account.query(context.trx).where({ company_id: companyId }).forNoKeyUpdate()
  for (const { id } of accounts) await erasePerson(context, id)
  await Account.query(context.trx).where({ company_id: companyId }).patch({ companyId: null, departmentId: null })
}

const personal = ['firstName', 'lastName', 'phone', 'email']
