/** Factors of emissions, which the owner of the installation enters, and the emissions of statements of masses, with the factors as they were then. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table evidence.factors (
      id integer generated always as identity,
      version integer not null default 1,
      name text not null,
      basis smallint not null,
      process text,
      value numeric(14,6) not null,
      source text not null,
      year smallint not null,
      first_day date not null,
      last_day date,
      created_at timestamptz not null,
      constraint factors_pk primary key (id),
      constraint factors_basis check (basis between 0 and 2),
      constraint factors_process check ((basis = 2) = (process is not null)),
      constraint factors_value check (value > 0),
      constraint factors_days check (last_day >= first_day),
      constraint factors_free exclude using gist
        ((coalesce(process, '')) with =, daterange(first_day, coalesce(last_day, 'infinity'), '[]') with &&)
    );
    create trigger version before update on evidence.factors for each row execute function kernel.bump_version();
    create index factors_by_day on evidence.factors (first_day, id);
    comment on table evidence.factors is 'Factors of emissions. One factor of transport, and one of each process, is valid on a day.';
    comment on column evidence.factors.basis is '0 by tonne-kilometre of transport, 1 by kilometre of transport, 2 by tonne that a process recovers, which avoids them.';
    comment on column evidence.factors.value is 'Kilograms of CO2 equivalent.';
    comment on column evidence.factors.last_day is 'Null: until further notice.';

    create table evidence.emissions (
      id integer generated always as identity,
      statement_id integer not null,
      kind smallint not null,
      name text,
      basis smallint,
      process text,
      value numeric(14,6),
      source text,
      year smallint,
      reason smallint,
      rows integer not null,
      kilograms integer not null,
      quantity numeric(16,3),
      emissions numeric(16,3),
      constraint emissions_pk primary key (id),
      constraint emissions_statement foreign key (statement_id) references evidence.statements (id),
      constraint emissions_kind check (kind between 0 and 1),
      constraint emissions_reason check (reason between 0 and 2),
      constraint emissions_counted check ((reason is null) = (emissions is not null and quantity is not null and value is not null))
    );
    create index emissions_of_statement on evidence.emissions (statement_id, id);
    comment on table evidence.emissions is 'The emissions of statements; they are written once.';
    comment on column evidence.emissions.kind is '0 of transport, 1 avoided by recovery.';
    comment on column evidence.emissions.name is 'Of the factor, as it was then, as basis, process, value, source and year are.';
    comment on column evidence.emissions.reason is 'Why rows were not counted: 0 no factor, 1 no kilometres, 2 no process; null: they were.';
    comment on column evidence.emissions.quantity is 'Tonne-kilometres, kilometres or tonnes, by basis.';
    comment on column evidence.emissions.emissions is 'Kilograms of CO2 equivalent.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table evidence.emissions; drop table evidence.factors')
}
