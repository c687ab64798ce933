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
  singleDepartment: 422,
  severalDepartments: 422,
  hasOrders: 409
})

mapConstraints({ companies_tax_number_unique: 'companies.alreadyRegistered' })
