/**
 * A call that is sent twice makes one change. Its key is claimed in the change's own transaction: a second call with it waits for the
 * first, and is then given the first one's answer. A key stands for one call: the account, the method and path with the values
 * of its parameters, the query and the body. A different call with the same key is refused, because its change would be lost.
 */
import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import { leaveMark } from '../database/replicated.ts'
import { query, queryOne, sql } from '../database/sql.ts'
import { throwProblem } from '../errors/errors.ts'
import type { CommandAnswer, CommandCall } from './call.ts'
import type { AnyCommand } from './command.ts'

/** The body without passwords: their hash would be kept, and it is a fast one, by which they could be guessed. */
function withoutPasswords(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => !/password/i.test(name)))
}

/** A command has one method and one path, so its name stands for both. */
const hashOf = (call: CommandCall, command: AnyCommand): string =>
  createHash('sha256')
    .update(JSON.stringify([command.name, call.params, call.query, withoutPasswords(call.body)]))
    .digest('base64url')

/** Claims the call's key, or returns the answer that it has had already. */
export async function claimKey(
  trx: Knex.Transaction,
  now: Date,
  call: CommandCall,
  command: AnyCommand
): Promise<CommandAnswer | undefined> {
  if (!call.key || !call.caller) return undefined
  const { accountId } = call.caller
  const hash = hashOf(call, command)
  const claimed = await query(
    trx,
    sql`insert into kernel.idempotency (account_id, key, body_hash, created_at)
      values (${accountId}, ${call.key}, ${hash}, ${now}) on conflict do nothing returning key`
  )
  if (claimed.length > 0) return undefined
  const kept = await queryOne<{ bodyHash: string; status: number; response: string }>(
    trx,
    sql`select body_hash as "bodyHash", status, response from kernel.idempotency
      where account_id = ${accountId} and key = ${call.key}`
  )
  if (!kept) return throwProblem('concurrent')
  if (kept.bodyHash !== hash) return throwProblem('keyReused')
  await query(trx, leaveMark)
  return { status: kept.status, body: kept.response }
}

export async function keepAnswer(
  trx: Knex.Transaction,
  call: CommandCall,
  { status, body }: CommandAnswer
): Promise<void> {
  if (!call.key || !call.caller) return
  await query(
    trx,
    sql`update kernel.idempotency set status = ${status}, response = ${body}
      where account_id = ${call.caller.accountId} and key = ${call.key}`
  )
}
