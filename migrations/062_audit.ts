import type { Knex } from 'knex'

/**
 * The audit: one row for each command that has run, never changed and never deleted; and the chain that proves it
 * (modules/audit/chain.ts). A schema of its own, so that an installation can give it to another role than the application's
 * (docs/operators.md); until then triggers refuse every change.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema audit;

    create table audit.entries (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      account_id integer,
      audience text not null,
      command text collate "C" not null,
      resource_type text,
      subject_ids integer[] not null
    );
    create index entries_at on audit.entries (at, id);
    create index entries_account on audit.entries (account_id nulls first, at desc, id desc);
    create index entries_account_down on audit.entries (account_id desc nulls last, at desc, id desc);
    create index entries_command on audit.entries (command, at desc, id desc);
    create index entries_command_down on audit.entries (command desc, at desc, id desc);
    -- The list sorts by person and by command, each time the newest first; a command's beginning is found by the same index.
    comment on table audit.entries is
      'Who had which command done to which rows. Ids and names of commands only: no text of people, so that nothing has to be erased';

    create table audit.unsealed (entry_id bigint primary key);
    comment on table audit.unsealed is 'Entries that the chain does not have yet; written with the entry, taken out by the seal';

    create table audit.seals (
      seq bigint primary key,
      entry_id bigint not null constraint seals_entry unique,
      hash bytea not null constraint seals_hash check (length(hash) = 32)
    );
    comment on table audit.seals is 'hash = SHA-256 of the previous hash and the entry, in the order of seq';

    create table audit.anchors (
      seq bigint primary key,
      hash bytea not null,
      at timestamptz not null
    );
    comment on table audit.anchors is 'The end of the chain after each round of sealing: a chain that is shorter has been cut';

    create function audit.refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'The audit is only added to: % of %.% is refused', tg_op, tg_table_schema, tg_table_name
        using errcode = 'insufficient_privilege';
    end $$;
    create trigger append_only before update or delete or truncate on audit.entries
      for each statement execute function audit.refuse();
    create trigger append_only before update or delete or truncate on audit.seals
      for each statement execute function audit.refuse();
    create trigger append_only before update or delete or truncate on audit.anchors
      for each statement execute function audit.refuse();
    create trigger append_only before update or truncate on audit.unsealed
      for each statement execute function audit.refuse();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop schema audit cascade')
}
