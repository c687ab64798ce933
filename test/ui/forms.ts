/** A filled-in form of each command and role, as a person would send it. */
import { canceledByUser } from '../../modules/orders/rules.ts'
import type { Values } from '../../ui/parts/form/formValues.ts'

const person = { firstName: 'Ewa', lastName: 'Kowalska', phone: '501502503' }
const aReason = { value: 'Brak dojazdu' }
const aContainer = { containerNumber: 'K-1', description: 'Przy bramie', status: 1 }
const anOrder = { receptionPlace: 1, orderTypeItemId: 1, quantity: 1, additionalInfo: 'Brama od podwórza' }
const fromClient = { ...anOrder, vatRate: 8 }
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
const anItem = { name: 'Opony osobowe', value: 12.5, nameEn: 'Car tyres' }
const anOperator = { name: 'Recykling Wschód' }
const aDriver = { ...person, email: 'driver@example.com' }
const aVehicle = {
  brand: 'MAN',
  model: 'TGS',
  registerNumber: 'LCH 12345',
  driverId: 1,
  orderTypeItems: [{ orderTypeItemId: 1, isActive: true }]
}
const byUser = { reasonForCancel: canceledByUser, Comment: 'Pomyłka' }

export const filled: Readonly<Record<string, Values>> = {
  'catalogue.addItem for ADMIN': anItem,
  'catalogue.addReason for ADMIN': aReason,
  'catalogue.editItem for ADMIN': anItem,
  'catalogue.editReason for ADMIN': aReason,
  'fleet.addDriver for ADMIN': aDriver,
  'fleet.addOperator for ADMIN': anOperator,
  'fleet.addVehicle for ADMIN': aVehicle,
  'fleet.editDriver for ADMIN': aDriver,
  'fleet.editOperator for ADMIN': anOperator,
  'fleet.editVehicle for ADMIN': aVehicle,
  'iot.edit for ADMIN': aContainer,
  'iot.edit for SERVICE_TECHNICAN': aContainer,
  'orders.cancel for ADMIN': { reasonForCancel: 'Na prośbę klienta', Comment: 'Telefonicznie' },
  'orders.cancel for CLIENT': byUser,
  'orders.cancel for CLIENT_ADMIN': byUser,
  'orders.addComment for ADMIN': aComment,
  'orders.addComment for CLIENT': aComment,
  'orders.addComment for CLIENT_ADMIN': aComment,
  'orders.correct for ADMIN': { tonnage: 1.25, receivingDate: '2026-05-31' },
  'orders.edit for ADMIN': { ...anOrder, paymentType: 1, netPrice: 100.5, vatRate: 8, vatSymbol: 'A', ...taken },
  'orders.edit for CLIENT': fromClient,
  'orders.edit for CLIENT_ADMIN': fromClient,
  'orders.finish for ADMIN': { ...taken, quantity: 1 },
  'orders.notifyDriver for ADMIN': { channel: 0 },
  'orders.place for ADMIN': { ...anOrder, paymentType: 1, netPrice: 100.5, vatRate: 8 },
  'orders.place for CLIENT': fromClient,
  'orders.place for CLIENT_ADMIN': fromClient,
  'orders.realize for ADMIN': { vehicleId: 1, orderRealizationDate: '2099-06-01' },
  'orders.receiveInvoice for anyone': {
    eventId: 'invoice-1',
    orderNumber: 'Z/2026/000001',
    invoiceNumber: 'FS/1/2026'
  },
  'orders.setOptimaNumber for ADMIN': { optimaNumber: 'RO/1/2026' },
  'users.editProfile for signedIn': person,
  'users.forgotPassword for anyone': { email: 'nobody@example.com' },
  'users.setNewPassword for anyone': {
    password: 'Correct-Horse-7',
    passwordConfirm: 'Correct-Horse-7',
    token: 'nobody was sent this'
  },
  'users.signIn for anyone': { email: 'nobody@example.com', password: 'Correct-Horse-7' },
  'users.signUp for anyone': { ...person, email: 'new@example.com', password: 'Correct-Horse-7' }
}
