/** The models by which the tables are written. Masses are kilograms. */
import { Model, raw, snakeCaseMappers } from 'objection'
import { yearOf } from '../../src/contract/days.ts'
import { type Database, queryOne, sql } from '../../src/kernel/database/sql.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'

class WeightsModel extends Model {
  static override columnNameMappers = snakeCaseMappers()
}

export class Scale extends WeightsModel {
  static override tableName = 'weights.scales'
  declare id: number
  declare name: string
  declare internalStoreId: number
  declare createdAt: Date
  declare removedAt: Date | null
}

export class Ticket extends WeightsModel {
  static override tableName = 'weights.tickets'
  declare id: number
  declare number: string
  declare internalStoreId: number
  declare vehicleId: number
  declare at: Date
  declare gross: number
  declare tare: number
  declare grossReadingId: number | null
  declare tareReadingId: number | null
  declare tareOrigin: number
  declare note: string | null
  declare restReason: string | null
  declare accountId: number | null
  declare createdAt: Date
  declare correctedAt: Date | null
  declare withdrawnAt: Date | null
  declare withdrawReason: string | null
}

/** A patch that only increases the version of a ticket, for a change of its loads. */
export const touched = { version: raw('version + 1') }

export class Load extends WeightsModel {
  static override tableName = 'weights.loads'
  static override idColumn = ['ticket_id', 'order_id']
  declare ticketId: number
  declare orderId: number
  declare mass: number
}

/** The next number of this year, such as `KW/2026/17`. */
export async function nextNumber(trx: Database, now: Date): Promise<string> {
  const row = await queryOne<{ number: string }>(trx, sql`select weights.next_number(${yearOf(now)}) as number`)
  return row?.number ?? throwProblem('unexpected')
}
