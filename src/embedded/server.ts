import { spawn } from 'node:child_process'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import type { Home } from './home.ts'
import { bareEnvironment, bornAt, commandLine } from './process.ts'
import type { Program } from './program.ts'

/** A server that has our cluster: its process, and its port once it takes connections. */
export interface Server {
  pid: number
  port: number | undefined
}

/** A server that we spawned. `ended` answers what it said when it is gone, undefined while it lives. */
export interface Launched {
  pid: number
  ended(): Promise<string | undefined>
}

// Meant for 2 cores and 2 GB that the application shares.
const flags = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  // A parallel query would take the application's core, and more shared memory than a container has by default.
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] '
}
const volatileFlags = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

const maxLogBytes = 5_000_000
const gentle = 30_000

/** The file that the server writes its log to. */
export const logFile = (home: Home): string => path.join(home.folder, 'postgres.log')

/**
 * The server that uses our cluster now, whoever started it. A lock file whose number belongs to some other
 * program by now (after a container's restart) is taken away, because PostgreSQL would not dare to.
 */
export async function findServer(home: Home): Promise<Server | undefined> {
  const file = path.join(home.cluster, 'postmaster.pid')
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!(pid > 1) || bornAt(pid) === undefined) return undefined
  if (commandLine(pid)?.includes(` -D ${home.cluster} `)) {
    return { pid, port: lines[7]?.trim() === 'ready' ? Number(lines[3]) : undefined }
  }
  if (bornAt(pid) !== undefined) await rm(file, { force: true })
  return undefined
}

/** The port of the server that was killed last: its lock file is still there. */
async function portOfKilled(home: Home): Promise<number | undefined> {
  const lines = (await readFile(path.join(home.cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const port = Number(lines[3])
  return port > 0 ? port : undefined
}

/**
 * Spawns a server: on the port of the one that was killed, which others may have in their pools, else on a free one. It is not
 * ready yet when this returns, and may still refuse.
 */
export async function launch(home: Home, program: Program, durable: boolean, connections?: number): Promise<Launched> {
  const wanted = connections === undefined ? flags : { ...flags, max_connections: String(connections) }
  const settings = Object.entries(durable ? wanted : { ...wanted, ...volatileFlags })
  const args = [
    '-D',
    home.cluster,
    '-p',
    String((await portOfKilled(home)) ?? (await freePort())),
    ...settings.flatMap(([key, value]) => ['-c', `${key}=${value}`])
  ]
  const size = await stat(logFile(home)).then(
    seen => seen.size,
    () => 0
  )
  if (size > maxLogBytes) await rename(logFile(home), `${logFile(home)}.1`)
  const output = await open(logFile(home), 'a', 0o600)
  const from = size > maxLogBytes ? 0 : size
  const options = { cwd: '/', detached: true, env: bareEnvironment(), ...home.account }
  const child = spawn(program.postgres, args, { ...options, stdio: ['ignore', output.fd, output.fd] })
  let gone = false
  let words = ''
  child.on('exit', () => {
    gone = true
  })
  child.on('error', error => {
    gone = true
    words = error.message
  })
  child.unref()
  await output.close()
  const ended = async () => (gone ? words || (await readFile(logFile(home), 'utf8')).slice(from).trim() : undefined)
  return { pid: child.pid ?? -1, ended }
}

/** Whether another try may go well: the port was taken meanwhile, or another starter or a dying server holds the folder. */
export const passing = (words: string): boolean =>
  /could not bind|could not create any TCP|lock file .* already exists|shared memory block .* still in use/.test(words)

/** Stops a server with its sessions (fast shutdown), and without its checkpoint when that takes longer than 30 s. */
export async function halt(home: Home, server: Server): Promise<void> {
  const born = bornAt(server.pid)
  const alive = async () => bornAt(server.pid) === born && (await findServer(home))?.pid === server.pid
  if (!born || !(await alive())) return
  process.kill(server.pid, 'SIGINT')
  const limit = Date.now() + gentle
  let asked = false
  while (await alive()) {
    if (Date.now() > limit && !asked) {
      process.kill(server.pid, 'SIGQUIT')
      asked = true
    }
    await after(20)
  }
}

/**
 * Connects to the database of that name, making it when it is not there.
 * @returns what the server is; undefined when it does not take connections (it may be starting or stopping)
 */
export async function greet(
  address: (database: string) => string,
  database: string
): Promise<{ version: string; durable: boolean } | undefined> {
  const ask = async (name: string, text: string) => {
    const client = new pg.Client({ connectionString: address(name), connectionTimeoutMillis: 5000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query<{ version: string; fsync: string }>(text)).rows[0]
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  const question = `SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync`
  try {
    const answer = await ask(database, question).catch(async (error: { code?: string }) => {
      if (error.code !== '3D000') throw error
      await ask('postgres', `CREATE DATABASE ${pg.escapeIdentifier(database)}`).catch((again: { code?: string }) => {
        if (again.code !== '42P04' && again.code !== '23505') throw again
      })
      return await ask(database, question)
    })
    return answer && { version: answer.version, durable: answer.fsync === 'on' }
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    if (['28P01', '28000'].includes(code)) throw error
    return undefined
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
