/**
 * A real PostgreSQL server without installing one: the programs come by npm, and this folder runs them.
 *
 * One folder, one cluster, any number of users. `npm start`, and beside it `npm run seed`, may use the same data folder:
 * the first starts the server, the others join it, and whoever leaves last stops it. Each writes its process down in the
 * `users` folder, so the entry of a process that was killed is known to be stale. A server whose users were all killed
 * lives on, as an orphan: the next start adopts it, or stops it first when it is not as wanted (another version, or
 * another durability). Nothing is ever signalled that does not have this very cluster on its command line.
 *
 * Everything that a kill -9 could leave half made is made aside and moved into place: cluster, password, program copy.
 *
 * The server is spawned detached, in a session of its own, because ctrl-C goes to a whole foreground group and would stop
 * the database before the application has drained. It writes to a file, not to a pipe, which would break with us.
 * It listens on 127.0.0.1 alone, on a port free at the time, without a socket file, and asks for a password (SCRAM).
 *
 * PostgreSQL refuses to run as root. How root starts it all the same, and where, is in `home.ts`.
 */
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type { Home } from './home.ts'
import { countUsers, enter, findHome, passwordOf, secretFile } from './home.ts'
import { run } from './process.ts'
import type { Program } from './program.ts'
import { findProgram } from './program.ts'
import type { Launched, Server } from './server.ts'
import { findServer, greet, halt, launch, logFile, passing } from './server.ts'
import type { RunningServer, Supervisor } from './supervise.ts'
import { supervise } from './supervise.ts'

/**
 * `dataDir`: the application's data folder; the cluster lives in it. `durable: false` is for tests: no fsync. With `onLost`
 * the server is watched, and started again when it dies; `onLost` is called when that does not help.
 */
export interface PostgresOptions {
  dataDir: string
  durable: boolean
  /** Most connections of a server that is started here; what one process needs unless given. */
  connections?: number
  log?: (line: string) => void
  onLost?: (error: Error) => void
}

/**
 * `url` names the database `opony`, as its owner and superuser, and holds the password. `adopted`: the server was alive
 * already. `stop` ends our use and, when nobody else uses the server, the server; calling it twice is harmless.
 */
export interface EmbeddedPostgres {
  url: string
  adopted: boolean
  stop(): Promise<void>
}

interface Start {
  home: Home
  program: Program
  password: string
  durable: boolean
  connections: number | undefined
  log: (line: string) => void
}

const name = 'opony'
const startTimeoutMs = 60_000

/**
 * Starts the PostgreSQL of a data folder, or joins or adopts the one that runs there. Ready for queries when it returns.
 * @throws Error that says what to do: no program for this machine, folder of somebody else, data of another version,
 * or the server's own words
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const home = await findHome(path.resolve(options.dataDir))
  const leave = await enter(home)
  let supervisor: Supervisor | undefined
  const stop = async () => {
    await supervisor?.stop()
    await leave()
    await haltUnused(home)
  }
  try {
    const program = await findProgram(home.folder, home.account)
    const { durable, connections, onLost, log = () => undefined } = options
    const start = { home, program, password: await passwordOf(home), durable, connections, log }
    await ensureCluster(start)
    const { adopted, ...server } = await ensureServer(start)
    if (onLost) supervisor = supervise({ server, restart: () => ensureServer(start), onLost, log })
    let stopping: Promise<void> | undefined
    return {
      url: address(server.port, start.password, name),
      adopted,
      stop: () => {
        stopping ??= stop()
        return stopping
      }
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Stops the server of a data folder when every process that used it is gone: how a killed run is cleared up after.
 * @returns the folder of the cluster, which may be outside the data folder; undefined while somebody uses it
 */
export async function stopOrphan(dataDir: string): Promise<string | undefined> {
  const home = await findHome(path.resolve(dataDir))
  return (await haltUnused(home)) ? home.folder : undefined
}

