import type { Knex } from 'knex'

/** Entries to and exits from internal stores and reception places, derived from the stays (modules/iot/geofence). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table iot.fence_marks (
      id bigint generated always as identity constraint fence_marks_pk primary key,
      container_id integer not null,
      from_ts timestamptz not null,
      located boolean not null,
      place_id integer
    );
    comment on table iot.fence_marks is
      'Containers whose stays have changed from a time on; a worker derives their events anew and removes the mark.';
    comment on column iot.fence_marks.located is 'Whether place_id says at which reception place the stay that begins there is.';

    -- Of stays that are over it is not known any more which place was near; a container that is at one now, is within 100 m of it.
    create function iot.mark_every_stay() returns void language sql as $$
      insert into iot.fence_marks (container_id, from_ts, located)
        select container_id, min(first_ts), false from iot.stays group by container_id;
      insert into iot.fence_marks (container_id, from_ts, located, place_id)
        select id, stay_first_ts, true, reception_place_id from iot.containers
        where stay_first_ts is not null and reception_place_distance <= 100;
    $$;
    comment on function iot.mark_every_stay is 'For stays that no ingest has written: those of a seed, and of before there were marks.';
    select iot.mark_every_stay();

    create table iot.fence_places (
      container_id integer not null,
      first_ts timestamptz not null,
      place_id integer not null,
      constraint fence_places_pk primary key (container_id, first_ts)
    );
    comment on table iot.fence_places is 'Stays at a reception place: within 100 m of it, when they were located.';

    create table iot.fence_events (
      id bigint generated always as identity constraint fence_events_pk primary key,
      container_id integer not null constraint fence_events_container references iot.containers on delete cascade,
      fence smallint not null constraint fence_events_fence check (fence in (1, 2)),
      fence_id integer not null,
      event smallint not null constraint fence_events_event check (event between 1 and 3),
      at timestamptz not null,
      dwell_seconds integer constraint fence_events_dwell check ((dwell_seconds is null) = (event = 1) and dwell_seconds >= 0),
      recorded_at timestamptz not null,
      constraint fence_events_once unique (container_id, fence, at, event)
    );
    create index fence_events_of_fence on iot.fence_events (fence, fence_id, id desc);
    comment on table iot.fence_events is
      'A container has entered an internal store (fence 1) or a reception place (2), has been there for the dwell time, has left. '
      'Derived from the stays: when late readings say otherwise, what is not true any more is removed.';
    comment on column iot.fence_events.at is 'By the sensor''s clock.';

    create table iot.fence_waiting (
      container_id integer not null,
      fence smallint not null,
      entered_at timestamptz not null,
      constraint fence_waiting_pk primary key (container_id, fence)
    );
    comment on table iot.fence_waiting is 'Visits that go on and have not lasted for the dwell time yet.';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function iot.mark_every_stay;
    drop table iot.fence_waiting, iot.fence_events, iot.fence_places, iot.fence_marks`)
}
