/** Issues a statement: reads the ledger once, and keeps its rows as they are. */
import { randomBytes } from 'node:crypto'
import { addDays, dayOf } from '../../../src/contract/days.ts'
import { type Language, languages } from '../../../src/contract/languages.ts'
import type { CommandContext } from '../../../src/kernel/commands/command.ts'
import { type Database, literal, query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { joinCompany, leftJoinPlace, placeAddress } from '../../companies/public.ts'
import { countryFacts } from '../../companies/schema.ts'
import { keepEmissions } from '../emissions/store.ts'
import { throwEvidenceError } from '../errors.ts'
import { type LedgerRow, ledger } from '../masses.ts'
import { MassRecord, nextNumber, Statement } from '../models.ts'

/** What a statement is about. */
export interface Subject {
  readonly companyId: number
  /** Null: all places of the client. */
  readonly placeId: number | null
  /** `YYYY-MM-DD`, both included. */
  readonly firstDay: string
  readonly lastDay: string
}

const maxDays = 366
/** Rows of one statement: more than a client has collections in a year, and what a call can write while somebody waits. */
export const maxRows = 5_000
const batch = 500

/** @throws evidence.* at the days' fields */
export function requirePeriod({ firstDay, lastDay }: Pick<Subject, 'firstDay' | 'lastDay'>, now: Date): void {
  if (lastDay < firstDay) throwEvidenceError.at('lastDay', 'periodReversed')
  if (lastDay >= addDays(firstDay, maxDays)) throwEvidenceError.at('lastDay', 'periodLong')
  if (lastDay > dayOf(now)) throwEvidenceError.at('lastDay', 'periodFuture')
}

interface ClientFacts {
  readonly name: string
  readonly taxNumber: string | null
  readonly address: string
  readonly country: number
  /** The address of the only place; null where the client has no such place. */
  readonly place: string | null
}

/** @throws evidence.noCompany, evidence.noPlace at their fields */
export async function clientFacts(database: Database, { companyId, placeId }: Subject): Promise<ClientFacts> {
  const facts = await queryOne<ClientFacts>(
    database,
    sql`select company.name, company.tax_number as "taxNumber", company.country, ${placeAddress('place')} as place,
        concat_ws(', ', company.street, concat_ws(' ', company.postal_code, company.city)) as address
      from (select ${companyId}::int as company_id, ${placeId}::int as place_id) asked ${joinCompany('company', 'asked.company_id')}
        ${leftJoinPlace('place', 'asked.place_id and place.company_id = company.id')}`
  )
  if (!facts) return throwEvidenceError.at('companyId', 'noCompany')
  if (placeId !== null && facts.place === null) throwEvidenceError.at('placeId', 'noPlace')
  return facts
}

/** The statement of the ledger's rows for a subject; its parameters have the types of their columns. */
const ledgerOf = ({ companyId, placeId, firstDay, lastDay }: Subject, wasteCode: string) =>
  ledger({
    company: sql`${companyId}::int`,
    place: sql`${placeId}::int`,
    firstDay: sql`${firstDay}::date`,
    lastDay: sql`${lastDay}::date`,
    wasteCode: sql`${wasteCode}::text`
  })

/** What a statement of the subject would have: kilograms and orders of each waste code. */
export const sumsOf = ({ db, settings }: Services, subject: Subject) =>
  query<{ wasteCode: string; orders: number; kilograms: number }>(
    db,
    sql`select waste_code as "wasteCode", count(distinct order_id)::int as orders, sum(kilograms)::int as kilograms
      from (${ledgerOf(subject, settings.wasteCode)}) mass group by waste_code order by waste_code`
  )

export const languageOfCountry = (country: number): Language =>
  countryFacts[country as keyof typeof countryFacts]?.language ?? languages[0]

/**
 * Issues a statement of the subject, as it is at this moment.
 * @throws evidence.nothingCollected, evidence.tooManyRows, evidence.alreadyIssued
 */
export async function issue(
  { trx, now, accountId, services }: CommandContext,
  subject: Subject
): Promise<{ readonly id: number; readonly number: string }> {
  const { companyId, placeId, firstDay, lastDay } = subject
  const { wasteCode } = services.settings
  const client = await clientFacts(trx, subject)
  const rows = await query<LedgerRow>(
    trx,
    sql`select order_id as "orderId", order_number as "orderNumber", card_id as "cardId", card_number as "cardNumber",
        ticket_ids as "ticketIds", tickets, place_id as "placeId", place, day, waste_code as "wasteCode", process, kilograms, source
      from (${ledgerOf(subject, wasteCode)}) mass
      order by place, place_id, waste_code, day, order_id, card_id limit ${literal(maxRows + 1)}`
  )
  if (rows.length === 0) throwEvidenceError.at('firstDay', 'nothingCollected')
  if (rows.length > maxRows) throwEvidenceError.at('lastDay', 'tooManyRows', { count: maxRows })
  const number = await nextNumber(trx, now)
  const { id } = await Statement.query(trx).insert({
    ...{ number, companyId, placeId, firstDay, lastDay, wasteCode, accountId, createdAt: now },
    companyName: client.name,
    taxNumber: client.taxNumber,
    address: client.address || null,
    place: placeId === null ? null : client.place,
    language: languageOfCountry(client.country),
    kilograms: rows.reduce((sum, row) => sum + row.kilograms, 0),
    orders: new Set(rows.map(({ orderId }) => orderId)).size,
    token: randomBytes(24).toString('base64url')
  })
  for (let at = 0; at < rows.length; at += batch)
    await MassRecord.query(trx).insert(rows.slice(at, at + batch).map(row => ({ ...row, statementId: id })))
  await keepEmissions(trx, id, { firstDay, lastDay, rows })
  return { id, number }
}
