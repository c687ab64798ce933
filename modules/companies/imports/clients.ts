/**
 * Clients with their places and people, from a spreadsheet. A row is what the form of a new client takes (`addClient`), and is judged by it;
 * rows of the same client after its first add further places and people to it. A client that is there already is left out.
 *
 * Rows are written some hundreds at a time, because a command for each would take minutes for a large firm. People are not invited: a letter
 * cannot be taken back, and staff send invitations when the firm is ready.
 */
import { check, type FieldError } from '../../../src/contract/check.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import { compactTaxNumber } from '../../../src/contract/tax-numbers.ts'
import type { CommandContext } from '../../../src/kernel/commands/command.ts'
import { inputOf } from '../../../src/kernel/commands/validation.ts'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import {
  type ImportKind,
  type ImportRow,
  type ImportRun,
  idsOf,
  type Made,
  type Outcome
} from '../../../src/kernel/imports/kind.ts'
import { recordMade, recordUnmade } from '../../../src/kernel/imports/record.ts'
import { storedPhone } from '../../../src/kernel/phones.ts'
import { addUninvited, removeUnused, takenEmails, type UninvitedPerson } from '../../users/public.ts'
import { Company, CompanyOrderType, Department, PlaceOrderType, ReceptionPlace } from '../models.ts'
import { addToCompanies, addToPlaces, type OrderTypeCode } from '../order-types/sets.ts'
import { companyUsers } from '../people/resource.ts'
import { setPosition } from '../places/find-positions.ts'
import { places } from '../places/resource.ts'
import { addedClientInitial, NewClientForm } from '../registration/commands/add-client.ts'
import { type NewClientInput, placeOf } from '../registration/new-client.ts'
import { registerCheckOf } from '../registration/rules.ts'
import { clients } from '../resource.ts'
import { ClientType, Country, type CountryCode, countryFacts } from '../schema.ts'
import { arrivalMessages, clientColumns } from './columns.ts'

type Input = NewClientInput & { readonly orderTypeId: OrderTypeCode }

const schema = NewClientForm.schema as Schema

/** The form's initial values, and what follows from the cells that are filled in, as a person would tick it. */
export function bodyOf({ values: { [arrivalMessages]: _, ...values } }: ImportRow): Record<string, unknown> {
  const given = tidied({ ...addedClientInitial, ...values })
  const has = (...names: string[]): boolean => names.some(name => values[name] !== undefined)
  return {
    ...given,
    elsewhere: has('placeStreet', 'placeCity', 'placePostalCode'),
    invites: has('email', 'firstName', 'lastName')
  }
}

/** What spreadsheets do to Polish numbers is set right: a code without its hyphen, a phone with its country. */
export function tidied(values: Record<string, unknown>): Record<string, unknown> {
  if (values.country !== Country.polish) return values
  const code = (text: unknown): unknown =>
    typeof text === 'string' && /^\d{4,5}$/.test(text) ? text.padStart(5, '0').replace(/^(..)/, '$1-') : text
  const phone = (text: unknown): unknown => {
    const plain = typeof text === 'string' ? text.replaceAll(/[\s().-]/g, '').replace(/^(\+|00)48/, '') : text
    return typeof plain === 'string' && /^\d{9}$/.test(plain) ? plain : text
  }
  const changed = { postalCode: code, placePostalCode: code, phone }
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, changed[name as keyof typeof changed]?.(value) ?? value])
  )
}

/** A row that the form allows. */
interface Judged {
  readonly input: Input
  readonly taxNumber: string | null
  readonly phone: string
  /** Whether its people get messages about arrivals: the first row of a client decides. */
  readonly getsArrivalMessages: boolean
  /** The same for all rows of one client. */
  readonly key: string
}

const folded = (text: string): string => text.toLocaleLowerCase('pl').replaceAll(/[^\p{L}\p{N}]/gu, '')
const nameKey = (name: string, street: string): string => `${folded(name)}/${folded(street)}`

function judge(row: ImportRow): Judged | { readonly errors: readonly FieldError[] } {
  const body = bodyOf(row)
  const errors = check(schema, body)
  const country = (typeof body.country === 'number' ? body.country : Country.polish) as CountryCode
  const phone = typeof body.phone === 'string' ? storedPhone(body.phone, country) : undefined
  const phoneMissing = phone === undefined && !errors.some(({ path }) => path === 'phone')
  if (errors.length > 0 || phone === undefined) {
    const wrongPhone = { path: 'phone', code: 'rule', params: {}, message: 'check.anyPhone' }
    return { errors: phoneMissing ? [...errors, wrongPhone] : errors }
  }
  const input = inputOf(schema, body) as unknown as Input
  const taxNumber =
    input.taxNumber && !input.privatePerson ? compactTaxNumber(countryFacts[country].taxNumber, input.taxNumber) : null
  const key = taxNumber ? `${country} ${taxNumber}` : nameKey(input.name, input.street)
  return { input, taxNumber, phone, key, getsArrivalMessages: row.values[arrivalMessages] === true }
}

