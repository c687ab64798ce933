/** What the operator's programs read: figures and health, in every role. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { healthAddress } from '../../src/health-address.ts'
import { jobCounts } from '../../src/kernel/jobs/counts.ts'
import { openMetrics } from '../../src/kernel/metrics.ts'
import { anApp, type TestApp } from '../helper/app.ts'
import { anAccount } from '../helper/factories.ts'
import { argsOf } from '../helper/program.ts'
import { freePort } from '../helper/relay.ts'

let test: TestApp | undefined
afterEach(async () => {
  await test?.close()
  test = undefined
})

const begun = async (settings: Record<string, string>): Promise<{ app: TestApp; at: string; port: number }> => {
  const port = await freePort()
  test = await anApp({ METRICS_PORT: String(port), ...settings })
  await test.begin()
  return { app: test, at: `http://127.0.0.1:${port}`, port }
}
const textOf = async (at: string): Promise<string> => (await fetch(`${at}/metrics`)).text()
/** The values of a metric, by its labels as they are written. */
const valuesOf = (text: string, name: string): Record<string, number> =>
  Object.fromEntries(
    [...text.matchAll(new RegExp(`^${name}(?:{(.*)})? (\\S+)$`, 'gm'))].map(([, labels = '', value]) => [
      labels,
      Number(value)
    ])
  )

