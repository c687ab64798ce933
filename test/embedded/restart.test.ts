/** The embedded server dies while the application lives. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { type EmbeddedPostgres, startPostgres, stopOrphan } from '../../src/embedded/postgres.ts'
import { withClient } from '../helper/cluster.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) {
    const home = await stopOrphan(folder)
    if (home) await rm(home, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
})

async function aServer(lost: Error[]): Promise<EmbeddedPostgres & { kill(): Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'opony-restart-'))
  folders.push(dataDir)
  const server = await startPostgres({ dataDir, durable: true, onLost: error => lost.push(error) })
  const home = JSON.parse(await readFile(path.join(dataDir, 'postgres.json'), 'utf8').catch(() => '{}')).home
  const lockFile = path.join(home ?? path.join(dataDir, 'postgres'), 'cluster', 'postmaster.pid')
  return {
    ...server,
    kill: async () => void process.kill(Number.parseInt(await readFile(lockFile, 'utf8'), 10), 'SIGKILL')
  }
}

const answers = (url: string) =>
  withClient(url, async client => (await client.query('SELECT word FROM kept')).rows[0]).catch(() => undefined)

/** Milliseconds until it answers again. */
async function back(url: string): Promise<number> {
  const began = performance.now()
  await expect.poll(() => answers(url), { interval: 20, timeout: 20_000 }).toEqual({ word: 'committed' })
  return performance.now() - began
}

test('a server that is killed is started again, at its address and with what was committed', async () => {
  const lost: Error[] = []
  const server = await aServer(lost)
  await withClient(server.url, client => client.query(`CREATE TABLE kept AS SELECT 'committed' AS word`))
  const pool = new pg.Pool({ connectionString: server.url, max: 2 })
  pool.on('error', () => undefined)
  await pool.query('SELECT 1')
  await server.kill()
  await expect.poll(() => answers(server.url), { interval: 5 }).toBeUndefined()
  const ms = await back(server.url)
  console.info(`embedded PostgreSQL killed: back after ${Math.round(ms)} ms`)
  await expect.poll(async () => (await pool.query('SELECT word FROM kept')).rows).toEqual([{ word: 'committed' }])
  await pool.end()
  await server.stop()
  expect(await answers(server.url)).toBeUndefined()
  expect(lost).toEqual([])
})

test('a server that dies a fourth time is given up, and the application gets one error', async () => {
  const lost: Error[] = []
  const server = await aServer(lost)
  await withClient(server.url, client => client.query(`CREATE TABLE kept AS SELECT 'committed' AS word`))
  for (let times = 0; times < 3; times++) {
    await server.kill()
    await expect.poll(() => answers(server.url), { interval: 5 }).toBeUndefined()
    await back(server.url)
  }
  expect(lost).toEqual([])
  await server.kill()
  await expect.poll(() => lost, { timeout: 20_000 }).toHaveLength(1)
  expect(lost[0]?.message).toContain('The embedded PostgreSQL has died 4 times within ten minutes.')
  await server.stop()
})
