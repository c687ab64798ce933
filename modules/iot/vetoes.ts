/** Why places and stores cannot be removed: containers are there, or have been. */
import { queryOne, sql } from '../../src/kernel/database/sql.ts'
import { beforePlaceRemoval, throwPlaceHasContainers } from '../companies/public.ts'
import { beforeStoreRemoval, throwStoreUsed } from '../warehouse/public.ts'
import { atPlaceMetres } from './rules.ts'

/** A reception place cannot be removed while a container is there. */
export const containersAtPlace = beforePlaceRemoval.fill(async (trx, ids) => {
  const container = await queryOne(
    trx,
    sql`select id from iot.containers where reception_place_id = any(${[...ids]}::int[])
      and reception_place_distance <= ${atPlaceMetres} limit 1`
  )
  if (container) throwPlaceHasContainers()
})

/** A store cannot be removed if a container is serviced there, or has been there. */
export const containersOfStore = beforeStoreRemoval.fill(async (trx, ids) => {
  const stores = sql`any(${[...ids]}::int[])`
  const used = await queryOne(
    trx,
    sql`select 1 as used where exists (select from iot.containers where assigned_store_id = ${stores} or store_id = ${stores})
      or exists (select from iot.stays where store_id = ${stores})`
  )
  if (used) throwStoreUsed()
})
