import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startPostgres, stopOrphan } from '../../src/embedded/postgres.ts'
import { withClient } from '../helper/cluster.ts'
import { copyStarter } from './fixtures/public-copy.ts'

const root = process.getuid?.() === 0
const folders: string[] = []
const children = new Set<ChildProcess>()

afterEach(async () => {
  await Promise.all([...children].map(kill))
  for (const folder of folders.splice(0)) {
    const home = await stopOrphan(path.join(folder, 'data'))
    if (home) await rm(home, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
})

let copyFolder: string | undefined
let copied: Promise<string> | undefined

/** The starter as an ordinary user can run it, made at first use. */
async function publicStarter(): Promise<string> {
  copyFolder ??= await mkdtemp(path.join(tmpdir(), 'opony-starter-'))
  copied ??= copyStarter(copyFolder)
  return copied
}
afterAll(async () => {
  if (copyFolder) await rm(copyFolder, { recursive: true, force: true })
})

/** The data folder inside a new temporary one of that mode. */
async function aDataDir({ mode = 0o755, uid }: { mode?: number; uid?: number } = {}): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'opony-postgres-'))
  folders.push(folder)
  await chmod(folder, mode)
  if (uid !== undefined) await chown(folder, uid, uid)
  return path.join(folder, 'data')
}

interface Started {
  child: ChildProcess
  url: string
  adopted: boolean
}

/** Another process that starts the database without durability and stays; `uid`: as that user. */
async function starter(dataDir: string, uid?: number): Promise<Started> {
  const own = path.join(import.meta.dirname, 'fixtures/starter.ts')
  const command = uid === undefined ? ['--import', 'tsx', own] : [await publicStarter()]
  const account = uid === undefined ? {} : { uid, gid: uid, cwd: '/' }
  const env = { ...process.env, HOME: path.dirname(dataDir), TMPDIR: path.dirname(dataDir) }
  const child = spawn(process.execPath, [...command, dataDir], { ...account, env })
  children.add(child)
  let words = ''
  child.stderr.on('data', piece => {
    words += piece
  })
  for await (const line of createInterface(child.stdout)) return { child, ...JSON.parse(line) }
  throw new Error(`the starter ended without a word: ${words}`)
}

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function leave(child: ChildProcess): Promise<void> {
  child.stdin?.end()
  await once(child, 'exit')
  children.delete(child)
}

const remember = (url: string) =>
  withClient(url, client => client.query(`CREATE TABLE kept AS SELECT 'Zażółć' AS word`))

const recall = (url: string) =>
  withClient(url, async client => (await client.query(`SELECT lower('ŁÓDŹ') AS lower, word FROM kept`)).rows[0])

const setting = (url: string, name: string) =>
  withClient(url, async client => (await client.query('SELECT current_setting($1) AS value', [name])).rows[0].value)

test('starts, keeps its data over a stop, and is quick the second time', async () => {
  const dataDir = await aDataDir()
  const first = await startPostgres({ dataDir, durable: true })
  expect(first.adopted).toBe(false)
  await remember(first.url)
  expect(await setting(first.url, 'fsync')).toBe('on')
  expect(await setting(first.url, 'listen_addresses')).toBe('127.0.0.1')
  await Promise.all([first.stop(), first.stop()])
  await expect(withClient(first.url, client => client.query('SELECT 1'))).rejects.toMatchObject({
    code: 'ECONNREFUSED'
  })

  const began = performance.now()
  const second = await startPostgres({ dataDir, durable: true })
  const ms = Math.round(performance.now() - began)
  console.log(`second start of the embedded PostgreSQL: ${ms} ms`)
  expect(await recall(second.url)).toEqual({ lower: 'łódź', word: 'Zażółć' })
  await second.stop()
})

