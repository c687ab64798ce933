/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import type { Forms } from '../ui/fixtures/forms.ts'

const address = { city: 'Chełm', street: 'Lubelska 7', postalCode: '22-100' }
const contact = { email: 'ewa@example.com', firstName: 'Ewa', lastName: 'Lis', phone: '501502503' }
const company = {
  country: 1,
  taxNumber: '5252344078',
  requestId: 'abc12-9f8e7d6',
  name: 'Oponex sp. z o.o.',
  regon: '192598184',
  bdoNumber: '000123456',
  department: address,
  multiDepartment: true,
  contactPerson: contact,
  terms: true
}
const person = { country: 1, contactPerson: contact, department: address, terms: true }
const department = { department: address, contactPerson: contact, terms: true }
const account = { ...contact, terms: true }

// What the rows and the menu fill in is no part of these forms.
export const forms: Forms = {
  'companies.activate for ADMIN': {},
  'companies.assignOrderType for ADMIN': {},
  'companies.deactivate for ADMIN': { deactivateReason: 'Brak płatności' },
  'companies.editCompany for ADMIN': {
    shortName: 'Koła',
    bdoNumber: '000123456',
    multidepartment: false,
    orderTypeId: 1,
    paymentType: 1,
    address: { addressId: 1, city: 'Chełm', street: 'Lubelska 1', postalCode: '22-100' }
  },
  'companies.registerAccount for ADMIN': account,
  'companies.registerAccount for anyone': account,
  'companies.registerCompany for ADMIN': company,
  'companies.registerCompany for anyone': company,
  'companies.registerDepartment for ADMIN': department,
  'companies.registerDepartment for anyone': department,
  'companies.registerPerson for ADMIN': person,
  'companies.registerPerson for anyone': person,
  'companies.verify for ADMIN': {},
  'companies.verifyCompany for anyone': { taxNumber: '5252344078', country: 1 }
}
