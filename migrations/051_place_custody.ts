import type { Knex } from 'knex'

/**
 * Which containers stand at a reception place: for the list of places, and for comparing with the stock. The columns change when a stay
 * begins, not with each reading, so that updates by readings stay in place. A place has an elevation, which people enter.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index containers_place on iot.containers (reception_place_id, reception_place_distance);
    alter table companies.reception_places add column elevation smallint;
    comment on column companies.reception_places.elevation is 'Metres above the sea.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table companies.reception_places drop column elevation;
    drop index iot.containers_place;
  `)
}