test('a password is asked for, and only we can read it', async () => {
  const dataDir = await aDataDir()
  const { url, stop } = await startPostgres({ dataDir, durable: false })
  const wrong = new URL(url)
  wrong.password = 'wrong'
  await expect(withClient(wrong.href, client => client.query('SELECT 1'))).rejects.toMatchObject({ code: '28P01' })
  expect((await stat(path.join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600)
  await stop()
})

test('the server of a killed starter is adopted with its data, and then stopped', async () => {
  const dataDir = await aDataDir()
  const killed = await starter(dataDir)
  await remember(killed.url)
  await kill(killed.child)
  const next = await startPostgres({ dataDir, durable: false })
  expect(next).toMatchObject({ adopted: true, url: killed.url })
  expect(await recall(next.url)).toMatchObject({ word: 'Zażółć' })
  await next.stop()
  await expect(withClient(next.url, client => client.query('SELECT 1'))).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('an orphan without durability is not adopted by who asks for it, but started anew', async () => {
  const dataDir = await aDataDir()
  const killed = await starter(dataDir)
  await remember(killed.url)
  await kill(killed.child)
  const next = await startPostgres({ dataDir, durable: true })
  expect(next.adopted).toBe(false)
  expect(await setting(next.url, 'fsync')).toBe('on')
  expect(await recall(next.url)).toMatchObject({ word: 'Zażółć' })
  await next.stop()
})

test('a second user joins, and the server stays until the last has left', async () => {
  const dataDir = await aDataDir()
  const [one, other] = await Promise.all([starter(dataDir), starter(dataDir)])
  expect(one.url).toBe(other.url)
  await leave(one.child)
  await remember(other.url)
  expect(await stopOrphan(dataDir)).toBeUndefined()
  await leave(other.child)
  await expect(withClient(other.url, client => client.query('SELECT 1'))).rejects.toMatchObject({
    code: 'ECONNREFUSED'
  })
})

test('a killed server restarts with all committed data', async () => {
  const dataDir = await aDataDir()
  const first = await startPostgres({ dataDir, durable: true })
  await remember(first.url)
  const lock = await readFile(path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')
  process.kill(Number.parseInt(lock, 10), 'SIGKILL')
  const second = await startPostgres({ dataDir, durable: true })
  expect(second.adopted).toBe(false)
  expect(await recall(second.url)).toMatchObject({ word: 'Zażółć' })
  await Promise.all([first.stop(), second.stop()])
})

test.runIf(root)('as root, a folder closed to the server is left for one outside, and found again', async () => {
  const dataDir = await aDataDir({ mode: 0o700 })
  const first = await startPostgres({ dataDir, durable: false })
  await remember(first.url)
  await first.stop()
  const { home } = JSON.parse(await readFile(path.join(dataDir, 'postgres.json'), 'utf8'))
  expect(home).toMatch(/^\/var\/lib\/opony\/[0-9a-f]{16}$/)
  await chmod(path.dirname(dataDir), 0o755)
  const second = await startPostgres({ dataDir, durable: false })
  expect(await recall(second.url)).toMatchObject({ word: 'Zażółć' })
  await second.stop()
})

test.runIf(root)('as an ordinary user, and then as root, who keeps that user the owner', async () => {
  const dataDir = await aDataDir({ uid: 1000 })
  const first = await starter(dataDir, 1000)
  await remember(first.url)
  await leave(first.child)
  const cluster = path.join(dataDir, 'postgres', 'cluster')
  expect((await stat(cluster)).uid).toBe(1000)
  const second = await startPostgres({ dataDir, durable: false })
  expect(await recall(second.url)).toMatchObject({ word: 'Zażółć' })
  await second.stop()
  const third = await starter(dataDir, 1000)
  expect(await recall(third.url)).toMatchObject({ word: 'Zażółć' })
  await leave(third.child)
})

test.runIf(root)("a folder that is another user's is refused with the way out", async () => {
  const dataDir = await aDataDir({ uid: 1000 })
  await mkdir(dataDir)
  await expect(starter(dataDir, 1000)).rejects.toThrow(/cannot be written: .*set DATA_DIR to a folder of your own/)
})
