/** The clock of the machine against that of the database: what is said, and what waits while it is wrong. */
import mqtt from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openClock } from '../../src/kernel/clock.ts'
import type { openDatabase } from '../../src/kernel/database/database.ts'
import { hashSecret } from '../../src/kernel/mqtt/secret.ts'
import { anApp, type TestApp } from '../helper/app.ts'
import { anOpenDatabase } from '../helper/database.ts'
import { aContainer } from '../helper/factories.ts'
import { linesOf } from '../helper/log.ts'

const hourMs = 3_600_000

describe('the clock', () => {
  let database: Awaited<ReturnType<typeof anOpenDatabase>>
  let db: ReturnType<typeof openDatabase>
  beforeAll(async () => {
    database = await anOpenDatabase()
    db = database.db
  })
  afterAll(() => database.close())

  const aClock = () => {
    const { log, lines } = linesOf()
    const wrong = { by: 0 }
    const figures: Record<string, () => number> = {}
    const gauge = (name: string, _help: string, read: () => number): void => {
      figures[name] = read
    }
    const metrics = { gauge }
    return { clock: openClock({ db, log, metrics, here: () => Date.now() + wrong.by }), wrong, lines, figures }
  }

  it.each([
    ['right', 0, true, undefined],
    ['five seconds ahead', 5_000, true, 40],
    ['an hour ahead', hourMs, false, 50],
    ['an hour behind', -hourMs, false, 50]
  ])('that is %s', async (_, by, isRight, level) => {
    const { clock, wrong, lines, figures } = aClock()
    wrong.by = by
    await clock.look()
    expect(clock.isRight()).toBe(isRight)
    expect(lines().map(line => line.level)).toEqual(level ? [level] : [])
    expect(figures.opony_clock_ahead_seconds?.()).toBeCloseTo(-by / 1000, 0)
    if (level) expect(lines()[0]?.msg).toMatch(by < 0 ? /3600\.\d s ahead of|ahead of/ : /behind/)
  })

  it('is compared at once when it was set, and lets those go on who wait', async () => {
    const { clock, wrong, lines } = aClock()
    wrong.by = -hourMs
    await clock.look()
    const ending = new AbortController()
    const going = clock.whenRight(ending.signal)
    const stopped = clock.whenRight(AbortSignal.abort())
    await expect(stopped).rejects.toThrow('stops')
    const other = new AbortController()
    const waiting = clock.whenRight(other.signal)
    other.abort()
    await expect(waiting).rejects.toThrow('stops')
    wrong.by = 0
    await clock.look()
    await going
    expect(lines().map(({ level }) => level)).toEqual([50, 30])
    // Nothing has changed since: the database is not asked again within a minute.
    const asked: unknown[] = []
    db.on('query', query => void asked.push(query))
    await clock.look()
    expect(asked).toEqual([])
  })
})

describe('a process whose clock is an hour behind', () => {
  let test: TestApp | undefined
  afterEach(async () => {
    await test?.close()
    test = undefined
  })

  it('is not ready, and takes no message of a sensor until the clock is right: none is rejected', async () => {
    const wrong = { by: -hourMs }
    test = await anApp({ ROLES: 'web,ingest' }, undefined, undefined, () => Date.now() + wrong.by)
    await test.begin()
    const { db } = test.services
    const { id, imei } = await aContainer(db)
    await db('iot.containers')
      .where({ id })
      .update({ secret_hash: hashSecret('a secret') })
    expect((await test.nobody().get('/health/ready')).status).toBe(503)

    const port = test.services.runtime.mqttPort()
    const sensor = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
      username: imei,
      password: 'a secret',
      reconnectPeriod: 0
    })
    const reading = { ts: Date.now(), lat: 52, lon: 21, battery: 3.9 }
    let isAcknowledged = false
    const sent = sensor.publishAsync(`containers/${imei}/telemetry`, JSON.stringify(reading), { qos: 1 }).then(() => {
      isAcknowledged = true
    })
    // The broker has had the message before it answers what came after it.
    const other = await aContainer(db)
    await db('iot.containers')
      .where({ id: other.id })
      .update({ secret_hash: hashSecret('a secret') })
    const second = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
      username: other.imei,
      password: 'a secret',
      reconnectPeriod: 0
    })
    expect(isAcknowledged).toBe(false)

    wrong.by = 0
    await test.runSchedule('kernel.clock')
    await sent
    expect((await test.nobody().get('/health/ready')).status).toBe(200)
    expect(await db('iot.readings').where({ container_id: id })).toHaveLength(1)
    expect(await db('iot.rejected_readings').where({ imei })).toEqual([])
    await Promise.all([sensor.endAsync(), second.endAsync()])
  })
})
