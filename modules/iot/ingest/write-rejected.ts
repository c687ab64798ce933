/** Stores rejected readings as they were received, with the reason. */
import type pg from 'pg'
import { doubles } from '../../../src/kernel/database/arrays.ts'
import type { Rejection } from './reading.ts'
import type { Incoming } from './types.ts'

export async function writeRejected(
  db: pg.Client,
  rejections: readonly { from: Incoming; rejection: Rejection }[]
): Promise<void> {
  const clean = (text: string, limit: number) => text.slice(0, limit).replaceAll('\0', '\uFFFD')
  await db.query({
    name: 'iot.rejected',
    text: `insert into iot.rejected_readings (received_at, topic, imei, payload, reason)
      select to_timestamp(at / 1000), topic, imei, payload, reason
      from unnest($1::float8[], $2::text[], $3::text[], $4::text[], $5::text[]) as t(at, topic, imei, payload, reason)`,
    values: [
      doubles(rejections, ({ from }) => from.receivedAt),
      rejections.map(({ from }) => clean(from.topic, 200)),
      rejections.map(({ from }) => (from.imei === undefined ? null : clean(from.imei, 50))),
      rejections.map(({ rejection }) => rejection.payload),
      rejections.map(({ rejection }) => rejection.reason)
    ]
  })
}
