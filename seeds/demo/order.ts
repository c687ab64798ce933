/** What the books know of an order. */

/** Status codes of the specification. */
export const statuses = { new: 0, accepted: 1, inProgress: 2, completed: 3, canceled: 4, invoiced: 5 } as const
export type Status = (typeof statuses)[keyof typeof statuses]

export type Move = 'place' | 'accept' | 'realize' | 'finish' | 'cancel' | 'withdraw' | 'invoice'

/** One line of an order's history: who (an account's id) did what when, and the status after it. */
export interface Step {
  at: Date
  by: number
  move: Move
  status: Status
}

/** Amounts are whole grosze, days `YYYY-MM-DD`, tonnage in hundredths of a tonne. */
export interface Order {
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
  paymentType: 0 | 1
  netPrice: number
  grossPrice: number
  netValue: number
  grossValue: number
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
  /** 0 not sent, 1 queued, 2 synchronised, 3 failed. */
  optimaStatus: 0 | 1 | 2 | 3
  optimaNumber: string | null
  invoiceNumber: string | null
  notificationSent: boolean
  createdBy: number
  createdAt: Date
  /** Oldest first; the last one's status is the order's. */
  history: Step[]
}
