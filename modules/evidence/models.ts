/** The models by which the tables are written. Masses are kilograms. */
import { Model, snakeCaseMappers } from 'objection'
import { yearOf } from '../../src/contract/days.ts'
import { type Database, queryOne, sql } from '../../src/kernel/database/sql.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'

export class Statement extends Model {
  static override tableName = 'evidence.statements'
  static override columnNameMappers = snakeCaseMappers()
  declare id: number
  declare number: string
  declare companyId: number
  declare placeId: number | null
  /** `YYYY-MM-DD` */
  declare firstDay: string
  declare lastDay: string
  declare companyName: string
  declare taxNumber: string | null
  declare address: string | null
  declare place: string | null
  declare language: string
  declare wasteCode: string
  declare kilograms: number
  declare orders: number
  declare token: string
  declare accountId: number | null
  declare createdAt: Date
  declare replacedAt: Date | null
  declare replacedById: number | null
  declare withdrawnAt: Date | null
  declare withdrawReason: string | null
}

/** The next number of this year, such as `ZM/2026/17`. */
export async function nextNumber(trx: Database, now: Date): Promise<string> {
  const row = await queryOne<{ number: string }>(trx, sql`select evidence.next_number(${yearOf(now)}) as number`)
  return row?.number ?? throwProblem('unexpected')
}

export class MassRecord extends Model {
  static override tableName = 'evidence.rows'
  static override columnNameMappers = snakeCaseMappers()
  declare id: number
  declare statementId: number
  declare orderId: number
  declare orderNumber: string
  declare cardId: number | null
  declare cardNumber: string | null
  declare ticketIds: number[]
  declare tickets: string | null
  declare placeId: number
  declare place: string
  /** `YYYY-MM-DD` */
  declare day: string
  declare wasteCode: string
  declare process: string | null
  declare kilograms: number
  /** A code of `MassSource`. */
  declare source: number
}

export class FactorRecord extends Model {
  static override tableName = 'evidence.factors'
  static override columnNameMappers = snakeCaseMappers()
  declare id: number
  declare name: string
  /** A code of `FactorBasis`. */
  declare basis: number
  declare process: string | null
  /** Kilograms of CO2 equivalent. */
  declare value: number
  declare source: string
  declare year: number
  /** `YYYY-MM-DD` */
  declare firstDay: string
  declare lastDay: string | null
  declare createdAt: Date
}

export class EmissionRecord extends Model {
  static override tableName = 'evidence.emissions'
  static override columnNameMappers = snakeCaseMappers()
  declare id: number
  declare statementId: number
  /** A code of `EmissionKind`. */
  declare kind: number
  declare name: string | null
  declare basis: number | null
  declare process: string | null
  declare value: number | null
  declare source: string | null
  declare year: number | null
  /** A code of `NotCounted`. */
  declare reason: number | null
  declare rows: number
  declare kilograms: number
  declare quantity: number | null
  declare emissions: number | null
}
