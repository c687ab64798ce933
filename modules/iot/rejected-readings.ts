/**
 * Rejected readings, stored as they were received, with the reason; and the command that stores the readings of a device that has become
 * known. A replayed reading is processed like any other, with the time of its arrival: it is stored once, in the stay of its time.
 */
import { Type } from '@sinclair/typebox'
import type pg from 'pg'
import { defineCommand } from '../../src/kernel/commands/command.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import { definePage } from '../../src/kernel/pages/pages.ts'
import { detailsTab } from '../../src/kernel/pages/tabs.ts'
import { filter } from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { EnumOf, ExactInstant, Id, Nullable, Version } from '../../src/kernel/schema.ts'
import { containers } from './containers-resource.ts'
import type { Reason } from './ingest/reading.ts'
import { readPayload } from './ingest/reading.ts'
import type { Incoming } from './ingest/types.ts'
import { storeBatch, writerLock } from './ingest/write.ts'
import { locate } from './locate.ts'
import { RejectionReason } from './schema.ts'

const codeOf: Readonly<Record<Reason, number>> = RejectionReason
/** The reasons in the order of their codes, which start at 1. */
const reasons = (Object.keys(codeOf) as Reason[]).sort((a, b) => codeOf[a] - codeOf[b])
const codes = `array[${reasons.map(reason => `'${reason}'`).join(', ')}]`

const batchSize = 5_000

const RejectedReading = Type.Object({
  id: Id,
  version: Version,
  receivedDate: ExactInstant,
  reason: EnumOf(RejectionReason),
  imei: Nullable(Type.String()),
  topic: Type.String(),
  /** At most the first 1,000 characters. */
  payload: Type.String(),
  replayedDate: Nullable(ExactInstant),
  /** Whether its device is known now, and the reading is not stored yet. */
  canReplay: Type.Boolean()
})

export const rejectedReadings = defineResource({
  type: 'iot.rejectedReading',
  title: 'rejected reading',
  path: '/IoT/rejected-readings',
  serves: ['list', 'item'],
  access: ['ADMIN', 'SERVICE_TECHNICAN'],
  schema: RejectedReading,
  table: 'iot.rejected_readings',
  alias: 'rejected',
  named: 'imei',
  visibleTo: () => undefined,
  fields: {
    receivedDate: 'received_at',
    reason: { sql: `array_position(${codes}, rejected.reason)`, sort: ['rejected.reason'] },
    replayedDate: 'replayed_at',
    canReplay: {
      sql: `(rejected.replayed_at is null and rejected.reason = 'unknown_device'
        and exists (select from iot.containers known where known.imei = rejected.imei))`
    }
  },
  filters: { Reason: filter(EnumOf(RejectionReason), code => sql`rejected.reason = ${reasons[code - 1] ?? ''}`) },
  sort: '-receivedDate'
})

/** Marks the oldest waiting readings of a sensor as replayed, and returns them. */
const takeWaiting = (trx: Parameters<typeof query>[0], imei: string, now: Date) =>
  query<{ id: number; topic: string; payload: string; receivedAt: Date }>(
    trx,
    sql`update iot.rejected_readings r set replayed_at = ${now}
      from (select id from iot.rejected_readings where imei = ${imei} and replayed_at is null
          and reason = 'unknown_device' order by id limit ${batchSize} for update) waiting
      where r.id = waiting.id returning r.id, r.topic, r.payload, r.received_at as "receivedAt"`
  )

/** Stores all waiting readings of the sensor of the selected one, because a device that was unknown has usually sent many. */
export const replayReadings = defineCommand(rejectedReadings, {
  name: 'iot.replayReadings',
  call: 'POST /IoT/rejected-readings/:id/replay',
  icon: 'replay',
  tone: 'info',
  access: { ADMIN: { when: { canReplay: [true] } }, SERVICE_TECHNICAN: { when: { canReplay: [true] } } },
  async run({ trx, now, services: { settings }, addAuditParams, hint }, { imei }) {
    if (imei === null) return
    const options = { battery: { low: settings.batteryLowVolts, critical: settings.batteryCriticalVolts }, locate }
    const db = (await trx.client.acquireConnection()) as pg.Client
    const changed = new Set<number>()
    let count = 0
    await db.query(writerLock(imei))
    for (;;) {
      const waiting = await takeWaiting(trx, imei, now)
      const batch = waiting
        .sort((a, b) => a.id - b.id)
        .map(({ topic, payload, receivedAt }): Incoming => {
          const at = receivedAt.getTime()
          return { topic, imei, receivedAt: at, ...readPayload(Buffer.from(payload), at, settings.readingsOldestDays) }
        })
      const outcome = await storeBatch(db, batch, options)
      for (const { id } of outcome.changed) changed.add(id)
      hint(
        rejectedReadings.type,
        waiting.map(({ id }) => id)
      )
      count += waiting.length
      if (waiting.length < batchSize) break
    }
    addAuditParams({ count })
    hint(containers.type, [...changed])
  }
})

export const rejectedReadingsPage = definePage(rejectedReadings, {
  id: 'iot.rejectedReadings',
  route: '/store/rejected-readings',
  group: 'store',
  place: 9,
  columns: [
    { key: 'receivedDate', grow: 0.9 },
    { key: 'reason', grow: 0.9 },
    { key: 'imei', grow: 1.1 },
    { key: 'payload', grow: 2 },
    { key: 'replayedDate', grow: 0.9 }
  ],
  filters: ['Reason'],
  commands: [replayReadings],
  panel: [
    detailsTab(rejectedReadings, ['receivedDate', 'reason', 'imei', 'topic', 'payload', 'replayedDate'], {
      commands: [replayReadings]
    })
  ]
})
