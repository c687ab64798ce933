/**
 * The people of a registration. A stranger must not find out by registering whether an e-mail address has an account. So the answer
 * is the same in both cases, and the owner of the mailbox gets an e-mail, which for a new account is the invitation. Staff see an
 * error at the field if the address is taken.
 *
 * A person who joins a company is not confirmed: the account has its company and its role, but may do nothing until staff, or a
 * client administrator of the company, activate it.
 */
import type { Static } from '@sinclair/typebox'
import { check } from '../../../src/contract/check.ts'
import { isLanguage, type Language, languageOf } from '../../../src/contract/languages.ts'
import type { Role } from '../../../src/contract/roles.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import { limitOfDay } from '../../../src/kernel/access/daily-limit.ts'
import type { CommandContext } from '../../../src/kernel/commands/command.ts'
import type { FormDefinition } from '../../../src/kernel/commands/form.ts'
import { query, queryOne, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { requirePhone } from '../../../src/kernel/phones.ts'
import { orNotFound } from '../../../src/kernel/routes/route.ts'
import { addClient, throwEmailTaken, writeToOwner } from '../../users/public.ts'
import { type CountryCode, countryFacts } from '../schema.ts'
import { joinersADay, registrationsADay } from './rules.ts'
import type { ContactPerson } from './schema.ts'

const dayMs = 24 * 3_600_000
const hourSeconds = 3600

const dayBefore = (now: Date): Date => new Date(now.getTime() - dayMs)

export const isByStaff = ({ audience }: Pick<CommandContext, 'audience'>): boolean => audience === 'ADMIN'

/**
 * The language of messages to the person: that of the screen on which they registered. For people whom staff registered, it is that
 * of their country.
 */
export const languageOfPerson = (context: CommandContext, country: CountryCode): Language =>
  isByStaff(context) ? countryFacts[country].language : context.language

/** The language that the path names, by the number of the specification or by its letters. @throws kernel.notFound for any other */
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
  /** The path of the person in the body, with a dot; empty if the body is the person. */
  readonly path: '' | 'contactPerson.'
  /** Of the company: by its rules the phone is checked. */
  readonly country: CountryCode
  /** The message to the owner of an e-mail that already has an account. */
  readonly texts: 'taken' | 'takenForCompany'
  /** Undoes what was created for this person only (`beginUndoable`). */
  readonly undo?: () => Promise<void>
}

/**
 * Adds the person and sends the invitation.
 * @returns false if the e-mail already has an account; what was created for the person is then undone
 */
export async function addContact(
  context: CommandContext,
  membership: Membership,
  person: Static<typeof ContactPerson>,
  { path, country, texts, undo }: Mention
): Promise<boolean> {
  const phone = requirePhone(`${path}phone`, person.phone, country)
  const id = await addClient(context, membership, { ...person, phone })
  if (id !== undefined) return true
  if (isByStaff(context)) throwEmailTaken(`${path}email`)
  await undo?.()
  await writeToOwner(context, person.email, texts)
  return false
}

/**
 * Changes made after this call can be undone with the returned function. Undone changes still use up ids, so that the next id does
 * not reveal the undo. Of two simultaneous calls with one e-mail, the second finds the account of the first.
 */
export async function beginUndoable({ trx }: CommandContext): Promise<() => Promise<void>> {
  await query(trx, sql`savepoint registration`)
  return async () => {
    await query(trx, sql`rollback to savepoint registration`)
  }
}

/** Refuses strangers after so many calls for a company in 24 hours. Counts this call, whether or not it makes an account. */
async function limitJoiners(context: CommandContext, companyId: number): Promise<void> {
  if (isByStaff(context)) return
  const { trx, now } = context
  const row = await queryOne<{ n: number }>(
    trx,
    sql`select count(*)::int as n from companies.stranger_registrations
      where company_id = ${companyId} and at > ${dayBefore(now)}`
  )
  if ((row?.n ?? 0) >= joinersADay) throwProblem('tooMany', { retryAfter: hourSeconds })
  await query(trx, sql`insert into companies.stranger_registrations (company_id, at) values (${companyId}, ${now})`)
}

/** Refuses strangers of a network after an implausible number of registrations in 24 hours. */
export async function limitRegistrations(context: CommandContext): Promise<void> {
  if (!isByStaff(context)) await limitOfDay(context.trx, registrationsADay, context)
}

export interface CompanyToJoin {
  readonly id: number
  readonly country: CountryCode
  readonly multiDepartment: boolean
}

/**
 * The company that a person joins. It is locked, so that the limit also holds for simultaneous calls. The limit prevents that a
 * stranger fills a company's list of people, or mailboxes in the company's name.
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
  await limitJoiners(context, company.id)
  return company
}

/** Checks what depends on the company's country, which the body does not contain. */
export function checkByCountry({ schema }: FormDefinition, body: object, country: CountryCode): void {
  const fieldErrors = check(schema as Schema, body, '', { country })
  if (fieldErrors.length > 0) throwProblem('invalid', { fieldErrors })
}
