/** The bodies of registration. Rules that differ by country read the field `country` of the body, or of the form around it. */
import { Type } from '@sinclair/typebox'
import { Email, EnumOf, Nullable, PhoneByCountry, Text } from '../../../src/kernel/schema.ts'
import { FirstName, LastName } from '../../users/schema.ts'
import { BdoNumber, Country, PostalCode, TaxNumber } from '../schema.ts'

/** The person who is invited. */
export const ContactPerson = Type.Object({
  email: Email,
  firstName: FirstName,
  lastName: LastName,
  phone: PhoneByCountry
})

/** The address of a department. That of the first department is also the company's. */
export const DepartmentAddress = Type.Object({ city: Text(100), street: Text(100), postalCode: PostalCode })

const missing = 'companies.registration.terms.missing'

/**
 * Acceptance of the regulations. It is required in calls from the screens of this application, which send `asked`. The payload of the
 * specification does not have the field: a call without it comes from another system, which asks its own people. The value false is
 * always refused.
 */
const Terms = Type.Optional(
  Type.Boolean({ const: true, requiredWhen: { asked: [true] }, messages: { required: missing, choice: missing } })
)

const requiredWhen = { country: [Country.polish] }

export const CompanyRegistration = Type.Object({
  country: EnumOf(Country),
  taxNumber: Type.Optional(Type.String({ ...TaxNumber, requiredWhen })),
  requestId: Type.Optional(Nullable(Text(100))),
  name: Type.Optional(Text(300, { requiredWhen })),
  regon: Type.Optional(
    Type.String({
      maxLength: 14,
      requiredWhen,
      rulesBy: { by: 'country', of: { [Country.polish]: { format: 'regon' } } }
    })
  ),
  bdoNumber: Type.Optional(Nullable(BdoNumber)),
  department: DepartmentAddress,
  multiDepartment: Type.Optional(Type.Boolean()),
  contactPerson: ContactPerson,
  terms: Terms
})

export const PersonRegistration = Type.Object({
  country: EnumOf(Country),
  contactPerson: ContactPerson,
  department: DepartmentAddress,
  terms: Terms
})

export const DepartmentRegistration = Type.Object({
  department: DepartmentAddress,
  contactPerson: ContactPerson,
  terms: Terms
})

export const AccountRegistration = Type.Object({ ...ContactPerson.properties, terms: Terms })

/** The answer, which is the same whether or not the e-mail has an account. */
export const Accepted = Type.Object({ accepted: Type.Literal(true) })
