/**
 * A company has one default place at most. Whoever changes which takes the company's lock first, so that two calls neither make
 * two nor wait for each other; the unique index `places_default` is what no code can break.
 */
import type { Knex } from 'knex'
import { visibleTo } from '../../../src/kernel/access/tenancy.ts'
import type { CommandContext } from '../../../src/kernel/commands/command.ts'
import { defineSystemCommand } from '../../../src/kernel/commands/system.ts'
import { query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { ReceptionPlace } from '../models.ts'
import { places } from './resource.ts'

/** Until the transaction ends nobody else changes which places the company has, or which is its default. */
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

/** Another place has become the default one. */
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

/** Takes the flag from the company's default place. False where there was none. */
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
