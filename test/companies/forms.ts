/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import type { Forms } from '../ui/fixtures/forms.ts'

const address = { city: 'Chełm', street: 'Lubelska 7', postalCode: '22-100' }
const someone = { email: 'ewa@example.com', firstName: 'Ewa', lastName: 'Lis', phone: '501502503' }
const company = {
  country: 1,
  taxNumber: '5252344078',
  requestId: 'abc12-9f8e7d6',
  name: 'Oponex sp. z o.o.',
  regon: '192598184',
  bdoNumber: '000123456',
  department: address,
  multiDepartment: true,
  contactPerson: someone,
  terms: true
}
const person = { country: 1, contactPerson: someone, department: address, terms: true }
const department = { department: address, contactPerson: someone, terms: true }
const account = { ...someone, terms: true }

// What the rows and the menu fill in is no part of these forms.
const contact = { phone: '501502503', bdoNumber: '000123456' }

const receiving = { receivingFrom: '07:00', receivingTo: '15:00', receivingDays: [1, 2] }

/** With everything that may be typed: another address, and a person who is invited. */
export const newClient = {
  ...{ country: 1, privatePerson: false, taxNumber: '5252344078', name: 'Oponex sp. z o.o.', regon: '192598184' },
  ...{ bdoNumber: '000123456', ...address, phone: '501502503', elsewhere: true },
  ...{ placeStreet: 'Hutnicza 2', placePostalCode: '20-001', placeCity: 'Lublin' },
  ...{ invites: true, firstName: 'Ewa', lastName: 'Lis', email: 'ewa@example.com' }
}

export const forms: Forms = {
  'companies.activate for ADMIN': {},
  'companies.activatePlace for ADMIN': {},
  'companies.addClient for ADMIN': { ...newClient, orderTypeId: 1 },
  'companies.admit for ADMIN': { secondWay: true, includePeople: true },
  'companies.addDepartment for ADMIN': { ...address, description: 'Myjnia' },
  'companies.addPlace for ADMIN': {
    ...address,
    ...contact,
    position: { latitude: 51.1323, longitude: 23.4776 },
    elevation: 180,
    email: 'odbior@example.com',
    arrivalMessages: true,
    ...receiving,
    isDefault: true,
    orderTypeId: 1
  },
  'companies.addPlace for CLIENT_ADMIN': { ...address, ...contact, isDefault: true },
  'companies.addPlace for waiting': { ...address, ...contact },
  'companies.assignOrderType for ADMIN': { includePlaces: true },
  'companies.deactivate for ADMIN': { deactivateReason: 'Brak płatności' },
  'companies.deactivatePlace for ADMIN': { reason: 'Zakład przeniesiony' },
  'companies.deactivatePlace for CLIENT_ADMIN': { reason: 'Zakład przeniesiony' },
  'companies.editCompany for ADMIN': {
    shortName: 'Koła',
    bdoNumber: '000123456',
    multidepartment: false,
    orderTypeId: 1,
    paymentType: 1,
    address: { addressId: 1, city: 'Chełm', street: 'Lubelska 1', postalCode: '22-100' }
  },
  'companies.editDepartment for ADMIN': { ...address, description: 'Myjnia' },
  'companies.editPlace for ADMIN': {
    ...address,
    position: { latitude: 51.1323, longitude: 23.4776 },
    elevation: 180,
    ...contact,
    email: 'odbior@example.com',
    arrivalMessages: true,
    ...receiving,
    isDefault: true,
    // of the row: an active place has order types
    isActive: true,
    orderTypeIds: [1, 3]
  },
  'companies.editPlace for CLIENT_ADMIN': { phone: '501502503', ...receiving, isDefault: true },
  'companies.inviteUser for ADMIN': {
    companyId: 1,
    firstName: 'Ewa',
    lastName: 'Kowalska',
    email: 'ewa@example.com',
    phone: '501502503'
  },
  'companies.inviteUser for CLIENT_ADMIN': {
    companyId: 1,
    firstName: 'Ewa',
    lastName: 'Kowalska',
    email: 'ewa@example.com',
    phone: '501502503'
  },
  'companies.registerAccount for ADMIN': account,
  'companies.registerAccount for anyone': account,
  'companies.registerCompany for ADMIN': company,
  'companies.registerCompany for anyone': company,
  'companies.registerDepartment for ADMIN': department,
  'companies.registerDepartment for anyone': department,
  'companies.registerPerson for ADMIN': person,
  'companies.registerPerson for anyone': person,
  'companies.setOrderTypes for ADMIN': { orderTypeIds: [1, 2], includePlaces: true },
  'companies.setPlaceTypes for ADMIN': { orderTypeIds: [1, 3] },
  'companies.verify for ADMIN': { secondWay: true },
  'companies.verifyCompany for anyone': { taxNumber: '5252344078', country: 1 }
}
