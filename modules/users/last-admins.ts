/**
 * A company must always have an active client administrator, because nobody else can activate or deactivate its people; and the business an
 * administrator who can sign in, because nobody else can confirm accounts. The checks run after the change, under a lock for the
 * administrators of the company or of the business, so that the second of two concurrent changes sees the result of the first.
 *
 * Staff may remove the last client administrator if the company has no other active user: they must be able to close the only account of a
 * small company, or to erase a person on request. If there are other users, one of them must become client administrator first.
 */
import type { Knex } from 'knex'
import { roles } from '../../src/contract/roles.ts'
import { queryOne, raw, sql } from '../../src/kernel/database/sql.ts'
import { throwUserError } from './errors.ts'

/** An SQL condition on the alias `a` of users.accounts: the account is active and has a password. */
const isActiveUser = raw(
  'a.confirmed_at is not null and a.deactivated_at is null and a.erased_at is null and a.password_hash is not null'
)

/**
 * Must be called after the change, in its transaction.
 * @throws users.lastClientAdmin (409)
 */
export async function requireClientAdmin(trx: Knex.Transaction, companyId: number, byStaff: boolean): Promise<void> {
  await queryOne(trx, sql`select pg_advisory_xact_lock(hashtext('users.clientAdmins'), ${companyId}::int)`)
  const left = await queryOne<{ admins: number; users: number }>(
    trx,
    sql`select (count(*) filter (where a.role = ${roles.CLIENT_ADMIN}))::int as admins, count(*)::int as users
      from users.accounts a where a.company_id = ${companyId} and ${isActiveUser}`
  )
  if (left?.admins === 0 && !(byStaff && left.users === 0)) throwUserError('lastClientAdmin')
}

/**
 * Must be called after the change, in its transaction.
 * @throws users.lastAdmin (409)
 */
export async function requireAdministrator(trx: Knex.Transaction): Promise<void> {
  await queryOne(trx, sql`select pg_advisory_xact_lock(hashtext('users.administrators'))`)
  const left = await queryOne(
    trx,
    sql`select id from users.accounts
      where role = ${roles.ADMIN} and confirmed_at is not null and deactivated_at is null and erased_at is null
        and (password_hash is not null or exists (select from users.identities i where i.account_id = accounts.id)) limit 1`
  )
  if (!left) throwUserError('lastAdmin')
}
