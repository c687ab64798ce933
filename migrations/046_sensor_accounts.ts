import type { Knex } from 'knex'

/**
 * Accounts of sensors: whoever changes a secret, the ingest is notified, and ends what was opened with the old one. The secret is
 * kept in Mosquitto's own form too, so that its password file can be written from here. A secret counts the version.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table iot.containers add column broker_hash text;
    comment on column iot.containers.broker_hash is
      'The same secret as a line of Mosquitto''s password file has it; null: none, or given before there was this column.';

    create function iot.notify_sensor_access() returns trigger language plpgsql as $$
    begin
      perform pg_notify('iot_sensor_access', new.imei);
      return null;
    end $$;
    comment on function iot.notify_sensor_access is 'The secret of this sensor is another one, or none.';
    create trigger sensor_access after update of secret_hash on iot.containers
      for each row when (old.secret_hash is distinct from new.secret_hash) execute function iot.notify_sensor_access();

    drop trigger version on iot.containers;
    create trigger version
      before update of container_number, description, status, imei, iccid, ser_no, assigned_store_id, secret_hash
      on iot.containers for each row execute function kernel.bump_version();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger version on iot.containers;
    create trigger version
      before update of container_number, description, status, imei, iccid, ser_no, assigned_store_id on iot.containers
      for each row execute function kernel.bump_version();
    drop trigger sensor_access on iot.containers;
    drop function iot.notify_sensor_access;
    alter table iot.containers drop column broker_hash;
  `)
}
