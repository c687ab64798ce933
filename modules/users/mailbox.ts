/**
 * No account has a credential that its mailbox has not proved. Anyone can type anyone's e-mail: a password or an identity that came with
 * it may be a stranger's. A mailbox is proved by the use of a link that was sent there, or by an identity provider that has verified the
 * address. Whoever gives rights to an account (confirming it, making it an administrator) calls `forgetUnproved` first.
 */
import type { Knex } from 'knex'
import { query, sql } from '../../src/kernel/database/sql.ts'
import { endLinks } from './links.ts'
import { Account } from './models.ts'
import { removeFactor } from './second-factor/factor.ts'
import { endSessions } from './sessions.ts'

/** Deletes everything by which somebody could sign in to the account, and ends what is open: sessions and links. */
export async function forgetCredentials(trx: Knex.Transaction, accountId: number, now: Date): Promise<void> {
  await Account.query(trx).findById(accountId).patch({ passwordHash: null, mailboxProvedAt: null })
  await removeFactor(trx, accountId)
  await query(trx, sql`delete from users.identities where account_id = ${accountId}`)
  await endLinks(trx, accountId, now)
  await endSessions(trx, accountId, now)
}

type Owned = Pick<Account, 'id' | 'mailboxProvedAt'>

/** Deletes the credentials of an account whose mailbox nobody has proved. Must be called under the account's lock. */
export async function forgetUnproved(trx: Knex.Transaction, account: Owned, now: Date): Promise<void> {
  if (account.mailboxProvedAt === null) await forgetCredentials(trx, account.id, now)
}

/** Whether the account can be signed in to: by a password, or by an identity provider. */
export async function hasCredential(trx: Knex.Transaction, accountId: number): Promise<boolean> {
  const found = await query(
    trx,
    sql`select a.id from users.accounts a where a.id = ${accountId}
      and (a.password_hash is not null or exists (select from users.identities i where i.account_id = a.id))`
  )
  return found.length > 0
}
