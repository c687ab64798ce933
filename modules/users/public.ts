/** The users' door: invitations by letter, and the end of an account's sessions. */
import type { Knex } from 'knex'
import type { Services } from '../../src/kernel/services.ts'
import { orderLetter } from './links.ts'
import { endSessions } from './sessions.ts'

/** Sends an invitation, good for 7 days, to an account that exists in this transaction. */
export const invite = (services: Services, trx: Knex.Transaction, email: string): Promise<void> =>
  orderLetter(services, trx, { email, purpose: 'invitation' })

/** Ends all sessions of an account; let the context review the account, so that its sockets close. */
export const endSessionsOf = (trx: Knex.Transaction, accountId: number, now: Date): Promise<void> =>
  endSessions(trx, accountId, now)
