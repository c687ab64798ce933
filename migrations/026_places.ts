/** One default place a company, whoever writes; reception places are found and sorted by what their lists show. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- of several default places the oldest stays
    update companies.reception_places place set is_default = false
      where is_default and exists (select from companies.reception_places other
        where other.company_id = place.company_id and other.is_default and other.id < place.id);
    create unique index places_default on companies.reception_places (company_id) where is_default;
    create index places_waiting on companies.reception_places (created_at, id) where not is_active;
    create index places_created_at on companies.reception_places (created_at, id);
    -- as lists sort: what is missing comes first
    create index places_phone on companies.reception_places (phone nulls first, id);
    create index places_bdo_number on companies.reception_places (bdo_number nulls first, id);
    create index places_status
      on companies.reception_places ((case when is_active then 1 when approved_at is null then 0 else 2 end), id);
    create index places_without_position on companies.reception_places (id) where latitude is null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index companies.places_default;
    drop index companies.places_waiting;
    drop index companies.places_created_at;
    drop index companies.places_phone;
    drop index companies.places_bdo_number;
    drop index companies.places_status;
    drop index companies.places_without_position;
  `)
}