async function haltUnused(home: Home): Promise<boolean> {
  if ((await countUsers(home)) > 0) return false
  const server = await findServer(home)
  if (server) await halt(home, server)
  return true
}

async function ensureCluster({ home, program, ...start }: Start): Promise<void> {
  const made = await readFile(path.join(home.cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  const major = program.version.split('.')[0]
  if (made === undefined) await makeCluster({ home, program, ...start })
  else if (made.trim() !== major) {
    throw new Error(
      `The data in ${home.cluster} was written by PostgreSQL ${made.trim()}, and the embedded one is ${program.version}. ` +
        'Start the version of Opony that wrote it, or bring the data to a server of your own and set DATABASE_URL.'
    )
  }
}

async function makeCluster({ home, program, password, durable, log }: Start): Promise<void> {
  log(`Making a PostgreSQL ${program.version} cluster in ${home.cluster}`)
  const draft = path.join(home.folder, `cluster-${randomBytes(6).toString('hex')}`)
  await mkdir(draft, { mode: 0o700 })
  if (home.account) await chown(draft, home.account.uid, home.account.gid)
  const secret = await secretFile(home, password, home.account)
  // Texts are ordered by code point unless a query names a language's order (COLLATE "pl-x-icu"): indexes stay fast.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = [`--username=${name}`, '--auth=scram-sha-256', `--pwfile=${secret}`]
  const rest = ['--no-instructions', ...(durable ? [] : ['--no-sync'])]
  const { code, output } = await run(program.initdb, ['-D', draft, ...locale, ...access, ...rest], home.account)
  await rm(secret)
  // Of two that make it at once one wins: the winner's folder is not empty, so the other's cannot take its place.
  const moved =
    code === 0 &&
    (await rename(draft, home.cluster).then(
      () => true,
      () => false
    ))
  if (!moved) await rm(draft, { recursive: true, force: true })
  if (code !== 0) throw new Error(`PostgreSQL could not make its cluster in ${home.cluster}: ${output}`)
}

async function ensureServer(start: Start): Promise<RunningServer & { adopted: boolean }> {
  const { home, program, durable, connections } = start
  const limit = Date.now() + startTimeoutMs
  let launched: Launched | undefined
  let words = ''
  for (; Date.now() < limit; await after(10)) {
    const server = await findServer(home)
    if (server?.port !== undefined && (await accepts(start, server, launched))) {
      return { pid: server.pid, port: server.port, adopted: server.pid !== launched?.pid }
    }
    if (server) continue
    const last = await launched?.ended()
    if (launched && last === undefined) continue
    if (last !== undefined && !passing(last)) throw new Error(`PostgreSQL does not start in ${home.cluster}:\n${last}`)
    if (last !== undefined) await after(200)
    words = last ?? words
    launched = await launch(home, program, durable, connections)
  }
  throw new Error(`PostgreSQL was not ready within ${startTimeoutMs / 1000} s (its log: ${logFile(home)})\n${words}`)
}

/** Whether the living server is the one to use. One that is not as wanted, and that nobody uses, is stopped. */
async function accepts({ home, program, password, durable, log }: Start, server: Server, launched?: Launched) {
  const seen = await greet(database => address(server.port as number, password, database), name)
  if (!seen) return false
  if (server.pid === launched?.pid) return true
  if (seen.version === program.version && seen.durable === durable) {
    log(`PostgreSQL was running already (process ${server.pid})`)
    return true
  }
  if ((await countUsers(home)) === 1) {
    log(`PostgreSQL was running already, but not as wanted: restarting it (process ${server.pid})`)
    await halt(home, server)
    return false
  }
  if (seen.durable || !durable) return true
  throw new Error(`Another process uses the PostgreSQL in ${home.cluster} without durability: stop that one first.`)
}

const address = (port: number, password: string, database: string) =>
  `postgres://${name}:${password}@127.0.0.1:${port}/${database}`
