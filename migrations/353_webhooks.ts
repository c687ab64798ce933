/**
 * Webhooks: addresses of others that are told of events. A delivery is one event for one address, and an attempt one call of it; only one
 * attempt of an address goes on at a time.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table integrations.webhooks (
      id integer generated always as identity,
      version integer not null default 1,
      url text not null,
      types text[] not null,
      company_id integer,
      secret bytea not null,
      former_secret bytea,
      former_until timestamptz,
      created_at timestamptz not null,
      failing_since timestamptz,
      paused_until timestamptz,
      turned_off_at timestamptz,
      off_reason smallint,
      removed_at timestamptz,
      constraint webhooks_pk primary key (id),
      constraint webhooks_company foreign key (company_id) references companies.companies (id) on delete cascade
    );
    create index webhooks_company_id on integrations.webhooks (company_id) where company_id is not null;
    create trigger version before update on integrations.webhooks for each row
      when ((old.url, old.types, old.secret, old.turned_off_at, old.removed_at)
        is distinct from (new.url, new.types, new.secret, new.turned_off_at, new.removed_at))
      execute function kernel.bump_version();
    create view integrations.present_webhooks as
      select id, version, url, types, company_id, former_until, created_at, failing_since, paused_until, turned_off_at, off_reason
      from integrations.webhooks where removed_at is null;
    comment on column integrations.webhooks.secret is 'Encrypted by a key of TOKEN_SECRET: calls are signed with it.';
    comment on column integrations.webhooks.former_secret is 'Calls are signed with it, too, until former_until, so that a secret can be changed without a gap.';
    comment on column integrations.webhooks.failing_since is 'Since when every attempt has failed; null: the last one succeeded.';

    create table integrations.deliveries (
      id bigint generated always as identity,
      webhook_id integer not null,
      place bigint,
      type text not null,
      subject text,
      state smallint not null default 0,
      tries smallint not null default 0,
      created_at timestamptz not null,
      due_at timestamptz not null,
      body text,
      constraint deliveries_pk primary key (id),
      constraint deliveries_webhook foreign key (webhook_id) references integrations.webhooks (id) on delete cascade
    );
    create index deliveries_waiting on integrations.deliveries (webhook_id, id) where state = 0;
    create index deliveries_due on integrations.deliveries (webhook_id, due_at) where state = 0;
    create index deliveries_of_webhook on integrations.deliveries (webhook_id, id);
    create index deliveries_age on integrations.deliveries (created_at);
    comment on column integrations.deliveries.place is 'The event, by its place in the feed; null for a test.';
    comment on column integrations.deliveries.subject is 'The thing that it is of: deliveries of one thing go out in the order of their ids.';
    comment on column integrations.deliveries.body is 'What is sent, byte by byte, since the first attempt: all attempts send the same.';
    comment on column integrations.deliveries.state is '0 waits, 1 delivered, 2 given up.';

    create table integrations.attempts (
      id integer generated always as identity,
      version integer not null default 1,
      webhook_id integer not null,
      delivery_id bigint not null,
      at timestamptz not null,
      milliseconds integer not null,
      outcome smallint not null,
      status smallint,
      answer text,
      next_at timestamptz,
      constraint attempts_pk primary key (id),
      constraint attempts_delivery foreign key (delivery_id) references integrations.deliveries (id) on delete cascade
    );
    create index attempts_of_webhook on integrations.attempts (webhook_id, id);
    create index attempts_of_delivery on integrations.attempts (delivery_id);
    comment on column integrations.attempts.answer is 'The beginning of what was answered, or why nothing was.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table integrations.attempts;
    drop table integrations.deliveries;
    drop view integrations.present_webhooks;
    drop table integrations.webhooks;
  `)
}