describe('metrics', () => {
  it('time each answer by its route, and are not served beside the API', async () => {
    test = await anApp()
    const staff = await test.signedInAs('ADMIN')
    await staff.get('/api/Admin/Orders/77/details')
    expect(await test.services.metrics.registry.metrics()).toContain(
      'opony_http_seconds_count{route="/api/Admin/Orders/:id/details",method="GET",status="404"} 1'
    )
    expect((await staff.get('/metrics')).body).not.toContain('opony_http_seconds')
  })

  it('are read on a listener of their own, and say which version runs', async () => {
    const { at, app } = await begun({ ROLES: 'web' })
    const text = await textOf(at)
    expect(text).toContain('process_cpu_seconds_total')
    const { version, commit } = (await app.nobody().get('/health/live')).body
    expect(valuesOf(text, 'opony_build_info')).toEqual({
      [`version="${version}",commit="${commit}",node="${process.version}"`]: 1
    })
    expect((await fetch(`${at}/other`)).status).toBe(404)
    expect((await fetch(`${at}/constructor`)).status).toBe(404)
  })

  it('say of the pool and of live connections what is used', async () => {
    const { at, app } = await begun({ ROLES: 'web' })
    await app.services.db.transaction(async trx => {
      await trx.raw('select 1')
      const text = await textOf(at)
      expect(valuesOf(text, 'opony_database_connections')['state="used"']).toBeGreaterThan(0)
      expect(valuesOf(text, 'opony_database_connections_limit')['']).toBe(12)
      expect(valuesOf(text, 'opony_hub_connections')).toEqual({ 'state="signedIn"': 0, 'state="greeting"': 0 })
    })
  })

  it('count jobs by queue and state, and how long the oldest waits', async () => {
    const { at, app } = await begun({ ROLES: 'web' })
    const { db, jobs } = app.services
    await db.transaction(async trx => {
      for (let n = 0; n < 3; n++) await jobs.send(trx, 'users.letter', {})
      await jobs.send(trx, 'users.letter', {}, { startAfter: new Date(Date.now() + 3_600_000) })
    })
    await db.raw(
      `update queue.job set state = 'failed' where id = (select min(id::text)::uuid from queue.job where start_after <= now())`
    )
    await db.raw(`update queue.job set created_on = now() - interval '1 hour' where state = 'created'`)
    const text = await textOf(at)
    const own = (state: string) => valuesOf(text, 'opony_jobs')[`queue="users.letter",state="${state}"`]
    expect(['created', 'retry', 'active', 'failed'].map(own)).toEqual([3, 0, 0, 1])
    expect(valuesOf(text, 'opony_oldest_job_seconds')['queue="users.letter"']).toBeCloseTo(3_600, -2)
    expect(Object.keys(valuesOf(text, 'opony_jobs')).join()).not.toContain('pgboss')
    await db.raw('delete from queue.job')
    await db.transaction(trx => jobs.send(trx, 'users.letter', {}, { startAfter: new Date(Date.now() + 3_600_000) }))
    // what is planned for later does not wait
    expect((await jobCounts(db)).filter(({ queue }) => queue === 'users.letter').map(one => one.oldestSeconds)).toEqual(
      [0, 0, 0, 0]
    )
  })

  it('count findings that are open, and messages that are in error', async () => {
    const { at, app } = await begun({ ROLES: 'web' })
    const { db } = app.services
    const { id } = await anAccount(db)
    const message = { account_id: id, type: 0, body: 'x', created_at: new Date(), status: 3, error: 3 }
    await db('notifications.messages').insert([
      { ...message, channel: 0, sent_date: new Date() },
      { ...message, channel: 0, sent_date: new Date(Date.now() - 25 * 3_600_000) },
      { ...message, channel: 0, sent_date: new Date(), status: 2, error: null }
    ])
    const text = await textOf(at)
    expect(valuesOf(text, 'opony_messages_failed')).toEqual({ 'channel="sms"': 1, 'channel="email"': 0 })
    expect(Object.keys(valuesOf(text, 'opony_validator_findings'))).toHaveLength(10)
  })

  it('say whether the audit is as it was written', async () => {
    const { at, app } = await begun({ ROLES: 'web' })
    const staff = await app.signedInAs('ADMIN')
    await staff.post('/api/Admin/RecycleOperators', { name: 'Audyt' })
    await app.runSchedule('audit.check')
    expect(valuesOf(await textOf(at), 'opony_audit_sound')).toEqual({ 'chain="audit"': 1, 'chain="security"': 1 })
    const { db } = app.services
    await db.raw('alter table audit.entries disable trigger append_only')
    await db('audit.entries').update({ command: 'orders.accept' })
    await app.runSchedule('audit.check')
    const text = await textOf(at)
    expect(valuesOf(text, 'opony_audit_sound')).toEqual({ 'chain="audit"': 0, 'chain="security"': 1 })
    const [checked] = Object.values(valuesOf(text, 'opony_audit_checked_timestamp_seconds'))
    expect(checked).toBeCloseTo(Date.now() / 1000, -2)
  })

  it('of what only grows end with _total, and are counters', async () => {
    const { at } = await begun({})
    const text = await textOf(at)
    for (const outcome of ['stored', 'late', 'repeated', 'overQuota'])
      expect(valuesOf(text, 'opony_readings_total')[`outcome="${outcome}"`]).toBe(0)
    expect(valuesOf(text, 'opony_ingest_waiting')).toEqual({ '': 0 })
    expect(valuesOf(text, 'opony_broker_connected')).toEqual({ '': 1 })
    const types = [...text.matchAll(/^# TYPE (opony_\S+) (\w+)$/gm)].map(([, name = '', type]) => [name, type] as const)
    expect(types.filter(([name, type]) => name.endsWith('_total') !== (type === 'counter'))).toEqual([])
    expect(types.length).toBeGreaterThan(15)
  })

  it('that are asked of the database are asked once a while, and are left out while it does not answer', async () => {
    const metrics = openMetrics()
    let asked = 0
    let answer = async () => [{ labels: { queue: 'a' }, value: 1 }]
    metrics.ask('opony_asked', 'x', ['queue'], () => {
      asked += 1
      return answer()
    })
    const read = async () => valuesOf(await metrics.registry.metrics(), 'opony_asked')
    answer = () => Promise.reject(new Error('away'))
    expect(await read()).toEqual({})
    answer = async () => [{ labels: { queue: 'a' }, value: 2 }]
    expect(await read()).toEqual({ 'queue="a"': 2 })
    expect(await read()).toEqual({ 'queue="a"': 2 })
    expect(asked).toBe(2)
  })
})

describe('health', () => {
  const run = promisify(execFile)
  /** What the health check of the image says by these settings. */
  const checked = (env: Record<string, string>) =>
    run(process.execPath, argsOf('src/cli/health.ts'), {
      env: { PATH: process.env.PATH ?? '', ...env }
    }).then(
      () => 'ready',
      ({ code, stderr }: { code: number; stderr: string }) => `${code} ${stderr.trim()}`
    )

  it.each(['worker', 'ingest', 'web'])(
    'of the role %s is answered beside the metrics, with version and parts',
    async role => {
      const { at, app, port } = await begun({ ROLES: role })
      const answer = await fetch(`${at}/health/ready`)
      const body = (await answer.json()) as { parts: object }
      const parts = { database: true, clock: true, start: true, ...(role === 'ingest' ? { broker: true } : {}) }
      const { version, commit } = (await app.nobody().get('/health/ready')).body
      expect([answer.status, body]).toEqual([200, { status: 'ok', version, commit, parts }])
      expect(version).toMatch(/^\d+\.\d+\.\d+/)
      expect(await (await fetch(`${at}/health/live`)).json()).toEqual({ status: 'ok', version, commit })
      if (role === 'worker')
        expect(await checked({ METRICS_PORT: String(port), METRICS_HOST: '0.0.0.0', ROLES: role })).toBe('ready')
    }
  )

  it('names the part that is not ready, and so does the check of the image', async () => {
    const { at, app, port } = await begun({ ROLES: 'worker' })
    app.services.runtime.readiness.push({ name: 'broker', isReady: () => false })
    const answer = await fetch(`${at}/health/ready`)
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { status: 'unavailable', parts: { database: true, start: true, broker: false } }
    ])
    expect(answer.headers.get('retry-after')).toBe('2')
    expect((await fetch(`${at}/health/live`)).status).toBe(200)
    expect(valuesOf(await textOf(at), 'opony_ready')).toEqual({
      'part="clock"': 1,
      'part="database"': 1,
      'part="start"': 1,
      'part="broker"': 0
    })
    expect(await checked({ METRICS_PORT: String(port), ROLES: 'worker' })).toMatch(
      /^1 Not ready \(503\): .*"broker":false/
    )
  })

  it.each([
    [{}, '127.0.0.1:3000'],
    [{ PORT: '8080', HOST: '0.0.0.0' }, '127.0.0.1:8080'],
    [{ PORT: '8080', HOST: '::', ROLES: 'web,worker' }, '[::1]:8080'],
    [{ METRICS_PORT: '9464', PORT: '3000', HOST: '10.0.0.1' }, '127.0.0.1:9464'],
    [{ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.1', ROLES: 'worker' }, '10.0.0.1:9464'],
    [{ METRICS_PORT: '0', ROLES: 'worker,ingest' }, undefined]
  ])('is asked of a process of %j at %s', (env: Record<string, string>, address) => {
    expect(healthAddress(env)).toBe(address)
  })

  it('is asked where METRICS_HOST says, whatever HOST is', async () => {
    const { port } = await begun({ ROLES: 'worker', HOST: '127.0.0.1', METRICS_HOST: '127.0.0.2' })
    expect((await fetch(`http://127.0.0.2:${port}/health/ready`)).status).toBe(200)
    await expect(fetch(`http://127.0.0.1:${port}/health/ready`)).rejects.toThrow()
  })

  it('is not ready while the database is away, and the figures are there nevertheless', async () => {
    const { at, app } = await begun({ ROLES: 'worker' })
    const { listener } = app.services
    const { confirm } = listener
    Object.assign(listener, { confirm: () => Promise.reject(new Error('away')) })
    const answer = await fetch(`${at}/health/ready`)
    expect([answer.status, await answer.json()]).toMatchObject([503, { parts: { database: false } }])
    expect(valuesOf(await textOf(at), 'opony_ready')['part="database"']).toBe(0)
    Object.assign(listener, { confirm })
  })
})
