/** The whole programme, as `npm start` starts it, on a clone of the demo's database and with free ports. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { request } from '@playwright/test'
import { type ClusterAddress, databaseUrl, withClient } from '../helper/cluster.ts'
import { aLetterbox, type Letterbox } from '../helper/emails.ts'

export const password = 'Demo-2026-Opony'
export type Area = 'portal' | 'office'

export interface House {
  /** Addresses without a slash at the end. */
  readonly portal: string
  readonly office: string
  readonly mqttPort: number
  readonly letters: Letterbox
  /** Signs in without a browser. */
  signIn(area: Area, email: string): Promise<{ accessToken: string; expiresAt: string }>
  /** Calls the API with a token; fails the test when it is refused. The answer's body. */
  call<T>(area: Area, token: string, method: string, path: string, data?: unknown): Promise<T>
  close(): Promise<void>
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Ports that nobody held a moment ago, all different. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
      return server
    })
  )
  const ports = servers.map(server => (server.address() as { port: number }).port)
  await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))))
  return ports
}

async function clone(): Promise<{ url: string; drop(): Promise<void> }> {
  const { admin, template } = JSON.parse(process.env.E2E_CLUSTER ?? '') as ClusterAddress
  const name = `opony_test_${randomBytes(6).toString('hex')}`
  await withClient(admin, async client => {
    await client.query('select pg_advisory_lock(7230001)')
    await client.query(`create database ${name} template ${template}`)
  })
  return {
    url: databaseUrl(admin, name),
    drop: () => withClient(admin, async client => void (await client.query(`drop database ${name} with (force)`)))
  }
}

/** Starts `src/main.ts` and waits until it says that it is ready. */
async function start(env: Record<string, string>): Promise<() => Promise<void>> {
  const { CI: _, NODE_OPTIONS: __, ...own } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], { cwd: root, env: { ...own, ...env } })
  let said = ''
  let wanted = false
  const ended = new Promise<void>(resolve =>
    child.once('exit', () => {
      if (!wanted) console.error(`The programme has ended by itself:\n${said}`)
      resolve()
    })
  )
  await new Promise<void>((resolve, reject) => {
    const hear = (part: Buffer): void => {
      said += part
      if (said.includes('Opony is ready')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', code => reject(new Error(`The programme ended with ${code}:\n${said}`)))
  })
  return async () => {
    wanted = true
    child.kill('SIGTERM')
    await ended
  }
}

/** `env`: settings beside those that every house has. */
export async function aHouse(env: Readonly<Record<string, string>> = {}): Promise<House> {
  const [folder, letters, database, [port, mqttPort]] = await Promise.all([
    mkdtemp(join(tmpdir(), 'opony-e2e-')),
    aLetterbox(),
    clone(),
    freePorts(2) as Promise<[number, number]>
  ])
  const addresses = { portal: `http://localhost:${port}`, office: `http://admin.localhost:${port}` }
  const stop = await start({
    PORT: String(port),
    MQTT_PORT: String(mqttPort),
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    MAIL_URL: letters.url,
    LOG_LEVEL: 'error',
    ...env
  })

  async function answerOf<T>(area: Area, method: string, path: string, data?: unknown, token?: string): Promise<T> {
    // Node need not know the names under localhost: it calls the address and says the name
    const headers = { host: new URL(addresses[area]).host, ...(token && { authorization: `Bearer ${token}` }) }
    const calls = await request.newContext({ baseURL: `http://127.0.0.1:${port}`, extraHTTPHeaders: headers })
    const answer = await calls.fetch(path, { method, ...(data === undefined ? {} : { data }) })
    const body = await answer.text()
    await calls.dispose()
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${body}`)
    return (body ? JSON.parse(body) : undefined) as T
  }

  return {
    ...addresses,
    mqttPort,
    letters,
    async signIn(area, email) {
      const path = '/api/Authorization/sign-in'
      type Signed = { data: { accessToken: string; expiresAt: string } }
      return (await answerOf<Signed>(area, 'POST', path, { email, password })).data
    },
    call: (area, token, method, path, data) => answerOf(area, method, path, data, token),
    async close() {
      await stop()
      await letters.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    }
  }
}
