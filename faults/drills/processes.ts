/** kill -9 of every process in turn, and Mosquitto that is away, under people who read and place orders and sensors that send. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { mosquittoPath } from '../../test/helper/browser.ts'
import { aMosquitto } from '../../test/helper/mosquitto.ts'
import { freePort } from '../../test/helper/relay.ts'
import { type Circumstances, type Drill, none, seen, within } from '../drill.ts'
import { isGood } from '../fixtures/calls.ts'
import { keepWorking } from '../fixtures/load.ts'
import { aProxy, programOf } from '../fixtures/proxies.ts'
import { keepSensing } from '../fixtures/sensors.ts'
import { aServer, type Server, startServer } from '../fixtures/server.ts'
import { aStage } from '../fixtures/stage.ts'

/** A reading is called safe when it has come, and not when it is stored. */
const acknowledgeOnArrival = {
  file: 'modules/iot/sensors.ts',
  from: 'await ingest.receive(message)',
  to: 'ingest.receive(message).catch(() => undefined)'
}
const lacksMosquitto = (): string | undefined => (mosquittoPath() === null ? 'mosquitto' : undefined)

/** Its session is kept on the disk: what is not acknowledged is still there after it was away. */
async function aBroker(at: Circumstances) {
  const port = await freePort()
  const folder = await mkdtemp(path.join(tmpdir(), 'opony-drill-broker-'))
  at.after(() => rm(folder, { recursive: true, force: true }))
  // Started by root it would become another user, who may not write there.
  const user = process.getuid?.() === 0 ? ['user root'] : []
  const lines = ['persistence true', `persistence_location ${folder}/`, 'max_queued_messages 0', ...user]
  const start = () => aMosquitto(lines, port)
  let broker = await start()
  at.after(() => broker.stop())
  return {
    url: broker.url,
    stop: () => broker.stop(),
    async start() {
      broker = await start()
    }
  }
}

export const processesKilled: Drill = {
  promise:
    'kill -9 of web, ingest and worker in turn behind HAProxy: each call is answered when it is sent again, no order or reading is lost',
  control: {
    without: 'with readings acknowledged on arrival',
    breaks: 'acknowledged readings lost',
    edits: [acknowledgeOnArrival]
  },
  lacks: () => (programOf('haproxy') ? lacksMosquitto() : 'haproxy'),
  async run(at) {
    const url = await at.database()
    const stage = await aStage(at, url)
    const broker = await aBroker(at)
    const ports = [await freePort(), await freePort()] as const
    const roles = { web1: 'web', web2: 'web', ingest: 'ingest', worker: 'worker' } as const
    type Name = keyof typeof roles
    const start = (name: Name): Promise<Server> =>
      startServer({
        env: {
          DATABASE_URL: url,
          MQTT_URL: broker.url,
          ROLES: roles[name],
          TRUST_PROXY: '127.0.0.1',
          ...(name === 'web1' ? { PORT: String(ports[0]) } : name === 'web2' ? { PORT: String(ports[1]) } : {})
        },
        without: at.without
      })
    const servers = new Map<Name, Server>()
    at.after(() => Promise.all([...servers.values()].map(server => server.kill())))
    for (const name of Object.keys(roles) as Name[]) servers.set(name, await start(name))
    const port = await aProxy(at, 'haproxy', ports)
    const sensors = await keepSensing(stage.db, broker.url, { perSecond: 400 })
    const load = await keepWorking(stage, port, { again: true })
    for (let round = 0; round < at.many(3, 1); round += 1)
      for (const name of ['web1', 'ingest', 'worker', 'web2', 'ingest'] as const) {
        await wait(1_500)
        await servers.get(name)?.kill()
        servers.set(name, await start(name))
        if (roles[name] === 'web') await wait(2_500)
      }
    const { answers, lostOrders, doubledOrders } = await load.stop()
    const { acknowledged, lost, unsent } = await sensors.stop()
    return [
      none('calls not answered in the end', answers.filter(answer => !isGood(answer)).length),
      none('acknowledged orders lost', lostOrders),
      none('doubled orders', doubledOrders),
      none('acknowledged readings lost', lost),
      none('readings not acknowledged in the end', unsent),
      seen('calls', answers.length),
      seen('readings', acknowledged)
    ]
  }
}

export const brokerAway: Drill = {
  promise: 'Mosquitto away for a minute: no call fails, and each reading is stored once it is back',
  control: { without: 'with a broker that stays away from the application', breaks: 'acknowledged readings lost' },
  short: 'without control',
  lacks: lacksMosquitto,
  async run(at) {
    const url = await at.database()
    const stage = await aStage(at, url)
    const broker = await aBroker(at)
    const server = await aServer(at, { env: { DATABASE_URL: url, MQTT_URL: broker.url, ROLES: 'web,ingest' } })
    const sensors = await keepSensing(stage.db, broker.url)
    const load = await keepWorking(stage, server.port)
    await wait(at.many(3_000, 500))
    await broker.stop()
    await wait(at.many(60_000, 500))
    if (!at.isGuarded) await server.kill()
    await broker.start()
    await wait(at.many(5_000, 1_000))
    const { answers, wrong, refused } = await load.stop()
    const { acknowledged, lost, unsent } = await sensors.stop()
    return [
      none('calls that failed', wrong.length),
      within('calls put off', refused, 0, ''),
      none('acknowledged readings lost', lost),
      none('readings not acknowledged in the end', unsent),
      seen('calls', answers.length),
      seen('readings', acknowledged)
    ]
  }
}
