/** The public API of containers: what reports and the dashboard read of them. */
import { raw, type Sql } from '../../src/kernel/database/sql.ts'
import { leftJoinCompany, leftJoinPlace, placeAddress } from '../companies/public.ts'
import { leftJoinStore } from '../warehouse/public.ts'

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
