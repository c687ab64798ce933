/** Opony's own processes, in production mode, and the proxy before them. */
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Edit } from '../../faults/drill.ts'
import { asked, ownFolder } from './database.ts'
import {
  databaseUrl,
  nodeHost,
  nodes,
  officeHost,
  type Part,
  parts,
  ports,
  proxyHost,
  root,
  secrets,
  superuserUrl,
  webUrl
} from './layout.ts'
import { begin, until } from './processes.ts'
import { programs } from './programs.ts'
import { configure } from './templates.ts'

const servers = (role: Part['role'], port: number): string =>
  parts
    .filter(part => part.role === role)
    .map(({ name, host }) => `    server ${name} ${host}:${port} check`)
    .join('\n')

export function startProxy(): void {
  const file = configure('haproxy.cfg.in', 'haproxy.cfg', {
    PROXY: proxyHost,
    PROXY_METRICS: ports.proxyMetrics,
    PROXY_PRIMARY: ports.primary,
    PROXY_REPLICAS: ports.replicas,
    PROXY_WEB: ports.web,
    PROXY_MQTT: ports.mqtt,
    POSTGRES_SERVERS: nodes
      .map(node => `    server pg${node} ${nodeHost(node)}:${ports.postgresPublic} check port ${ports.restPublic}`)
      .join('\n'),
    WEB_SERVERS: servers('web', ports.ofWeb),
    MQTT_SERVERS: servers('ingest', ports.ofMqtt)
  })
  begin('haproxy', { command: programs.haproxy, args: ['-db', '-f', file] })
}

/** Runs a statement as the superuser, through the proxy. */
export async function asSuperuser<Row>(
  text: string,
  database?: string,
  values: unknown[] = [],
  timeoutMs = 60_000
): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: superuserUrl(database),
    connectionTimeoutMillis: Math.min(3_000, timeoutMs),
    query_timeout: timeoutMs
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text, values)).rows as Row[]
  } finally {
    // A server that is silent does not confirm the end.
    await Promise.race([client.end(), wait(1_000)])
  }
}

const program = (name: string, ...args: string[]): void => {
  execFileSync(process.execPath, [path.join(root, 'dist/src/cli', `${name}.js`), ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl(), DATABASE_WAIT_SECONDS: '30' }
  })
}

/** The database with the demo's business, as an ordinary role owns it. */
export async function fillDatabase(): Promise<void> {
  const { database } = secrets()
  const there = await asSuperuser(`select from pg_database where datname = 'opony'`)
  if (there.length > 0) return
  await asSuperuser(`create role opony login password '${database}'`)
  await asSuperuser('create database opony owner opony')
  program('migrate')
  program('seed')
  program('seed-demo', '--orders', '300', '--companies', '20')
}

/** @param without guards that are taken out while it is loaded, for controls */
export function startPart({ name, role, host }: Part, without: readonly Edit[] = []): void {
  const preload = without.length > 0 ? ['--import', path.join(root, 'faults/fixtures/without.js')] : []
  begin(name, {
    command: process.execPath,
    args: ['--enable-source-maps', ...preload, path.join(root, 'dist/src/main.js')],
    cwd: root,
    env: {
      NODE_ENV: 'production',
      ROLES: role,
      HOST: host,
      PORT: String(ports.ofWeb),
      MQTT_PORT: String(ports.ofMqtt),
      METRICS_HOST: host,
      METRICS_PORT: String(ports.ofMetrics),
      DATABASE_URL: databaseUrl(),
      DATABASE_REPLICA_URL: databaseUrl(ports.replicas),
      DATABASE_WAIT_SECONDS: '60',
      TOKEN_SECRET: secrets().token,
      DATA_DIR: ownFolder(`data/${name}`),
      STORAGE_URL: `file:${ownFolder('data/files')}`,
      TRUST_PROXY: 'loopback',
      PORTAL_URL: webUrl,
      ADMIN_URL: `http://${officeHost}`,
      MAIL_URL: `smtp://${proxyHost}:${ports.smtp}`,
      MAIL_FROM: 'Opony <no-reply@example.com>',
      SMS_URL: `http://${proxyHost}:${ports.sms}`,
      SMS_TOKEN: secrets().rest,
      VAT_LIST_URL: 'none',
      VIES_URL: 'none',
      GEOCODING_URL: 'none',
      MAP_TILES_URL: 'none',
      // One account stands for many people.
      MAX_CALLS_PER_ACCOUNT: '100000',
      // The drill signs in as the demo's administrator does.
      SECOND_FACTOR: 'optional',
      DEMO: 'false',
      ...(without.length > 0 ? { FAULTS_WITHOUT: JSON.stringify(without) } : {})
    }
  })
}

export const isReady = async ({ role, host }: Part): Promise<boolean> =>
  (await asked(`http://${host}:${role === 'web' ? ports.ofWeb : ports.ofMetrics}/health/ready`)).status === 200

export async function startOpony(): Promise<void> {
  for (const part of parts) startPart(part)
  for (const part of parts) await until(`${part.name} is ready`, 120, () => isReady(part))
}
