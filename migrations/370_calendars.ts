import type { Knex } from 'knex'

/** Calendars that people subscribe to. Only the hash of a calendar's token is kept, so that no copy of the database opens one. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema if not exists integrations;
    create table integrations.calendars (
      id integer generated always as identity,
      account_id integer not null,
      kind smallint not null,
      company_id integer,
      vehicle_id integer,
      driver_id integer,
      token_hash text not null,
      created_at timestamptz not null,
      read_at timestamptz,
      version integer not null default 1,
      constraint calendars_pk primary key (id),
      constraint calendars_token unique (token_hash),
      constraint calendars_account foreign key (account_id) references users.accounts (id) on delete cascade,
      constraint calendars_company foreign key (company_id) references companies.companies (id) on delete cascade,
      constraint calendars_vehicle foreign key (vehicle_id) references fleet.vehicles (id) on delete cascade,
      constraint calendars_driver foreign key (driver_id) references users.accounts (id) on delete cascade,
      constraint calendars_subject check (
        (kind = 1 and company_id is not null and vehicle_id is null and driver_id is null)
        or (kind = 2 and company_id is null and vehicle_id is not null and driver_id is null)
        or (kind = 3 and company_id is null and vehicle_id is null and driver_id is not null))
    );
    create index calendars_of_account on integrations.calendars (account_id);
    create index calendars_of_company on integrations.calendars (company_id) where company_id is not null;
    create index calendars_of_vehicle on integrations.calendars (vehicle_id) where vehicle_id is not null;
    create index calendars_of_driver on integrations.calendars (driver_id) where driver_id is not null;
    comment on table integrations.calendars is 'Calendars of collections that programs read by a secret address.';
    comment on column integrations.calendars.account_id is 'Whose calendar it is: it shows what this account may see, and nothing once the account may not act.';
    comment on column integrations.calendars.kind is '1 of a company, 2 of a vehicle, 3 of a driver.';
    comment on column integrations.calendars.read_at is 'When a program last read it, to the hour.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table integrations.calendars;')
  const { rows } = await knex.raw(
    `select 1 from pg_class where relnamespace = 'integrations'::regnamespace and relkind in ('r', 'p') limit 1`
  )
  if (rows.length === 0) await knex.raw('drop schema integrations')
}
