/**
 * One PostgreSQL for the whole run, not durable, with a migrated template that each test file clones (`database.ts`).
 * It lives in a temporary folder that goes when the run ends; what a killed run left is cleared up by the next one.
 * TEST_DATABASE_URL names a server to use instead: its user may create databases, and one run at a time uses it.
 */
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres, stopOrphan } from '../../src/embedded/postgres.ts'
import { migrate } from '../../src/kernel/upgrade/migrate.ts'

/** How the tests reach the server: `admin` names a database that nobody changes, `template` the one to clone. */
export interface ClusterAddress {
  admin: string
  template: string
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: ClusterAddress
  }
}

const template = 'template_opony'
const prefix = 'opony-test-cluster-'
const settled = 60_000

/** vitest's globalSetup: returns what undoes it. */
export default async function setup({ provide }: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  const cluster = await startCluster(migrate)
  provide('cluster', cluster.address)
  return cluster.stop
}

/** Starts the server and fills the template by `prepare`. For benches and tools that need a cluster of their own, too. */
export async function startCluster(
  prepare: (url: string) => Promise<unknown>,
  { durable = false }: { durable?: boolean } = {}
): Promise<{ address: ClusterAddress; stop(): Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL ? given(process.env.TEST_DATABASE_URL) : await embedded(durable)
  try {
    await dropAll(server.url)
    await withClient(server.url, client => client.query(`CREATE DATABASE ${template}`))
    const url = databaseUrl(server.url, template)
    await prepare(url)
    // Nobody may connect to it from here on, because a template in use cannot be cloned.
    await withClient(server.url, client => client.query(`ALTER DATABASE ${template} ALLOW_CONNECTIONS false`))
    return { address: { admin: server.url, template }, stop: () => server.stop() }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** The same server's address with another database's name. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Runs `work` on a connection of its own, which is closed after. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function given(url: string) {
  return { url, stop: () => dropAll(url) }
}

async function embedded(durable: boolean) {
  await clearUp()
  const folder = await mkdtemp(path.join(tmpdir(), prefix))
  // Under root the server runs as another account, which has to pass through.
  await chmod(folder, 0o755)
  const server = await startPostgres({ dataDir: folder, durable })
  const stop = async () => {
    await server.stop()
    await remove(folder)
  }
  return { url: server.url, stop }
}

async function clearUp(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const folder = path.join(tmpdir(), name)
    const seen = name.startsWith(prefix) ? await stat(folder).catch(() => undefined) : undefined
    if (seen && seen.uid === process.getuid?.() && seen.mtimeMs < Date.now() - settled) await remove(folder)
  }
}

async function remove(folder: string): Promise<void> {
  const home = await stopOrphan(folder)
  if (home === undefined) return
  await rm(home, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
}

async function dropAll(url: string): Promise<void> {
  await withClient(url, async client => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT datname AS name FROM pg_database WHERE datname = $1 OR datname ~ '^opony_test_[0-9a-f]+$'`,
      [template]
    )
    for (const { name } of rows) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  })
}
