/** Which contacts of places get messages about the arrival of the driver. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table companies.reception_places add column arrival_messages boolean not null default false;
    comment on column companies.reception_places.arrival_messages is
      'Whether the e-mail address and the phone of the place get messages about the arrival of the driver: its contact has agreed to it.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table companies.reception_places drop column arrival_messages')
}
