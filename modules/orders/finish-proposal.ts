/**
 * Proposes the store and the recycler for finishing an order, so that people only have to check them. The store: the only one there is,
 * else the one to which another order of the same route was brought (a vehicle unloads at one place), else the one nearest to the
 * collection site. The recycler: that of the store's last finished order. The number: that of the order's transfer card. The tonnes: those of
 * its weigh tickets, else those that the receiver has confirmed by the card, else what the driver has weighed; never those that were ordered. Where the driver
 * has told the store or the number, and nothing else says it, that is proposed. The proposal does not depend on
 * who asks, and the form does not use it for fields that the order has already.
 */
import { Type } from '@sinclair/typebox'
import { type Database, queryOne, sql } from '../../src/kernel/database/sql.ts'
import { defineRoute, ItemResponse } from '../../src/kernel/routes/route.ts'
import { Id, Nullable, Tonnes } from '../../src/kernel/schema.ts'
import type { Services } from '../../src/kernel/services.ts'
import { activeOperators } from '../fleet/public.ts'
import { Kpo } from './forms.ts'
import { storesOf } from './planning/stores.ts'
import { cardOfOrder, toldByDrivers } from './points.ts'
import { weighedMass } from './weighed.ts'

/** Among how many of the last finished orders the recycler is looked for. A store without an order among them has no proposal. */
const lastFinishes = 1000

/** The store to which the last finished order of the same route was brought. */
async function storeOfRoute(database: Database, orderId: number): Promise<number | undefined> {
  const found = await queryOne<{ id: number }>(
    database,
    sql`select o.internal_store_id as id
      from orders.stops own
        join orders.stops other on other.route_id = own.route_id and other.order_id <> own.order_id
        join orders.orders o on o.id = other.order_id
      where own.order_id = ${orderId} and o.finished_at is not null and o.internal_store_id is not null
      order by o.finished_at desc, o.id desc limit 1`
  )
  return found?.id
}

async function proposedStore(database: Database, orderId: number): Promise<number | null> {
  const stores = await storesOf(database, orderId)
  const [first] = stores
  if (!first || stores.length === 1) return first?.id ?? null
  const ofRoute = await storeOfRoute(database, orderId)
  if (ofRoute !== undefined) return ofRoute
  return first.metres === undefined ? null : first.id
}

/** The recycler of the store's last finished order whose recycler is still active. */
async function lastOperator(database: Database, storeId: number): Promise<number | null> {
  const found = await queryOne<{ id: number }>(
    database,
    sql`select last.recycle_operator_id as id
      from (select o.finished_at, o.id, o.recycle_operator_id, o.internal_store_id from orders.orders o
          where o.finished_at is not null order by o.finished_at desc limit ${lastFinishes}) last
        join (${activeOperators}) operator on operator.id = last.recycle_operator_id
      where last.internal_store_id = ${storeId}
      order by last.finished_at desc, last.id desc limit 1`
  )
  return found?.id ?? null
}

/** How far the weighed tonnes may be from the mass of the card before the form says so. */
const likelyDifference = 0.02

const toHundredths = (tonnes: number): number => Math.round(tonnes * 100) / 100

interface OfCard {
  readonly kpo: string | null
  readonly tonnage: number | null
  readonly leastTonnage: number | null
  readonly mostTonnage: number | null
}

/** What the order's transfer card says. Tonnes are proposed once the receiver has confirmed them: before, they are the sender's estimate. */
async function ofCard(services: Pick<Services, 'db' | 'extensions'>, orderId: number): Promise<OfCard> {
  const card = await cardOfOrder.of(services.extensions)(services.db, orderId)
  const { number = null, received = null, declared = null } = card ?? {}
  const by = (part: number): number | null => (declared === null ? null : toHundredths(declared * part))
  return {
    kpo: number !== null && number.length <= Kpo.maxLength ? number : null,
    tonnage: received === null ? null : toHundredths(received),
    leastTonnage: by(1 - likelyDifference),
    mostTonnage: by(1 + likelyDifference)
  }
}

export const finishProposalRoute = defineRoute({
  url: '/api/Admin/Orders/:id/finish-proposal',
  access: ['ADMIN'],
  summary:
    'Store, operator, card number and tonnes that a finish of the order most likely names; the operator of a given store',
  query: Type.Object({ internalStoreId: Type.Optional(Id) }),
  answer: ItemResponse(
    Type.Object({
      internalStoreId: Nullable(Id),
      recycleOperatorId: Nullable(Type.Integer({ ...Id, description: 'of the given store, else of the proposed one' })),
      kpo: Nullable(
        Type.String({
          description:
            'the number of the transfer card; of several all, separated by commas; else as the driver has told'
        })
      ),
      tonnage: Nullable(
        Type.Number({
          ...Tonnes,
          description:
            'as weighed, else as the receiver has confirmed by the transfer card, else as the driver has told'
        })
      ),
      weighedTonnage: Nullable(
        Type.Number({ ...Tonnes, decimals: 3, description: 'of the weigh tickets, to the kilogram' })
      ),
      leastTonnage: Nullable(Type.Number({ ...Tonnes, description: 'less differs from the card by more than 2 %' })),
      mostTonnage: Nullable(Type.Number({ ...Tonnes, description: 'more differs from the card by more than 2 %' }))
    })
  ),
  run: async ({ services, id, query: { internalStoreId: given } }) => {
    const { db } = services
    const told = await toldByDrivers.of(services.extensions)(db, id)
    const internalStoreId = told?.storeId ?? (await proposedStore(db, id))
    const storeId = given ?? internalStoreId
    const recycleOperatorId = storeId === null ? null : await lastOperator(db, storeId)
    const card = await ofCard(services, id)
    const kilograms = await weighedMass.of(services.extensions)(db, id)
    const kpo = card.kpo ?? told?.kpo ?? null
    const byDriver = told?.kilograms ? toHundredths(told.kilograms / 1000) : null
    const tonnage = kilograms === null ? (card.tonnage ?? byDriver) : toHundredths(kilograms / 1000)
    const weighedTonnage = kilograms === null ? null : kilograms / 1000
    return { data: { internalStoreId, recycleOperatorId, ...card, kpo, tonnage, weighedTonnage } }
  }
})
