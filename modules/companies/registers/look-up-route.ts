/** What is known of a tax number that staff type for a new client: whose it is here already, or what the public register says of it. */
import { Type } from '@sinclair/typebox'
import { check } from '../../../src/contract/check.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import { compactTaxNumber } from '../../../src/contract/tax-numbers.ts'
import { vocabulary } from '../../../src/contract/vocabulary.ts'
import { visibleTo } from '../../../src/kernel/access/tenancy.ts'
import { queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { defineRoute, ItemResponse } from '../../../src/kernel/routes/route.ts'
import { EnumOf, Id, Nullable } from '../../../src/kernel/schema.ts'
import { pageOf } from '../rules.ts'
import { Country, countryFacts, TaxNumber } from '../schema.ts'
import { lookUp } from './look-up.ts'

const Text = Nullable(Type.String())

/** What is known of a number, which is all that staff need to read. */
export const LookUpState = vocabulary('companies.lookUp', {
  /** Not a tax number (yet). */
  incomplete: { code: 0, tone: 'neutral' },
  /** A client has it. */
  registered: { code: 1, tone: 'warning' },
  found: { code: 2, tone: 'success' },
  unknown: { code: 3, tone: 'warning' },
  /** The register cannot be asked now: the person types the data in. */
  unanswered: { code: 4, tone: 'warning' }
})

const LookedUp = Type.Object({
  state: EnumOf(LookUpState),
  /** The client that has the number, and the page that shows it. */
  companyId: Nullable(Id),
  companyName: Text,
  page: Text,
  isActive: Type.Boolean(),
  /** What the register says. */
  name: Text,
  regon: Text,
  street: Text,
  postalCode: Text,
  city: Text
})

const nothing = {
  ...{ companyId: null, companyName: null, page: null, isActive: false },
  ...{ name: null, regon: null, street: null, postalCode: null, city: null }
}

const Typed = Type.Object({ taxNumber: TaxNumber })

export const lookUpRoute = defineRoute({
  url: '/api/Admin/Companies/look-up',
  access: ['ADMIN'],
  summary: 'Whether a tax number is a client’s, and else what the public register of its country says of it',
  query: Type.Object({ country: EnumOf(Country), taxNumber: Type.String({ maxLength: 100 }) }),
  answer: ItemResponse(LookedUp),
  run: async ({ services, caller, query: { country, taxNumber: typed } }) => {
    if (check(Typed as Schema, { taxNumber: typed }, '', { country }).length > 0)
      return { data: { ...nothing, state: LookUpState.incomplete } }
    const taxNumber = compactTaxNumber(countryFacts[country].taxNumber, typed)
    const company = await queryOne<{ id: number; name: string; verified: boolean; active: boolean }>(
      services.db,
      sql`select c.id, c.name, c.verified, c.active from companies.companies c
        where c.country = ${country} and c.tax_number = ${taxNumber} and ${visibleTo(caller, 'c.id')}`
    )
    if (company) {
      const { id: companyId, name: companyName, active: isActive } = company
      return {
        data: { ...nothing, state: LookUpState.registered, companyId, companyName, isActive, page: pageOf(company) }
      }
    }
    const answer = await lookUp(services, { country, taxNumber })
    if (answer.kind === 'problem') return { data: { ...nothing, state: LookUpState.unanswered } }
    if (answer.kind === 'unknown') return { data: { ...nothing, state: LookUpState.unknown } }
    const { name, regon, parts } = answer
    const { street = null, postalCode = null, city = null } = parts ?? {}
    return { data: { ...nothing, state: LookUpState.found, name, regon, street, postalCode, city } }
  }
})
