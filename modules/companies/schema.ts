import { Type } from '@sinclair/typebox'
import type { Language } from '../../src/contract/languages.ts'
import type { Format } from '../../src/contract/schema.ts'
import { type CodeOf, metadataOf, vocabulary } from '../../src/contract/vocabulary.ts'
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
  /** The two letters of ISO 3166. */
  readonly iso: string
  readonly taxNumber: Format
  /** The language of messages to people who have not chosen one. */
  readonly language: Language
}

export const countryFacts: Readonly<Record<CountryCode, CountryFacts>> = {
  [Country.polish]: { iso: 'PL', taxNumber: 'nip', language: 'pl' },
  [Country.german]: { iso: 'DE', taxNumber: 'vatDe', language: 'de' },
  [Country.slovak]: { iso: 'SK', taxNumber: 'vatSk', language: 'sk' },
  [Country.estonian]: { iso: 'EE', taxNumber: 'vatEe', language: 'et' },
  [Country.czech]: { iso: 'CZ', taxNumber: 'vatCz', language: 'cs' }
}

/** What the number is called on the papers of a company, by its country. */
export const taxNumberLabels = metadataOf(Country).members.map(({ name, code }) => ({
  when: { country: [code] },
  label: `companies.taxNumber.${name}`
}))

/** A tax number of the country that the field `country` names. */
export const TaxNumber = Type.String({
  maxLength: 20,
  rulesBy: {
    by: 'country',
    of: Object.fromEntries(Object.entries(countryFacts).map(([code, { taxNumber }]) => [code, { format: taxNumber }]))
  }
})

/** A postal code. Only the format of Polish ones is checked. */
export const PostalCode = Type.String({
  maxLength: 12,
  rulesBy: { by: 'country', of: { [Country.polish]: { format: 'postalCode' } } }
})

export const BdoNumber = Type.String({ maxLength: 20, format: 'digits' })

/**
 * The result of comparing a company's data with the public register when the company was registered. That they agree proves nothing about
 * who registered it: anybody can read a register.
 */
export const RegisterCheck = vocabulary('companies.registerCheck', {
  /** The name agrees; the register gives no address. */
  nameAgrees: { code: 1, tone: 'info' },
  /** The register could not be asked, or does not know the number. */
  unchecked: { code: 2, tone: 'warning' },
  /** The register has another name or REGON. */
  differs: { code: 3, tone: 'danger' },
  /** The name agrees, the address does not. */
  addressDiffers: { code: 4, tone: 'warning' },
  /** Name and address agree. */
  addressAgrees: { code: 5, tone: 'info' }
})

/** Who the client is. A private person is registered with its own name and without a tax number. */
export const ClientType = vocabulary('companies.clientType', {
  company: { code: 0 },
  privatePerson: { code: 1 }
})

/** 0 is cash and 1 is transfer, in every call. */
export const PaymentType = vocabulary('companies.paymentType', {
  cash: { code: 0 },
  transfer: { code: 1 }
})

/** The ids of the companies of one call. */
export const companiesIds = Type.Array(Id, { minItems: 1, maxItems: 500 })

/** The address of a company. A company has only one, so the id of the address is that of the company. */
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
  /** The same as `name`. */
  companyName: Type.String(),
  shortName: Nullable(Type.String()),
  clientType: EnumOf(ClientType),
  taxNumber: Nullable(Type.String()),
  regon: Nullable(Type.String()),
  bdoNumber: Nullable(Type.String()),
  /** City, street, postal code. */
  fullAddress: Nullable(Type.String()),
  address: Address,
  country: EnumOf(Country),
  /** The country in words. */
  countryStr: Type.String(),
  verified: Type.Boolean(),
  active: Type.Boolean(),
  deactivationReason: Nullable(Type.String()),
  /**
   * Null for a company without a tax number, such as a private person, and for one that was registered before this check existed.
   */
  registerCheck: Nullable(EnumOf(RegisterCheck)),
  /** The domain of the e-mail of the company's first administrator, in small letters. */
  contactDomain: Nullable(Type.String()),
  /** Whether staff have said that the contact was confirmed in a second way; null where nobody was asked. */
  secondWay: Nullable(Type.Boolean()),
  /** The register's identifier of its answer. */
  registerRequestId: Nullable(Type.String()),
  multiDepartment: Type.Boolean(),
  paymentType: EnumOf(PaymentType),
  /** Whether its people get messages about the arrival of the driver. */
  arrivalMessages: Type.Boolean(),
  /** The order types of the company; the newest is `orderTypeId`. */
  orderTypes: Type.Array(EnumOf(OrderType)),
  orderTypeId: Nullable(EnumOf(OrderType)),
  createdAt: Day
})

/** A special price of a company. The pricing module provides it. */
export const SpecialPriceOfCompany = Type.Object({
  id: Id,
  value: Money,
  dateFrom: Day,
  dateTo: Day,
  orderTypeItemId: Id
})

/** A department, as the data of its company names it. */
export const DepartmentOfCompany = Type.Object({ id: Id, city: Type.String(), street: Type.String() })

export const MyCompany = Type.Object({
  id: Id,
  name: Type.String(),
  /** The same as `name`. */
  companyName: Type.String(),
  shortName: Nullable(Type.String()),
  clientType: EnumOf(ClientType),
  taxNumber: Nullable(Type.String()),
  regon: Nullable(Type.String()),
  bdoNumber: Nullable(Type.String()),
  country: EnumOf(Country),
  /** The country in words. */
  countryStr: Type.String(),
  paymentType: EnumOf(PaymentType),
  verified: Type.Boolean(),
  active: Type.Boolean(),
  multiDepartment: Type.Boolean(),
  address: Type.Object({
    city: Nullable(Type.String()),
    street: Nullable(Type.String()),
    postalCode: Nullable(Type.String())
  }),
  departments: Type.Array(DepartmentOfCompany),
  /** The order types of the company; the newest is `orderTypeId`. */
  orderTypes: Type.Array(EnumOf(OrderType)),
  orderTypeId: Nullable(EnumOf(OrderType)),
  /** Those that apply today or later. */
  specialPrices: Type.Array(SpecialPriceOfCompany)
})

const missing = 'companies.place.orderTypes.missing'

/** A whole set of order types, at least one: who needs none is deactivated. */
export const OrderTypes = Type.Array(EnumOf(OrderType), {
  minItems: 1,
  maxItems: 3,
  uniqueItems: true,
  messages: { required: missing, minItems: missing }
})
