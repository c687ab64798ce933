import type { Knex } from 'knex'

/** Why a reception place was deactivated; null for one that is active, or that waits. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table companies.reception_places add column deactivation_reason text;
    comment on column companies.reception_places.deactivation_reason is 'null for one that is active, or was never active'`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table companies.reception_places drop column deactivation_reason')
}
