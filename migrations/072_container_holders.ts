import type { Knex } from 'knex'

/**
 * Containers by where they stand, those that came last first: so the list of contradictions with the stock numbers them without
 * sorting all. The columns change when a stay begins, not with each reading, so that updates by readings stay in place.
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await down(knex)
  await knex.raw(`create index concurrently containers_holder on iot.containers
    (store_id, (case when store_id is null then reception_place_id end), stay_first_ts desc, id desc)`)
  await knex.raw('analyze iot.containers')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists iot.containers_holder')
}
