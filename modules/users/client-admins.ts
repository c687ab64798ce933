/**
 * A company is never left without an active client administrator: nobody else could let its people in, or out. A change that
 * takes one away is made first and judged then, under a lock of the company's administrators: of two such changes at once the
 * second counts what the first has left.
 *
 * Staff may take the last one away where the company has no other active user: they must be able to close the one account of a
 * small company, or to erase a person who asks for it. Where others are left, one of them becomes client administrator first.
 */
import type { Knex } from 'knex'
import { roles } from '../../src/contract/roles.ts'
import { queryOne, raw, sql } from '../../src/kernel/database/sql.ts'
import { throwUserError } from './errors.ts'

/** Over the alias `a` of users.accounts: it may sign in and work. */
const isActiveUser = raw(
  'a.confirmed_at is not null and a.deactivated_at is null and a.erased_at is null and a.password_hash is not null'
)

/**
 * Call it after the change, in its transaction.
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
