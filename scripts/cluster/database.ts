/** etcd and PostgreSQL under Patroni, three of each. */
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { folder, nodeHost, nodes, ports, secrets } from './layout.ts'
import { begin, bornOf, childrenOf, end, familyOf, kill9, signal, until } from './processes.ts'
import { account, etcdInterface, postgresPrograms, programs } from './programs.ts'
import { configure } from './templates.ts'

/** A folder of the account that runs the cluster. */
export function ownFolder(name: string): string {
  const made = path.join(folder, name)
  mkdirSync(made, { recursive: true, mode: 0o700 })
  const owner = account()
  if (owner) chownSync(made, owner.uid, owner.gid)
  chmodSync(made, 0o700)
  return made
}

export async function asked(url: string, method = 'GET'): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(url, { method, signal: AbortSignal.timeout(2_000) })
    return { status: answer.status, text: await answer.text() }
  } catch {
    return { status: 0, text: '' }
  }
}

export function startEtcd(node: number): void {
  const host = nodeHost(node)
  const peers = nodes.map(n => `etcd${n}=http://${nodeHost(n)}:${ports.etcdPeer}`).join(',')
  const client = `http://${host}:${ports.etcdClient}`
  const peer = `http://${host}:${ports.etcdPeer}`
  const args = [
    ['--name', `etcd${node}`],
    ['--data-dir', ownFolder(`data/etcd${node}`)],
    ['--listen-peer-urls', peer],
    ['--initial-advertise-peer-urls', peer],
    ['--listen-client-urls', client],
    ['--advertise-client-urls', client],
    ['--initial-cluster', peers],
    ['--initial-cluster-token', 'opony'],
    ['--heartbeat-interval', '250'],
    ['--election-timeout', '2500'],
    ['--logger', 'zap'],
    ['--log-level', 'warn']
  ].flat()
  begin(`etcd${node}`, {
    command: programs.etcd,
    args: [...args, ...(etcdInterface() === 'etcd' ? ['--enable-v2'] : [])]
  })
}

export async function isEtcdHealthy(node: number): Promise<boolean> {
  const { text } = await asked(`http://${nodeHost(node)}:${ports.etcdClient}/health`)
  return /"health":\s*"?true/.test(text)
}

/** The node whose etcd leads. */
export async function etcdLeader(): Promise<number | undefined> {
  for (const node of nodes) {
    const { text } = await asked(`http://${nodeHost(node)}:${ports.etcdClient}/metrics`)
    if (/^etcd_server_is_leader 1$/m.test(text)) return node
  }
  return undefined
}

export interface Timing {
  readonly ttl: number
  readonly loop: number
  readonly retry: number
}

const secondsOfPatroni: Timing = { ttl: 10, loop: 2, retry: 4 }

/** The way to the node and from it. */
export function startLink(node: number): void {
  const host = nodeHost(node)
  const links = nodes.map(
    other =>
      `listen etcd${other}\n    bind ${host}:${ports.etcdLink + other}\n    server etcd ${nodeHost(other)}:${ports.etcdClient}`
  )
  const file = configure('link.cfg.in', `link${node}.cfg`, {
    HOST: host,
    POSTGRES: ports.postgres,
    POSTGRES_PUBLIC: ports.postgresPublic,
    REST: ports.rest,
    REST_PUBLIC: ports.restPublic,
    ETCD_LINKS: links.join('\n')
  })
  begin(`link${node}`, { command: programs.haproxy, args: ['-db', '-f', file] })
}

export function startPatroni(node: number, isSynchronous = true): void {
  const host = nodeHost(node)
  ownFolder(`data/socket${node}`)
  const { superuser, replication, rewind, rest } = secrets()
  const file = configure('patroni.yml.in', `patroni${node}.yml`, {
    N: node,
    HOST: host,
    POSTGRES: ports.postgres,
    POSTGRES_PUBLIC: ports.postgresPublic,
    REST: ports.rest,
    REST_PUBLIC: ports.restPublic,
    ETCD_INTERFACE: etcdInterface(),
    ETCD_HOSTS: nodes.map(other => `${host}:${ports.etcdLink + other}`).join(','),
    TTL: secondsOfPatroni.ttl,
    LOOP: secondsOfPatroni.loop,
    RETRY: secondsOfPatroni.retry,
    SYNCHRONOUS: String(isSynchronous),
    FOLDER: folder,
    POSTGRES_PROGRAMS: postgresPrograms() ?? '',
    SUPERUSER_PASSWORD: superuser,
    REPLICATION_PASSWORD: replication,
    REWIND_PASSWORD: rewind,
    REST_PASSWORD: rest
  })
  begin(`patroni${node}`, { command: programs.patroni, args: [file] })
}

/** The postmaster of the node, and its children. */
function postgresOf(node: number): number[] {
  const file = path.join(folder, `data/pg${node}/postmaster.pid`)
  if (!existsSync(file)) return []
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  return bornOf(pid) === undefined ? [] : [pid, ...childrenOf(pid)]
}

/** As when the machine dies. */
export function killNode(node: number): void {
  const postgres = postgresOf(node)
  signal([...familyOf(`patroni${node}`), ...postgres], 'SIGKILL')
  kill9(`patroni${node}`)
}
export const freezeNode = (node: number): void =>
  signal([...familyOf(`patroni${node}`), ...postgresOf(node)], 'SIGSTOP')
export const thawNode = (node: number): void => signal([...postgresOf(node), ...familyOf(`patroni${node}`)], 'SIGCONT')

export async function endPatroni(node: number): Promise<void> {
  // A drill that was broken off may have left it frozen.
  thawNode(node)
  const [postmaster] = postgresOf(node)
  await end(`patroni${node}`, 15_000)
  if (postmaster === undefined || bornOf(postmaster) === undefined) return
  const all = postgresOf(node)
  signal([postmaster], 'SIGINT')
  await until(`PostgreSQL ${node} ends`, 10, () => bornOf(postmaster) === undefined).catch(() => undefined)
  signal(
    all.filter(pid => bornOf(pid) !== undefined),
    'SIGKILL'
  )
}

export interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
  readonly timeline?: number
}

const nodeOf = ({ name }: Member): number => Number(name.slice(2))

/** The nodes as Patroni knows them; asked of the first one that answers. */
export async function members(): Promise<Member[]> {
  for (const node of nodes) {
    const { text } = await asked(`http://${nodeHost(node)}:${ports.rest}/cluster`)
    if (text) return JSON.parse(text).members ?? []
  }
  return []
}

/** The nodes that say themselves that they have the lead: never more than one. */
export async function primaries(): Promise<number[]> {
  const answers = await Promise.all(
    nodes.map(async node => ({ node, ...(await asked(`http://${nodeHost(node)}:${ports.rest}/primary`)) }))
  )
  return answers.filter(({ status }) => status === 200).map(({ node }) => node)
}

export interface Standing {
  readonly primary: number | undefined
  readonly synchronous: number | undefined
  readonly other: number | undefined
  readonly isWhole: boolean
}

export async function standing(): Promise<Standing> {
  const all = await members()
  const one = (role: string): number | undefined => {
    const found = all.find(member => member.role === role)
    return found && nodeOf(found)
  }
  const primary = one('leader')
  const synchronous = one('sync_standby')
  const timeline = all.find(({ role }) => role === 'leader')?.timeline
  return {
    primary,
    synchronous,
    other: nodes.find(node => node !== primary && node !== synchronous),
    isWhole:
      all.length === nodes.length &&
      primary !== undefined &&
      all.every(({ state, timeline: own }) => /^(running|streaming)$/.test(state) && own === timeline)
  }
}
