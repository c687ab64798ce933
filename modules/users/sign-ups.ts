/** The limit of staff accounts that strangers may create in a day, by signing up or by an identity provider. */
import type { Knex } from 'knex'
import { throwProblem } from '../../src/kernel/http/errors.ts'
import { Account } from './models.ts'
import { signUpsADay } from './rules.ts'

const hourMs = 3_600_000

/** @throws kernel.tooMany (429) if too many accounts of the last 24 hours are not confirmed yet */
export async function requireRoomForSignUps(db: Knex | Knex.Transaction, now: Date): Promise<void> {
  const waiting = await Account.query(db)
    .whereNull('confirmed_at')
    .whereNull('company_id')
    .where('created_at', '>', new Date(now.getTime() - 24 * hourMs))
    .resultSize()
  if (waiting >= signUpsADay) throwProblem('tooMany', { retryAfter: hourMs / 1000 })
}
