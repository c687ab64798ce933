/**
 * A company has at most one default place, and one once it has any: the flag moves, and is not taken off. A call that changes it locks the company first, so that two simultaneous calls neither
 * set two default places nor deadlock. The unique index `places_default` enforces the rule in any case.
 */
import type { Knex } from 'knex'
import { visibleTo } from '../../../src/kernel/access/tenancy.ts'
import type { CommandContext } from '../../../src/kernel/commands/command.ts'
import { defineSystemCommand } from '../../../src/kernel/commands/system.ts'
import { query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { ReceptionPlace } from '../models.ts'
import { places } from './resource.ts'

/** Locks the company's places until the transaction ends: no other call can change them, or which one is the default. */
export const lockPlacesOf = (trx: Knex.Transaction, companyId: number) =>
  query(trx, sql`select pg_advisory_xact_lock(hashtext('companies.places'), ${companyId}::int)`)

/** Locks all places of the companies that these places belong to, as far as the caller may see them. */
export async function lockPlaces({ trx, reader }: CommandContext, ids: readonly number[]): Promise<void> {
  const companies = await query<{ id: number }>(
    trx,
    sql`select distinct p.company_id as id from companies.reception_places p
      where p.id = any(${[...ids]}::int[]) and ${visibleTo(reader, 'p.company_id', 'p.department_id')} order by id`
  )
  for (const { id } of companies) await lockPlacesOf(trx, id)
}

/** Removes the flag from these places, because another place becomes the default. */
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

/** Gives the flag to a place in the stead of another one. */
export const becomeDefaultPlace = defineSystemCommand(places, {
  name: 'companies.becomeDefaultPlace',
  async run({ trx }, rows) {
    for (const { id } of rows) await ReceptionPlace.query(trx).findById(id).patch({ isDefault: true })
  }
})

/**
 * Gives the flag to another place if the default one is not active, or was removed: to an active place, of the same department if there
 * is one, and the oldest of them. Where none is active the flag stays. The company's places must be locked.
 * @param changedId the place whose own command runs: its flag is written here, and its history is that command's
 */
export async function moveDefaultToActive(
  context: CommandContext,
  companyId: number,
  changedId: number
): Promise<void> {
  const { trx } = context
  const next = await queryOne<{ id: number; defaultId: number | null }>(
    trx,
    sql`select p.id, d.id as "defaultId" from companies.companies c
        left join companies.reception_places d on d.company_id = c.id and d.is_default
        join companies.reception_places p on p.company_id = c.id
      where c.id = ${companyId} and (d.id is null or (not d.is_active and p.is_active))
      order by p.is_active desc, p.department_id is distinct from d.department_id, p.created_at, p.id limit 1`
  )
  if (!next) return
  if (next.defaultId === changedId) await ReceptionPlace.query(trx).findById(changedId).patch({ isDefault: false })
  else if (next.defaultId !== null) await context.runAsSystem(replaceDefaultPlace, [next.defaultId], undefined)
  if (next.id === changedId) await ReceptionPlace.query(trx).findById(changedId).patch({ isDefault: true })
  else await context.runAsSystem(becomeDefaultPlace, [next.id], undefined)
}

/** Removes the flag from the company's default place, if it has one. */
export async function clearDefault(context: CommandContext, companyId: number): Promise<void> {
  const present = await defaultOf(context.trx, companyId)
  if (present) await context.runAsSystem(replaceDefaultPlace, [present.id], undefined)
}

export const defaultOf = (trx: Knex.Transaction, companyId: number) =>
  queryOne<{ id: number }>(
    trx,
    sql`select p.id from companies.reception_places p where p.company_id = ${companyId} and p.is_default`
  )
