/** Where what was collected may be brought: the internal stores, by their distance from the place. */
import { metresBetween, type Point, pointOf } from '../../../src/kernel/database/earth.ts'
import { type Database, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { orNotFound } from '../../../src/kernel/routes/route.ts'
import { joinPlace } from '../../companies/public.ts'
import { internalStores } from '../../warehouse/public.ts'

interface StoreAtDistance {
  readonly id: number
  readonly name: string
  /** As the crow flies; undefined where nobody knows where the place is. */
  readonly metres: number | undefined
}

/** The nearest first; by name where nobody knows where the order's place is. Throws notFound where there is no such order. */
export async function storesOf(database: Database, orderId: number): Promise<StoreAtDistance[]> {
  const place = orNotFound(
    await queryOne<Record<keyof Point, number | null>>(
      database,
      sql`select p.latitude, p.longitude
        from orders.orders o ${joinPlace('p', 'o.reception_place_id')} where o.id = ${orderId}`
    )
  )
  const at = pointOf(place)
  const stores = await internalStores(database)
  const measured = stores.map(({ id, name, ...store }) => ({ id, name, metres: at && metresBetween(at, store) }))
  return at ? measured.sort((a, b) => (a.metres ?? 0) - (b.metres ?? 0) || a.id - b.id) : measured
}
