/**
 * What clients see of an order, by field and by history event. This is the only place that decides it: lists, details, history, sorting,
 * search, panel and the answers of commands follow from it. A new field or action does not compile without a line here.
 *
 * Clients see what concerns them. They do not see the accounting states, the recycler, the store, the route, and which member of staff
 * did something (they read the name of the business).
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
  /** The accounting system's symbol for the VAT rate. */
  vatSymbol: 'staff',

  acceptedDate: 'everyone',
  realizationDate: 'everyone',
  /** The registration number of the vehicle that will come. */
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
  handedOver: 'staff',
  booked: 'staff',
  invoiceNumber: 'everyone',
  invoiceFinal: 'staff',

  /** Clients get the number of the comments that they may read. */
  commentsCount: 'everyone',
  hasComments: 'everyone',
  unansweredComment: 'staff',

  canceledAt: 'everyone',
  reasonForCancellation: 'everyone',
  cancellationComment: 'everyone'
}

/** Who sees an action in the history. */
export const eventAudience: Readonly<Record<Action, Audience>> = {
  place: 'everyone',
  edit: 'everyone',
  accept: 'everyone',
  cancel: 'everyone',
  realize: 'everyone',
  replan: 'everyone',
  /** The order of a vehicle's stops does not concern clients. */
  reorder: 'staff',
  restore: 'everyone',
  undo: 'everyone',
  finish: 'everyone',
  correct: 'everyone',
  notifyDriver: 'staff',
  /** Internal comments are seen by staff only. */
  addComment: 'everyone',
  settleComments: 'staff',
  print: 'staff',
  report: 'staff',
  sync: 'staff',
  setOptimaNumber: 'staff',
  setInvoiceNumber: 'everyone',
  undoInvoice: 'everyone',
  synchronised: 'staff',
  numberDiffers: 'staff',
  syncFailed: 'staff',
  invoiceReceived: 'everyone'
}

const staff: readonly Role[] = ['ADMIN']

const entries = Object.entries as <K extends string, V>(table: Readonly<Record<K, V>>) => [K, V][]

/** The roles that may read a field, for fields that not everyone may. */
export const fieldAccess = Object.fromEntries(
  entries(fieldAudience).flatMap(([field, audience]) => (audience === 'staff' ? [[field, staff]] : []))
) as { readonly [K in Field]?: readonly Role[] }

/** The commands whose history entries clients see. */
export const clientEvents: readonly string[] = entries(eventAudience).flatMap(([action, audience]) =>
  audience === 'everyone' ? [`orders.${action}`] : []
)
