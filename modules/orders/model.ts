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
  declare quantityTaken: number | null
  declare additionalInfo: string | null
  declare paymentType: number
  declare netPrice: number
  declare grossPrice: number
  declare netValue: number
  declare grossValue: number
  declare vatValue: number
  declare vatRate: number
  declare vatSymbol: string | null
  /** Staff said another net price than the rules of prices gave. */
  declare priceOverridden: boolean
  declare kpo: string | null
  declare tonnage: number | null
  declare internalStoreId: number | null
  declare recycleOperatorId: number | null
  declare vehicleId: number | null
  declare driverId: number | null
  /** `YYYY-MM-DD` */
  declare realizationDate: string | null
  declare receivingDate: string | null
  declare notificationSent: boolean
  declare acceptedAt: Date | null
  declare finishedAt: Date | null
  declare canceledAt: Date | null
  declare reasonForCancellation: string | null
  declare cancellationComment: string | null
  declare optimaStatus: number
  declare optimaNumber: string | null
  declare invoiceNumber: string | null
  declare manually: boolean
  declare createdBy: number | null
  declare createdAt: Date
}
