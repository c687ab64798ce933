/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import type { Forms } from '../ui/fixtures/forms.ts'

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
  'companies.verify for ADMIN': {},
  'companies.verifyCompany for anyone': { taxNumber: '5252344078', country: 1 }
}
