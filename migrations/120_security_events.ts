import type { Knex } from 'knex'

/**
 * Security events, in a chain like the audit's (modules/audit/security/chain.ts). Rows come in by one function, which seals them at
 * once, and go by another one, which deletes nothing younger than a month: an application whose role owns neither can do nothing
 * else to them. `security_anchors` are numbers and hashes at which the chain ended; the oldest is where what was kept begins.
 */
const columns = `at timestamptz, until timestamptz, count integer, kind smallint, account_id integer, target_id integer,
      email_hash text, session_id uuid, network inet, request_id text, call text, subject text, code text`

/** Columns that the list is sorted by, and whether they may be null. */
const sorted = { kind: false, account_id: true, target_id: true, network: true, subject: true, count: false }
const sorts = Object.entries(sorted)
  .map(
    ([column, isNullable]) => `
    create index security_events_${column} on audit.security_events (${column}${isNullable ? ' nulls first' : ''}, at desc, id desc);
    create index security_events_${column}_down on audit.security_events (${column} desc${isNullable ? ' nulls last' : ''}, at desc, id desc);`
  )
  .join('')

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table audit.security_events (
      id bigint primary key,
      recorded_at timestamptz not null,
      at timestamptz not null,
      until timestamptz,
      count integer not null constraint security_events_count check (count > 0),
      kind smallint not null,
      account_id integer,
      target_id integer,
      email_hash text,
      session_id uuid,
      network inet,
      request_id text,
      call text,
      subject text collate "C",
      code text collate "C",
      hash bytea not null constraint security_events_hash check (length(hash) = 32)
    );
    comment on table audit.security_events is
      'Who tried what, from where; kept SECURITY_EVENTS_DAYS. hash = SHA-256 of the previous hash and the event, in the order of id';
    comment on column audit.security_events.email_hash is 'keyed hash of an e-mail that was tried; the e-mail itself is kept nowhere';
    comment on column audit.security_events.network is 'the address of IPv4, the network of 64 bits of IPv6';
    create index security_events_at on audit.security_events (at, id);
    create index security_events_recorded on audit.security_events using brin (recorded_at);
    -- The list sorts by each of its columns in both directions, each time the newest first.
${sorts}

    create table audit.security_anchors (
      id bigint primary key,
      hash bytea not null,
      at timestamptz not null default now()
    );
    comment on table audit.security_anchors is 'The end of the chain of security events after each round: a chain that is shorter has been cut';

    create function audit.security_content(event audit.security_events) returns text language sql stable as $$
      select jsonb_build_array(extract(epoch from event.recorded_at)::text, extract(epoch from event.at)::text,
        extract(epoch from event.until)::text, event.count, event.kind, event.account_id, event.target_id, event.email_hash,
        event.session_id, event.network::text, event.request_id, event.call, event.subject, event.code)::text
    $$;

    create function audit.add_security_events(events jsonb) returns void language plpgsql
      security definer set search_path = pg_catalog, pg_temp as $$
    declare
      given record;
      added audit.security_events;
      last_id bigint;
      last_hash bytea;
    begin
      perform pg_advisory_xact_lock(hashtext('audit.security_events'));
      select id, hash into last_id, last_hash from audit.security_events order by id desc limit 1;
      if last_id is null then
        select id, hash into last_id, last_hash from audit.security_anchors order by id desc limit 1;
      end if;
      last_id := coalesce(last_id, 0);
      last_hash := coalesce(last_hash, decode(repeat('00', 32), 'hex'));
      for given in select * from jsonb_to_recordset(events) as event(${columns}) loop
        last_id := last_id + 1;
        added := (last_id, clock_timestamp(), given.at, given.until, given.count, given.kind, given.account_id, given.target_id,
          given.email_hash, given.session_id, given.network, given.request_id, given.call, given.subject, given.code, null);
        last_hash := sha256(last_hash || convert_to(last_id || ':' || audit.security_content(added), 'UTF8'));
        added.hash := last_hash;
        insert into audit.security_events select added.*;
      end loop;
      insert into audit.security_anchors (id, hash) values (last_id, last_hash) on conflict do nothing;
    end $$;
    comment on function audit.add_security_events is 'Adds events to the end of the chain';

    create function audit.forget_security_events(days integer, most integer) returns integer language plpgsql
      security definer set search_path = pg_catalog, pg_temp as $$
    declare
      first_kept bigint;
      cut bigint;
      gone integer;
    begin
      perform pg_advisory_xact_lock(hashtext('audit.security_events'));
      select min(id) into first_kept from audit.security_events
        where recorded_at >= now() - greatest(days, 30) * interval '1 day';
      select max(id) into cut from (select id from audit.security_events
        where first_kept is null or id < first_kept order by id limit most) old;
      if cut is null then
        return 0;
      end if;
      insert into audit.security_anchors (id, hash) select id, hash from audit.security_events where id = cut
        on conflict do nothing;
      delete from audit.security_anchors where id < cut;
      delete from audit.security_events where id <= cut;
      get diagnostics gone = row_count;
      return gone;
    end $$;
    comment on function audit.forget_security_events is
      'Deletes the oldest events: those of more than so many days ago, and never of the last 30; the anchor of the last one stays';

    create function audit.refuse_young() returns trigger language plpgsql as $$
    begin
      if old.recorded_at > now() - interval '30 days' then
        raise exception 'Security events are kept for 30 days at least: % of %.% is refused', tg_op, tg_table_schema, tg_table_name
          using errcode = 'insufficient_privilege';
      end if;
      return old;
    end $$;
    create trigger keep before delete on audit.security_events for each row execute function audit.refuse_young();
    create trigger append_only before update or truncate on audit.security_events
      for each statement execute function audit.refuse();
    create trigger append_only before update or truncate on audit.security_anchors
      for each statement execute function audit.refuse();
    revoke execute on function audit.add_security_events, audit.forget_security_events from public;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function audit.add_security_events;
    drop function audit.forget_security_events;
    drop table audit.security_events cascade;
    drop table audit.security_anchors;
    drop function audit.refuse_young;
  `)
}
