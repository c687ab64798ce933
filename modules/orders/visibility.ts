/**
 * What clients see of an order, field by field and event by event: the one place that says so. List, details, history,
 * sorting, search, panel and the answers of commands follow from it. A new field or action does not compile without a line.
 *
 * Clients see what concerns them: not the states of accounting, who recycles and where it is stored, how it is driven, and
 * who of the staff did what (they read the name of the business).
 */
import type { Static } from '@sinclair/typebox'
import type { Role } from '../../src/contract/roles.ts'
import type { Action } from './rules.ts'
import type { OrderSchema } from './schema.ts'

type Field = keyof Static<typeof OrderSchema>
type Audience = 'everyone' | 'staff'

export const fieldAudience: Readonly<Record<Field, Audience>> = {
  id: 'everyone',
  version: 'everyone',
  number: 'everyone',
  currentStatus: 'everyone',
  currentStatusId: 'everyone',
  createdAt: 'everyone',
  manually: 'staff',

  companyId: 'everyone',
  company: 'everyone',
  departmentId: 'everyone',
  receptionPlaceId: 'everyone',
  receptionPlace: 'everyone',
  receptionPlacePhone: 'everyone',
  contactPhone: 'everyone',

  type: 'everyone',
  orderTypeId: 'everyone',
  orderTypeItemId: 'everyone',
  orderTypeItemName: 'everyone',
  quantity: 'everyone',
  load: 'everyone',
  additionalInfo: 'everyone',
  hasAdditionalInfo: 'everyone',

  paymentType: 'everyone',
  netPrice: 'everyone',
  grossPrice: 'everyone',
  netValue: 'everyone',
  grossValue: 'everyone',
  vatValue: 'everyone',
  vatRate: 'everyone',
  /** The symbol that the accounting system knows the rate by. */
  vatSymbol: 'staff',

  acceptedDate: 'everyone',
  realizationDate: 'everyone',
  /** The plate of the vehicle that will come. */
  vehicle: 'everyone',
  vehicleId: 'staff',
  driverId: 'staff',
  driver: 'staff',
  route: 'staff',
  routeId: 'staff',
  sequenceInRoute: 'staff',
  notificationSent: 'staff',
  notified: 'staff',
  overdue: 'everyone',

  finishedAt: 'everyone',
  receivingDate: 'everyone',
  quantityTaken: 'everyone',
  receptionCount: 'everyone',
  tonnage: 'everyone',
  /** The client is a party to the waste transfer card. */
  kpo: 'everyone',
  recycleOperatorId: 'staff',
  recycleOperatorName: 'staff',
  operator: 'staff',
  internalStoreId: 'staff',
  internalStoreName: 'staff',

  optimaStatus: 'staff',
  optimaStatusName: 'staff',
  optimaNumber: 'staff',
  invoiceNumber: 'everyone',

  /** Clients: of those for them. */
  commentsCount: 'everyone',
  hasComments: 'everyone',
  unansweredComment: 'staff',

  canceledAt: 'everyone',
  reasonForCancellation: 'everyone',
  cancellationComment: 'everyone'
}

/** Whose history has the entries of an action. */
export const eventAudience: Readonly<Record<Action, Audience>> = {
  place: 'everyone',
  edit: 'everyone',
  accept: 'everyone',
  cancel: 'everyone',
  realize: 'everyone',
  replan: 'everyone',
  /** Which of a vehicle's stops comes first is the business of staff. */
  reorder: 'staff',
  restore: 'everyone',
  undo: 'everyone',
  finish: 'everyone',
  correct: 'everyone',
  notifyDriver: 'staff',
  /** Of an internal one, nobody but staff. */
  addComment: 'everyone',
  settleComments: 'staff',
  print: 'staff',
  report: 'staff',
  sync: 'staff',
  setOptimaNumber: 'staff',
  synchronised: 'staff',
  numberDiffers: 'staff',
  syncFailed: 'staff',
  invoiceReceived: 'everyone'
}

const staff: readonly Role[] = ['ADMIN']

const entries = Object.entries as <K extends string, V>(table: Readonly<Record<K, V>>) => [K, V][]

/** Roles by field, of the fields that are for staff. */
export const fieldAccess = Object.fromEntries(
  entries(fieldAudience).flatMap(([field, audience]) => (audience === 'staff' ? [[field, staff]] : []))
) as { readonly [K in Field]?: readonly Role[] }

/** The commands whose entries clients read. */
export const clientEvents: readonly string[] = entries(eventAudience).flatMap(([action, audience]) =>
  audience === 'everyone' ? [`orders.${action}`] : []
)
