import type { Knex } from 'knex'

/** Imports of spreadsheets: the file's columns, what was said of its rows, and what it made, by which it can be undone. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema imports;

    create table imports.imports (
      id integer generated always as identity,
      version integer not null default 1,
      kind text not null,
      account_id integer not null,
      blob_name text not null,
      state smallint not null default 0,
      dry_run boolean not null,
      columns jsonb not null default '[]',
      rows integer not null default 0,
      good integer not null default 0,
      bad integer not null default 0,
      skipped integer not null default 0,
      failure text,
      failure_params jsonb not null default '{}',
      last_change bigint,
      created_at timestamptz not null,
      checked_at timestamptz,
      applied_at timestamptz,
      undone_at timestamptz,
      constraint imports_pk primary key (id),
      constraint imports_account foreign key (account_id) references users.accounts (id)
    );
    create index imports_account_id on imports.imports (account_id);
    create trigger version before update on imports.imports for each row execute function kernel.bump_version();
    comment on column imports.imports.columns is 'The headers of the file in their order, each with the field that it is.';
    comment on column imports.imports.failure is 'Message key: why the file could not be read, or what was asked could not be done.';
    comment on column imports.imports.last_change is 'The last entry of kernel.changes when it was applied: later ones are of other acts.';

    create table imports.progress (
      import_id integer not null,
      done integer not null default 0,
      constraint progress_pk primary key (import_id),
      constraint progress_import foreign key (import_id) references imports.imports (id) on delete cascade
    );
    comment on table imports.progress is 'Rows that were gone through, written beside the transaction that goes through them.';

    create table imports.faults (
      id bigint generated always as identity,
      import_id integer not null,
      row integer not null,
      field text not null,
      message text not null,
      params jsonb not null default '{}',
      is_skip boolean not null,
      constraint faults_pk primary key (id),
      constraint faults_import foreign key (import_id) references imports.imports (id) on delete cascade
    );
    create index faults_of_import on imports.faults (import_id, row, id);
    comment on column imports.faults.is_skip is 'The row is left out because it is there already.';

    create table imports.made (
      import_id integer not null,
      type text not null,
      subject_id integer not null,
      before jsonb,
      constraint made_pk primary key (import_id, type, subject_id),
      constraint made_import foreign key (import_id) references imports.imports (id) on delete cascade
    );

    comment on column imports.made.before is 'Of a thing that was there: what is needed to set it back.';

    create table imports.remembered (
      account_id integer not null,
      kind text not null,
      header text not null,
      field text,
      constraint remembered_pk primary key (account_id, kind, header),
      constraint remembered_account foreign key (account_id) references users.accounts (id) on delete cascade
    );
    comment on table imports.remembered is 'What a person said a header means; field null: it is left out.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop schema imports cascade')
}
