/**
 * Service rounds that are worked: each person's own, with what was done at each stop. The position that a round began at is not kept, only
 * its store; the legs are kept as they were measured then.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table iot.rounds (
      id integer generated always as identity,
      account_id integer not null,
      start_store_id integer,
      begun_at timestamptz not null,
      changed_at timestamptz not null,
      ended_at timestamptz,
      version integer not null default 1,
      constraint rounds_pk primary key (id),
      constraint rounds_account foreign key (account_id) references users.accounts (id) on delete cascade,
      constraint rounds_store foreign key (start_store_id) references warehouse.internal_stores (id) on delete set null
    );
    create unique index rounds_open on iot.rounds (account_id) where ended_at is null;
    create trigger version before update on iot.rounds for each row execute function kernel.bump_version();
    comment on table iot.rounds is 'Service rounds. A person has at most one that has not ended.';
    comment on column iot.rounds.start_store_id is 'The store that it began at; null: where the person was, or at the first container.';
    comment on column iot.rounds.changed_at is 'When a stop was last decided: it counts the version.';

    create table iot.round_stops (
      round_id integer not null,
      container_id integer not null,
      place smallint not null,
      metres integer,
      state smallint not null default 0,
      note text,
      decided_at timestamptz,
      constraint round_stops_pk primary key (round_id, container_id),
      constraint round_stops_round foreign key (round_id) references iot.rounds (id) on delete cascade,
      constraint round_stops_container foreign key (container_id) references iot.containers (id) on delete cascade,
      constraint round_stops_state check (state between 0 and 2)
    );
    create index round_stops_of_container on iot.round_stops (container_id);
    comment on column iot.round_stops.metres is 'From the previous stop in a straight line; null where that is unknown.';
    comment on column iot.round_stops.state is '0 open, 1 done, 2 not possible.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table iot.round_stops; drop table iot.rounds;')
}
