/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import { canceledByUser, OrderStatus } from '../../modules/orders/schema.ts'
import { newClient } from '../companies/forms.ts'
import type { Forms } from '../ui/fixtures/forms.ts'

const anOrder = {
  receptionPlace: 1,
  orderTypeItemId: 1,
  quantity: 1,
  wishedDate: '2099-06-01',
  wishedPart: 1,
  urgent: true,
  additionalInfo: 'Brama od podwórza'
}
const fromClient = { ...anOrder, vatRate: 8 }
const priced = { paymentType: 1, netPrice: 100.5, vatRate: 8, vatSymbol: 'A' }
const aComment = { content: 'Brama od podwórza' }
const taken = {
  vehicleId: 1,
  tonnage: 1.25,
  kpo: 'KPO/2026/17',
  recycleOperatorId: 1,
  quantityTaken: 1,
  internalStoreId: 1,
  receivingDate: '2026-05-31'
}
const byUser = { reasonForCancel: canceledByUser, Comment: 'Pomyłka' }

export const forms: Forms = {
  'orders.cancel for ADMIN': { reasonForCancel: 'Na prośbę klienta', Comment: 'Telefonicznie' },
  'orders.cancel for CLIENT': byUser,
  'orders.cancel for CLIENT_ADMIN': byUser,
  'orders.addComment for ADMIN': aComment,
  'orders.addComment for CLIENT': aComment,
  'orders.addComment for CLIENT_ADMIN': aComment,
  'orders.correct for ADMIN': { tonnage: 1.25, receivingDate: '2026-05-31' },
  'orders.edit for ADMIN': { ...anOrder, ...priced, ...taken, currentStatus: OrderStatus.inProgress },
  'orders.edit for CLIENT': fromClient,
  'orders.edit for CLIENT_ADMIN': fromClient,
  'orders.finish for ADMIN': { ...taken, quantity: 1 },
  'orders.callOff for ADMIN': { channel: 0, notice: null },
  'orders.notifyDriver for ADMIN': { channel: 0, recipients: [1] },
  'orders.place for ADMIN': { ...anOrder, paymentType: 1, netPrice: 100.5, vatRate: 8 },
  'orders.placeForNewClient for ADMIN': {
    ...newClient,
    ...{ orderTypeItemId: 1, quantity: 1, additionalInfo: 'Brama od podwórza' },
    ...{ paymentType: 1, netPrice: 100.5, vatRate: 8 }
  },
  'orders.place for CLIENT': fromClient,
  'orders.place for CLIENT_ADMIN': fromClient,
  'orders.realize for ADMIN': { vehicleId: 1, orderRealizationDate: '2099-06-01' },
  'orders.reorder for ADMIN': { routeVersion: 1 },
  'orders.setDriver for ADMIN': { driverId: 1 },
  'orders.replan for ADMIN': { orderRealizationDate: '2099-06-01', vehicleId: 1 },
  'orders.receiveInvoice for anyone': {
    eventId: 'invoice-1',
    orderNumber: 'Z/2026/000001',
    invoiceNumber: 'FS/1/2026'
  },
  'orders.setInvoiceNumber for ADMIN': { invoiceNumber: 'FS/1/2026' },
  'orders.setOptimaNumber for ADMIN': { optimaNumber: 'RO/1/2026' }
}
