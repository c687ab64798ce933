/** The database that is killed, silent, slow, or has no connections left, under people who read and place orders and sensors that send. */
import { setTimeout as wait } from 'node:timers/promises'
import { aTcpProxy } from '../../test/helper/tcp-proxy.ts'
import { openDurableTables } from '../../test/iot/fixtures/database.ts'
import { atLeast, type Drill, none, seen, within } from '../drill.ts'
import { callersOf, isGood, longest, percentile } from '../fixtures/calls.ts'
import { keepWorking, untilServed } from '../fixtures/load.ts'
import { keepSensing } from '../fixtures/sensors.ts'
import { aServer } from '../fixtures/server.ts'
import { aStage } from '../fixtures/stage.ts'

const list = '/api/Admin/Orders?page=1&limit=10'

export const databaseRestarted: Drill = {
  promise:
    'PostgreSQL killed under load: 2xx or 503 with Retry-After, back within 2 s, no acknowledged reading or order lost',
  control: {
    without: 'without telling a lost connection from a fault',
    breaks: 'answers other than 2xx and 503 with Retry-After',
    edits: [
      {
        file: 'src/kernel/errors/errors.ts',
        from: 'if (isLostConnection(error, code))',
        to: 'if (isLostConnection(error, code) && code === undefined && error === undefined)'
      }
    ]
  },
  async run(at) {
    const tables = await openDurableTables()
    at.after(() => tables.close())
    const stage = await aStage(at, tables.url)
    const server = await aServer(at, { env: { DATABASE_URL: tables.url, ROLES: 'web,ingest' } })
    const sensors = await keepSensing(stage.db, `mqtt://127.0.0.1:${server.mqttPort}`)
    const load = await keepWorking(stage, server.port)
    const back: number[] = []
    for (let kills = 0; kills < at.many(5, 1); kills += 1) {
      await wait(2_000)
      await tables.killAndRestart()
      back.push(await untilServed(() => load.caller.ask({ path: list, token: load.token })))
    }
    await wait(2_000)
    const { answers, wrong, refused, lostOrders } = await load.stop()
    const { acknowledged, lost, unsent } = await sensors.stop()
    return [
      none('answers other than 2xx and 503 with Retry-After', wrong.length),
      none('acknowledged orders lost', lostOrders),
      none('acknowledged readings lost', lost),
      none('readings not acknowledged in the end', unsent),
      within('longest until served again', Math.max(...back), 2_000),
      atLeast('processes that live', Number(server.isAlive()), 1),
      seen('calls', answers.length),
      seen('refused', refused),
      seen('readings', acknowledged)
    ]
  }
}

export const databaseSilent: Drill = {
  promise:
    'a database that swallows packets for 30 s: each call ends within 5 s with 503, and no connection is poisoned afterwards',
  control: {
    without: 'without the end of a connection that does not answer',
    breaks: 'longest call',
    edits: [
      {
        file: 'src/kernel/database/database.ts',
        from: 'statementTimeoutMs > 0 ? setTimeout(',
        to: 'statementTimeoutMs < 0 ? setTimeout('
      }
    ]
  },
  async run(at) {
    const url = await at.database()
    const stage = await aStage(at, url)
    const proxy = await aTcpProxy(url)
    at.after(() => proxy.close())
    const server = await aServer(at, { env: { DATABASE_URL: proxy.url, ROLES: 'web,ingest' } })
    const sensors = await keepSensing(stage.db, `mqtt://127.0.0.1:${server.mqttPort}`)
    const load = await keepWorking(stage, server.port)
    await wait(2_000)
    proxy.swallow()
    const silentFrom = performance.now()
    await wait(at.many(30_000, 10_000))
    const silent = (performance.now() - silentFrom) / 1_000
    proxy.open()
    const back = await untilServed(() => load.caller.ask({ path: list, token: load.token }))
    const { answers, wrong, refused, lostOrders } = await load.stop()
    const afterwards = await Promise.all(
      Array.from({ length: 200 }, () => load.caller.ask({ path: list, token: load.token }))
    )
    load.caller.close()
    const { acknowledged, lost, unsent } = await sensors.stop()
    return [
      none('answers other than 2xx and 503 with Retry-After', wrong.length),
      within('longest call', longest(answers), 5_000),
      within('until served again', back, 5_000),
      none('of 200 afterwards not served', afterwards.filter(answer => !isGood(answer)).length),
      none('acknowledged orders lost', lostOrders),
      none('acknowledged readings lost', lost),
      none('readings not acknowledged in the end', unsent),
      seen('silent', silent, 's'),
      seen('refused', refused),
      seen('readings', acknowledged)
    ]
  }
}

