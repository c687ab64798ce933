/** Answers the kernel's questions about sessions and accounts: who a session belongs to, and the names of accounts. */

import { languageOf } from '../../src/contract/languages.ts'
import { roleOf, roles } from '../../src/contract/roles.ts'
import type {
  Identify,
  Identity,
  IdentityServices,
  NamedAccount,
  StaffContact
} from '../../src/kernel/access/identity.ts'
import { all, type Database, query, queryOne, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import type { AccountsOfEmails } from '../../src/kernel/security/events.ts'
import { accountFacts, ownDepartmentOnly } from './points.ts'
import { hasSecondFactor } from './resource.ts'
import { needsSecondFactor as asksRole } from './rules.ts'

const filled = (column: string): Sql => raw(`coalesce(btrim(a.${column}), '') <> ''`)

const factsOf = ({ extensions }: Pick<IdentityServices, 'extensions'>): Sql[] =>
  accountFacts.all(extensions).map(fact => sql`(${fact})`)

/** An SQL condition on account `a` alone: names and phone are filled, and the conditions of higher modules hold. */
export const hasOwnData = (services: Pick<IdentityServices, 'extensions'>): Sql =>
  all([...['first_name', 'last_name', 'phone'].map(filled), ...factsOf(services)])

/** The same, and on session `s`: no second factor is missing. */
export const hasAllRequiredData = (services: Pick<IdentityServices, 'extensions' | 'settings'>): Sql =>
  sql`(${hasOwnData(services)} and not (${needsSecondFactor(services)}))`

/** The same on `users.callers`: a program has neither the data of a person nor a second factor. */
const mayAct = (services: IdentityServices): Sql =>
  sql`(${hasAllRequiredData(services)} or (${all([raw('a.is_program'), ...factsOf(services)])}))`

/**
 * An SQL condition on account `a` and session `s`: the installation requires a second factor for the account's role, and neither has the
 * account one, nor has the identity provider asked for one.
 */
export const needsSecondFactor = ({ settings }: Pick<IdentityServices, 'settings'>): Sql =>
  settings && asksRole(settings, 'ADMIN')
    ? raw(`(a.role is not distinct from ${roles.ADMIN} and not s.has_second_factor and not ${hasSecondFactor('a')})`)
    : raw('false')

export const isActivated = raw('(a.confirmed_at is not null and a.deactivated_at is null)')
export const roleWhenConfirmed = raw('case when a.confirmed_at is not null then a.role end')

interface Found {
  readonly role: number | null
  readonly companyId: number | null
  readonly departmentId: number | null
  readonly ownDepartmentOnly: boolean
  readonly language: number
  readonly isActivated: boolean
  readonly hasAllRequiredData: boolean
  readonly isDeactivated: boolean
  readonly expiresAt: Date
}

/** Reads, in one statement, whether the session is still valid, and the rights of its account. */
export const identifyAccount: Identify = async (services, sessionId, accountId, now): Promise<Identity | undefined> => {
  const found = await queryOne<Found>(
    services.db,
    sql`select ${roleWhenConfirmed} as role, a.company_id as "companyId", a.department_id as "departmentId",
        a.language, ${isActivated} as "isActivated", (${mayAct(services)}) as "hasAllRequiredData",
        a.deactivated_at is not null as "isDeactivated", (${ownDepartmentOnly.of(services.extensions)}) as "ownDepartmentOnly", s.expires_at as "expiresAt"
      from users.sessions s join users.callers a on a.id = s.account_id
      where s.id = ${sessionId} and s.account_id = ${accountId} and s.ended_at is null and s.expires_at > ${now}`
  )
  if (!found) return undefined
  const { expiresAt, role, language, ...facts } = found
  return { expiresAt, caller: { ...facts, accountId, sessionId, role: roleOf(role), language: languageOf(language) } }
}

/** The active administrators among the accounts, each with its contact and as a caller. */
export async function contactsOf(
  database: Database,
  accountIds: readonly number[]
): Promise<Map<number, StaffContact>> {
  const found = await query<Omit<StaffContact, 'caller'> & { id: number }>(
    database,
    sql`select a.id, a.email, nullif(btrim(a.phone), '') as phone, a.language from users.accounts a
      where a.id = any(${accountIds}::int[]) and a.role = ${roles.ADMIN} and a.erased_at is null and ${isActivated}`
  )
  const rights = { role: 'ADMIN', companyId: null, departmentId: null, ownDepartmentOnly: false } as const
  return new Map(
    found.map(({ id, ...contact }) => [
      id,
      {
        ...contact,
        caller: {
          ...rights,
          accountId: id,
          sessionId: '',
          language: languageOf(contact.language),
          isActivated: true,
          hasAllRequiredData: true,
          isDeactivated: false
        }
      }
    ])
  )
}

/** The ids of the accounts that have these e-mails, by the e-mail as it was given. */
export const idsOfEmails: AccountsOfEmails = async (database, emails) => {
  const found = await query<{ email: string; id: number }>(
    database,
    sql`select given.email, a.id from unnest(${[...new Set(emails)]}::text[]) as given(email)
      join users.accounts a on lower(a.email) = lower(btrim(given.email))`
  )
  return new Map(found.map(({ email, id }) => [email, id]))
}

export async function namesOf(database: Database, accountIds: readonly number[]): Promise<Map<number, NamedAccount>> {
  const wanted = [...new Set(accountIds)]
  if (wanted.length === 0) return new Map()
  const found = await query<NamedAccount & { id: number }>(
    database,
    sql`select id, nullif(concat_ws(' ', first_name, last_name), '') as name, company_id as "companyId"
      from users.callers where id = any(${wanted}::int[])`
  )
  return new Map(found.map(({ id, ...account }) => [id, account]))
}
