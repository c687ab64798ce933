import { expect, it } from 'vitest'
import { openBatchWriter } from '../../modules/iot/ingest/batch-writer.ts'
import { anImei, secret, silent } from './fixtures/database.ts'
import {
  aContainer,
  anIngest,
  changed,
  databaseUrl,
  here,
  minute,
  north,
  now,
  prepareTables,
  query,
  readings,
  send,
  staysNow
} from './fixtures/ingest.ts'

prepareTables()

it('reports the newest state of each container that changed', async () => {
  const { imei, id } = await aContainer()
  const ingest = anIngest()
  await send(ingest, imei, { ts: now - minute, ...here })
  await send(ingest, imei, { ts: now, ...north(10), battery: 3.5 })
  await send(ingest, imei, { ts: now - 2 * minute, ...north(500) })
  await ingest.stop()
  expect(changed).toEqual([
    {
      id,
      latitude: north(5).lat,
      longitude: 21,
      battery: 3.5,
      batteryStatus: 2,
      status: 1,
      lastActiveAt: new Date(now)
    }
  ])
})

it('knows a sensor by its secret', async () => {
  const { imei } = await aContainer()
  const ingest = anIngest()
  expect(await ingest.authenticate(imei, secret)).toBe(true)
  expect(await ingest.authenticate(imei, `${secret} `)).toBe(false)
  expect(await ingest.authenticate(anImei(), secret)).toBe(false)
  await query('update iot.containers set secret_hash = null where imei = $1', [imei])
  expect(await ingest.authenticate(imei, '')).toBe(false)
})

it('holds its messages while the database refuses, and loses none', async () => {
  const { imei, id } = await aContainer()
  const ingest = anIngest()
  await send(ingest, imei, { ts: now - minute })
  await query('alter table iot.readings rename to readings_away')
  const sending = send(ingest, imei, { ts: now })
  await expect
    .poll(
      async () =>
        (
          await query(
            `select 1 from pg_stat_activity where application_name like 'opony-ingest %' and query = 'rollback'`
          )
        ).length
    )
    .toBe(1)
  expect(ingest.stats().waiting).toBe(1)
  await query('alter table iot.readings_away rename to readings')
  await sending
  expect(await readings(id)).toHaveLength(2)
})

it('survives the loss of its connections in the middle of work', async () => {
  const { imei, id } = await aContainer()
  const ingest = anIngest()
  const sent: Promise<void>[] = []
  for (let round = 0; round < 4; round++) {
    for (let at = 0; at < 25; at++) sent.push(send(ingest, imei, { ts: now - round * 25 - at, ...here }))
    await expect
      .poll(
        async () =>
          (
            await query(
              `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'opony-ingest %'`
            )
          ).length,
        { interval: 1 }
      )
      .toBeGreaterThan(0)
  }
  await Promise.all(sent)
  expect(await readings(id)).toHaveLength(100)
  expect(await staysNow(id)).toMatchObject([{ readings: 100, firstTs: now - 99, lastTs: now }])
})

it('a batch that takes the database too long is divided, so that no message makes others wait for ever', async () => {
  const written: string[] = []
  const writer = openBatchWriter({
    databaseUrl: databaseUrl(),
    log: silent,
    onStored: () => undefined,
    async write(db, batch) {
      if (batch.length > 1) await db.query('begin; set local statement_timeout = 5; select pg_sleep(5)')
      written.push(...batch.map(({ topic }) => topic))
      return { stored: 0, repeated: 0, late: 0, rejected: [], changed: [] }
    }
  })
  const topics = ['a', 'b', 'c', 'd', 'e']
  await Promise.all(
    topics.map(topic => writer.store({ topic, imei: undefined, receivedAt: now, readings: [], rejected: [] }))
  )
  expect(written).toEqual(topics)
  await writer.stop(1_000)
})
