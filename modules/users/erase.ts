import type { CommandContext } from '../../src/kernel/commands/command.ts'
import { query, raw, sql } from '../../src/kernel/database/sql.ts'
import { forgetCredentials } from './mailbox.ts'

const personal = ['firstName', 'lastName', 'phone', 'email']

/**
 * Erases a person permanently: names, e-mail and phone are replaced, also in the history of the account, and the account is deactivated and
 * signed out everywhere. The id is kept, so that past actions belong to an “unknown user”.
 */
export async function erasePerson({ trx, now }: Pick<CommandContext, 'trx' | 'now'>, id: number): Promise<void> {
  // The name of a driver leaves the texts by which tens of thousands of orders are found, in the same statement.
  await query(trx, sql`set local statement_timeout = ${raw(`'5min'`)}`)
  await query(
    trx,
    sql`update users.accounts set first_name = null, last_name = null, phone = null,
        email = 'erased-' || id || '@erased.invalid', deactivated_at = ${now}, erased_at = ${now} where id = ${id}`
  )
  await query(
    trx,
    sql`update kernel.changes set before = before - ${personal}::text[], after = after - ${personal}::text[]
      where resource_type = 'users.account' and subject_id = ${id}`
  )
  await forgetCredentials(trx, id, now)
  await query(trx, sql`update users.sessions set address = null, device = null where account_id = ${id}`)
  await query(trx, sql`update users.remembered set address = null, device = null where account_id = ${id}`)
}
