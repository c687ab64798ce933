/**
 * Files for accounting programs: under which register and categories sales are booked, and each run with the documents that were in it, so
 * that the next run over the same period knows what has changed.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table integrations.accounting_mappings (
      id integer generated always as identity,
      version integer not null default 1,
      buyer smallint not null,
      register text not null,
      category_vehicle text,
      category_tonnage text,
      category_container text,
      zero_rate smallint not null,
      payment_days smallint not null,
      constraint accounting_mappings_pk primary key (id),
      constraint accounting_mappings_buyer unique (buyer)
    );
    create trigger version before update on integrations.accounting_mappings for each row execute function kernel.bump_version();
    insert into integrations.accounting_mappings (buyer, register, zero_rate, payment_days) values
      (1, 'SPRZEDAŻ', 1, 14), (2, 'SPRZEDAŻ', 3, 14);
    comment on column integrations.accounting_mappings.buyer is '1 in Poland, 2 abroad: a row for each.';
    comment on column integrations.accounting_mappings.zero_rate is 'What a position without VAT is: 1 taxed, 2 exempt, 3 not subject to it.';

    create table integrations.accounting_runs (
      id integer generated always as identity,
      version integer not null default 1,
      account_id integer,
      date_from date not null,
      date_to date not null,
      created_at timestamptz not null,
      source text not null,
      target text not null,
      documents integer not null,
      gross numeric(14,2) not null,
      new_documents integer not null,
      changed_documents integer not null,
      gone_documents integer not null,
      left_out integer not null,
      constraint accounting_runs_pk primary key (id),
      constraint accounting_runs_account foreign key (account_id) references users.accounts (id)
    );
    create index accounting_runs_of_period on integrations.accounting_runs (date_from, date_to, id);
    create index accounting_runs_of_account on integrations.accounting_runs (account_id);
    comment on column integrations.accounting_runs.source is 'What the two databases of the accounting program call each other, as it was then: the file stays the same.';
    comment on column integrations.accounting_runs.left_out is 'Orders without a known amount.';

    create table integrations.accounting_documents (
      id integer generated always as identity,
      version integer not null default 1,
      run_id integer not null,
      document_id uuid not null,
      change smallint not null,
      number text not null,
      orders text not null,
      company text not null,
      tax_number text,
      sale_day date not null,
      net numeric(14,2) not null,
      vat numeric(14,2) not null,
      gross numeric(14,2) not null,
      former_gross numeric(14,2),
      content jsonb not null,
      constraint accounting_documents_pk primary key (id),
      constraint accounting_documents_once unique (run_id, document_id),
      constraint accounting_documents_run foreign key (run_id) references integrations.accounting_runs (id) on delete cascade
    );
    comment on column integrations.accounting_documents.change is 'Since the run before over the same period: 0 the same, 1 new, 2 changed, 3 gone.';
    comment on column integrations.accounting_documents.content is 'The whole document, from which its part of the file is written again; what is gone, as it was.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table integrations.accounting_documents;
    drop table integrations.accounting_runs;
    drop table integrations.accounting_mappings;
  `)
}
