/** The public API of containers: what reports and the dashboard read of them. */
import { raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { leftJoinCompany, leftJoinPlace, placeAddress } from '../companies/public.ts'
import { leftJoinStore } from '../warehouse/public.ts'
import { BatteryStatus, ContainerStatus } from './schema.ts'

/**
 * A statement of every container, for reports: `id, container_number, serial_number, status, last_active, silent_days` (whole days
 * since the newest reading; null where there was none), `voltage, battery, store, client, place, distance` (of the nearest
 * reception place, in metres).
 */
export const containerLines: Sql = raw(`
  select container.id, container.container_number, container.ser_no as serial_number, container.status,
    container.last_active_at as last_active, floor(extract(epoch from now() - container.last_active_at) / 86400)::int as silent_days,
    container.battery as voltage, container.battery_status as battery, store.name as store, company.name as client,
    ${placeAddress('place')} as place, round(container.reception_place_distance) as distance
  from iot.containers container ${leftJoinStore('store', 'container.store_id')}
    ${leftJoinPlace('place', 'container.reception_place_id')} ${leftJoinCompany('company', 'place.company_id')}`)

/**
 * A statement of one row, for the dashboard: how many containers are `silent` (disconnected, because nothing was heard of them), and
 * how many have a `low` or a `critical` battery. Each is the total of the list with that filter.
 */
export const containersInNeed: Sql = sql`
  select count(*) filter (where status = ${ContainerStatus.disconnected})::int as silent,
    count(*) filter (where battery_status = ${BatteryStatus.low})::int as low,
    count(*) filter (where battery_status = ${BatteryStatus.critical})::int as critical
  from iot.containers`
