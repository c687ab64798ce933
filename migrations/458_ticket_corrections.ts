/** When a weigh ticket was corrected, which its paper and the list of an order's tickets say; and a number of each load, by which that list knows its rows. */
import type { Knex } from 'knex'

export const beside = {
  rows: 'a row for each ticket that was corrected; masses and loads stay as they are',
  index: 'of a table with some ten rows a day',
  rewritten: 'a row for each order of a weigh ticket, some ten a day'
}

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table weights.tickets add column corrected_at timestamptz;
    comment on column weights.tickets.corrected_at is 'When it was corrected last; null: it says what it said at first.';

    alter table weights.loads add column id integer generated always as identity,
      add constraint loads_id unique (id);
    comment on column weights.loads.id is 'Another one after each correction of the ticket.';

    update weights.tickets ticket set corrected_at = correction.at
    from (select subject_id, max(at) as at from kernel.changes
      where resource_type = 'weights.ticket' and code = 'weights.correctTicket' group by subject_id) correction
    where ticket.id = correction.subject_id;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table weights.tickets drop column corrected_at;
    alter table weights.loads drop column id;
  `)
}
