/** Security events are bounded: neither strangers nor one account can fill the table or the log, and nothing waits for them. */

import type { FastifyBaseLogger } from 'fastify'
import type { Knex } from 'knex'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { budgets } from '../../src/kernel/security/budget.ts'
import { openSecurityEvents, type SecurityEvents } from '../../src/kernel/security/events.ts'
import { securityKinds } from '../../src/kernel/security/kinds.ts'
import { aDatabase } from '../helper/database.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
let db: Knex
let events: SecurityEvents
let clock: number
let lines: { level: string; text: string }[]
let registry: Registry

beforeAll(async () => {
  database = await aDatabase()
  db = openDatabase({ url: database.url, poolSize: 2 })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const say = (level: string) => (_facts: unknown, text: string) => void lines.push({ level, text })
const log = { info: say('info'), warn: say('warn'), debug: say('debug') } as unknown as FastifyBaseLogger

function open(on: Knex = db): void {
  registry = new Registry()
  const metrics = { registry }
  const settings = { tokenSecret: 'a secret that is long enough for every test' }
  const options = { db: on, log, metrics, settings, now: () => new Date(1_790_000_000_000 + clock), clock: () => clock }
  events = openSecurityEvents({ ...options, accountsOfEmails: async () => new Map() })
}

let since: number
beforeEach(async () => {
  clock = 0
  lines = []
  since = ((await db('audit.security_events').max('id as id').first()) as { id: number | null }).id ?? 0
  open()
})
const rows = () => db('audit.security_events').where('id', '>', since).orderBy('id')
const failed = (network: string, email: string) => ({ kind: 'signInFailed', network, email }) as const

describe('the same event', () => {
  it('again within a minute is counted, and written once more when the minute is over', async () => {
    for (let n = 0; n < 40; n++) {
      clock = n * 1_000
      events.record(failed('192.0.2.1', 'a@example.com'))
    }
    await events.flush()
    expect(await rows()).toMatchObject([{ count: 1, until: null }])
    clock = 60_001
    await events.flush()
    expect(await rows()).toMatchObject([
      { count: 1 },
      { count: 39, at: new Date(1_790_000_001_000), until: new Date(1_790_000_039_000) }
    ])
    expect(lines).toHaveLength(2)
  })

  it('of different accounts, networks or calls is not the same', async () => {
    for (const network of ['192.0.2.1', '192.0.2.2'])
      for (const accountId of [1, 2]) events.record({ kind: 'forbidden', network, accountId })
    await events.flush()
    expect(await rows()).toHaveLength(4)
  })
})

const total = (found: readonly { count: number }[]): number => found.reduce((sum, { count }) => sum + count, 0)

describe('a flood', () => {
  it('of different e-mails from one network is listed up to its budget, then counted', async () => {
    for (let n = 0; n < 5_000; n++) events.record(failed('192.0.2.3', `${n}@example.com`))
    await events.stop()
    const found = await rows()
    expect(found.length).toBe(budgets.network.burst + 1)
    expect(found.at(-1)).toMatchObject({ kind: securityKinds.signInFailed, network: null, email_hash: null })
    expect(total(found)).toBe(5_000)
    expect(lines.length).toBe(found.length)
  })

  it('from many networks is listed up to the budget of all strangers, hour after hour', async () => {
    const hours = 24
    for (let minute = 0; minute < hours * 60; minute++) {
      clock = minute * 60_000
      for (let n = 0; n < 40; n++) events.record(failed(`10.${n}.${minute >> 8}.${minute & 255}`, `${n}@example.com`))
      if (minute % 60 === 0) await events.flush()
    }
    await events.stop()
    const found = await rows()
    const { burst, perMinute } = budgets.strangers
    expect(found.length).toBeLessThan(burst + (perMinute + 2) * hours * 60)
    expect(total(found)).toBe(hours * 60 * 40)
  })

  it('by one account leaves the others their own rows', async () => {
    for (let n = 0; n < 1_000; n++) events.record({ kind: 'forbidden', accountId: 7, call: `GET /${n}` })
    events.record({ kind: 'forbidden', accountId: 8, call: 'GET /' })
    await events.stop()
    const found = await rows()
    expect(found.filter(({ account_id }) => account_id === 7)).toHaveLength(budgets.account.burst + 1)
    expect(found.filter(({ account_id }) => account_id === 8)).toHaveLength(1)
    expect(total(found)).toBe(1_001)
  })
})

it('while the database is away they wait, bounded, without an error, and are written once it is back', async () => {
  const away = openDatabase({ url: database.url.replace(/\/[^/]*$/, '/no_such_database'), poolSize: 1 })
  open(away)
  for (let n = 0; n < 700; n++) events.record({ kind: 'forbidden', accountId: n, call: 'GET /' })
  await events.flush()
  await events.flush()
  expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1)
  expect(await rows()).toEqual([])
  await events.stop()
  await away.destroy()
})
