/**
 * Rejected readings, stored as they were received, with the reason; and the command that stores those of a device that has become known, or
 * that were of the future by a clock that was behind. A replayed reading is processed like any other, with the time of its arrival: it is
 * stored once, in the stay of its time. One of the future has arrived now: what the clock said then was wrong.
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
import { containers } from './containers/resource.ts'
import { throwIotError } from './errors.ts'
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
  /** Whether its device is known now, the reading is not stored yet, and only its device or its time spoke against it. */
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
      sql: `(rejected.replayed_at is null and rejected.reason in ('unknown_device', 'future')
        and exists (select from iot.containers known where known.imei = rejected.imei))`
    }
  },
  filters: { Reason: filter(EnumOf(RejectionReason), code => sql`rejected.reason = ${reasons[code - 1] ?? ''}`) },
  sort: '-receivedDate'
})

interface Waiting {
  readonly id: number
  readonly topic: string
  readonly payload: string
  readonly reason: Reason
  readonly receivedAt: Date
}

/** The oldest readings of a sensor that wait, after this id. */
const waitingOf = (trx: Parameters<typeof query>[0], imei: string, after: number) =>
  query<Waiting>(
    trx,
    sql`select id, topic, payload, reason, received_at as "receivedAt" from iot.rejected_readings
      where imei = ${imei} and replayed_at is null and reason in ('unknown_device', 'future') and id > ${after}
      order by id limit ${batchSize} for update`
  )

const markReplayed = (trx: Parameters<typeof query>[0], ids: readonly number[], now: Date) =>
  query(trx, sql`update iot.rejected_readings set replayed_at = ${now} where id = any(${[...ids]}::bigint[])`)

/** The message as if it had just arrived, or with the time at which it did; undefined while it is of the future. */
function incomingOf({ topic, payload, reason, receivedAt }: Waiting, imei: string, now: Date, oldestDays: number) {
  const at = Math.max(receivedAt.getTime(), reason === 'future' ? now.getTime() : 0)
  const read = readPayload(Buffer.from(payload), at, oldestDays)
  const isStillFuture = read.rejected.some(rejection => rejection.reason === 'future')
  return isStillFuture ? undefined : ({ topic, imei, receivedAt: at, ...read } satisfies Incoming)
}

/** Stores all waiting readings of the sensor of the selected one, because a device that was unknown has usually sent many. */
export const replayReadings = defineCommand(rejectedReadings, {
  name: 'iot.replayReadings',
  call: 'POST /IoT/rejected-readings/:id/replay',
  access: { ADMIN: { when: { canReplay: [true] } }, SERVICE_TECHNICAN: { when: { canReplay: [true] } } },
  ui: { icon: 'replay', tone: 'info' },
  async run({ trx, now, services: { settings }, addAuditParams, hint }, { imei }) {
    if (imei === null) return
    const options = { battery: { low: settings.batteryLowVolts, critical: settings.batteryCriticalVolts }, locate }
    const db = (await trx.client.acquireConnection()) as pg.Client
    const changed = new Set<number>()
    let count = 0
    await db.query(writerLock(imei))
    for (let after = 0; ; ) {
      const waiting = await waitingOf(trx, imei, after)
      const batch: Incoming[] = []
      const ids: number[] = []
      for (const row of waiting) {
        const incoming = incomingOf(row, imei, now, settings.readingsOldestDays)
        if (!incoming) continue
        batch.push(incoming)
        ids.push(row.id)
      }
      await markReplayed(trx, ids, now)
      for (const { id } of (await storeBatch(db, batch, options)).changed) changed.add(id)
      hint(rejectedReadings.type, ids)
      count += ids.length
      after = waiting.at(-1)?.id ?? after
      if (waiting.length < batchSize) break
    }
    if (count === 0) throwIotError('stillFuture')
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
