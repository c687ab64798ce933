/** Events of orders for other programs. They hold what the client may read. */
import { becomes, defineEvent, type Happening } from '../../src/kernel/history/events.ts'
import { orders } from './resource.ts'
import { OrderStatus } from './schema.ts'

const { new: placed, accepted, inProgress, completed, canceled, invoiced } = OrderStatus

const isNew = ({ before }: Happening): boolean => before.currentStatus === undefined
const wasInvoiced = ({ before }: Happening): boolean => before.currentStatus === invoiced

const ofOrder = (name: string, summary: string, when?: (change: Happening) => boolean) =>
  defineEvent(orders, {
    type: `order.${name}`,
    summary,
    company: 'orders.company_id',
    fields: [
      ...(['id', 'version', 'number', 'currentStatus', 'companyId', 'departmentId', 'receptionPlaceId'] as const),
      ...(['receptionPlace', 'type', 'orderTypeItemId', 'quantity', 'quantityTaken', 'tonnage', 'kpo'] as const),
      ...(['urgent', 'wishedDate', 'acceptedDate', 'realizationDate', 'vehicle', 'receivingDate'] as const),
      ...(['finishedAt', 'netOwed', 'grossOwed', 'vatRate', 'invoiceNumber', 'canceledAt'] as const),
      'reasonForCancellation'
    ],
    ...(when ? { when } : {})
  })

/** Written once the gateway has taken the driver's message (`notify/delivered.ts`), which is no change of the order's history. */
export const orderNotified = ofOrder('notified', 'The driver of the route was notified of the order')

export const orderEvents = [
  ofOrder('created', 'An order was placed', change => isNew(change) && becomes('currentStatus', placed)(change)),
  ofOrder('accepted', 'An order was accepted, or returned to the accepted ones', becomes('currentStatus', accepted)),
  ofOrder(
    'planned',
    'An order was planned for a day and vehicle, or for other ones',
    change => becomes('currentStatus', inProgress)(change) || change.code === 'orders.replan'
  ),
  orderNotified,
  ofOrder(
    'completed',
    'An order was completed',
    change => becomes('currentStatus', completed)(change) && !wasInvoiced(change)
  ),
  ofOrder(
    'corrected',
    'A completed order was corrected, or its invoice number was taken back',
    change => change.code === 'orders.correct' || (becomes('currentStatus', completed)(change) && wasInvoiced(change))
  ),
  ofOrder('invoiced', 'An order was invoiced', becomes('currentStatus', invoiced)),
  ofOrder('cancelled', 'An order was cancelled', becomes('currentStatus', canceled)),
  ofOrder(
    'reopened',
    'An undo made the order a new one again',
    change => !isNew(change) && becomes('currentStatus', placed)(change)
  )
]
