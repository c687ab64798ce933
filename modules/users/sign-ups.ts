/**
 * Staff who sign up: the limit of what a network may create in a day, by signing up or by an identity provider, and the end of sign-ups
 * that nobody confirms. They hold an e-mail that nobody may have proved, so they expire, and give way to whoever is added by others.
 */
import type { Knex } from 'knex'
import { limitOfDay } from '../../src/kernel/access/daily-limit.ts'
import type { CommandContext } from '../../src/kernel/commands/command.ts'
import { defineSystemCommand, runAsSystem, runWithin, type SystemContext } from '../../src/kernel/commands/system.ts'
import { type Database, query, type Sql, sql } from '../../src/kernel/database/sql.ts'
import type { Services } from '../../src/kernel/services.ts'
import { eraseAccount } from './erase.ts'
import { signUpMs, signUpsADay } from './rules.ts'
import { notConfirmed } from './staff/not-confirmed.ts'

/** @throws kernel.tooMany (429) if the network has created too many accounts in the last 24 hours */
export const limitSignUps = (
  trx: Knex.Transaction,
  caller: Pick<CommandContext, 'services' | 'now' | 'address'>
): Promise<void> => limitOfDay(trx, { what: 'users.signUp', ...signUpsADay }, caller)

async function waitingWhere(database: Database, condition: Sql): Promise<number[]> {
  const found = await query<{ id: number }>(
    database,
    sql`select person.id from users.not_confirmed person where ${condition}`
  )
  return found.map(({ id }) => id)
}

const erase = async ({ trx, now }: SystemContext, rows: readonly { readonly id: number }[]): Promise<void> => {
  for (const { id } of rows) await eraseAccount(trx, id, now)
}

/** A sign-up that nobody has confirmed in time. */
const signUpExpired = defineSystemCommand(notConfirmed, { name: 'users.signUpExpired', run: erase })

/** A sign-up whose e-mail somebody was added with. */
const signUpReplaced = defineSystemCommand(notConfirmed, { name: 'users.signUpReplaced', run: erase })

export const signUpCommands = [signUpExpired, signUpReplaced]

/** Erases the sign-ups that nobody has confirmed in time. */
export async function expireSignUps(services: Services): Promise<void> {
  const { db, now } = services
  const ids = await waitingWhere(db, sql`person.created_at < ${new Date(now().getTime() - signUpMs)}`)
  await runAsSystem(services, signUpExpired, ids, undefined)
}

/** Frees the e-mail of a sign-up that nobody has confirmed, for a person who is added with it. */
export async function yieldSignUp(
  { services, trx, now }: { readonly services: Services; readonly trx: Knex.Transaction; readonly now: Date },
  email: string
): Promise<void> {
  const ids = await waitingWhere(trx, sql`lower(person.email) = lower(${email})`)
  if (ids.length > 0) await runWithin(services, trx, now, signUpReplaced, ids, undefined)
}
