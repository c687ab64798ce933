/** The life of people's accounts: added, invited, changed, activated, deactivated and erased. */
import type { Knex } from 'knex'
import { type Language, numberOf } from '../../src/contract/languages.ts'
import { type Role, roles } from '../../src/contract/roles.ts'
import type { CommandContext } from '../../src/kernel/commands/command.ts'
import { type Database, query, queryOne, sql } from '../../src/kernel/database/sql.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'
import type { Services } from '../../src/kernel/services.ts'
import { erasePerson } from './erase.ts'
import { throwUserError } from './errors.ts'
import { endLinks, queueEmail } from './links.ts'
import { forgetCredentials } from './mailbox.ts'
import { Account } from './models.ts'
import { notify } from './notices.ts'
import { accounts } from './resource.ts'
import { endSessions } from './sessions.ts'
import { yieldSignUp } from './sign-ups.ts'

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
 * waits for them: the letter says what happens next, and names the company if its name is proven; there is a limit for each mailbox. Returns the id; undefined if the e-mail has an account.
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

/** Counts a change of what another module keeps of a person as a new version of the account. */
export const touchAccount = (trx: Knex.Transaction, id: number): Promise<unknown> =>
  query(trx, sql`update users.accounts set version = version + 1 where id = ${id}`)

/** Erases all people of a company that is being deleted. Their accounts then belong to no company. */
export async function eraseCompanyAccounts(context: Context, companyId: number): Promise<void> {
  const accounts = await Account.query(context.trx).where({ company_id: companyId }).forNoKeyUpdate()
  for (const { id } of accounts) await erasePerson(context, id)
  await Account.query(context.trx).where({ company_id: companyId }).patch({ companyId: null, departmentId: null })
}

/** A person of a client who is added without a letter: staff invite them when they wish (“send the invitation again”). */
export interface UninvitedPerson extends ClientPerson {
  readonly membership: Omit<NewClient, 'isConfirmed'>
}

/** Of an e-mail address and a phone, those that no account has. */
export async function withoutAccount(
  database: Database,
  { email, phone }: { readonly email: string | null; readonly phone: string | null }
): Promise<{ readonly email: string | null; readonly phone: string | null }> {
  const rows = await query<{ email: string; phone: string | null }>(
    database,
    sql`select lower(email) as email, btrim(phone) as phone from users.accounts
      where lower(email) = lower(${email}::text) or btrim(phone) = ${phone}::text`
  )
  return {
    email: rows.some(row => row.email === email?.toLowerCase()) ? null : email,
    phone: rows.some(row => row.phone === phone) ? null : phone
  }
}

/** The e-mails, in small letters, of these that have an account. */
export async function takenEmails(database: Database, emails: readonly string[]): Promise<ReadonlySet<string>> {
  const small = emails.map(email => email.toLowerCase())
  const rows = await query<{ email: string }>(
    database,
    sql`select lower(email) as email from users.accounts where lower(email) = any(${small}::text[])`
  )
  return new Set(rows.map(({ email }) => email))
}

/**
 * Adds people of clients without passwords and without letters. None of the e-mails may have an account. The caller writes the history.
 * @returns their ids, in the order of the people
 */
export async function addUninvited({ trx, now }: Context, people: readonly UninvitedPerson[]): Promise<number[]> {
  if (people.length === 0) return []
  const added = await Account.query(trx).insert(
    people.map(({ membership: { role, companyId, departmentId, language }, ...person }) => ({
      ...person,
      companyId,
      departmentId,
      role: roles[role],
      language: numberOf(language),
      confirmedAt: now,
      createdAt: now
    }))
  )
  return added.map(({ id }) => id)
}

/** Deletes accounts that nobody has used. Whoever has a password, or a link to set one, is refused by the caller's rule or a foreign key. */
export async function removeUnused(trx: Knex.Transaction, ids: readonly number[]): Promise<void> {
  const removed = await query(
    trx,
    sql`delete from users.accounts where id = any(${[...ids]}::int[]) and password_hash is null returning id`
  )
  if (removed.length < ids.length) throwProblem('inUse')
}
