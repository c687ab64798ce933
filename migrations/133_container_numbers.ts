/**
 * Two containers do not bear one number. Those that do already keep it (`number_shared`), all but the first of them, until somebody gives
 * them another; whatever is entered from now on is held by the index. Built without holding up the readings that come in meanwhile: they
 * change no column of it.
 */
import type { Knex } from 'knex'

export const config = { transaction: false }

const index = 'containers_one_number'
const attempts = 5
const uniqueViolation = '23505'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table iot.containers add column if not exists number_shared boolean not null default false;
    comment on column iot.containers.number_shared is
      'Its number was given to another container, too, before that was refused. Entering a number ends this.';

    create or replace function iot.own_number() returns trigger language plpgsql as $$
    begin
      new.number_shared := false;
      return new;
    end $$;
    create or replace trigger own_number before update of container_number on iot.containers
      for each row when (old.container_number is distinct from new.container_number) execute function iot.own_number();
  `)
  await markAndBuild(knex, attempts)
}

/** The old version may give a number twice between the two statements: then both are made again. */
async function markAndBuild(knex: Knex, left: number): Promise<void> {
  await knex.raw(`drop index concurrently if exists iot.${index}`)
  await knex.raw(`
    update iot.containers c set number_shared = true
    from (select id, row_number() over (partition by lower(container_number) order by id) as place
      from iot.containers where container_number is not null) numbered
    where numbered.id = c.id and numbered.place > 1 and not c.number_shared`)
  try {
    await knex.raw(`create unique index concurrently ${index} on iot.containers (lower(container_number))
      where container_number is not null and not number_shared`)
  } catch (error) {
    if ((error as { code?: string }).code !== uniqueViolation || left === 1) throw error
    await markAndBuild(knex, left - 1)
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop index concurrently if exists iot.${index}`)
  await knex.raw(`
    drop trigger own_number on iot.containers;
    drop function iot.own_number();
    alter table iot.containers drop column number_shared;
  `)
}
