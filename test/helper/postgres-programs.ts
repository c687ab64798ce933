/**
 * pg_dump and pg_restore for tests of backups, and a server that they understand. They read no server newer than themselves, and the one of
 * the tests is of the newest line: where the machine's programs are older, a cluster of their own version is started beside it.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { withClient } from './cluster.ts'
import { freePort } from './relay.ts'

const debian = '/usr/lib/postgresql'

export interface Programs {
  /** For POSTGRES_BIN. */
  readonly folder: string
  readonly major: number
}

/** The newest programs of the machine that have a server beside them; null where there are none, which CI does not accept. */
export function postgresPrograms(): Programs | null {
  const majors = existsSync(debian) ? readdirSync(debian).map(Number).filter(Number.isInteger) : []
  const found = majors
    .sort((a, b) => b - a)
    .map(major => ({ major, folder: path.join(debian, String(major), 'bin') }))
    .find(({ folder }) =>
      ['pg_dump', 'pg_restore', 'initdb', 'postgres'].every(name => existsSync(path.join(folder, name)))
    )
  if (found) return found
  if (process.env.CI === 'true') throw new Error('Backups cannot be tested: install the Debian package postgresql')
  console.info('PostgreSQL is not installed (Debian: postgresql): backups are not tested.')
  return null
}

export interface OwnCluster {
  /** The folder of its data. */
  readonly data: string
  /** Of a database, by its superuser or another role. All are trusted. */
  urlOf(database: string, role?: string): string
  /** Stops it at once, as a machine that dies does; its data stays. */
  halt(): Promise<void>
  /** Stops it, and its data goes. */
  stop(): Promise<void>
}

const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/** A temporary folder that belongs to the account under which the server runs. */
export async function serversFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'opony-own-cluster-'))
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid)
  return folder
}

/** Runs a program of theirs to its end, as the server's account. */
export function runProgram({ folder }: Programs, name: string, words: readonly string[]): void {
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }
  execFileSync(path.join(folder, name), words, { cwd: '/', env, ...account, stdio: 'ignore' })
}

interface ClusterOptions {
  readonly settings?: Readonly<Record<string, string>>
  /** A folder with its data, made by `serversFolder`; without it, it begins empty. */
  readonly data?: string
  /** A free one by default. */
  readonly port?: number
}

/** A server of these programs' version, not durable. Its superuser is `postgres`. */
export async function aCluster(programs: Programs, options: ClusterOptions = {}): Promise<OwnCluster> {
  const data = options.data ?? (await serversFolder())
  const words = ['-D', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  if (!options.data) runProgram(programs, 'initdb', words)
  const port = options.port ?? (await freePort())
  const own = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', port: String(port) }
  const given = Object.entries({ ...own, ...options.settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }
  const program = path.join(programs.folder, 'postgres')
  const server = spawn(program, ['-D', data, ...given], { cwd: data, env, ...account, stdio: 'ignore' })
  const gone = once(server, 'exit')
  const urlOf = (database: string, role = 'postgres'): string => `postgres://${role}@127.0.0.1:${port}/${database}`
  for (let tries = 0; ; tries++) {
    const isUp = await withClient(urlOf('postgres'), client => client.query('select 1')).then(
      () => true,
      () => false
    )
    if (isUp) break
    if (tries === 200) throw new Error('The cluster did not start')
    await wait(50)
  }
  const halt = async (): Promise<void> => {
    server.kill('SIGQUIT')
    await gone
  }
  return {
    data,
    urlOf,
    halt,
    async stop() {
      await halt()
      await rm(data, { recursive: true, force: true })
    }
  }
}
