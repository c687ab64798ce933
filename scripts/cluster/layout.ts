/**
 * Where everything of the cluster is. What are machines in earnest are addresses of the loopback interface here: one for each node of
 * PostgreSQL with its etcd, one for the proxy, one for each process of Opony.
 */

import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '../..')
export const folder = path.resolve(process.env.CLUSTER_DIR ?? path.join(tmpdir(), 'opony-cluster'))

export const nodes = [1, 2, 3] as const
const net = '127.0.61'
export const nodeHost = (node: number): string => `${net}.${node}`
export const proxyHost = `${net}.10`

/** `…Public` are the ends of the links, by which a node is known to the others (`deploy/cluster/link.cfg.in`). */
export const ports = {
  etcdClient: 22379,
  etcdPeer: 22380,
  etcdLink: 22390,
  postgres: 25431,
  postgresPublic: 25432,
  rest: 28007,
  restPublic: 28008,
  primary: 26432,
  replicas: 26433,
  web: 26080,
  mqtt: 26883,
  proxyMetrics: 26404,
  ofWeb: 23000,
  ofMqtt: 21883,
  ofMetrics: 23464,
  sms: 22526,
  smtp: 22525
} as const

const roles = ['web', 'ingest', 'worker'] as const
export type Role = (typeof roles)[number]
export interface Part {
  readonly name: string
  readonly role: Role
  readonly host: string
}
/** The processes of Opony: two of each role. */
export const parts: readonly Part[] = roles.flatMap((role, at) =>
  [1, 2].map(number => ({ name: `${role}${number}`, role, host: `${net}.${20 + 10 * at + number}` }))
)

interface Secrets {
  readonly superuser: string
  readonly replication: string
  readonly rewind: string
  readonly rest: string
  readonly database: string
  readonly token: string
}

/** Made anew by each `up`, and gone after `down`. */
export function secrets(): Secrets {
  const file = path.join(folder, 'secrets.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const one = (): string => randomBytes(32).toString('hex')
  const made = { superuser: one(), replication: one(), rewind: one(), rest: one(), database: one(), token: one() }
  writeFileSync(file, JSON.stringify(made), { mode: 0o600 })
  return made
}

export const databaseUrl = (port: number = ports.primary): string =>
  `postgres://opony:${secrets().database}@${proxyHost}:${port}/opony`
export const superuserUrl = (database = 'postgres'): string =>
  `postgres://postgres:${secrets().superuser}@${proxyHost}:${ports.primary}/${database}`
export const webUrl = `http://${proxyHost}:${ports.web}`
/** The name by which the back office is asked for. */
export const officeHost = `admin.localhost:${ports.web}`
