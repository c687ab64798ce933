/** Joins, conditions and statements over the accounts. An erased person has no name. */

import { roles } from '../../src/contract/roles.ts'
import { asSql, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { inPattern } from '../../src/kernel/database/text.ts'

/** SQL joins and expressions for the resources of other modules. An erased person has no name. */
export const joinAccount = (alias: string, on: string | Sql): Sql =>
  sql`${raw(`join users.accounts ${alias} on ${alias}.id =`)} ${asSql(on)}`
export const leftJoinAccount = (alias: string, on: string | Sql): Sql => sql`left ${joinAccount(alias, on)}`
export const personName = (alias: string): Sql =>
  raw(`nullif(concat_ws(' ', ${alias}.first_name, ${alias}.last_name), '')`)

/** An SQL condition: the session is there and was not ended. `id`: an expression. */
export const isSessionOpen = (id: string): string =>
  `exists (select from users.sessions open_session where open_session.id = ${id} and open_session.ended_at is null)`

/** A statement of the ids of all accounts that are of no company: the staff, with drivers, also former ones. */
export const staffIds: Sql = raw('select id from users.accounts where company_id is null')

/**
 * A statement of the ids of accounts whose name or e-mail contains the text, ignoring case and diacritics. Erased people are not
 * found.
 */
export const accountsNamed = (text: string): Sql => {
  const term = `%${inPattern(text.trim())}%`
  return accountsMatching(folded => sql`${folded} like kernel.fold(${term})`)
}

/** A statement of the ids of the accounts whose e-mail or name fulfils a condition on a folded text. */
export const accountsMatching = (matches: (text: Sql) => Sql): Sql =>
  sql`select a.id from users.accounts a where a.erased_at is null and (${matches(raw('kernel.fold(a.email)'))}
    or ${matches(raw("kernel.fold(concat_ws(' ', a.first_name, a.last_name, a.first_name))"))})`

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

/** An SQL condition: the department has an active account. `departmentId`: an expression. */
export const hasActiveAccount = (departmentId: string): string => `exists (select from users.accounts a
  where a.department_id = ${departmentId} and a.confirmed_at is not null and a.deactivated_at is null)`
