/**
 * Checks that each level is the sum of its movements, and corrects levels that are not. A level can differ only if somebody has
 * changed the tables by hand, because movements are written together with the level, while it is locked.
 */
import { defineSystemCommand, runAsSystem } from '../../../src/kernel/commands/system.ts'
import { type Database, query, sql } from '../../../src/kernel/database/sql.ts'
import type { Maintenance } from '../../../src/kernel/maintenance.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { leftJoinPlace, placeAddress } from '../../companies/public.ts'
import { leftJoinStore } from '../fragments.ts'
import { stockLevels } from './levels.ts'

/** A level that differs from the sum of its movements. */
export interface Difference {
  readonly id: number
  /** The name of the store or the address of the place; null for containers in transit. */
  readonly holder: string | null
  readonly amount: number
  readonly reserved: number
  readonly movedAmount: number
  readonly movedReserved: number
}

/** The levels that differ. One statement reads all rows, so that they are of the same moment. */
export const differingLevels = (database: Database): Promise<Difference[]> =>
  query<Difference>(
    database,
    sql`select level.id, coalesce(store.name, ${placeAddress('place')}) as holder,
        level.containers_amount as amount, level.reserved,
        coalesce(moved.amount, 0)::int as "movedAmount", coalesce(moved.reserved, 0)::int as "movedReserved"
      from warehouse.stock_levels level
      left join (
        select level_id, sum(amount) as amount, sum(reserved) as reserved from warehouse.stock_movements group by level_id
      ) moved on moved.level_id = level.id
      ${leftJoinStore('store', 'level.internal_store_id')}
      ${leftJoinPlace('place', 'level.reception_place_id')}
      where level.containers_amount <> coalesce(moved.amount, 0) or level.reserved <> coalesce(moved.reserved, 0)
      order by level.id`
  )

/** Corrects levels. The rows are locked before, so that no movements can be added meanwhile. */
export const rebuildLevel = defineSystemCommand(stockLevels, {
  name: 'warehouse.rebuildLevel',
  async run({ trx }, levels) {
    const ids = levels.map(({ id }) => id)
    await query(
      trx,
      sql`update warehouse.stock_levels level
        set containers_amount = coalesce(moved.amount, 0), reserved = coalesce(moved.reserved, 0)
        from warehouse.stock_levels own left join (
          select level_id, sum(amount) as amount, sum(reserved) as reserved from warehouse.stock_movements
          where level_id = any(${ids}::int[]) group by level_id
        ) moved on moved.level_id = own.id
        where level.id = own.id and own.id = any(${ids}::int[])`
    )
  }
})

const written = ({ holder, amount, reserved, movedAmount, movedReserved }: Difference): string =>
  `${holder ?? 'in transit'}: level ${amount} (${reserved} reserved), movements ${movedAmount} (${movedReserved} reserved)`

/** `npm run maintain -- stock`. With `--repair` it corrects the levels. */
export const stockMaintenance: Maintenance = {
  name: 'stock',
  summary: 'compares the stock levels with the sums of their movements',
  async run(services, { repair }) {
    const found = await differingLevels(services.db)
    if (found.length === 0) return { isSound: true, lines: ['Every stock level is the sum of its movements.'] }
    if (!repair) return { isSound: false, lines: found.map(written) }
    await runAsSystem(
      services,
      rebuildLevel,
      found.map(({ id }) => id),
      undefined
    )
    return { isSound: true, lines: [...found.map(written), `${found.length} written anew.`] }
  }
}

/** Logs stock levels that differ from their movements. An operator decides whether to repair them. */
export async function reportDifferences({ db, log }: Services): Promise<void> {
  const differences = await differingLevels(db)
  if (differences.length > 0)
    log.error({ differences }, 'stock levels differ from their movements: npm run maintain -- stock')
}
