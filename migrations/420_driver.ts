/**
 * The driver's app: devices of drivers, what they were given, what they tell of their stops, and photos. An event is written once and never
 * changed, but for what the office decides about it.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema driver;

    create table driver.devices (
      id integer generated always as identity,
      version integer not null default 1,
      account_id integer not null,
      name text,
      code_hash bytea,
      code_expires_at timestamptz not null,
      token_hash bytea,
      session_id uuid,
      invited_at timestamptz not null,
      connected_at timestamptz,
      last_used_at timestamptz,
      revoked_at timestamptz,
      constraint devices_pk primary key (id),
      constraint devices_account foreign key (account_id) references users.accounts (id),
      constraint devices_code unique (code_hash),
      constraint devices_token unique (token_hash),
      constraint devices_connected check ((connected_at is null) = (token_hash is null) and (connected_at is null) = (session_id is null))
    );
    create index devices_account_id on driver.devices (account_id, id);
    create index devices_invited_at on driver.devices (invited_at, id);
    create index devices_session_id on driver.devices (session_id) where session_id is not null;
    create trigger version before update on driver.devices for each row execute function kernel.bump_version();
    comment on table driver.devices is 'A device is a link first; by its code, once, it becomes one that calls by a token.';
    comment on column driver.devices.code_hash is 'SHA-256 of the code of the link; null once it was used.';
    comment on column driver.devices.session_id is 'The session of its driver by which it calls; when that has ended, the device is dead.';

    create table driver.given (
      account_id integer not null,
      order_id integer not null,
      given_at timestamptz not null,
      constraint given_pk primary key (account_id, order_id),
      constraint given_account foreign key (account_id) references users.accounts (id),
      constraint given_order foreign key (order_id) references orders.orders (id) on delete cascade
    );
    create index given_order_id on driver.given (order_id);
    comment on table driver.given is 'Which orders a driver was shown as stops: of these he may tell, also when the office has changed the plan since.';

    create table driver.events (
      id integer generated always as identity,
      version integer not null default 1,
      key uuid not null,
      account_id integer not null,
      device_id integer,
      order_id integer not null,
      type smallint not null,
      at timestamptz not null,
      sent_at timestamptz not null,
      received_at timestamptz not null,
      occurred_at timestamptz not null,
      latitude double precision,
      longitude double precision,
      accuracy double precision,
      data jsonb not null,
      hash bytea not null,
      state smallint not null,
      reason smallint,
      constraint events_pk primary key (id),
      constraint events_once unique (key),
      constraint events_account foreign key (account_id) references users.accounts (id),
      constraint events_device foreign key (device_id) references driver.devices (id),
      constraint events_order foreign key (order_id) references orders.orders (id),
      constraint events_type check (type between 0 and 8),
      constraint events_state check (state between 0 and 3),
      constraint events_reason check ((reason is null) = (state = 0)),
      constraint events_place check ((latitude is null) = (longitude is null))
    );
    create index events_order_id on driver.events (order_id, occurred_at, key);
    create index events_account_id on driver.events (account_id, order_id);
    create index events_device_id on driver.events (device_id) where device_id is not null;
    create index events_occurred_at on driver.events (occurred_at, id);
    create index events_conflicts on driver.events (occurred_at, id) where state = 1;
    create trigger version before update on driver.events for each row execute function kernel.bump_version();
    comment on table driver.events is 'What drivers tell of their stops, each event once by the key that the device made.';
    comment on column driver.events.at is 'When it happened by the clock of the device.';
    comment on column driver.events.sent_at is 'The same clock when it was sent first: with received_at it says how wrong the clock was.';
    comment on column driver.events.occurred_at is 'When it happened as far as is known: at, corrected by the offset of a clock that was far wrong.';
    comment on column driver.events.hash is 'SHA-256 of what the event says, without when it was sent: another event under the same key is refused.';
    comment on column driver.events.state is '0 counts, 1 waits for the office, 2 the office has accepted it, 3 the office has refused it.';
    comment on column driver.events.reason is 'Why the office had to decide: 0 the order was canceled, 1 finished, 2 not planned any more, 3 another driver''s.';

    create table driver.photos (
      id integer generated always as identity,
      version integer not null default 1,
      key uuid not null,
      account_id integer not null,
      created_at timestamptz not null,
      constraint photos_pk primary key (id),
      constraint photos_once unique (key),
      constraint photos_account foreign key (account_id) references users.accounts (id)
    );
    create index photos_account_id on driver.photos (account_id, created_at);
    comment on table driver.photos is 'Photos of drivers; their bytes are files of the folder driverphotos. An event names the photo by its key, before or after.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop schema driver cascade')
}
