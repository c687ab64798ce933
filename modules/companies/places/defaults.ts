/**
 * A company has at most one default place. A call that changes it locks the company first, so that two calls can neither make
 * two nor deadlock; the unique index `places_default` guarantees it in any case.
 */
import type { Knex } from 'knex'
import { visibleTo } from '../../../src/kernel/access/tenancy.ts'
import type { CommandContext } from '../../../src/kernel/commands/command.ts'
import { defineSystemCommand } from '../../../src/kernel/commands/system.ts'
import { query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { ReceptionPlace } from '../models.ts'
import { places } from './resource.ts'

/** Locks the company: until the transaction ends no other call changes its places, or which one is the default. */
export const lockPlacesOf = (trx: Knex.Transaction, companyId: number) =>
  query(trx, sql`select pg_advisory_xact_lock(hashtext('companies.places'), ${companyId}::int)`)

/** The same for the companies of these places, as far as the caller may see them. */
export async function lockPlaces({ trx, reader }: CommandContext, ids: readonly number[]): Promise<void> {
  const companies = await query<{ id: number }>(
    trx,
    sql`select distinct p.company_id as id from companies.reception_places p
      where p.id = any(${[...ids]}::int[]) and ${visibleTo(reader, 'p.company_id', 'p.department_id')} order by id`
  )
  for (const { id } of companies) await lockPlacesOf(trx, id)
}

/** Makes another place the default. */
export const replaceDefaultPlace = defineSystemCommand(places, {
  name: 'companies.replaceDefaultPlace',
  when: { isDefault: [true] },
  async run({ trx }, rows) {
    await ReceptionPlace.query(trx)
      .whereIn(
        'id',
        rows.map(({ id }) => id)
      )
      .patch({ isDefault: false })
  }
})

/** Removes the flag from the company's default place; returns false where there was none. */
export async function clearDefault(context: CommandContext, companyId: number): Promise<boolean> {
  const present = await defaultOf(context.trx, companyId)
  if (present) await context.runAsSystem(replaceDefaultPlace, [present.id], undefined)
  return present !== undefined
}

export const defaultOf = (trx: Knex.Transaction, companyId: number) =>
  queryOne<{ id: number }>(
    trx,
    sql`select p.id from companies.reception_places p where p.company_id = ${companyId} and p.is_default`
  )
