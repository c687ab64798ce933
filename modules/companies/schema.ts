import { Type } from '@sinclair/typebox'
import type { Language } from '../../src/contract/languages.ts'
import type { Format } from '../../src/contract/schema.ts'
import { type CodeOf, vocabulary } from '../../src/contract/vocabulary.ts'
import { Day, EnumOf, Id, Money, Nullable, Version } from '../../src/kernel/schema.ts'
import { OrderType } from '../catalogue/schema.ts'

export const Country = vocabulary('companies.country', {
  polish: { code: 1 },
  german: { code: 2 },
  slovak: { code: 3 },
  estonian: { code: 4 },
  czech: { code: 5 }
})

export type CountryCode = CodeOf<typeof Country>

interface CountryFacts {
  /** ISO 3166 letters. */
  readonly iso: string
  readonly taxNumber: Format
  /** What its people are written to in, where they have not chosen a language. */
  readonly language: Language
}

export const countryFacts: Readonly<Record<CountryCode, CountryFacts>> = {
  [Country.polish]: { iso: 'PL', taxNumber: 'nip', language: 'pl' },
  [Country.german]: { iso: 'DE', taxNumber: 'vatDe', language: 'de' },
  [Country.slovak]: { iso: 'SK', taxNumber: 'vatSk', language: 'sk' },
  [Country.estonian]: { iso: 'EE', taxNumber: 'vatEe', language: 'et' },
  [Country.czech]: { iso: 'CZ', taxNumber: 'vatCz', language: 'cs' }
}

/** A tax number of the country that the field `country` names. */
export const TaxNumber = Type.String({
  maxLength: 20,
  rulesBy: {
    by: 'country',
    of: Object.fromEntries(Object.entries(countryFacts).map(([code, { taxNumber }]) => [code, { format: taxNumber }]))
  }
})

/** Polish postal codes have a form of their own. */
export const PostalCode = Type.String({
  maxLength: 12,
  rulesBy: { by: 'country', of: { [Country.polish]: { format: 'postalCode' } } }
})

export const BdoNumber = Type.String({ maxLength: 20, format: 'digits' })

/** What the public register said of a company's data when it was registered. */
export const RegisterCheck = vocabulary('companies.registerCheck', {
  checked: { code: 1, tone: 'success' },
  /** It could not be asked, or does not know the number. */
  unchecked: { code: 2, tone: 'warning' },
  /** Another name or REGON. */
  differs: { code: 3, tone: 'danger' }
})

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
  /** Null where no register was to be asked: private persons, and companies that staff have entered before. */
  registerCheck: Nullable(EnumOf(RegisterCheck)),
  /** What the register calls its answer. */
  registerRequestId: Nullable(Type.String()),
  multiDepartment: Type.Boolean(),
  paymentType: EnumOf(PaymentType),
  /** The order types of the company; the newest is `orderTypeId`. */
  orderTypes: Type.Array(EnumOf(OrderType)),
  orderTypeId: Nullable(EnumOf(OrderType)),
  createdAt: Day
})

/** A special price as its company has it; the module of prices knows them. */
export const SpecialPriceOfCompany = Type.Object({
  id: Id,
  value: Money,
  dateFrom: Day,
  dateTo: Day,
  orderTypeItemId: Id
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
