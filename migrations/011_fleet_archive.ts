import type { Knex } from 'knex'

/**
 * What is removed from the fleet stays in the database, because old orders say its name. Lists, pickers and commands stand on
 * views of what is still there, so that none of them can forget to ask; a plate and a name are free again once removed. A
 * driver who is erased keeps an account without a name.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users.accounts add column erased_at timestamptz;
    comment on column users.accounts.erased_at is 'names, e-mail and phone were replaced; the id stays for history';

    alter table fleet.vehicles add column removed_at timestamptz;
    drop index fleet.vehicles_register_number_unique;
    create unique index vehicles_register_number_unique on fleet.vehicles (upper(replace(register_number, ' ', '')))
      where removed_at is null;

    alter table fleet.operators add column removed_at timestamptz;
    drop index fleet.operators_name_unique;
    create unique index operators_name_unique on fleet.operators (lower(name)) where removed_at is null;

    create view fleet.drivers as
      select id, version, first_name, last_name, phone, email from users.accounts
      where role = 3 and confirmed_at is not null and erased_at is null;
    create view fleet.present_vehicles as
      select id, version, brand, model, register_number, driver_id from fleet.vehicles where removed_at is null;
    create view fleet.present_operators as
      select id, version, name, is_active from fleet.operators where removed_at is null;
  `)
}

/** Two removed things may share a plate or a name that the old indexes want once: such a one gets its id added. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop view fleet.present_operators;
    drop view fleet.present_vehicles;
    drop view fleet.drivers;

    update fleet.operators set name = name || ' #' || id where removed_at is not null;
    drop index fleet.operators_name_unique;
    create unique index operators_name_unique on fleet.operators (lower(name));
    alter table fleet.operators drop column removed_at;

    update fleet.vehicles set register_number = register_number || '#' || id where removed_at is not null;
    drop index fleet.vehicles_register_number_unique;
    create unique index vehicles_register_number_unique on fleet.vehicles (upper(replace(register_number, ' ', '')));
    alter table fleet.vehicles drop column removed_at;

    alter table users.accounts drop column erased_at;
  `)
}
