/**
 * Whoever changes what a session says, a command or SQL by hand, announces it: processes keep those facts in memory
 * (src/kernel/access/sessions.ts). A statement that touches many announces "all of them".
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function users.announce_change(account_ids integer[], company_ids integer[]) returns void
    language plpgsql as $$
    declare
      accounts integer[] := array(select distinct id from unnest(account_ids) id where id is not null);
      companies integer[] := array(select distinct id from unnest(company_ids) id where id is not null);
      payload text := case when cardinality(accounts) + cardinality(companies) > 200 then '{"all":true}'
        else json_build_object('accounts', accounts, 'companies', companies)::text end;
    begin
      if cardinality(accounts) + cardinality(companies) = 0 then return; end if;
      -- Every process hears it at the commit; the one that made the change learns it with the answer to its statement.
      perform pg_notify('opony_identity', payload);
      raise notice using message = 'opony_identity', detail = payload;
    end $$;

    create function users.announce_sessions() returns trigger language plpgsql as $$
    begin
      perform users.announce_change(array(select account_id from before), '{}');
      return null;
    end $$;
    create function users.announce_accounts() returns trigger language plpgsql as $$
    begin
      perform users.announce_change(array(select id from before), '{}');
      return null;
    end $$;
    create function companies.announce_companies() returns trigger language plpgsql as $$
    begin
      perform users.announce_change('{}', array(select id from before));
      return null;
    end $$;
    create function companies.announce_places() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        perform users.announce_change('{}', array(select company_id from after));
      elsif tg_op = 'DELETE' then
        perform users.announce_change('{}', array(select company_id from before));
      else
        perform users.announce_change('{}', array(select company_id from before union select company_id from after));
      end if;
      return null;
    end $$;

    create trigger announce_update after update on users.sessions referencing old table as before
      for each statement execute function users.announce_sessions();
    create trigger announce_delete after delete on users.sessions referencing old table as before
      for each statement execute function users.announce_sessions();
    create trigger announce_update after update on users.accounts referencing old table as before
      for each statement execute function users.announce_accounts();
    create trigger announce_update after update on companies.companies referencing old table as before
      for each statement execute function companies.announce_companies();
    create trigger announce_insert after insert on companies.reception_places referencing new table as after
      for each statement execute function companies.announce_places();
    create trigger announce_update after update on companies.reception_places
      referencing old table as before new table as after
      for each statement execute function companies.announce_places();
    create trigger announce_delete after delete on companies.reception_places referencing old table as before
      for each statement execute function companies.announce_places();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger announce_delete on companies.reception_places;
    drop trigger announce_update on companies.reception_places;
    drop trigger announce_insert on companies.reception_places;
    drop trigger announce_update on companies.companies;
    drop trigger announce_update on users.accounts;
    drop trigger announce_delete on users.sessions;
    drop trigger announce_update on users.sessions;
    drop function companies.announce_places();
    drop function companies.announce_companies();
    drop function users.announce_accounts();
    drop function users.announce_sessions();
    drop function users.announce_change(integer[], integer[]);
  `)
}
