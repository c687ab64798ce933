/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import type { Forms } from '../ui/fixtures/forms.ts'

const anOperator = { name: 'Recykling Wschód' }
const person = { firstName: 'Ewa', lastName: 'Kowalska', phone: '501502503' }
const aDriver = { ...person, email: 'driver@example.com' }
const aVehicle = {
  brand: 'MAN',
  model: 'TGS',
  registerNumber: 'LCH 12345',
  driverId: 1,
  orderTypeItems: [{ orderTypeItemId: 1, isActive: true }]
}

export const forms: Forms = {
  'fleet.addDriver for ADMIN': aDriver,
  'fleet.addOperator for ADMIN': anOperator,
  'fleet.addVehicle for ADMIN': aVehicle,
  'fleet.editDriver for ADMIN': aDriver,
  'fleet.editOperator for ADMIN': anOperator,
  'fleet.editVehicle for ADMIN': aVehicle
}
