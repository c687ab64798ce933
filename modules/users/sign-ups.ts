/** Strangers make accounts of staff by signing up, or by an identity provider: so many a day, all of them together. */
import type { Knex } from 'knex'
import { throwProblem } from '../../src/kernel/http/errors.ts'
import { Account } from './models.ts'
import { signUpsADay } from './rules.ts'

const hourMs = 3_600_000

/** @throws kernel.tooMany (429) when too many have come within 24 hours and wait */
export async function requireRoomForSignUps(db: Knex | Knex.Transaction, now: Date): Promise<void> {
  const waiting = await Account.query(db)
    .whereNull('confirmed_at')
    .whereNull('company_id')
    .where('created_at', '>', new Date(now.getTime() - 24 * hourMs))
    .resultSize()
  if (waiting >= signUpsADay) throwProblem('tooMany', { retryAfter: hourMs / 1000 })
}