/** A client of this file that an earlier row has made, or would make. */
interface Earlier {
  companyId: number
  departmentId: number
  readonly places: Set<string>
  hasPeople: boolean
}

interface Present {
  readonly name: string
  readonly street: string | null
  readonly key: string | null
}

/** The clients in the database that rows may be: by their number, else by name and street. */
async function presentOf({ trx }: CommandContext, judged: readonly Judged[]) {
  const numbers = judged.flatMap(({ taxNumber }) => taxNumber ?? [])
  const names = judged.map(({ input }) => input.name.trim().toLowerCase())
  const rows = await query<Present>(
    trx,
    sql`select c.name, c.street, case when c.tax_number is not null then c.country || ' ' || c.tax_number end as key
      from companies.companies c where c.tax_number = any(${numbers}::text[]) or lower(c.name) = any(${names}::text[])`
  )
  const byKey = new Map(rows.flatMap(row => (row.key ? [[row.key, row] as const] : [])))
  const byName = new Map(rows.map(row => [nameKey(row.name, row.street ?? ''), row]))
  return ({ key, taxNumber, input }: Judged): Present | undefined => {
    const same = byKey.get(key)
    if (same) return same
    const alike = byName.get(nameKey(input.name, input.street))
    // two firms of one name at one address, with a number each, are two clients
    return alike && (taxNumber === null || alike.key === null) ? alike : undefined
  }
}

interface Plan extends Judged {
  readonly at: number
  readonly client: Earlier
  readonly isNew: boolean
  readonly place: ReturnType<typeof placeOf>
  /** False for a row that only adds a person to a client whose place an earlier row has. */
  readonly addsPlace: boolean
}

const placeKey = ({ city, street, postalCode }: ReturnType<typeof placeOf>): string =>
  [city, street, postalCode].map(folded).join('/')

const rule = (path: string, message: string, params: FieldError['params'] = {}): Outcome => ({
  errors: [{ path, code: 'rule', params, message }]
})

function begin(context: CommandContext, { isDry, importId }: ImportRun) {
  const earlier = new Map<string, Earlier>()
  const emails = new Set<string>()

  return async (rows: readonly ImportRow[]): Promise<readonly Outcome[]> => {
    const outcomes: Outcome[] = rows.map(() => ({ made: [] }))
    const judged = rows.map(judge)
    const right = judged.filter(one => 'input' in one)
    const present = await presentOf(context, right)
    const taken = await takenEmails(
      context.trx,
      right.flatMap(({ input }) => (input.invites && input.email ? [input.email] : []))
    )
    const plans: Plan[] = []
    judged.forEach((row, at) => {
      if (!('input' in row)) {
        outcomes[at] = row
        return
      }
      const known = earlier.get(row.key)
      const there = known ? undefined : present(row)
      const email = row.input.invites ? row.input.email?.toLowerCase() : undefined
      const place = placeOf(row.input)
      if (there) outcomes[at] = { skipped: 'companies.import.exists', params: { name: there.name } }
      else if (email && (taken.has(email) || emails.has(email))) outcomes[at] = rule('email', 'errors.users.emailTaken')
      else if (known?.places.has(placeKey(place)) && !email) outcomes[at] = { skipped: 'companies.import.twice' }
      else {
        const client = known ?? { companyId: 0, departmentId: 0, places: new Set(), hasPeople: false }
        earlier.set(row.key, client)
        if (email) emails.add(email)
        plans.push({
          ...row,
          at,
          client,
          isNew: known === undefined,
          place,
          addsPlace: !client.places.has(placeKey(place))
        })
        client.places.add(placeKey(place))
      }
    })
    if (!isDry && plans.length > 0) await write(context, plans, outcomes, importId)
    return outcomes
  }
}

async function write(
  context: CommandContext,
  plans: readonly Plan[],
  outcomes: Outcome[],
  importId: number
): Promise<void> {
  const made = (at: number, type: string, id: number): void => {
    const outcome = outcomes[at]
    if (outcome && 'made' in outcome) (outcome.made as Made[]).push({ type, id })
  }
  const added = plans.filter(({ isNew }) => isNew)
  await writeCompanies(context, added)
  for (const { at, client } of added) made(at, clients.subjectType, client.companyId)
  const people = plans.filter(({ input }) => input.invites && input.email)
  const peopleIds = await addUninvited(context, people.map(personOf))
  for (const [index, { at }] of people.entries()) made(at, companyUsers.subjectType, peopleIds[index] ?? 0)
  const placed = await writePlaces(context, plans)
  for (const { at, id } of placed) made(at, places.subjectType, id)
  const companyIds = added.map(({ client }) => client.companyId)
  await recordMade(context, clients, companyIds, importId)
  await recordMade(context, companyUsers, peopleIds, importId)
  const placeIds = placed.map(({ id }) => id)
  await recordMade(context, places, placeIds, importId)
}

