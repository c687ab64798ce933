import type { Knex } from 'knex'

/** What changes nothing is no new version: nobody's open form becomes stale by it, and history has nothing to say. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function kernel.bump_version() returns trigger language plpgsql as $$
    begin
      if new is distinct from old then
        new.version := old.version + 1;
      end if;
      return new;
    end $$;
    comment on function kernel.bump_version is
      'Every row a person edits carries a version; the database counts it, where the row really changes.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function kernel.bump_version() returns trigger language plpgsql as $$
    begin
      new.version := old.version + 1;
      return new;
    end $$;
    comment on function kernel.bump_version is 'Every row a person edits carries a version; the database counts it.';
  `)
}
