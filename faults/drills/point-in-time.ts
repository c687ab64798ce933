/**
 * A business is brought back to the moment before a mishap, from a base backup and PostgreSQL's archive of changes, as docs/operators.md says: what was
 * acknowledged before that moment is there, and the mishap is not.
 */
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { migrate } from '../../src/kernel/upgrade/migrate.ts'
import { withClient } from '../../test/helper/cluster.ts'
import { aCommand } from '../../test/helper/command.ts'
import {
  aCluster,
  type OwnCluster,
  postgresPrograms,
  runProgram,
  serversFolder
} from '../../test/helper/postgres-programs.ts'
import { type Circumstances, type Drill, exactly, none, seen } from '../drill.ts'
import { callersOf, isGood } from '../fixtures/calls.ts'
import { aServer } from '../fixtures/server.ts'
import { aStage, type Stage } from '../fixtures/stage.ts'

const patienceMs = 120_000

/** Waits for an answer that is true. */
async function until(url: string, statement: string, values: unknown[] = []): Promise<void> {
  const end = Date.now() + patienceMs
  for (;;) {
    const isSo = await withClient(url, async client => (await client.query(statement, values)).rows[0].is)
    if (isSo) return
    if (Date.now() > end) throw new Error(`It did not become true: ${statement}`)
    await wait(100)
  }
}

/** Places orders through the application, and gives the ids of those that were acknowledged. */
async function place(at: Circumstances, stage: Stage, url: string, many: number): Promise<number[]> {
  const server = await aServer(at, { env: { DATABASE_URL: url, ROLES: 'web' } })
  const callers = callersOf(server.port, 4)
  const company = stage.companies[0]!
  const ids: number[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    const token = await stage.tokenOf('CLIENT', company)
    while (next < many) {
      next += 1
      const answer = await callers.ask(stage.placement(token, company))
      if (isGood(answer)) ids.push(answer.body.data.id)
    }
  }
  await Promise.all(Array.from({ length: 4 }, lane))
  callers.close()
  await server.stop()
  return ids
}

/** What has been written so far is in the archive. */
async function archived(cluster: OwnCluster): Promise<void> {
  const url = cluster.urlOf('postgres')
  const last = await withClient(url, async client => {
    const { rows } = await client.query('select pg_walfile_name(pg_switch_wal()) as last')
    return rows[0].last as string
  })
  await until(url, 'select coalesce(last_archived_wal >= $1, false) as is from pg_stat_archiver', [last])
}

export const pointInTime: Drill = {
  promise:
    'base backup and archive bring a business back to the moment before a mishap: all of before is there, nothing of after',
  short: 'without control',
  control: { without: 'without a moment to stop at', breaks: 'orders that the mishap changed' },
  lacks: () => (postgresPrograms() === null ? 'postgresql' : undefined),
  async run(at) {
    const programs = postgresPrograms()!
    const [archive, base] = [await serversFolder(), await serversFolder()]
    at.after(() => Promise.all([archive, base].map(folder => rm(folder, { recursive: true, force: true }))))
    const cluster = await aCluster(programs, {
      settings: {
        archive_mode: 'on',
        archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f`
      }
    })
    at.after(() => cluster.stop())
    const url = cluster.urlOf('opony')
    await withClient(cluster.urlOf('postgres'), client => client.query('create database opony'))
    await migrate(url)
    const stage = await aStage(at, url)
    const many = at.many(1_000, 20)
    const early = await place(at, stage, url, many)
    runProgram(programs, 'pg_basebackup', [
      ...['--checkpoint=fast', `--pgdata=${base}`],
      `--dbname=${cluster.urlOf('postgres')}`
    ])
    const later = await place(at, stage, url, many)
    const [{ moment }] = (await stage.db.raw('select clock_timestamp()::text as moment')).rows
    await stage.db.raw('update orders.orders set quantity = 99')
    const after = await place(at, stage, url, 5)
    await archived(cluster)

    await writeFile(path.join(base, 'recovery.signal'), '')
    const began = performance.now()
    const restored = await aCluster(programs, {
      data: base,
      settings: {
        restore_command: `cp ${archive}/%f %p`,
        ...(at.isGuarded ? { recovery_target_time: moment } : {}),
        recovery_target_action: 'promote',
        archive_mode: 'off'
      }
    })
    at.after(() => restored.stop())
    await until(restored.urlOf('opony'), 'select not pg_is_in_recovery() as is')
    const took = (performance.now() - began) / 1_000
    const counts = await withClient(restored.urlOf('opony'), async client => {
      const { rows } = await client.query(
        `select count(*) filter (where id = any($1))::int as before, count(*) filter (where id = any($2))::int as after,
          count(*) filter (where quantity = 99)::int as changed from orders.orders`,
        [[...early, ...later], after]
      )
      return rows[0]
    })
    const folder = await serversFolder()
    at.after(() => rm(folder, { recursive: true, force: true }))
    const environment = { DATABASE_URL: restored.urlOf('opony'), DATA_DIR: folder, MQTT_PORT: '0', ROLES: 'web' }
    const [audit, stock] = [
      await aCommand('maintain', ['audit'], environment),
      await aCommand('maintain', ['stock'], environment)
    ]
    for (const { code, said } of [audit, stock]) if (code !== 0) console.log(said)
    return [
      none('acknowledged orders lost', early.length + later.length - counts.before),
      exactly('orders acknowledged before', early.length + later.length, 2 * many),
      none('orders that the mishap changed', counts.changed),
      none('orders of after the moment', counts.after),
      exactly('exit code of maintain audit', audit.code, 0),
      exactly('exit code of maintain stock', stock.code, 0),
      seen('recovery', took, 's')
    ]
  }
}
