import { Type } from '@sinclair/typebox'
import type { Format } from '../../src/contract/schema.ts'
import { type CodeOf, vocabulary } from '../../src/contract/vocabulary.ts'
import { Day, EnumOf, Id, Nullable, Version } from '../../src/kernel/schema.ts'
import { OrderType } from '../catalogue/schema.ts'

export const Country = vocabulary('companies.country', {
  polish: { code: 1 },
  german: { code: 2 },
  slovak: { code: 3 },
  estonian: { code: 4 },
  czech: { code: 5 }
})

export type CountryCode = CodeOf<typeof Country>

/** Of each country: its ISO 3166 letters, and the form of its tax numbers. */
export const countryFacts: Readonly<Record<CountryCode, { readonly iso: string; readonly taxNumber: Format }>> = {
  [Country.polish]: { iso: 'PL', taxNumber: 'nip' },
  [Country.german]: { iso: 'DE', taxNumber: 'vatDe' },
  [Country.slovak]: { iso: 'SK', taxNumber: 'vatSk' },
  [Country.estonian]: { iso: 'EE', taxNumber: 'vatEe' },
  [Country.czech]: { iso: 'CZ', taxNumber: 'vatCz' }
}

/** 0 cash, 1 transfer: everywhere, and on purpose. */
export const PaymentType = vocabulary('companies.paymentType', {
  cash: { code: 0 },
  transfer: { code: 1 }
})

/** Companies of one call. */
export const companiesIds = Type.Array(Id, { minItems: 1, maxItems: 500 })

/** Where a company is; a company has one address, and its id is the company's. */
export const Address = Type.Object({
  addressId: Id,
  city: Nullable(Type.String()),
  street: Nullable(Type.String()),
  postalCode: Nullable(Type.String())
})

export const Company = Type.Object({
  id: Id,
  version: Version,
  companyId: Id,
  name: Type.String(),
  shortName: Nullable(Type.String()),
  taxNumber: Nullable(Type.String()),
  regon: Nullable(Type.String()),
  bdoNumber: Nullable(Type.String()),
  /** City, street, postal code. */
  fullAddress: Nullable(Type.String()),
  address: Address,
  country: EnumOf(Country),
  verified: Type.Boolean(),
  active: Type.Boolean(),
  deactivationReason: Nullable(Type.String()),
  multiDepartment: Type.Boolean(),
  paymentType: EnumOf(PaymentType),
  /** The order types of the company; the newest is `orderTypeId`. */
  orderTypes: Type.Array(EnumOf(OrderType)),
  orderTypeId: Nullable(EnumOf(OrderType)),
  createdAt: Day
})

export const MyCompany = Type.Object({
  id: Id,
  name: Type.String(),
  shortName: Nullable(Type.String()),
  taxNumber: Nullable(Type.String()),
  bdoNumber: Nullable(Type.String()),
  country: EnumOf(Country),
  paymentType: EnumOf(PaymentType),
  verified: Type.Boolean(),
  active: Type.Boolean(),
  multiDepartment: Type.Boolean(),
  address: Type.Object({
    city: Nullable(Type.String()),
    street: Nullable(Type.String()),
    postalCode: Nullable(Type.String())
  }),
  departments: Type.Array(Type.Object({ id: Id, city: Type.String(), street: Type.String() })),
  orderTypes: Type.Array(EnumOf(OrderType))
})
