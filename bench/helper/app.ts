/** What benches share: the application on a durable database of its own, load from a process of its own, and medians. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readSettings } from '../../config/settings.ts'
import { buildApp } from '../../src/app.ts'
import type { Role } from '../../src/contract/roles.ts'
import { startPostgres } from '../../src/embedded/postgres.ts'
import { migrate } from '../../src/kernel/upgrade/migrate.ts'
import { anAccount } from '../../test/helper/factories.ts'
import { ending } from './endings.ts'
import type { Request, Wanted } from './http-load.ts'

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** The application, listening on `address`; `tokenOf` signs a new account in. Settings by the names of their variables. */
export async function aBenchApp(env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'opony-bench-'))
  const postgres = await startPostgres({ dataDir, durable: true })
  const endPostgres = ending(async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  await migrate(postgres.url)
  const secret = 'a secret that is long enough for every bench'
  const settings = readSettings({
    NODE_ENV: 'test',
    MQTT_PORT: '0',
    TOKEN_SECRET: secret,
    // one account stands for many people
    MAX_CALLS_PER_ACCOUNT: '100000',
    DATABASE_URL: postgres.url,
    ...env
  })
  const application = await buildApp({ settings: { ...settings, databaseUrl: postgres.url } })
  const { app, services } = application
  await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    ...application,
    url: postgres.url,
    address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    async tokenOf(role: Role, companyId: number | null = null): Promise<string> {
      const { id: accountId } = await anAccount(services.db, { role, password: null, companyId })
      const [sessionId, since, until] = [randomUUID(), new Date(), new Date(Date.now() + 3_600_000)]
      const session = { id: sessionId, account_id: accountId, policy: 'office', created_at: since, expires_at: until }
      await services.db('users.sessions').insert(session)
      return services.tokens.sign({ accountId, sessionId }, since, until)
    },
    async close() {
      await application.close()
      await endPostgres()
    }
  }
}

interface Figures {
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

export interface Load {
  /** Of the answers with a status of 2xx. */
  readonly good: Figures
  /** Of all others. */
  readonly other: Figures
  readonly statuses: Readonly<Record<string, number>>
  readonly errors: number
  readonly bytes: number
}

interface LoadOptions {
  readonly connections?: number
  readonly seconds?: number
  readonly token?: string
  /** Callers come back only after the Retry-After of a refusal. */
  readonly patient?: boolean
}

/** Asks one address again and again. */
export const load = (address: string, options: LoadOptions = {}): Promise<Load> => {
  const { pathname, search } = new URL(address)
  const request = { method: 'GET', path: pathname + search }
  return sendAll(address, [request], { connections: 10, seconds: 4, ...options })
}

/** Sends requests from a process of its own, so that making them costs the server nothing but the machine. */
export async function sendAll(
  address: string,
  requests: readonly Request[],
  { token, ...options }: { connections: number; seconds?: number; token?: string | undefined; patient?: boolean }
): Promise<Load> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const wanted: Wanted = { port: Number(new URL(address).port), headers, requests, ...options }
  const client = new URL('http-load.ts', import.meta.url).pathname
  const child = spawn(process.execPath, ['--import', 'tsx', client], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(wanted))
  let text = ''
  for await (const part of child.stdout) text += part
  return JSON.parse(text)
}
