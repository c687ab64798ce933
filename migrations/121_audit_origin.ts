import type { Knex } from 'knex'

/**
 * From which session and address a command came. The session is part of the entry. The address is a person's, and cannot stay for
 * ever: it stands beside the entry with a random salt, and the entry has the hash of both. While it is kept nobody can change it
 * unnoticed; once it is forgotten, the entry still holds and says nothing of it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    set local lock_timeout = '900ms';
    alter table audit.entries add column session_id uuid, add column address_hash bytea;
    comment on column audit.entries.address_hash is 'SHA-256 of the salt and the address of audit.addresses';

    create table audit.addresses (
      entry_id bigint primary key,
      address inet not null,
      salt bytea not null,
      recorded_at timestamptz not null default now()
    );
    comment on table audit.addresses is 'From where a command came; kept SECURITY_EVENTS_DAYS';
    create index addresses_recorded on audit.addresses using brin (recorded_at);

    create function audit.forget_addresses(days integer, most integer) returns integer language plpgsql
      security definer set search_path = pg_catalog, pg_temp as $$
    declare
      gone integer;
    begin
      delete from audit.addresses where entry_id in (select entry_id from audit.addresses
        where recorded_at < now() - greatest(days, 30) * interval '1 day' limit most);
      get diagnostics gone = row_count;
      return gone;
    end $$;
    comment on function audit.forget_addresses is 'Deletes addresses of more than so many days ago, and never of the last 30';

    create trigger keep before delete on audit.addresses for each row execute function audit.refuse_young();
    create trigger append_only before update or truncate on audit.addresses
      for each statement execute function audit.refuse();
    revoke execute on function audit.forget_addresses from public;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function audit.forget_addresses;
    drop table audit.addresses;
    alter table audit.entries drop column session_id, drop column address_hash;
  `)
}
