/**
 * The order types that companies and their places may order. What a place has, its company has, too: a type that staff give to a place
 * is given to the company, and one that is taken from a company is taken from all of its places.
 *
 * Whoever changes them locks the company first, then its places, and so does whoever places an order (`placeForOrder`), who reads the
 * types after that: an order is placed either before its type is taken away, which is refused because of it, or by the new set.
 */
import type { Knex } from 'knex'
import type { CodeOf } from '../../../src/contract/vocabulary.ts'
import type { CommandContext } from '../../../src/kernel/commands/command.ts'
import { defineSystemCommand } from '../../../src/kernel/commands/system.ts'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import type { RowOf } from '../../../src/kernel/resources/resource.ts'
import type { OrderType } from '../../catalogue/schema.ts'
import { Company, CompanyOrderType, PlaceOrderType, ReceptionPlace, touched } from '../models.ts'
import { places } from '../places/resource.ts'
import { clients } from '../resource.ts'
import { requireTypesUnused } from './open-orders.ts'

export type OrderTypeCode = CodeOf<typeof OrderType>

type CompanyRow = RowOf<typeof clients>
type PlaceRow = RowOf<typeof places>

/** Locks the companies of these places, in the order of their ids. */
export const lockCompaniesOf = (trx: Knex.Transaction, placeIds: readonly number[]) =>
  query(
    trx,
    sql`select c.id from companies.companies c
      where c.id in (select p.company_id from companies.reception_places p where p.id = any(${[...placeIds]}::int[]))
      order by c.id for no key update`
  )

const without = (types: readonly OrderTypeCode[], others: readonly OrderTypeCode[]): OrderTypeCode[] =>
  types.filter(type => !others.includes(type))

/** Adds order types to companies. Where a company has one already, that becomes its newest. */
export async function addToCompanies(
  { trx, now }: Pick<CommandContext, 'trx' | 'now'>,
  companyIds: readonly number[],
  types: readonly OrderTypeCode[]
): Promise<void> {
  if (types.length === 0) return
  await CompanyOrderType.query(trx)
    .insert(companyIds.flatMap(companyId => types.map(orderTypeId => ({ companyId, orderTypeId, assignedAt: now }))))
    .onConflict(['company_id', 'order_type_id'])
    .merge(['assigned_at'])
}

/** The same for places. */
export async function addToPlaces(
  { trx, now }: Pick<CommandContext, 'trx' | 'now'>,
  placeIds: readonly number[],
  types: readonly OrderTypeCode[]
): Promise<void> {
  if (types.length === 0) return
  await PlaceOrderType.query(trx)
    .insert(
      placeIds.flatMap(receptionPlaceId =>
        types.map(orderTypeId => ({ receptionPlaceId, orderTypeId, assignedAt: now }))
      )
    )
    .onConflict(['reception_place_id', 'order_type_id'])
    .merge(['assigned_at'])
}

/** Gives companies the order types that one of their places got. */
export const addTypesOfPlace = defineSystemCommand<typeof clients, readonly OrderTypeCode[]>(clients, {
  name: 'companies.addTypesOfPlace',
  async run(context, rows, types) {
    for (const { id, orderTypes } of rows) {
      await addToCompanies(context, [id], without(types, orderTypes))
      await Company.query(context.trx).findById(id).patch(touched)
    }
  }
})

/** Which types the places of a company get, if they are active, and which they lose. */
interface TypeChange {
  readonly added: readonly OrderTypeCode[]
  readonly taken: readonly OrderTypeCode[]
}

/** What follows for the places when the order types of their company change. */
export const followTypesOfCompany = defineSystemCommand<typeof places, TypeChange>(places, {
  name: 'companies.followTypesOfCompany',
  async run(context, rows, { added, taken }) {
    for (const { id, isActive, orderTypes } of rows) {
      const missing = isActive ? without(added, orderTypes) : []
      await changeTypes(context, id, missing, taken)
    }
  }
})

async function changeTypes(
  context: Pick<CommandContext, 'trx' | 'now'>,
  placeId: number,
  added: readonly OrderTypeCode[],
  taken: readonly OrderTypeCode[]
): Promise<void> {
  const { trx } = context
  await PlaceOrderType.query(trx).delete().where({ reception_place_id: placeId }).whereIn('order_type_id', taken)
  await addToPlaces(context, [placeId], added)
  await ReceptionPlace.query(trx).findById(placeId).patch(touched)
}

/**
 * Sets the order types of places, and gives their companies those that they lack. The companies must be locked (`lockCompaniesOf`).
 * @throws companies.typeInUse (409)
 */
export async function setTypesOfPlaces(
  context: CommandContext,
  rows: readonly PlaceRow[],
  types: readonly OrderTypeCode[]
): Promise<void> {
  const changes = rows
    .map(({ id, companyId, orderTypes }) => ({
      id,
      companyId,
      added: without(types, orderTypes),
      taken: without(orderTypes, types)
    }))
    .filter(({ added, taken }) => added.length + taken.length > 0)
  await requireTypesUnused(
    context,
    changes.flatMap(({ id, taken }) => taken.map(orderTypeId => ({ placeId: id, orderTypeId }))),
    rows.length > 1
  )
  for (const { id, added, taken } of changes) await changeTypes(context, id, added, taken)
  await giveToCompanies(context, new Set(changes.map(({ companyId }) => companyId)), types)
}

/** Gives the companies the types that they lack. */
export async function giveToCompanies(
  context: CommandContext,
  companyIds: Iterable<number>,
  types: readonly OrderTypeCode[]
): Promise<void> {
  const lacking = await query<{ id: number }>(
    context.trx,
    sql`select c.id from companies.companies c where c.id = any(${[...companyIds]}::int[])
      and not ${[...types]}::int[] <@ array(select t.order_type_id::int from companies.company_order_types t where t.company_id = c.id)
      order by c.id`
  )
  if (lacking.length > 0)
    await context.runAsSystem(
      addTypesOfPlace,
      lacking.map(({ id }) => id),
      types
    )
}

/**
 * Changes the places of a company, which is locked, as its own set was changed.
 * @throws companies.typeInUse (409)
 */
export async function changePlacesOf(
  context: CommandContext,
  companyId: CompanyRow['id'],
  { added, taken }: TypeChange
): Promise<boolean> {
  const affected = await query<{ id: number; taken: OrderTypeCode[] }>(
    context.trx,
    sql`select p.id, p.taken from (
        select place.id, place.is_active,
          array(select t.order_type_id::int from companies.place_order_types t
            where t.reception_place_id = place.id and t.order_type_id = any(${[...taken]}::int[]) order by 1) as taken,
          array(select t.order_type_id::int from companies.place_order_types t where t.reception_place_id = place.id) as types
        from companies.reception_places place where place.company_id = ${companyId}) p
      where cardinality(p.taken) > 0 or (p.is_active and not ${[...added]}::int[] <@ p.types) order by p.id`
  )
  if (affected.length === 0) return false
  const ids = affected.map(({ id }) => id)
  await requireTypesUnused(
    context,
    affected.flatMap(place => place.taken.map(orderTypeId => ({ placeId: place.id, orderTypeId }))),
    true
  )
  await context.runAsSystem(followTypesOfCompany, ids, { added, taken })
  return true
}
