import type { Static } from '@sinclair/typebox'
import { compactTaxNumber } from '../../../src/contract/tax-numbers.ts'
import { type CommandContext, defineCreation } from '../../../src/kernel/commands/command.ts'
import { clients } from '../clients.ts'
import { throwCompanyError } from '../errors.ts'
import { Company, Department } from '../models.ts'
import { recentAnswer } from '../registers/look-up.ts'
import { countryFacts } from '../schema.ts'
import { companyForm } from './forms.ts'
import { addContact, languageOfPerson, limitRegistrations } from './join.ts'
import { callsAnHour, registerCheckOf } from './rules.ts'
import type { CompanyRegistration, DepartmentAddress } from './schema.ts'

type Registration = Static<typeof CompanyRegistration>

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
    const company = await insertCompany(context, await factsOf(context, input), department, terms)
    await addContact(context, company.membership, contactPerson, {
      path: 'contactPerson.',
      country: input.country,
      texts: 'takenForCompany'
    })
    return { id: company.id }
  }
})

/** The company with this number, and what the register's answer of the last day says about it. */
async function factsOf({ trx, now }: CommandContext, input: Registration) {
  const { country, regon, bdoNumber = null, multiDepartment = false, contactPerson } = input
  const person = nameOf(contactPerson)
  const known = { country, regon: regon ?? null, bdoNumber, multiDepartment }
  if (!input.taxNumber) return { ...known, taxNumber: null, name: input.name?.trim() ?? person }
  const taxNumber = compactTaxNumber(countryFacts[country].taxNumber, input.taxNumber)
  const registered = await Company.query(trx).findOne({ country, tax_number: taxNumber })
  if (registered) throwCompanyError.at('taxNumber', 'alreadyRegistered')
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

export const nameOf = ({ firstName, lastName }: Registration['contactPerson']): string =>
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
