import { defineErrors, mapConstraints } from '../../src/kernel/errors/errors.ts'

export const throwCompanyError = defineErrors('companies', {
  /** The register did not answer in time, or its answer could not be read. The person types the data in. */
  registerUnavailable: 503,
  /** The register refuses further questions for a while. The person types the data in. */
  registerLimited: 503,
  addressUnknown: 422,
  /** The company is registered already: a person who belongs to it joins it. */
  alreadyRegistered: 409,
  /** A stranger registers a department with a company that has only one. */
  oneDepartment: 422,
  /** Staff add a second department to a company whose data says that it has only one. */
  singleDepartment: 422,
  severalDepartments: 422,
  hasOrders: 409,
  /** An order type is taken away that open orders use. */
  typeInUse: 409,
  /** The order types of a place that is not active are set. */
  typesNeedActive: 409,
  /** A place is deactivated that has open orders. */
  placeHasOpenOrders: 409,
  /** A client deactivates the only active place of the company. */
  lastActivePlace: 409,
  /** The flag is taken from the default place, and given to no other. */
  defaultStays: 409,
  lastDepartment: 409,
  departmentHasPlaces: 409,
  departmentHasUsers: 409,
  departmentHasOrders: 409,
  departmentHasDocuments: 409,
  placeHasOrders: 409,
  placeHasContainers: 409,
  placeHasDocuments: 409
})

// A department or place that something refers to is not deleted, even if the reference is added at the same time. Higher modules
// map their own constraints.
mapConstraints({
  places_department: 'companies.departmentHasPlaces',
  accounts_department: 'companies.departmentHasUsers'
})

mapConstraints({ companies_tax_number_unique: 'companies.alreadyRegistered' })
