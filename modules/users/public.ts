/** The API of users for other modules: adding, changing and erasing people, invitations by e-mail, ending sessions. */
import type { Knex } from 'knex'
import { type Language, numberOf } from '../../src/contract/languages.ts'
import { type Role, roles } from '../../src/contract/roles.ts'
import type { CommandContext } from '../../src/kernel/commands/command.ts'
import { type Database, escaped, query, queryOne, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { defineExtensionPoint, defineField } from '../../src/kernel/extension-points.ts'
import type { Services } from '../../src/kernel/services.ts'
import { requireClientAdmin } from './client-admins.ts'
import { editUser } from './commands/edit-user.ts'
import {
  accountCompanyName,
  accountCountry,
  arePlacesDeactivated,
  companyDeactivationReason,
  isDepartmentOf
} from './company-facts.ts'
import { eraseAccount } from './erase.ts'
import { throwUserError } from './errors.ts'
import { endLinks, queueEmail } from './links.ts'
import { forgetCredentials } from './mailbox.ts'
import { Account } from './models.ts'
import { notify } from './notices.ts'
import { accounts } from './resource.ts'
import { endSessions } from './sessions.ts'
import { yieldSignUp } from './sign-ups.ts'

// Facts about accounts that higher modules fill in, as SQL expressions on the alias `a` of users.accounts.

/** Conditions that must hold for an account to have all required data. */
export const accountFacts = defineExtensionPoint<Sql>('users.accountFacts')
/** True for an ordinary client of a company with several departments. */
export const ownDepartmentOnly = defineField('users.ownDepartmentOnly', raw('false'))
/** Whether the company has a reception place, active or not. */
export const accountHasReceptionPlace = defineField('users.accountHasReceptionPlace', raw('false'))

/** The extension points that the companies fill. */
export const companyFacts = {
  accountCompanyName,
  accountCountry,
  arePlacesDeactivated,
  companyDeactivationReason,
  isDepartmentOf
}

/** The command that edits a user, for the pages of the companies. */
export const userCommands = { editUser }

/** Throws (409) if a company has no active client administrator. Must be called after the change. */
export const requireClientAdminOf = (trx: Knex.Transaction, companyId: number, byStaff: boolean): Promise<void> =>
  requireClientAdmin(trx, companyId, byStaff)

/** SQL joins and expressions for the resources of other modules. An erased person has no name. */
export const joinAccount = (alias: string, on: string): string => `join users.accounts ${alias} on ${alias}.id = ${on}`
export const leftJoinAccount = (alias: string, on: string): string => `left ${joinAccount(alias, on)}`
export const personName = (alias: string): string =>
  `nullif(concat_ws(' ', ${alias}.first_name, ${alias}.last_name), '')`

/**
 * A statement of the ids of accounts whose name or e-mail contains the text, ignoring case and diacritics. Erased people are not
 * found.
 */
export const accountsNamed = (text: string): Sql => {
  const term = `%${escaped(text.trim())}%`
  return sql`select a.id from users.accounts a
    where a.erased_at is null and (kernel.fold(a.email) like kernel.fold(${term})
      or kernel.fold(concat_ws(' ', a.first_name, a.last_name, a.first_name)) like kernel.fold(${term}))`
}

/** An SQL condition on an alias of users.accounts: the account of a client that is confirmed, not deactivated and not erased. */
export const isActiveClient = (alias: string): string =>
  `(${alias}.role in (${roles.CLIENT_ADMIN}, ${roles.CLIENT}) and ${alias}.confirmed_at is not null
    and ${alias}.deactivated_at is null and ${alias}.erased_at is null)`

/**
 * A statement of the active people of a company who are told of a thing that a person has begun: that person, or the client administrators
 * if it is none of them (`id`). The arguments are SQL expressions.
 */
export const toldOf = (companyId: string, personId = 'null'): string => {
  const isOfCompany = (alias: string): string => `${alias}.company_id = ${companyId} and ${isActiveClient(alias)}`
  return `select person.id from users.accounts person where ${isOfCompany('person')}
    and (person.id = ${personId} or person.role = ${roles.CLIENT_ADMIN}
      and not exists (select from users.accounts first where first.id = ${personId} and ${isOfCompany('first')}))`
}

/** Queues an invitation, valid for 7 days, to an account that exists in this transaction. */
export const invite = (services: Services, trx: Knex.Transaction, email: string): Promise<void> =>
  queueEmail(services, trx, { email, purpose: 'invitation' })

/** Queues an invitation that names the account's company: for people whom the company or staff have added. */
export const inviteIntoCompany = (services: Services, trx: Knex.Transaction, email: string): Promise<void> =>
  queueEmail(services, trx, { email, purpose: 'invitation', texts: 'joining' })

/** The e-mail and the language's number of an active administrator; undefined for other accounts. */
export const administratorOf = (database: Database, accountId: number) =>
  queryOne<{ email: string; language: number }>(
    database,
    sql`select email, language from users.accounts where id = ${accountId} and role = ${roles.ADMIN}
      and confirmed_at is not null and deactivated_at is null and erased_at is null`
  )

/** Ends all sessions of an account. */
export const endSessionsOf = (trx: Knex.Transaction, accountId: number, now: Date): Promise<void> =>
  endSessions(trx, accountId, now)

/** Whether the account is that of a client administrator, even if it is not confirmed yet. */
export const isClientAdmin = async (database: Database, accountId: number): Promise<boolean> =>
  (await queryOne(
    database,
    sql`select id from users.accounts where id = ${accountId} and role = ${roles.CLIENT_ADMIN} and erased_at is null`
  )) !== undefined

export interface Person {
  readonly firstName: string
  readonly lastName: string
  /** Nine digits in Poland, elsewhere E.164. */
  readonly phone: string
  readonly email: string
}

type Context = Pick<CommandContext, 'trx' | 'services' | 'now'>

/**
 * Refuses (409), at the field, an e-mail that has an account, ignoring case. A sign-up that nobody has confirmed gives way. A unique index
 * prevents concurrent duplicates.
 */
async function requireFreeEmail(context: Context, email: string, id = 0): Promise<void> {
  await yieldSignUp(context, email)
  const taken = await queryOne(
    context.trx,
    sql`select id from users.accounts where lower(email) = lower(${email}) and id <> ${id}`
  )
  if (taken) throwUserError.at('email', 'emailTaken')
}

/** Adds a confirmed member of the staff without a password, and invites them by e-mail to set one. Returns the account's id. */
export async function addPerson(
  context: Context,
  role: Role,
  person: Pick<Person, 'email'> & { readonly [K in keyof Person]?: Person[K] | undefined }
): Promise<number> {
  const { trx, services, now } = context
  await requireFreeEmail(context, person.email)
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

/** A person of a client's company. */
export interface NewClient {
  readonly role: Extract<Role, 'CLIENT_ADMIN' | 'CLIENT'>
  readonly companyId: number
  readonly departmentId: number | null
  /** The language of the invitation. */
  readonly language: Language
  /** An account that is not confirmed may sign in, but has no role until somebody activates it. */
  readonly isConfirmed: boolean
}

type ClientPerson = Omit<Person, 'phone'> & { readonly phone: string | null }

/**
 * Adds a client's account without a password. Returns its id; undefined, without any change, if the e-mail has an account other than a
 * sign-up that nobody has confirmed, which gives way.
 */
async function insertClient(
  context: Context,
  { role, companyId, departmentId, language, isConfirmed }: NewClient,
  { email, firstName, lastName, phone }: ClientPerson
): Promise<number | undefined> {
  const { trx, now } = context
  await yieldSignUp(context, email)
  const account = {
    ...{ email, firstName, lastName, phone, companyId, departmentId },
    role: roles[role],
    language: numberOf(language),
    confirmedAt: isConfirmed ? now : null,
    createdAt: now
  }
  const { id } = (await Account.query(trx).insert(account).onConflict().ignore()) as Partial<Account>
  return id
}

/**
 * Adds a registered client's account with a history entry, and sends the letter that sets its password. Who registers without the staff
 * waits for them: the letter says what happens next, and does not name the company, because strangers can register any name; there is a
 * limit for each mailbox. Returns the id; undefined if the e-mail has an account.
 */
export async function addClient(
  context: CommandContext,
  membership: NewClient,
  person: ClientPerson
): Promise<number | undefined> {
  const id = await insertClient(context, membership, person)
  if (id === undefined) return undefined
  const isByStaff = context.audience === 'ADMIN'
  const ofStranger = membership.isConfirmed ? 'registered' : 'asked'
  await queueEmail(context.services, context.trx, {
    email: person.email,
    purpose: 'invitation',
    texts: isByStaff ? 'joining' : ofStranger,
    byStranger: !isByStaff
  })
  await context.recordEvent(accounts, id)
  context.hint(accounts.type, [id], membership.companyId)
  return id
}

/**
 * Adds a person whom a company or staff have invited. The caller writes the history. Returns the account's id; undefined, without any
 * change, if the e-mail has an account.
 */
export async function addInvitedPerson(
  context: Context,
  membership: Omit<NewClient, 'isConfirmed'>,
  person: ClientPerson
): Promise<number | undefined> {
  const id = await insertClient(context, { ...membership, isConfirmed: true }, person)
  if (id === undefined) return undefined
  await inviteIntoCompany(context.services, context.trx, person.email)
  return id
}

/** Informs the owner of an e-mail that somebody has registered with it; the person who registered gets no such answer. */
export const writeToOwner = (
  { services, trx }: Pick<CommandContext, 'services' | 'trx'>,
  email: string,
  texts: 'taken' | 'takenForCompany'
): Promise<void> => queueEmail(services, trx, { email, purpose: 'reset', texts })

/** Throws (409) at the field that the e-mail has an account. */
export const throwEmailTaken = (path: string): never => throwUserError.at(path, 'emailTaken')

/** An SQL condition: the department has an active account. `departmentId`: an expression. */
export const hasActiveAccount = (departmentId: string): string => `exists (select from users.accounts a
  where a.department_id = ${departmentId} and a.confirmed_at is not null and a.deactivated_at is null)`

/** Activates an account that waits for confirmation or was deactivated. */
export const activateAccount = async ({ trx, now }: Context, id: number): Promise<void> => {
  await query(
    trx,
    sql`update users.accounts set confirmed_at = coalesce(confirmed_at, ${now}), deactivated_at = null where id = ${id}`
  )
}

/** Deactivates an account, and ends its sessions and open links. */
export async function deactivateAccount({ trx, now }: Context, id: number): Promise<void> {
  await Account.query(trx).findById(id).patch({ deactivatedAt: now })
  await endLinks(trx, id, now)
  await endSessions(trx, id, now)
}

/**
 * Changes names, phone and e-mail of an account, which the caller must have locked. With another e-mail the account loses everything by
 * which it was signed in to, because the old mailbox, and who knows the password, may be somebody else's; the person is invited at the new
 * address.
 */
export async function changePerson(
  context: Context & Pick<CommandContext, 'securityEvent'>,
  id: number,
  person: Person
): Promise<void> {
  const { trx, services, now } = context
  const account = await Account.query(trx).findById(id)
  await requireFreeEmail(context, person.email, id)
  await Account.query(trx)
    .findById(id)
    .patch({ ...person })
  if (account && account.email.toLowerCase() !== person.email.toLowerCase()) {
    context.securityEvent('emailChanged', { targetId: id })
    await forgetCredentials(trx, id, now)
    await notify(context, id, 'emailChanged', account.email)
    await invite(services, trx, person.email)
  }
}

/** Erases a person permanently; the id is kept, so that past actions belong to an “unknown user”. */
export const erasePerson = ({ trx, now }: Context, id: number): Promise<void> => eraseAccount(trx, id, now)

/** Erases all people of a company that is being deleted. Their accounts then belong to no company. */
export async function eraseCompanyAccounts(context: Context, companyId: number): Promise<void> {
  const accounts = await Account.query(context.trx).where({ company_id: companyId }).forNoKeyUpdate()
  for (const { id } of accounts) await erasePerson(context, id)
  await Account.query(context.trx).where({ company_id: companyId }).patch({ companyId: null, departmentId: null })
}
