/**
 * Statements of masses: what was collected from a client in a period, row by row, as it was when the statement was issued. A statement is never
 * changed or deleted: it is replaced by another one, or withdrawn with a reason. Masses are whole kilograms.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema evidence;

    create function evidence.next_number(year integer) returns text language plpgsql as $$
    declare
      name text := format('evidence.numbers_%s', year);
    begin
      if to_regclass(name) is null then
        perform pg_advisory_xact_lock(hashtext(name));
        execute format('create sequence if not exists %s', name);
      end if;
      return format('ZM/%s/%s', year, nextval(name::regclass));
    end $$;
    comment on function evidence.next_number is 'A sequence a year: unique, gaps allowed.';

    create table evidence.statements (
      id integer generated always as identity,
      version integer not null default 1,
      number text not null,
      company_id integer not null,
      place_id integer,
      first_day date not null,
      last_day date not null,
      company_name text not null,
      tax_number text,
      address text,
      place text,
      language text not null,
      waste_code text not null,
      kilograms integer not null,
      orders integer not null,
      token text not null,
      account_id integer,
      created_at timestamptz not null,
      replaced_at timestamptz,
      replaced_by_id integer,
      withdrawn_at timestamptz,
      withdraw_reason text,
      constraint statements_pk primary key (id),
      constraint statements_number unique (number),
      constraint statements_token unique (token),
      constraint statements_company foreign key (company_id) references companies.companies (id),
      constraint statements_place foreign key (place_id) references companies.reception_places (id),
      constraint statements_account foreign key (account_id) references users.accounts (id),
      constraint statements_replaced_by foreign key (replaced_by_id) references evidence.statements (id),
      constraint statements_period check (last_day >= first_day),
      constraint statements_kilograms check (kilograms >= 0),
      constraint statements_end check (replaced_at is null or withdrawn_at is null),
      constraint statements_replaced_by_one check (replaced_by_id is null or replaced_at is not null)
    );
    create trigger version before update on evidence.statements for each row execute function kernel.bump_version();
    create unique index statements_valid on evidence.statements (company_id, coalesce(place_id, 0), first_day, last_day)
      where replaced_at is null and withdrawn_at is null;
    create index statements_of_company on evidence.statements (company_id, created_at, id);
    create index statements_of_place on evidence.statements (place_id) where place_id is not null;
    create index statements_of_account on evidence.statements (account_id) where account_id is not null;
    create index statements_replaced on evidence.statements (replaced_by_id) where replaced_by_id is not null;
    create index statements_at on evidence.statements (created_at, id);
    create index statements_number_words on evidence.statements using gin (kernel.fold(number) gin_trgm_ops);
    comment on table evidence.statements is 'What was collected from a client in a period, as it was when the statement was issued.';
    comment on column evidence.statements.place_id is 'The only place that it is about; null: all places of the client.';
    comment on column evidence.statements.company_name is 'As it was then, as tax_number, address and place are.';
    comment on column evidence.statements.waste_code is 'The code of what no transfer card names a code for.';
    comment on column evidence.statements.token is 'The address of its public page, which says only whether it is valid. It stands on each copy of the paper, which is made again at any time, so that it is kept as it is.';

    create table evidence.rows (
      id integer generated always as identity,
      version integer not null default 1,
      statement_id integer not null,
      order_id integer not null,
      card_id integer,
      ticket_ids integer[] not null,
      place_id integer not null,
      place text not null,
      day date not null,
      waste_code text not null,
      order_number text not null,
      card_number text,
      tickets text,
      process text,
      kilograms integer not null,
      source smallint not null,
      constraint rows_pk primary key (id),
      constraint rows_statement foreign key (statement_id) references evidence.statements (id),
      constraint rows_order foreign key (order_id) references orders.orders (id),
      constraint rows_card foreign key (card_id) references waste.cards (id),
      constraint rows_kilograms check (kilograms >= 0),
      constraint rows_source check (source between 0 and 2)
    );
    create index rows_of_statement on evidence.rows (statement_id, id);
    create index rows_of_order on evidence.rows (order_id);
    create index rows_of_card on evidence.rows (card_id) where card_id is not null;
    comment on table evidence.rows is 'The rows of statements; they are written once.';
    comment on column evidence.rows.card_id is 'The transfer card whose confirmed mass it is; null: the mass is of the order.';
    comment on column evidence.rows.ticket_ids is 'The weigh tickets of the order that were valid.';
    comment on column evidence.rows.source is '0 the mass that the receiver has confirmed on the card, 1 weigh tickets, 2 the tonnes of the order.';

    create view evidence.order_masses as
      select min(id) as id, 1 as version, statement_id, order_id, min(order_number) as order_number, min(day) as day, min(place) as place,
        sum(kilograms)::int as kilograms
      from evidence.rows group by statement_id, order_id;
    comment on view evidence.order_masses is 'The rows of a statement by orders; an order whose load has several cards has several rows.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop schema evidence cascade')
}
