import { type Database, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { throwFleetError } from '../errors.ts'

/** Holds a driver until the transaction ends, so that nobody erases it; refuses who is no driver, or none any more. */
export async function lockDriver(trx: Database, id: number): Promise<void> {
  const driver = await queryOne(trx, sql`select p.id from fleet.drivers p where p.id = ${id} for share of p`)
  const message = 'errors.fleet.noDriver'
  if (!driver) throwFleetError('noDriver', { fieldErrors: [{ path: 'driverId', code: 'rule', params: {}, message }] })
}
