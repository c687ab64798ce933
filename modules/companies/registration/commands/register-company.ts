import type { Static } from '@sinclair/typebox'
import { compactTaxNumber } from '../../../../src/contract/tax-numbers.ts'
import { type CommandContext, defineCreation } from '../../../../src/kernel/commands/command.ts'
import { defineLink } from '../../../../src/kernel/commands/link.ts'
import { throwCompanyError } from '../../errors.ts'
import { Company, Department } from '../../models.ts'
import { recentAnswer } from '../../registers/look-up.ts'
import { clients } from '../../resource.ts'
import { pageOf } from '../../rules.ts'
import { countryFacts } from '../../schema.ts'
import { companyForm } from '../forms.ts'
import { addContact, languageOfPerson, limitRegistrations } from '../join.ts'
import { callsAnHour, registerCheckOf } from '../rules.ts'
import type { CompanyRegistration, DepartmentAddress } from '../schema.ts'

type Registration = Static<typeof CompanyRegistration>

/** Staff register a company for somebody, with the same panel as on the portal. */
export const register = defineLink(clients, {
  name: 'companies.register',
  selection: 'none',
  access: { ADMIN: {} },
  ui: { icon: 'building' },
  open: 'registration'
})

/**
 * Registers an unverified company, with its first department at the company's address, and a client administrator, who is invited
 * by e-mail. The company is also created if a stranger gives an e-mail that already has an account, because otherwise a stranger
 * could learn from VerifyCompany that the account exists. People of the company then join it.
 */
export const registerCompany = defineCreation(clients, {
  name: 'companies.registerCompany',
  call: 'POST /api/Admin/Companies',
  wire: { rateLimit: callsAnHour, summary: 'Register a company, with its first department and its administrator' },
  access: { ADMIN: { form: companyForm }, anyone: { form: companyForm } },
  async run(context, input) {
    await limitRegistrations(context)
    const { department, contactPerson, terms } = input
    const facts = await factsOf(context, input, personNameOf(contactPerson))
    const company = await insertCompany(context, facts, department, terms)
    await addContact(context, company.membership, contactPerson, {
      path: 'contactPerson.',
      country: input.country,
      texts: 'takenForCompany'
    })
    return { id: company.id }
  }
})

type CompanyFacts = Pick<
  Registration,
  'country' | 'taxNumber' | 'name' | 'regon' | 'bdoNumber' | 'multiDepartment' | 'department'
>

/**
 * The company with this number, and what the register's answer of the last day says about it.
 * @param person its name if neither the input nor the register has one
 * @throws companies.alreadyRegistered (409), at the number
 */
export async function factsOf({ trx, now, audience }: CommandContext, input: CompanyFacts, person: string) {
  const { country, regon, bdoNumber = null, multiDepartment = false } = input
  const known = { country, regon: regon ?? null, bdoNumber, multiDepartment }
  if (!input.taxNumber) return { ...known, taxNumber: null, name: input.name?.trim() ?? person }
  const taxNumber = compactTaxNumber(countryFacts[country].taxNumber, input.taxNumber)
  const registered = await Company.query(trx).findOne({ country, tax_number: taxNumber })
  if (registered) throwRegistered(registered, audience === 'ADMIN')
  const answer = await recentAnswer(trx, { country, taxNumber }, now)
  const name = input.name?.trim() ?? (answer?.kind === 'found' ? answer.name : null) ?? person
  return {
    ...known,
    taxNumber,
    name,
    registerCheck: registerCheckOf(answer, { name, regon, address: input.department }),
    registerRequestId: answer?.requestId ?? null
  }
}

/** Staff are led to the client that has the number; strangers are told nothing of it. */
function throwRegistered(company: Company, isForStaff: boolean): never {
  if (!isForStaff) return throwCompanyError.at('taxNumber', 'alreadyRegistered')
  const message = 'companies.alreadyRegistered.staff'
  const params = { name: company.name }
  const fieldErrors = [{ path: 'taxNumber', code: 'rule', params, message }]
  return throwCompanyError('alreadyRegistered', { message, params, fieldErrors, extra: { see: pageOf(company) } })
}

export const personNameOf = ({ firstName, lastName }: Registration['contactPerson']): string =>
  `${firstName.trim()} ${lastName.trim()}`

/** Inserts a company with its first department. Returns its id, and the data for its administrator's account. */
export async function insertCompany(
  context: CommandContext,
  company: Partial<Company> & Pick<Company, 'name' | 'country'>,
  address: Static<typeof DepartmentAddress>,
  terms: boolean | undefined
) {
  const { trx, now } = context
  const accepted = { termsAcceptedAt: terms ? now : null }
  const { id: companyId } = await Company.query(trx).insert({ ...company, ...address, ...accepted, createdAt: now })
  const { id: departmentId } = await Department.query(trx).insert({ companyId, ...address, createdAt: now })
  const language = languageOfPerson(context, company.country)
  const membership = { role: 'CLIENT_ADMIN', companyId, departmentId, language, isConfirmed: true } as const
  return { id: companyId, membership }
}
