/** The fields of each view of an order, in the order in which they are sent. */
import type { Static } from '@sinclair/typebox'
import type { OrderSchema } from './schema.ts'

type Fields = readonly (keyof Static<typeof OrderSchema>)[]

/** The rows of lists. The rules of commands are checked on these fields. */
const list = [
  'id',
  'version',
  'number',
  'optimaNumber',
  'invoiceNumber',
  'optimaStatus',
  'optimaStatusName',
  'handedOver',
  'booked',
  'invoiceFinal',
  'createdAt',
  'finishedAt',
  'receivingDate',
  'acceptedDate',
  'realizationDate',
  'canceledAt',
  'companyId',
  'company',
  'receptionPlace',
  'type',
  'currentStatus',
  'departmentId',
  'orderTypeItemName',
  'quantity',
  'load',
  'hasAdditionalInfo',
  'vehicle',
  'operator',
  'contactPhone',
  'netValue',
  'notificationSent',
  'notified',
  'route',
  'routeId',
  'sequenceInRoute',
  'receptionCount',
  'reasonForCancellation',
  'manually',
  'overdue',
  'commentsCount',
  'hasComments',
  'unansweredComment'
] as const satisfies Fields

/** A single order. */
const details = [
  'id',
  'version',
  'number',
  'companyId',
  'company',
  'departmentId',
  'receptionPlaceId',
  'receptionPlace',
  'receptionPlacePhone',
  'type',
  'orderTypeId',
  'orderTypeItemId',
  'orderTypeItemName',
  'currentStatus',
  'currentStatusId',
  'quantity',
  'quantityTaken',
  'additionalInfo',
  'paymentType',
  'netPrice',
  'grossPrice',
  'netValue',
  'grossValue',
  'vatValue',
  'vatRate',
  'vatSymbol',
  'kpo',
  'tonnage',
  'internalStoreId',
  'internalStoreName',
  'recycleOperatorId',
  'recycleOperatorName',
  'vehicleId',
  'vehicle',
  'driverId',
  'driver',
  'route',
  'sequenceInRoute',
  'notificationSent',
  'acceptedDate',
  'realizationDate',
  'receivingDate',
  'finishedAt',
  'createdAt',
  'optimaStatus',
  'optimaStatusName',
  'optimaNumber',
  'invoiceNumber',
  'canceledAt',
  'reasonForCancellation',
  'cancellationComment',
  'manually',
  'commentsCount',
  'unansweredComment'
] as const satisfies Fields

/**
 * The fields whose changes history stores: none twice, no dates that equal the entry's own, no ids, and no names of persons, who may ask
 * for erasure while history is kept.
 */
const history = [
  'currentStatus',
  'receptionPlace',
  'orderTypeItemName',
  'quantity',
  'quantityTaken',
  'additionalInfo',
  'paymentType',
  'netPrice',
  'netValue',
  'grossValue',
  'vatRate',
  'vatSymbol',
  'kpo',
  'tonnage',
  'internalStoreName',
  'recycleOperatorName',
  'vehicle',
  'realizationDate',
  'sequenceInRoute',
  'receivingDate',
  'notificationSent',
  'optimaStatus',
  'optimaNumber',
  'invoiceNumber',
  'reasonForCancellation',
  'cancellationComment'
] as const satisfies Fields

/**
 * The fields whose changes clients see: not the status, which the entry's sentence says, and not the amounts that follow from
 * others.
 */
const clientHistory = [
  'receptionPlace',
  'orderTypeItemName',
  'quantity',
  'quantityTaken',
  'additionalInfo',
  'paymentType',
  'netPrice',
  'netValue',
  'grossValue',
  'vatRate',
  'kpo',
  'tonnage',
  'vehicle',
  'realizationDate',
  'receivingDate',
  'invoiceNumber',
  'reasonForCancellation',
  'cancellationComment'
] as const satisfies Fields

/** The columns of the spreadsheet. */
const report = [
  'number',
  'createdAt',
  'currentStatus',
  'company',
  'receptionPlace',
  'receptionPlacePhone',
  'type',
  'orderTypeItemName',
  'quantity',
  'quantityTaken',
  'tonnage',
  'kpo',
  'acceptedDate',
  'realizationDate',
  'receivingDate',
  'finishedAt',
  'vehicle',
  'recycleOperatorName',
  'paymentType',
  'netPrice',
  'netValue',
  'vatValue',
  'grossValue',
  'optimaNumber',
  'invoiceNumber',
  'reasonForCancellation',
  'additionalInfo'
] as const satisfies Fields

/** The fields of a printed sheet. */
const print = [
  'id',
  'number',
  'acceptedDate',
  'company',
  'receptionPlacePhone',
  'receptionPlace',
  'vehicle',
  'type',
  'orderTypeItemName',
  'quantity',
  'additionalInfo',
  'realizationDate',
  'paymentType',
  'grossValue'
] as const satisfies Fields

export const views = { list, details, history, clientHistory, report, print }
