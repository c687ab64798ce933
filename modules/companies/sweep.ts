/** Deletes data that is no longer needed: stored answers of registers and geocoders, and counts of past registrations. */
import { type Database, query, sql } from '../../src/kernel/database/sql.ts'

const day = 24 * 3_600_000
const answersKeptMs = 30 * day
const positionsKeptMs = 365 * day

/** Keeps a register's answer for as long as the company that registered with it exists. Other answers are kept for a month. */
export async function sweep(database: Database, now: Date): Promise<void> {
  await query(
    database,
    sql`delete from companies.register_answers answer where asked_at < ${new Date(now.getTime() - answersKeptMs)}
      and not exists (select from companies.companies company
        where company.country = answer.country and company.tax_number = answer.tax_number)`
  )
  await query(
    database,
    sql`delete from companies.positions where asked_at < ${new Date(now.getTime() - positionsKeptMs)}`
  )
  await query(database, sql`delete from companies.stranger_registrations where at < ${new Date(now.getTime() - day)}`)
}
