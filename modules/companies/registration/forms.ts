/** How the forms of registration are shown: the same for strangers and staff, and on both hosts. */
import type { FieldHint } from '../../../src/contract/form.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { Country } from '../schema.ts'
import { AccountRegistration, CompanyRegistration, DepartmentRegistration, PersonRegistration } from './schema.ts'

type Hints = Readonly<Record<string, FieldHint>>

const messagePrefix = 'companies.registration'
const hidden: FieldHint = { control: 'hidden' }

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
    autocomplete: 'postal-code'
  },
  'department.city': { group, label: 'companies.company.address.city', half: true, autocomplete: 'address-level2' }
})

const terms: Hints = { terms: { control: 'part:terms' } }

const isPolish = { country: [Country.polish] }
const contact = `${messagePrefix}.contact`
const initial = { asked: true }
/** On the screen the country is the company's. */
const joining = { asked: true, country: Country.polish }
const context = ['asked']

export const companyForm = defineForm({
  schema: CompanyRegistration,
  messagePrefix,
  context,
  initial,
  fields: {
    country: hidden,
    taxNumber: hidden,
    requestId: hidden,
    name: { group: `${messagePrefix}.company`, label: 'companies.company.name', autocomplete: 'organization' },
    regon: { group: `${messagePrefix}.company`, label: 'companies.company.regon', half: true, when: isPolish },
    bdoNumber: {
      group: `${messagePrefix}.company`,
      label: 'companies.company.bdoNumber',
      help: `${messagePrefix}.bdoNumber.help`,
      half: true
    },
    ...address(`${messagePrefix}.company`),
    multiDepartment: {
      group: `${messagePrefix}.company`,
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
  fields: { country: hidden, ...person('contactPerson.', contact), ...address(`${messagePrefix}.address`), ...terms }
})

/** `country` is the company's, which the screen knows. */
export const departmentForm = defineForm({
  schema: DepartmentRegistration,
  messagePrefix,
  context: ['asked', 'country'],
  initial: joining,
  fields: { ...address(`${messagePrefix}.department`), ...person('contactPerson.', contact), ...terms }
})

/** The department is in the path: the form asks for it where there are several, and does not send it. */
export const accountForm = defineForm({
  schema: AccountRegistration,
  messagePrefix,
  context: ['asked', 'country'],
  initial: joining,
  fields: { ...person(), ...terms }
})
