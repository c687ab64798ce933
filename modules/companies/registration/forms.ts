/** How the forms of registration are shown: the same for strangers and staff, and on both hosts. */
import type { FieldHint } from '../../../src/contract/form.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { unlikelyPostalCode } from '../address.ts'
import { Country } from '../schema.ts'
import { AccountRegistration, CompanyRegistration, DepartmentRegistration, PersonRegistration } from './schema.ts'

type Hints = Readonly<Record<string, FieldHint>>

const messagePrefix = 'companies.registration'
/** A group begins at its first field, even if that field is hidden. */
const hidden = (group: string): FieldHint => ({ control: 'hidden', group })

const person = (prefix = '', group?: string): Hints => {
  const inGroup = group ? { group } : {}
  return {
    [`${prefix}firstName`]: { ...inGroup, label: 'users.firstName', half: true, autocomplete: 'given-name' },
    [`${prefix}lastName`]: { ...inGroup, label: 'users.lastName', half: true, autocomplete: 'family-name' },
    [`${prefix}email`]: {
      ...inGroup,
      label: 'users.email',
      help: `${messagePrefix}.email.help`,
      autocomplete: 'email'
    },
    [`${prefix}phone`]: { ...inGroup, label: 'users.phone', autocomplete: 'tel' }
  }
}

const address = (group: string): Hints => ({
  'department.street': { group, label: 'companies.company.address.street', autocomplete: 'street-address' },
  'department.postalCode': {
    group,
    label: 'companies.company.address.postalCode',
    half: true,
    warn: [unlikelyPostalCode],
    autocomplete: 'postal-code'
  },
  'department.city': { group, label: 'companies.company.address.city', half: true, autocomplete: 'address-level2' }
})

const terms: Hints = { terms: { control: 'part:terms' } }

const isPolish = { country: [Country.polish] }
const contact = `${messagePrefix}.contact`
const company = `${messagePrefix}.company`
const initial = { asked: true }
/** The initial values for joining a company. The screen replaces the country by that of the company. */
const joining = { asked: true, country: Country.polish }
const context = ['asked']

export const companyForm = defineForm({
  schema: CompanyRegistration,
  messagePrefix,
  context,
  initial,
  fields: {
    country: hidden(company),
    taxNumber: hidden(company),
    requestId: hidden(company),
    name: { group: company, label: 'companies.company.name', autocomplete: 'organization' },
    regon: { group: company, label: 'companies.company.regon', half: true, when: isPolish },
    bdoNumber: {
      group: company,
      label: 'companies.company.bdoNumber',
      help: `${messagePrefix}.bdoNumber.help`,
      half: true
    },
    ...address(company),
    multiDepartment: {
      group: company,
      label: 'companies.company.multiDepartment',
      help: `${messagePrefix}.multiDepartment.help`
    },
    ...person('contactPerson.', contact),
    ...terms
  }
})

export const personForm = defineForm({
  schema: PersonRegistration,
  messagePrefix,
  context,
  initial,
  fields: {
    country: hidden(contact),
    ...person('contactPerson.', contact),
    ...address(`${messagePrefix}.address`),
    ...terms
  }
})

/** The screen provides `country`, which is that of the company. */
export const departmentForm = defineForm({
  schema: DepartmentRegistration,
  messagePrefix,
  context: ['asked', 'country'],
  initial: joining,
  fields: { ...address(`${messagePrefix}.department`), ...person('contactPerson.', contact), ...terms }
})

/** The department is in the path of the call. The form asks for it if there are several, and does not send it in the body. */
export const accountForm = defineForm({
  schema: AccountRegistration,
  messagePrefix,
  context: ['asked', 'country'],
  initial: joining,
  fields: { ...person(), ...terms }
})
