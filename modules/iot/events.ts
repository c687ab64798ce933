/** Events of containers for programs of the business alone, because clients see no containers. */
import { query, sql } from '../../src/kernel/database/sql.ts'
import { defineEvent, recordEvent } from '../../src/kernel/history/events.ts'
import type { Services } from '../../src/kernel/services.ts'
import { containers } from './containers/resource.ts'
import { fenceEvents } from './geofence/events.ts'
import { BatteryStatus } from './schema.ts'

const present = [
  ...(['id', 'version', 'containerNumber', 'status', 'lastActiveDate', 'latitude', 'longitude'] as const),
  ...(['internalStoreId', 'closestReceptionPlaceAddress', 'currentBatteryLevel', 'currentBatteryStatus'] as const)
]

export const containerMoved = defineEvent(fenceEvents, {
  type: 'container.moved',
  summary: 'A container has entered or left an internal store or a reception place',
  of: { resource: containers, id: 'happened.container_id' },
  fields: ['containerId', 'containerNumber', 'fence', 'fenceId', 'fenceName', 'event', 'at', 'dwellSeconds']
})

const containerSilent = defineEvent(containers, {
  type: 'container.silent',
  summary: 'A container has sent nothing for SILENCE_HOURS',
  fields: present,
  when: ({ code }) => code === 'iot.silence'
})

const containerBattery = defineEvent(containers, {
  type: 'container.battery',
  summary: 'The battery of a container became low or critical, or is normal again',
  fields: present
})

export const containerEvents = [containerMoved, containerSilent, containerBattery]

const notable = [BatteryStatus.low, BatteryStatus.critical]
const batchSize = 500

/**
 * Writes the events of batteries. They are found afterwards, so that readings are stored as fast as before: a status that lasted
 * less than a minute has no event.
 */
export async function recordBatteryEvents({ db, now }: Services): Promise<void> {
  for (;;) {
    const found = await db.transaction(async trx => {
      const rows = await query<{ id: number; isNotable: boolean }>(
        trx,
        sql`with due as (
            select id, battery_told, battery_status from iot.containers where battery_status is distinct from battery_told
            order by id limit ${batchSize} for no key update skip locked)
          update iot.containers c set battery_told = due.battery_status from due where c.id = due.id
          returning c.id, (due.battery_status = any(${notable}::int[]) or due.battery_told = any(${notable}::int[])
            and due.battery_status = ${BatteryStatus.normal}) is true as "isNotable"`
      )
      const ids = rows.filter(({ isNotable }) => isNotable).map(({ id }) => id)
      await recordEvent(trx, containerBattery, ids, now())
      return rows.length
    })
    if (found < batchSize) return
  }
}
