import { defineErrors, mapConstraints } from '../../src/kernel/http/errors.ts'

export const throwCompanyError = defineErrors('companies', {
  /** Nobody answered, or not in time, or nothing that could be read. The person types the data in. */
  registerUnavailable: 503,
  /** The register answers no more for a while. The person types the data in. */
  registerLimited: 503,
  addressUnknown: 422,
  /** A company has one account with us: who belongs to it joins it. */
  alreadyRegistered: 409,
  /** A department is registered with a company of several only. */
  oneDepartment: 422,
  /** A second department of a company that is said to have one. */
  singleDepartment: 422,
  severalDepartments: 422,
  hasOrders: 409,
  lastDepartment: 409,
  departmentHasPlaces: 409,
  departmentHasUsers: 409,
  departmentHasOrders: 409,
  departmentHasDocuments: 409,
  placeHasOrders: 409,
  placeHasContainers: 409,
  placeHasDocuments: 409
})

// What is added while its department or place is being deleted: the later of the two is refused.
mapConstraints({
  places_department: 'companies.departmentHasPlaces',
  accounts_department: 'companies.departmentHasUsers',
  orders_department: 'companies.departmentHasOrders',
  documents_department: 'companies.departmentHasDocuments',
  orders_place: 'companies.placeHasOrders',
  documents_place: 'companies.placeHasDocuments'
})

mapConstraints({ companies_tax_number_unique: 'companies.alreadyRegistered' })
