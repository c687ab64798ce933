import objection from 'objection'

const { Model, snakeCaseMappers } = objection

/** An order as it is written. It neither judges nor answers: rules.ts judges, rows.ts answers. */
export class Order extends Model {
  static override tableName = 'orders.orders'
  static override columnNameMappers = snakeCaseMappers()

  declare id: number
  declare number: string
  declare status: number
  declare companyId: number
  declare departmentId: number
  declare receptionPlaceId: number
  declare orderTypeId: number
  declare orderTypeItemId: number
  declare quantity: number
  declare additionalInfo: string | null
  declare paymentType: number
  declare netPrice: number
  declare grossPrice: number
  declare netValue: number
  declare grossValue: number
  declare vatValue: number
  declare vatRate: number
  declare vatSymbol: string | null
  declare acceptedAt: Date | null
  declare reasonForCancellation: string | null
  declare cancellationComment: string | null
  declare manually: boolean
  declare createdBy: number | null
  declare createdAt: Date
}
