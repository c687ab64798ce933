import objection from 'objection'
import { yearOf } from '../../../src/contract/days.ts'
import { type Database, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'

const { Model, snakeCaseMappers } = objection

export class DocumentRow extends Model {
  static override tableName = 'warehouse.documents'
  static override columnNameMappers = snakeCaseMappers()

  declare id: number
  declare number: string
  declare documentType: number
  declare documentStatus: number
  declare documentDate: string
  declare description: string | null
  declare containersNumber: number | null
  declare companyId: number | null
  declare departmentId: number | null
  declare receptionPlaceId: number | null
  declare internalStoreId: number | null
  declare orderId: number | null
  declare orderNumber: string | null
  /** The document that a correction corrects; null for other documents. */
  declare correctsId: number | null
  /** The reservation that a document which hands out containers uses up. */
  declare reservationId: number | null
  /** Counts approvals; null for a document that was not approved. A text, because it is a bigint. */
  declare approval: string | null
  declare enteredByClient: boolean
  declare createdBy: number | null
  declare createdAt: Date
}

/** The place of an approval among all: of two documents of a store, whose level both lock, the later one has more. */
export const nextApproval = (trx: Database) => trx.raw(`nextval('warehouse.approvals')`)

/** The next number of the code in this year, such as `PP/2026/17`. */
export async function nextNumber(trx: Database, code: string, now: Date): Promise<string> {
  const row = await queryOne<{ number: string }>(
    trx,
    sql`select warehouse.next_number(${code}, ${yearOf(now)}) as number`
  )
  return row?.number ?? throwProblem('unexpected')
}
