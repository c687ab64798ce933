/**
 * The first step of registration: finds out whether a company with this tax number is registered here, and if not, what the
 * public register says about it. Anybody may ask. So the answer about a company registered here has only what a person needs
 * to join it: its departments by city and street, without those that a stranger has asked for. It does not contain the
 * company's name. A person who joins waits until the staff, or somebody of the company, activates the account.
 */
import { Type } from '@sinclair/typebox'
import { compactTaxNumber } from '../../../src/contract/tax-numbers.ts'
import { takeOfDay } from '../../../src/kernel/access/daily-limit.ts'
import { defineAction } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { type Database, queryOne, raw, sql } from '../../../src/kernel/database/sql.ts'
import { EnumOf, Id, Nullable } from '../../../src/kernel/schema.ts'
import { throwCompanyError } from '../errors.ts'
import { isDepartmentShown } from '../fragments.ts'
import { isAsked, lookUp, type NumberOfCountry } from '../registers/look-up.ts'
import type { RegisterAnswer } from '../registers/register.ts'
import { registerQuestionsADay } from '../registration/rules.ts'
import { Country, countryFacts, TaxNumber, taxNumberLabels } from '../schema.ts'

const Question = Type.Object({ taxNumber: TaxNumber, country: EnumOf(Country) })

const hourSeconds = 3_600

const Text = Nullable(Type.String())

const LookUpResult = Type.Object({
  alreadyRegistered: Type.Boolean(),
  /** Whether the register knows the number. If not, the number may still be right: the person then types the data in. */
  found: Type.Boolean(),
  taxNumber: Type.String(),
  country: EnumOf(Country),
  name: Text,
  regon: Text,
  statusVat: Text,
  residenceAddress: Text,
  companyAddress: Type.Object({ city: Text, postal: Text, street: Text }),
  requestId: Text,
  companyId: Nullable(Id),
  multiDepartment: Type.Boolean(),
  departments: Type.Array(
    Type.Object({
      id: Id,
      city: Type.String(),
      street: Nullable(Type.String({ description: 'only where departments in one city would be alike without it' }))
    })
  )
})

interface Registered {
  readonly companyId: number
  readonly multiDepartment: boolean
  readonly departments: { id: number; city: string; street: string | null }[]
}

export const verifyCompany = defineAction({
  name: 'companies.verifyCompany',
  call: 'POST /api/Companies/VerifyCompany',
  wire: {
    status: 200,
    // The Polish register allows an installation about a hundred searches a day in total.
    rateLimit: { max: 20, timeWindow: 3_600_000 },
    summary: 'Whether a company is registered here, and else what the public register of its country says of it'
  },
  access: {
    anyone: {
      form: defineForm({
        schema: Question,
        messagePrefix: 'companies.company',
        initial: { country: Country.polish },
        // the number first: it has the focus, and the country is right for nearly everybody
        fields: { taxNumber: { labelWhen: taxNumberLabels } }
      })
    }
  },
  answer: LookUpResult,
  async beforeTransaction(context, { taxNumber, country }): Promise<RegisterAnswer | undefined> {
    const { services, caller } = context
    const number = numberOf(taxNumber, country)
    if (await registered(services.db, number)) return undefined
    // A network that has asked too often types the data in, as where the register is down.
    if (!caller && (await isAsked(services, number)) && !(await takeOfDay(services.db, registerQuestionsADay, context)))
      return throwCompanyError('registerLimited', { retryAfter: hourSeconds })
    const answer = await lookUp(services, number)
    if (answer.kind !== 'problem') return answer
    const { problem, retryAfter } = answer
    return throwCompanyError(problem === 'limited' ? 'registerLimited' : 'registerUnavailable', { retryAfter })
  },
  async run({ trx }, input, answer) {
    const number = numberOf(input.taxNumber, input.country)
    const company = await registered(trx, number)
    const entry = !company && answer?.kind === 'found' ? answer : undefined
    const { street = null, postalCode = null, city = null } = entry?.parts ?? {}
    return {
      ...number,
      alreadyRegistered: company !== undefined,
      found: entry !== undefined,
      name: entry?.name ?? null,
      regon: entry?.regon ?? null,
      statusVat: entry?.statusVat ?? null,
      residenceAddress: entry?.address ?? null,
      companyAddress: { city, postal: postalCode, street },
      requestId: company ? null : (answer?.requestId ?? null),
      companyId: company?.companyId ?? null,
      multiDepartment: company?.multiDepartment ?? false,
      departments: company?.departments ?? []
    }
  }
})

const numberOf = (text: string, country: NumberOfCountry['country']): NumberOfCountry => ({
  country,
  taxNumber: compactTaxNumber(countryFacts[country].taxNumber, text)
})

const registered = (database: Database, { country, taxNumber }: NumberOfCountry): Promise<Registered | undefined> =>
  queryOne<Registered>(
    database,
    sql`select c.id as "companyId", c.multi_department as "multiDepartment",
        coalesce((select json_agg(json_build_object('id', d.id, 'city', d.city, 'street', case when d.is_ambiguous then d.street end)
            order by d.city, d.street, d.id)
          from (select d.id, d.city, d.street, count(*) over (partition by lower(d.city)) > 1 as is_ambiguous
            from companies.departments d where d.company_id = c.id and ${raw(isDepartmentShown('d'))}) d), '[]') as departments
      from companies.companies c where c.country = ${country} and c.tax_number = ${taxNumber}`
  )
