/** An order of the demo with its history, as `insert-orders.ts` writes it. */
import type { PaymentType } from '../../modules/companies/schema.ts'
import type { Action } from '../../modules/orders/rules.ts'
import type { DayPart, OptimaStatus, OrderStatus } from '../../modules/orders/schema.ts'
import type { LineValues } from '../../src/contract/money.ts'
import type { CodeOf } from '../../src/contract/vocabulary.ts'

export type Status = CodeOf<typeof OrderStatus>

/** One entry of an order's history: which account did what when, and the status after it. */
export interface Step {
  at: Date
  /** The account's id; null for the application itself. */
  by: number | null
  action: Action
  status: Status
}

/** Amounts in PLN, tonnage in tonnes, days `YYYY-MM-DD`. */
export interface Order extends LineValues {
  id: number
  number: string
  status: Status
  companyId: number
  departmentId: number
  placeId: number
  orderTypeId: number
  itemId: number
  quantity: number
  quantityTaken: number | null
  additionalInfo: string | null
  wishedDate: string | null
  wishedPart: CodeOf<typeof DayPart> | null
  urgent: boolean
  paymentType: CodeOf<typeof PaymentType>
  netPrice: number
  /** Staff agreed on another price than the rules give. */
  priceOverridden: boolean
  /** The price steps as JSON. */
  priceTrace: string
  kpo: string | null
  tonnage: number | null
  storeId: number | null
  operatorId: number | null
  vehicleId: number | null
  driverId: number | null
  realizationDate: string | null
  receivingDate: string | null
  acceptedAt: Date | null
  finishedAt: Date | null
  reasonForCancellation: string | null
  manually: boolean
  optimaStatus: CodeOf<typeof OptimaStatus>
  optimaNumber: string | null
  /** Why the accounting system has refused it. */
  syncFailure: string | null
  invoiceNumber: string | null
  notificationSent: boolean
  createdBy: number
  createdAt: Date
  /** Oldest first; the last one's status is the order's. */
  history: Step[]
}
