/**
 * The people of a registration. Nobody may find out by registering whether an e-mail has an account: a stranger is answered the
 * same, and the owner of the mailbox gets an e-mail, which for a new account is the invitation. Staff see at the field that the
 * e-mail is taken.
 *
 * Who joins a company is not confirmed: the account has its company and its role, and may do nothing until an administrator, or a
 * client administrator of the company, activates it.
 */
import type { Static } from '@sinclair/typebox'
import { check } from '../../../src/contract/check.ts'
import { isLanguage, type Language, languageOf } from '../../../src/contract/languages.ts'
import type { Role } from '../../../src/contract/roles.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import type { CommandContext } from '../../../src/kernel/commands/command.ts'
import type { FormDefinition } from '../../../src/kernel/commands/form.ts'
import { query, queryOne, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/http/errors.ts'
import { orNotFound } from '../../../src/kernel/http/route.ts'
import { addClient, throwEmailTaken, writeToOwner } from '../../users/public.ts'
import { type CountryCode, countryFacts } from '../schema.ts'
import { joinersADay, registrationsADay } from './rules.ts'
import type { ContactPerson } from './schema.ts'

const dayMs = 24 * 3_600_000
const hourSeconds = 3600

const dayBefore = (now: Date): Date => new Date(now.getTime() - dayMs)

export const isByStaff = ({ audience }: Pick<CommandContext, 'audience'>): boolean => audience === 'ADMIN'

/**
 * The language of messages to the person: that of the screen they registered on; for people registered by staff, that of their
 * country.
 */
export const languageOfPerson = (context: CommandContext, country: CountryCode): Language =>
  isByStaff(context) ? countryFacts[country].language : context.language

/** The language that the path names, by the specification's number or its letters; 404 for any other. */
export function languageInPath(text: string): Language {
  const named = /^[1-6]$/.test(text) ? languageOf(Number(text)) : text.toLowerCase()
  return isLanguage(named) ? named : throwProblem('notFound')
}

interface Membership {
  readonly role: Extract<Role, 'CLIENT_ADMIN' | 'CLIENT'>
  readonly companyId: number
  readonly departmentId: number
  readonly language: Language
  /** False: the account waits for activation. */
  readonly isConfirmed: boolean
}

interface Mention {
  /** The path of the e-mail in the body. */
  readonly path: string
  /** The message to the owner of an e-mail that already has an account. */
  readonly texts: 'taken' | 'takenForCompany'
  /** Undoes what was created for this person only (`beginUndoable`). */
  readonly undo?: () => Promise<void>
}

/**
 * Adds the person and sends the invitation. Returns false if the e-mail has an account; what was created for the person is then
 * undone.
 */
export async function addContact(
  context: CommandContext,
  membership: Membership,
  person: Static<typeof ContactPerson>,
  { path, texts, undo }: Mention
): Promise<boolean> {
  const id = await addClient(context, membership, person)
  if (id !== undefined) return true
  if (isByStaff(context)) throwEmailTaken(path)
  await undo?.()
  await writeToOwner(context, person.email, texts)
  return false
}

/**
 * Changes made after this call can be undone. They use up ids all the same, so that the next id does not reveal it; and of two
 * simultaneous calls with one e-mail, the second finds the account of the first.
 */
export async function beginUndoable({ trx }: CommandContext): Promise<() => Promise<void>> {
  await query(trx, sql`savepoint registration`)
  return async () => {
    await query(trx, sql`rollback to savepoint registration`)
  }
}

/** Refuses strangers after so many calls in 24 hours, and counts this one, whether or not it makes an account. */
async function limitStrangers(context: CommandContext, companyId: number | null, max: number): Promise<void> {
  if (isByStaff(context)) return
  const { trx, now } = context
  const row = await queryOne<{ n: number }>(
    trx,
    sql`select count(*)::int as n from companies.stranger_registrations
      where company_id is not distinct from ${companyId} and at > ${dayBefore(now)}`
  )
  if ((row?.n ?? 0) >= max) throwProblem('tooMany', { retryAfter: hourSeconds })
  await query(trx, sql`insert into companies.stranger_registrations (company_id, at) values (${companyId}, ${now})`)
}

/** Refuses strangers once more have registered today than any business explains. */
export const limitRegistrations = (context: CommandContext): Promise<void> =>
  limitStrangers(context, null, registrationsADay)

export interface CompanyToJoin {
  readonly id: number
  readonly country: CountryCode
  readonly multiDepartment: boolean
}

/**
 * The company that somebody joins, locked so that the limit holds for calls at the same time: a stranger can fill neither a
 * company's list of people nor mailboxes in its name.
 * @param companyId a statement that gives the company's id as `id`
 */
export async function companyToJoin(context: CommandContext, companyId: Sql): Promise<CompanyToJoin> {
  const company = orNotFound(
    await queryOne<CompanyToJoin>(
      context.trx,
      sql`select c.id, c.country, c.multi_department as "multiDepartment" from companies.companies c
        where c.id = (${companyId}) for no key update`
    )
  )
  await limitStrangers(context, company.id, joinersADay)
  return company
}

/** Checks what depends on the company's country, which the body does not contain. */
export function checkByCountry({ schema }: FormDefinition, body: object, country: CountryCode): void {
  const fieldErrors = check(schema as Schema, body, '', { country })
  if (fieldErrors.length > 0) throwProblem('invalid', { fieldErrors })
}