export const databaseSlow: Drill = {
  promise: 'a database that answers 200 ms later: no call fails',
  control: { without: 'with 6 s in place of 200 ms', breaks: 'not answered with 2xx' },
  async run(at) {
    const url = await at.database()
    const stage = await aStage(at, url)
    const proxy = await aTcpProxy(url)
    at.after(() => proxy.close())
    const server = await aServer(at, { env: { DATABASE_URL: proxy.url, ROLES: 'web' } })
    const caller = callersOf(server.port)
    await caller.ask({ path: list, token: await stage.tokenOf('ADMIN') })
    caller.close()
    const usual = await keepWorking(stage, server.port)
    await wait(at.many(10_000, 500))
    const before = await usual.stop()
    proxy.slow(at.isGuarded ? 200 : 6_000)
    const load = await keepWorking(stage, server.port)
    await wait(at.many(30_000, 3_000))
    const { answers } = await load.stop()
    proxy.slow(0)
    return [
      none('not answered with 2xx', answers.filter(answer => !isGood(answer)).length),
      seen('calls', answers.length),
      seen('p50 before', percentile(before.answers, 0.5), 'ms'),
      within('p50', percentile(answers, 0.5), 1_000),
      within('longest', longest(answers), 5_000)
    ]
  }
}

export const connectionsUsedUp: Drill = {
  promise:
    'max_connections of 14 for two web processes: 2xx or 503 with Retry-After, and all is well once there are enough',
  control: {
    without: 'without telling a refused connection from a fault',
    breaks: 'answers other than 2xx and 503 with Retry-After',
    edits: [
      {
        file: 'src/kernel/errors/errors.ts',
        from: 'if (isLostConnection(error, code))',
        to: 'if (isLostConnection(error, code) && code === undefined && error === undefined)'
      }
    ]
  },
  async run(at) {
    const tables = await openDurableTables()
    at.after(() => tables.close())
    const stage = await aStage(at, tables.url)
    const env = { DATABASE_URL: tables.url, ROLES: 'web' }
    const servers = [await aServer(at, { env }), await aServer(at, { env })] as const
    const limit = async (most: number): Promise<void> => {
      // While there are none left, it may be refused, too.
      for (let tries = 0; ; tries += 1) {
        const isDone = await tables.query(`alter system set max_connections = ${most}`).then(
          () => true,
          () => false
        )
        if (isDone) break
        if (tries === 300) throw new Error('max_connections could not be changed')
        await wait(100)
      }
      await tables.killAndRestart()
    }
    const loads = await Promise.all(servers.map(({ port }) => keepWorking(stage, port, { lanes: 20 })))
    await limit(14)
    await wait(at.many(15_000, 2_000))
    await limit(100)
    const back = await Promise.all(
      servers.map(({ port }, n) => {
        const caller = callersOf(port)
        return untilServed(() => caller.ask({ path: list, token: loads[n]!.token })).finally(() => caller.close())
      })
    )
    const ended = await Promise.all(loads.map(load => load.stop()))
    const answers = ended.flatMap(end => end.answers)
    return [
      none('answers other than 2xx and 503 with Retry-After', ended.flatMap(end => end.wrong).length),
      none(
        'acknowledged orders lost',
        ended.reduce((sum, end) => sum + end.lostOrders, 0)
      ),
      atLeast(
        'refused',
        ended.reduce((sum, end) => sum + end.refused, 0),
        1
      ),
      atLeast('served all the same', answers.filter(isGood).length, 1),
      atLeast('processes that live', servers.filter(server => server.isAlive()).length, 2),
      within('until served again', Math.max(...back), 5_000),
      seen('calls', answers.length)
    ]
  }
}
