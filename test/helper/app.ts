/**
 * The application as tests use it: the real one, on a database of its own, called without a socket.
 *
 *     const { signedInAs, close } = await anApp()
 *     const client = await signedInAs('CLIENT')
 *     const { status, body } = await client.get('/api/Admin/Orders')
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { readSettings } from '../../config/settings.ts'
import { type Application, buildApp } from '../../src/app.ts'
import type { Role } from '../../src/contract/roles.ts'
import { chooseCost, testCost } from '../../src/kernel/access/passwords.ts'
import type { Module } from '../../src/kernel/module.ts'
import { aDatabase } from './database.ts'
import { aCompany, anAccount } from './factories.ts'

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body
  readonly body: any
  readonly headers: Record<string, unknown>
}

type Method = NonNullable<InjectOptions['method']>

/** Someone who calls. Further headers go after the body. */
export interface Person {
  readonly accountId: number
  readonly companyId: number | null
  readonly token: string
  call(method: Method, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  get(url: string, headers?: Record<string, string>): Promise<Answer>
  post(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

export const portalHost = 'localhost:3000'
export const officeHost = 'admin.localhost:3000'

export interface TestApp extends Application {
  /** Address of the database. */
  readonly url: string
  /** What the application takes for the present; a test moves it. */
  readonly clock: { now: Date }
  /** Nobody in particular. `from` is the address that is called from. */
  nobody(options?: { host?: string; from?: string }): Person
  /** A new account of the role (a client with a company of its own, or the given one), or an existing account by id. */
  signedInAs(
    who: Role | number,
    options?: { companyId?: number; departmentId?: number; host?: string }
  ): Promise<Person>
}

/**
 * Settings are given by the names of their environment variables; other modules than the real ones, for tests of tests. The
 * broker takes any free port, because other test files run at the same time, and no service of others is called.
 */
export async function anApp(
  settings: Record<string, string> = {},
  modules?: readonly Module[],
  logger?: object,
  machineTime?: () => number
): Promise<TestApp> {
  chooseCost(testCost)
  const database = await aDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'opony-test-files-'))
  const clock = { now: new Date() }
  const application = await buildApp({
    settings: readSettings({
      NODE_ENV: 'test',
      MQTT_PORT: '0',
      DATABASE_URL: database.url,
      STORAGE_URL: `file:${folder}`,
      TOKEN_SECRET: 'a secret that is long enough for every test',
      VAT_LIST_URL: 'none',
      VIES_URL: 'none',
      GEOCODING_URL: 'none',
      ...settings
    }),
    now: () => clock.now,
    ...(modules ? { modules } : {}),
    ...(machineTime ? { machineTime } : {}),
    logger: logger ?? (process.env.TEST_LOG ? { level: process.env.TEST_LOG } : false)
  })
  const { app, services } = application
  await app.ready()

  const person = (
    headers: Record<string, string>,
    who: Pick<Person, 'accountId' | 'companyId' | 'token'>,
    from?: string
  ): Person => {
    const call: Person['call'] = async (method, url, body, more = {}) => {
      const answer = await app.inject({
        method,
        url,
        headers: { ...headers, ...more },
        ...(body === undefined ? {} : { payload: body as object }),
        ...(from ? { remoteAddress: from } : {})
      })
      const isJson = /json/.test(String(answer.headers['content-type']))
      return { status: answer.statusCode, body: isJson ? answer.json() : answer.payload, headers: answer.headers }
    }
    return {
      ...who,
      call,
      get: (url, more) => call('GET', url, undefined, more),
      post: (url, body, more) => call('POST', url, body, more),
      put: (url, body, more) => call('PUT', url, body, more)
    }
  }

  const accountOf = async (role: Role, { companyId, departmentId }: { companyId?: number; departmentId?: number }) => {
    if (role !== 'CLIENT' && role !== 'CLIENT_ADMIN') return (await anAccount(services.db, { role, password: null })).id
    const company = companyId ? undefined : await aCompany(services.db)
    const account = await anAccount(services.db, {
      role,
      password: null,
      companyId: companyId ?? company?.id ?? null,
      departmentId: departmentId ?? company?.departmentId ?? null
    })
    return account.id
  }

  return {
    ...application,
    url: database.url,
    clock,
    nobody: ({ host = portalHost, from } = {}) => person({ host }, { accountId: 0, companyId: null, token: '' }, from),
    async signedInAs(who, options = {}) {
      const accountId = typeof who === 'number' ? who : await accountOf(who, options)
      const sessionId = randomUUID()
      // Good at any time that a test moves the clock to: sessions and tokens that end are the subject of other tests.
      const [since, until] = [new Date('2020-01-01T00:00:00Z'), new Date('2100-01-01T00:00:00Z')]
      await services
        .db('users.sessions')
        .insert({ id: sessionId, account_id: accountId, policy: 'portal', created_at: since, expires_at: until })
      const token = await services.tokens.sign({ accountId, sessionId }, since, until)
      const account = await services.db('users.accounts').where({ id: accountId }).first('company_id')
      const { host = portalHost } = options
      return person({ host, authorization: `Bearer ${token}` }, { accountId, companyId: account.company_id, token })
    },
    async close() {
      await application.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** What a file may do with an application that others use after it. */
export type SharedApp = Omit<TestApp, 'begin' | 'close'>

let shared: Promise<TestApp> | undefined

/**
 * One application for all files of a process that look only at rows they made: it begins once and ends with the process. The
 * clock shows the given time, else the present, whatever the file before left it at. A file that counts all rows, changes what
 * comes with the database, needs settings or the modules' own work, or calls as nobody in particular until it is refused,
 * has an application of its own (`anApp`).
 */
export async function aSharedApp({ now = new Date() }: { now?: Date } = {}): Promise<SharedApp> {
  shared ??= begunToShare()
  const app = await shared
  app.clock.now = now
  return app
}

/** What `environment.ts` has given the process. */
interface TestGlobals {
  readonly atEndOfTests?: (() => Promise<void>)[]
}

async function begunToShare(): Promise<TestApp> {
  const { atEndOfTests: endings } = globalThis as TestGlobals
  if (!endings) throw new Error('An application is shared only where test/helper/environment.ts ends it')
  const app = await anApp({ ROLES: 'web' })
  await app.begin()
  endings.push(() => app.close())
  return app
}
