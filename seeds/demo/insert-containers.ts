/** Containers with what their sensors sent so far: readings, the stays that follow from them, and the present state. */
import type { Knex } from 'knex'
import { settingsSchema } from '../../config/schema.ts'
import { batteryStatusOf } from '../../modules/iot/rules.ts'
import type { Business } from './business.ts'
import type { Container, Reading, Stay } from './warehouse.ts'
import { insert } from './writer.ts'

const { batteryLowVolts, batteryCriticalVolts } = settingsSchema.properties
const levels = { low: Number(batteryLowVolts.default), critical: Number(batteryCriticalVolts.default) }

export async function insertContainers(
  trx: Knex.Transaction,
  { containers }: Business,
  secretHash: () => string
): Promise<void> {
  const last = (row: Container): Reading | undefined => row.stays.at(-1)?.readings.at(-1)
  const anchor = (row: Container): Reading | undefined => row.stays.at(-1)?.readings[0]
  const lastSentAt = (row: Container): Date | null => last(row)?.at ?? null

  await insert(trx, 'iot.containers', containers, c => [
    c.int('id', row => row.id),
    c.text('container_number', row => row.containerNumber),
    c.text('description', row => row.description),
    c.int('status', row => row.status),
    c.text('imei', row => row.imei),
    c.text('iccid', row => row.iccid),
    c.text('ser_no', row => row.serNo),
    c.text('secret_hash', secretHash),
    c.int('assigned_store_id', row => row.assignedStoreId),
    c.at('last_active_at', lastSentAt),
    c.at('heard_at', lastSentAt),
    c.degrees('latitude', row => last(row)?.latitude ?? null),
    c.degrees('longitude', row => last(row)?.longitude ?? null),
    c.at('position_ts', lastSentAt),
    c.numeric('battery', row => last(row)?.battery ?? null),
    c.at('battery_ts', row => (last(row)?.battery == null ? null : lastSentAt(row))),
    c.int('battery_status', row => batteryStatusOf(last(row)?.battery ?? null, levels)),
    c.at('stay_first_ts', row => anchor(row)?.at ?? null),
    c.int('store_id', row => row.stays.at(-1)?.storeId ?? null)
  ])
  await trx.raw(`select setval(pg_get_serial_sequence('iot.containers', 'id'), (select max(id) from iot.containers))`)
  await trx.raw(`
    update iot.containers c set reception_place_id = near.id, reception_place_distance = near.distance
    from iot.containers o, lateral (
      select p.id, kernel.metres(kernel.on_earth(p.latitude, p.longitude), kernel.on_earth(o.latitude, o.longitude)) as distance
      from companies.reception_places p where p.latitude is not null
      order by kernel.on_earth(p.latitude, p.longitude) <-> kernel.on_earth(o.latitude, o.longitude) limit 1
    ) near
    where o.id = c.id and o.latitude is not null`)

  await insertRejected(trx, new Date(Math.max(...containers.map(row => lastSentAt(row)?.getTime() ?? 0))))

  const stays = containers.flatMap(container =>
    container.stays.map((stay): Stay & { containerId: number } => ({ ...stay, containerId: container.id }))
  )
  await insert(trx, 'iot.stays', stays, c => [
    c.int('container_id', row => row.containerId),
    c.at('first_ts', row => row.readings[0].at),
    c.at('last_ts', row => (row.readings.at(-1) ?? row.readings[0]).at),
    c.degrees('latitude', row => row.readings[0].latitude),
    c.degrees('longitude', row => row.readings[0].longitude),
    c.int('readings', row => row.readings.length),
    c.int('weight', () => 16),
    c.at('settled_ts', row => row.readings[0].at),
    c.at('sure_ts', row => (row.readings.at(-1) ?? row.readings[0]).at),
    c.int('store_id', row => row.storeId)
  ])
  await insert(
    trx,
    'iot.readings',
    stays.flatMap(stay => stay.readings.map(reading => ({ ...reading, containerId: stay.containerId }))),
    c => [
      c.int('container_id', row => row.containerId),
      c.at('ts', row => row.at),
      c.at('received_at', row => row.at),
      c.degrees('latitude', row => row.latitude),
      c.degrees('longitude', row => row.longitude),
      c.numeric('battery', row => row.battery)
    ]
  )
  await trx.raw('select iot.mark_every_stay()')
}

/** What sensors sent that could not be used: before their container was known, or broken. */
async function insertRejected(trx: Knex.Transaction, until: Date): Promise<void> {
  const unknown = '350000000099990'
  const rejected = (hours: number, imei: string, reason: string, payload: string) => ({
    at: new Date(until.getTime() - hours * 3_600_000),
    imei,
    reason,
    payload
  })
  const position = (hours: number) => ({
    ts: until.getTime() - hours * 3_600_000,
    lat: 51.1432,
    lon: 23.4716,
    battery: 3.9
  })
  const rows = [
    ...[1, 7, 13, 19].map(hours => rejected(hours, unknown, 'unknown_device', JSON.stringify(position(hours)))),
    rejected(5, '350000000000027', 'unreadable', '{"ts":"2026-'),
    rejected(30, '350000000000035', 'position', JSON.stringify({ ...position(30), lat: 0, lon: 0 })),
    rejected(31, '350000000000043', 'future', JSON.stringify({ ...position(31), ts: until.getTime() + 86_400_000 })),
    rejected(52, '350000000000050', 'battery', JSON.stringify({ ...position(52), battery: 3_710 }))
  ]
  await insert(trx, 'iot.rejected_readings', rows, c => [
    c.at('received_at', row => row.at),
    c.text('topic', row => `containers/${row.imei}/telemetry`),
    c.text('imei', row => row.imei),
    c.text('payload', row => row.payload),
    c.text('reason', row => row.reason)
  ])
}
