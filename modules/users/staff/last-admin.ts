/**
 * There must always be an administrator who can sign in, because nobody else can confirm accounts. As with client administrators
 * (`../client-admins.ts`), the check runs after the change, under a lock: if two administrators deactivate each other concurrently, the
 * second is refused, because the check sees the result of the first.
 */
import type { Knex } from 'knex'
import { roles } from '../../../src/contract/roles.ts'
import { queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { throwUserError } from '../errors.ts'

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
