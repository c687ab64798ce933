/**
 * Lists of containers by battery and by status: chosen by a value and sorted by number, or the worst first. Both columns change
 * seldom, so that nearly every reading still updates its row in place (009). What changes with each reading, the time of the
 * last one, has no index: who is silent is found by one pass over the containers.
 * Built without holding up the readings that come in meanwhile.
 */
import type { Knex } from 'knex'

export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await down(knex)
  await knex.raw(`create index concurrently containers_by_battery on iot.containers
    (battery_status desc, container_number nulls first, id)`)
  await knex.raw(`create index concurrently containers_by_status on iot.containers
    (status, container_number nulls first, id)`)
  await knex.raw('analyze iot.containers')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists iot.containers_by_battery')
  await knex.raw('drop index concurrently if exists iot.containers_by_status')
}
