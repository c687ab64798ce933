import type { Knex } from 'knex'

/** What every module stands on: versions, history, idempotent commands, counters of lists. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create extension if not exists pg_trgm;
    create extension if not exists cube;
    create extension if not exists btree_gist;

    create schema kernel;

    create function kernel.bump_version() returns trigger language plpgsql as $$
    begin
      new.version := old.version + 1;
      return new;
    end $$;
    comment on function kernel.bump_version is 'Every row a person edits carries a version; the database counts it.';

    create function kernel.on_earth(latitude double precision, longitude double precision) returns cube
      language sql immutable strict parallel safe
      return cube(array[
        6371008.8 * cos(radians(latitude)) * cos(radians(longitude)),
        6371008.8 * cos(radians(latitude)) * sin(radians(longitude)),
        6371008.8 * sin(radians(latitude))
      ]);
    comment on function kernel.on_earth is
      'A point on the mean sphere, in metres. Chords order as great circles do, so <-> on its GiST index finds the nearest. '
      'Ours and not earthdistance''s, which only a superuser may install and whose body a restore cannot resolve.';

    create function kernel.metres(a cube, b cube) returns double precision
      language sql immutable strict parallel safe
      return 2 * 6371008.8 * asin(least(1, cube_distance(a, b) / (2 * 6371008.8)));
    comment on function kernel.metres is 'Great-circle distance in metres between two points of on_earth.';

    create table kernel.changes (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      account_id integer,
      noun text not null,
      subject_id integer not null,
      version integer not null,
      code text not null,
      params jsonb not null default '{}',
      before jsonb not null default '{}',
      after jsonb not null default '{}'
    );
    create index changes_subject on kernel.changes (noun, subject_id, id);
    comment on table kernel.changes is 'History and audit: who changed what from what to what. Rendered when read.';

    create table kernel.idempotency (
      account_id integer not null,
      key text not null,
      body_hash text not null,
      status smallint,
      response text,
      created_at timestamptz not null,
      constraint idempotency_pk primary key (account_id, key)
    );
    create index idempotency_age on kernel.idempotency (created_at);

    create table kernel.counts (
      id bigint generated always as identity primary key,
      list text not null,
      key text not null,
      n bigint not null
    );
    create index counts_key on kernel.counts (list, key) include (n);
    comment on table kernel.counts is 'Totals as append-only deltas; a worker folds them. The sum is always the truth.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop schema kernel cascade')
}
