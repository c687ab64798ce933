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

// A department or place that is referred to is not deleted, even if the reference is added at the same time. Higher modules map theirs.
mapConstraints({
  places_department: 'companies.departmentHasPlaces',
  accounts_department: 'companies.departmentHasUsers'
})

mapConstraints({ companies_tax_number_unique: 'companies.alreadyRegistered' })
