/**
 * What staff type of a new client, on the phone: the company or private person, where to collect, and whom to invite. The fields and their
 * hints also begin the form that takes the client's first order (`orders.placeForNewClient`).
 */
import { type Static, type TProperties, Type } from '@sinclair/typebox'
import type { Derivation, FieldHint } from '../../../src/contract/form.ts'
import { Email, EnumOf, PhoneByCountry, Text } from '../../../src/kernel/schema.ts'
import { FirstName, LastName } from '../../users/schema.ts'
import { AddressFields, BdoNumber, unlikelyPostalCode } from '../address.ts'
import { Country, PostalCode, TaxNumber } from '../schema.ts'
import { CompanyRegistration } from './schema.ts'

const ofCompany = { privatePerson: [false, null] }
const polishCompany = { ...ofCompany, country: [Country.polish] }
const elsewhere = { elsewhere: [true] }
const invites = { invites: [true] }

/** A call for a private person has no tax number and no REGON; those of Polish companies have both. */
export const NewClientFields = {
  country: EnumOf(Country),
  privatePerson: Type.Optional(Type.Boolean()),
  taxNumber: Type.Optional(Type.String({ ...TaxNumber, requiredWhen: polishCompany })),
  name: Text(300),
  regon: Type.Optional(Type.String({ ...CompanyRegistration.properties.regon, requiredWhen: polishCompany })),
  bdoNumber: Type.Optional(BdoNumber),
  ...AddressFields,
  phone: PhoneByCountry,
  /** Whether the tyres are collected at another address than the company's. */
  elsewhere: Type.Optional(Type.Boolean()),
  placeStreet: Type.Optional(Text(100, { requiredWhen: elsewhere })),
  placePostalCode: Type.Optional(Type.String({ ...PostalCode, requiredWhen: elsewhere })),
  placeCity: Type.Optional(Text(100, { requiredWhen: elsewhere })),
  /** Whether a person is invited, who administers the client's account in the portal. */
  invites: Type.Optional(Type.Boolean()),
  firstName: Type.Optional(Type.String({ ...FirstName, requiredWhen: invites })),
  lastName: Type.Optional(Type.String({ ...LastName, requiredWhen: invites })),
  email: Type.Optional(Type.String({ ...Email, requiredWhen: invites }))
} satisfies TProperties

const NewClient = Type.Object(NewClientFields)
export type NewClientInput = Static<typeof NewClient>

const prefix = 'companies.newClient'
const group = `${prefix}.client`
const atPlace = `${prefix}.place`

export const newClientHints: Readonly<Record<string, FieldHint>> = {
  // before the number, whose fault would move it away under the pointer
  privatePerson: { group, label: `${prefix}.privatePerson` },
  taxNumber: { group, half: true, when: ofCompany },
  country: { group, half: true },
  lookUp: {
    group,
    label: `${prefix}.lookUp`,
    control: 'part:companies.registerLookUp',
    readOnly: true,
    transient: { anyOf: [{ type: 'object', additionalProperties: true }, { type: 'null' }] },
    when: ofCompany
  },
  name: {
    group,
    labelWhen: { when: { privatePerson: [true] }, label: 'companies.user.name' }
  },
  regon: { group, half: true, when: polishCompany },
  bdoNumber: {
    group,
    help: 'companies.registration.bdoNumber.help',
    half: true,
    when: ofCompany
  },
  street: { group, label: 'companies.company.address.street' },
  postalCode: {
    group,
    label: 'companies.company.address.postalCode',
    half: true,
    warn: [unlikelyPostalCode]
  },
  city: { group, label: 'companies.company.address.city', half: true },
  phone: { group: atPlace, label: `${prefix}.phone` },
  elsewhere: { group: atPlace, label: `${prefix}.elsewhere` },
  placeStreet: { group: atPlace, label: 'companies.place.street', when: elsewhere },
  placePostalCode: {
    group: atPlace,
    label: 'companies.place.postalCode',
    half: true,
    warn: [unlikelyPostalCode],
    when: elsewhere
  },
  placeCity: { group: atPlace, label: 'companies.place.city', half: true, when: elsewhere },
  invites: { group: atPlace, label: `${prefix}.invites` },
  firstName: { group: atPlace, label: 'users.firstName', half: true, when: invites },
  lastName: { group: atPlace, label: 'users.lastName', half: true, when: invites },
  email: { group: atPlace, label: 'users.email', when: invites }
}

/** The same in a form of another resource, which names the labels that are usual in those of companies. */
export const labelledClientHints: typeof newClientHints = {
  ...newClientHints,
  ...Object.fromEntries(
    ['taxNumber', 'country', 'name', 'regon', 'bdoNumber'].map(name => [
      name,
      { label: `companies.company.${name}`, ...newClientHints[name] }
    ])
  )
}

const registered = (pick: string, to: string): Derivation => ({
  kind: 'fetched',
  call: '/api/Admin/Companies/look-up?country={country}&taxNumber={taxNumber}',
  pick: pick === '' ? 'data' : `data.${pick}`,
  to
})

/** The register fills the company in; what was typed stays. */
export const newClientDerivations: readonly Derivation[] = [
  registered('', 'lookUp'),
  ...['name', 'regon', 'street', 'postalCode', 'city'].map(field => registered(field, field))
]

export const newClientInitial = { country: Country.polish, privatePerson: false, elsewhere: false, invites: false }

/** Where the tyres of the client are collected. */
export const placeOf = ({ elsewhere: isElsewhere, city, street, postalCode, ...other }: NewClientInput) =>
  isElsewhere
    ? { city: other.placeCity ?? '', street: other.placeStreet ?? '', postalCode: other.placePostalCode ?? '' }
    : { city, street, postalCode }
