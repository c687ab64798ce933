/** A commit that waits for a second machine, and whose wait is ended: it counts for nobody as done, neither for a call nor for a sensor. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startIngest } from '../../modules/iot/ingest/start.ts'
import type { Hint } from '../../src/kernel/realtime/hints.ts'
import { migrate } from '../../src/kernel/upgrade/migrate.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { withClient } from '../helper/cluster.ts'
import { aContainer } from '../helper/factories.ts'
import { linesOf } from '../helper/log.ts'
import { aCluster, type OwnCluster, postgresPrograms } from '../helper/postgres-programs.ts'

const programs = postgresPrograms()
const operators = '/api/Admin/RecycleOperators'
const patience = { timeout: 60_000, interval: 20 }

describe.skipIf(programs === null)('what no second machine has', () => {
  let server: OwnCluster
  let test: TestApp
  let admin: Person

  const ask = <T>(text: string): Promise<T[]> =>
    withClient(server.urlOf('opony'), async client => (await client.query(text)).rows as T[])
  /** Commits wait for a machine that is away, or for none. */
  const waitForOther = async (is: boolean): Promise<void> => {
    await ask(`alter system set synchronous_standby_names = '${is ? 'away' : ''}'`)
    await ask('select pg_reload_conf()')
    await expect
      .poll(() => ask('show synchronous_standby_names'), patience)
      .toEqual([{ synchronous_standby_names: is ? 'away' : '' }])
  }
  /** Ends the wait of a commit, as a time limit does. */
  const endWait = async (): Promise<void> => {
    const ended = (): Promise<unknown[]> =>
      ask(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`)
    await expect.poll(async () => (await ended()).length, patience).toBeGreaterThan(0)
  }

  beforeAll(async () => {
    server = await aCluster(programs!)
    await withClient(server.urlOf('postgres'), client => client.query('create database opony'))
    await migrate(server.urlOf('opony'))
    test = await anApp({ DATABASE_URL: server.urlOf('opony'), ROLES: 'web' })
    admin = await test.signedInAs('ADMIN')
  })
  afterAll(async () => {
    await test?.close()
    await server?.stop()
  })

  it('is 503, also when it is repeated under its key; once a second machine has it, the answer is given and the change announced', async () => {
    const name = 'Granulat Zachód'
    const add = () => admin.post(operators, { name }, { 'idempotency-key': 'once-and-for-all' })
    const hints: Hint[] = []
    const stop = test.services.hints.onHint(hint => void hints.push(hint))
    await waitForOther(true)
    for (let tries = 0; tries < 2; tries++) {
      hints.length = 0
      const adding = add()
      await endWait()
      const { status, headers, body } = await adding
      expect([status, body.code, Number(headers['retry-after']) > 0]).toEqual([503, 'kernel.unavailable', true])
      // it is made all the same, and pages show it
      await expect
        .poll(() => hints, patience)
        .toContainEqual(expect.objectContaining({ resourceType: 'fleet.operator' }))
    }
    await waitForOther(false)
    hints.length = 0
    const { status, body } = await add()
    expect(status).toBe(201)
    await expect
      .poll(() => hints, patience)
      .toContainEqual(expect.objectContaining({ resourceType: 'fleet.operator', ids: [body.data.id] }))
    stop()
    const { body: list } = await admin.get(`${operators}?limit=1000`)
    expect(list.data.filter((one: { name: string }) => one.name === name)).toHaveLength(1)
  })

  it('of a sensor is not acknowledged, also when it is written again; once a second machine has it, it is, and stands there once', async () => {
    const { id, imei } = await aContainer(test.services.db)
    const { log, lines } = linesOf()
    const now = Date.UTC(2026, 4, 4, 12)
    const ingest = startIngest({
      databaseUrl: server.urlOf('opony'),
      settings: { battery: { low: 3.6, critical: 3.4 }, oldestDays: 400 },
      now: () => new Date(now),
      log,
      onPositions: () => undefined
    })
    const waits = (): number => lines().filter(({ msg }) => msg === 'readings wait for the database').length
    await waitForOther(true)
    let isAcknowledged = false
    const sent = ingest
      .receive({
        topic: `containers/${imei}/telemetry`,
        payload: Buffer.from(JSON.stringify({ ts: now, lat: 52, lon: 21 }))
      })
      .then(() => {
        isAcknowledged = true
      })
    for (const times of [1, 2]) {
      await endWait()
      await expect.poll(waits, patience).toBe(times)
      expect(isAcknowledged).toBe(false)
    }
    await waitForOther(false)
    await sent
    await ingest.stop()
    expect(await ask(`select count(*)::int as n from iot.readings where container_id = ${id}`)).toEqual([{ n: 1 }])
  })
})
