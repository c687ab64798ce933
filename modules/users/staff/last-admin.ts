/**
 * The business is never left without an administrator who can sign in: nobody else could let its people in. As with a company's
 * client administrators (`../client-admins.ts`), the change is made first and judged then, under one lock: of two administrators
 * who keep each other out at once, the second is refused, because it counts what the first has left.
 */
import type { Knex } from 'knex'
import { roles } from '../../../src/contract/roles.ts'
import { queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { throwUserError } from '../errors.ts'

/**
 * Call it after the change, in its transaction.
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
