/** The process of recovery or disposal that the waste of a card is meant for. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table waste.cards add column process text;
    comment on column waste.cards.process is 'Of recovery or disposal, for which the waste is meant: R3, D10.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table waste.cards drop column process')
}
