/**
 * Changes of batteries, as people record them. Of a container the newest one counts: readings from before it are of the old battery. Until
 * now a change was seen from the voltage alone, which still holds where nobody records it.
 */
import type { Knex } from 'knex'

/** The columns whose change counts the version of a container. */
const counted = 'container_number, description, status, imei, iccid, ser_no, assigned_store_id, secret_hash'

const countVersion = (columns: string): string => `
  drop trigger version on iot.containers;
  create trigger version before update of ${columns}
    on iot.containers for each row execute function kernel.bump_version();`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table iot.battery_changes (
      id integer generated always as identity,
      container_id integer not null,
      changed_at timestamptz not null,
      recorded_at timestamptz not null,
      account_id integer not null,
      constraint battery_changes_pk primary key (id),
      constraint battery_changes_container foreign key (container_id) references iot.containers (id) on delete cascade,
      constraint battery_changes_account foreign key (account_id) references users.accounts (id)
    );
    create index battery_changes_of_container on iot.battery_changes (container_id, id);
    comment on table iot.battery_changes is 'Changes of the batteries of containers, as people record them. One that is undone is deleted.';
    comment on column iot.battery_changes.changed_at is 'Since when readings are of the new battery: of an earlier day, its end.';
    comment on column iot.battery_changes.account_id is 'Who recorded it.';

    alter table iot.containers add column battery_change_id integer
      constraint containers_battery_change references iot.battery_changes (id);
    comment on column iot.containers.battery_change_id is 'The newest change of its battery; null: none is recorded.';
    ${countVersion(`${counted}, battery_change_id`)}
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${countVersion(counted)}
    alter table iot.containers drop column battery_change_id;
    drop table iot.battery_changes;
  `)
}