/** New companies may order at once, as those that staff add by the form. */
async function writeCompanies(context: CommandContext, plans: readonly Plan[]): Promise<void> {
  if (plans.length === 0) return
  const { trx, now } = context
  const companies = await Company.query(trx).insert(
    plans.map(({ input, taxNumber, getsArrivalMessages }) => {
      const { name, country, regon = null, bdoNumber = null, city, street, postalCode, privatePerson = false } = input
      const address = { city, street, postalCode }
      const facts = privatePerson
        ? { clientType: ClientType.privatePerson }
        : { taxNumber, regon, bdoNumber, registerCheck: registerCheckOf(undefined, { name, address }) }
      return {
        name: name.trim(),
        country,
        ...facts,
        ...address,
        verified: true,
        active: true,
        arrivalMessages: getsArrivalMessages,
        createdAt: now
      }
    })
  )
  const departments = await Department.query(trx).insert(
    companies.map(({ id, city, street, postalCode }) => ({
      companyId: id,
      city: city ?? '',
      street: street ?? '',
      postalCode: postalCode ?? '',
      createdAt: now
    }))
  )
  plans.forEach(({ client }, at) => {
    client.companyId = companies[at]?.id ?? 0
    client.departmentId = departments[at]?.id ?? 0
  })
}

function personOf({ input, phone, client }: Plan): UninvitedPerson {
  const role = client.hasPeople ? 'CLIENT' : 'CLIENT_ADMIN'
  client.hasPeople = true
  const { companyId, departmentId } = client
  const { email = '', firstName = '', lastName = '' } = input
  const { language } = countryFacts[input.country]
  return { email, firstName, lastName, phone, membership: { role, companyId, departmentId, language } }
}

/** The first place of a client is its default. */
async function writePlaces(context: CommandContext, plans: readonly Plan[]): Promise<{ at: number; id: number }[]> {
  const { trx, now } = context
  const fresh = plans.filter(({ addsPlace }) => addsPlace)
  if (fresh.length === 0) return []
  const rows = await ReceptionPlace.query(trx).insert(
    fresh.map(({ input, phone, client, place, isNew }) => ({
      ...place,
      phone,
      bdoNumber: input.privatePerson ? null : (input.bdoNumber ?? null),
      companyId: client.companyId,
      departmentId: client.departmentId,
      isDefault: isNew,
      isActive: true,
      approvedAt: now,
      createdAt: now
    }))
  )
  await addTypes(
    context,
    fresh.map((plan, at) => ({ plan, id: rows[at]?.id ?? 0 }))
  )
  return fresh.map(({ at }, index) => ({ at, id: rows[index]?.id ?? 0 }))
}

async function addTypes(context: CommandContext, rows: readonly { plan: Plan; id: number }[]): Promise<void> {
  for (const type of new Set(rows.map(({ plan }) => plan.input.orderTypeId))) {
    const ofType = rows.filter(({ plan }) => plan.input.orderTypeId === type)
    await addToCompanies(context, [...new Set(ofType.map(({ plan }) => plan.client.companyId))], [type])
    await addToPlaces(
      context,
      ofType.map(({ id }) => id),
      [type]
    )
  }
}

async function undo(context: CommandContext, made: readonly Made[]): Promise<void> {
  const { trx } = context
  await recordUnmade(context, places, idsOf(made, places.subjectType), async some => {
    await PlaceOrderType.query(trx)
      .delete()
      .whereIn('reception_place_id', [...some])
    await ReceptionPlace.query(trx)
      .delete()
      .whereIn('id', [...some])
  })
  await recordUnmade(context, companyUsers, idsOf(made, companyUsers.subjectType), some => removeUnused(trx, some))
  await recordUnmade(context, clients, idsOf(made, clients.subjectType), async some => {
    await CompanyOrderType.query(trx)
      .delete()
      .whereIn('company_id', [...some])
    await Department.query(trx)
      .delete()
      .whereIn('company_id', [...some])
    await Company.query(trx)
      .delete()
      .whereIn('id', [...some])
  })
}

export const clientImport: ImportKind = {
  name: 'clients',
  maxRows: 50_000,
  columns: clientColumns,
  begin,
  undo,
  // positions are found by the hour
  ownChanges: [setPosition.name]
}
