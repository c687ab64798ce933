/**
 * What other programs are told of. A row is written with the command that it is of, so that neither exists without the other; its place in
 * the feed it gets afterwards, by one process at a time (modules/integrations/events/place.ts). Commands commit in another order than that in
 * which they take numbers: whoever reads by those numbers skips what commits late.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table kernel.events (
      id bigint generated always as identity,
      place bigint,
      type text not null,
      version smallint not null,
      subject_type text not null,
      subject_id integer not null,
      company_id integer,
      at timestamptz not null,
      data json not null,
      constraint events_pk primary key (id)
    );
    create unique index events_place on kernel.events (place) where place is not null;
    create index events_of_company on kernel.events (company_id, place) where place is not null;
    create index events_unplaced on kernel.events (id) where place is null;
    create index events_age on kernel.events (at);
    comment on table kernel.events is 'What has happened, for other programs: written with the command, dropped after EVENTS_KEEP_DAYS.';
    comment on column kernel.events.place is 'Its place in the feed, and its id for others; null until it has one.';
    comment on column kernel.events.company_id is 'The company that may know of it; null: the business alone.';

    create schema integrations;
    create table integrations.feed (
      one boolean not null default true,
      last_place bigint not null default 0,
      dropped_place bigint not null default 0,
      constraint feed_pk primary key (one),
      constraint feed_only check (one)
    );
    insert into integrations.feed default values;
    comment on table integrations.feed is 'The end of the feed of events, and the last one that was dropped. Who gives places locks the row.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table integrations.feed;
    drop schema integrations;
    drop table kernel.events;
  `)
}
