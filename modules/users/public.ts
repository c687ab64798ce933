/** The users' door: names of accounts in SQL, links by letter, and the end of an account's sessions. */
import type { Knex } from 'knex'
import { raw, type Sql } from '../../src/kernel/sql.ts'
import type { Services } from '../../src/kernel/services.ts'
import { orderLetter } from './links.ts'
import { endSessions } from './sessions.ts'

export { UserRole } from './schema.ts'

export const joinAccounts = (alias: string, on: string): string => `left join users.accounts ${alias} on ${alias}.id = ${on}`

/** "First Last" of a joined account, or null for an erased or unknown one. */
export const accountName = (alias: string): Sql =>
  raw(`nullif(concat_ws(' ', ${alias}.first_name, ${alias}.last_name), '')`)

/** Sends an invitation, good for 7 days, to an account that exists in this transaction. */
export const invite = (services: Services, trx: Knex.Transaction, email: string): Promise<void> =>
  orderLetter(services, trx, { email, purpose: 'invitation' })

/** Ends all sessions of an account; let the context review the account, so that its sockets close. */
export const endSessionsOf = (trx: Knex.Transaction, accountId: number, now: Date): Promise<void> =>
  endSessions(trx, accountId, now)
