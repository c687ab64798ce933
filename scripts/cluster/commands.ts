/** `up`, `status` and `down`. */
import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import {
  endPatroni,
  isEtcdHealthy,
  members,
  ownFolder,
  primaries,
  standing,
  startEtcd,
  startLink,
  startPatroni
} from './database.ts'
import { folder, nodes, parts, ports, proxyHost, webUrl } from './layout.ts'
import { asSuperuser, fillDatabase, isReady, startOpony, startProxy } from './opony.ts'
import { end, pidOf, started, until } from './processes.ts'

const say = (text: string): void => console.log(text)

async function isDatabaseThere(): Promise<boolean> {
  return asSuperuser('select').then(
    () => true,
    () => false
  )
}

/** Starts what does not run yet. */
export async function up(): Promise<number> {
  mkdirSync(folder, { recursive: true })
  // The account that runs the cluster passes through.
  chmodSync(folder, 0o755)
  ownFolder('data')
  for (const node of nodes) startEtcd(node)
  for (const node of nodes) await until(`etcd ${node} is healthy`, 30, () => isEtcdHealthy(node))
  say('etcd ×3')
  for (const node of nodes) startLink(node)
  startPatroni(1)
  // The first one makes the database; two that try it at once would wait for each other.
  await until('PostgreSQL has a primary', 60, async () => (await primaries()).length === 1)
  for (const node of nodes) startPatroni(node)
  startProxy()
  await until('PostgreSQL ×3 is whole', 120, async () => (await standing()).isWhole)
  await until('the primary answers behind the proxy', 30, isDatabaseThere)
  say('PostgreSQL ×3 under Patroni, HAProxy')
  await fillDatabase()
  await startOpony()
  say(`Opony: ${parts.map(({ name }) => name).join(', ')}`)
  say(`Pages ${webUrl}, sensors ${proxyHost}:${ports.mqtt}, metrics of the proxy ${proxyHost}:${ports.proxyMetrics}`)
  return 0
}

/** Says what runs; 1 where something is missing. */
export async function status(): Promise<number> {
  if (!existsSync(folder)) {
    say('No cluster is up.')
    return 1
  }
  const lines = [
    ...(await Promise.all(
      nodes.map(async node => ({ name: `etcd${node}`, state: (await isEtcdHealthy(node)) ? 'healthy' : 'AWAY' }))
    )),
    ...(await members()).map(({ name, role, state, timeline }) => ({
      name,
      state: `${role}, ${state}, timeline ${timeline ?? '?'}`
    })),
    { name: 'haproxy', state: pidOf('haproxy') === undefined ? 'AWAY' : 'runs' },
    ...(await Promise.all(
      parts.map(async part => ({ name: part.name, state: (await isReady(part)) ? 'ready' : 'NOT READY' }))
    ))
  ]
  for (const { name, state } of lines) say(`${name.padEnd(10)} ${state}`)
  const { isWhole } = await standing()
  return isWhole && !lines.some(({ state }) => /AWAY|NOT READY/.test(state)) ? 0 : 1
}

/** Ends what `up` has started, and removes its folder. */
export async function down(): Promise<number> {
  const names = started()
  await Promise.all(parts.map(({ name }) => end(name)))
  await Promise.all(nodes.map(node => endPatroni(node)))
  await Promise.all(names.filter(name => !parts.some(part => part.name === name)).map(name => end(name)))
  rmSync(folder, { recursive: true, force: true })
  say(`${names.length} programs ended, ${folder} removed.`)
  return 0
}
