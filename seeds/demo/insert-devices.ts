/** Phones of drivers: a link that nobody has used, and one that was sent and called off. Whoever tries the demo connects a phone of their own. */
import type { Knex } from 'knex'
import { dayMs } from '../../src/contract/days.ts'
import { roles } from '../../src/contract/roles.ts'

export async function insertDevices(trx: Knex.Transaction, now: Date): Promise<void> {
  const ago = (days: number): Date => new Date(now.getTime() - days * dayMs)
  const drivers = await trx('users.accounts').where({ role: roles.DRIVER }).orderBy('id').limit(2).select('id')
  const [first, second] = drivers.map(({ id }) => ({ account_id: id }))
  if (first) await trx('driver.devices').insert({ ...first, invited_at: ago(20), code_expires_at: ago(13) })
  if (second)
    await trx('driver.devices').insert({ ...second, invited_at: ago(9), code_expires_at: ago(2), revoked_at: ago(8) })
}
