/** What the benches of lists share: the application over a seeded demo business, calls as staff and as a client, tables of medians. */
import { randomUUID } from 'node:crypto'
import { developmentSecret } from '../../../config/secret.ts'
import { readSettings } from '../../../config/settings.ts'
import { buildApp } from '../../../src/app.ts'
import { startPostgres } from '../../../src/embedded/postgres.ts'
import { query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import type { ListPage, Page } from '../../../src/kernel/metadata/pages.ts'
import { median } from './app.ts'

const rounds = 15
const sortLimitMs = 30

export type Who = 'staff' | 'client'

/** What, the address, how many milliseconds it may take, and who asks; the staff by default. */
export type Case = readonly [what: string, url: string, limitMs: number, who?: Who]

/** The application over DATABASE_URL or DATA_DIR. `seed` is the line that makes the demo business, where there is none. */
export async function aDemoBusiness(seed: string) {
  const settings = readSettings(process.env)
  const postgres = settings.databaseUrl ? undefined : await startPostgres({ dataDir: settings.dataDir, durable: true })
  const databaseUrl = settings.databaseUrl || (postgres?.url ?? '')
  const { app, services, close } = await buildApp({
    settings: { ...settings, databaseUrl, tokenSecret: developmentSecret(settings.dataDir) }
  })
  const { db } = services
  await app.ready()

  async function tokenOf(email: string): Promise<string> {
    const account = await queryOne<{ id: number }>(db, sql`select id from users.accounts where email = ${email}`)
    if (!account) throw new Error(`There is no demo business here: ${seed}`)
    const sessionId = randomUUID()
    const [now, then] = [new Date(), new Date(Date.now() + 3_600_000)]
    await query(
      db,
      sql`insert into users.sessions (id, account_id, policy, created_at, expires_at)
        values (${sessionId}, ${account.id}, 'office', ${now}, ${then})`
    )
    return services.tokens.sign({ accountId: account.id, sessionId }, now, then)
  }

  const tokens = { staff: await tokenOf('admin@example.com'), client: await tokenOf('client.admin@example.com') }

  async function ask(url: string, who: Who): Promise<{ ms: number; text: string }> {
    const began = performance.now()
    const answer = await app.inject({
      method: 'GET',
      url,
      headers: { authorization: `Bearer ${tokens[who]}`, host: 'admin.localhost' }
    })
    const ms = performance.now() - began
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.payload}`)
    return { ms, text: answer.payload }
  }

  /** Milliseconds of a call, after `warming` calls that are not counted. */
  async function medianOf(url: string, who: Who, warming: number): Promise<number> {
    for (let round = 0; round < warming; round += 1) await ask(url, who)
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) times.push((await ask(url, who)).ms)
    return median(times)
  }

  /** How many rows the list has; more than any number where it does not count that far. */
  async function totalOf(url: string, who: Who): Promise<number> {
    const { total, totalCapped } = JSON.parse((await ask(url, who)).text) as { total: number; totalCapped?: boolean }
    return totalCapped ? Number.POSITIVE_INFINITY : total
  }

  /** @returns the slowest against its limit */
  async function printCalls(cases: readonly Case[]): Promise<Case | undefined> {
    let worst: { readonly of: Case; readonly share: number } | undefined
    console.log('| what | rows | total | median ms | limit ms | |\n| --- | --- | --- | --- | --- | --- |')
    for (const of of cases) {
      const [what, url, limit, who = 'staff'] = of
      const { data, total, totalCapped } = JSON.parse((await ask(url, who)).text) as {
        data: unknown[] | object
        total?: number
        totalCapped?: boolean
      }
      const ms = await medianOf(url, who, 1)
      const verdict = ms <= limit ? 'ok' : 'OVER'
      if (ms / limit > (worst?.share ?? 0)) worst = { of, share: ms / limit }
      console.log(
        `| ${what} | ${Array.isArray(data) ? data.length : 1} | ${total ?? ''}${totalCapped ? '+' : ''} | ${ms.toFixed(1)} | ${limit} | ${verdict} |`
      )
    }
    return worst?.of
  }

  /** The plans of what a call asks the database, each run once more. */
  async function printPlan([what, url, , who = 'staff']: Case = ['', '', 0]): Promise<void> {
    if (!url) return
    const seen: { sql: string; bindings: unknown[] }[] = []
    const note = (statement: { sql: string; bindings: unknown[] }): unknown => seen.push(statement)
    db.on('query', note)
    await ask(url, who)
    db.off('query', note)
    console.log(`\nThe slowest against its limit: ${what}`)
    for (const { sql: text, bindings } of seen.filter(
      one => one.sql.includes('orders.') && !one.sql.startsWith('explain')
    )) {
      const { rows } = await db.raw(`explain (analyze, buffers) ${text.replace(/\$\d+/g, '?')}`, bindings as never)
      const lines = rows.map((row: Record<string, string>) => row['QUERY PLAN']?.slice(0, 160))
      console.log(`\n${lines.join('\n')}`)
    }
  }

  /** The list pages by each of their columns, both ways, as an administrator or, where it is not theirs, a client. */
  async function printSorts(pages: readonly Page[]): Promise<void> {
    console.log('\n| list | column | up ms | down ms | limit ms | |\n| --- | --- | --- | --- | --- | --- |')
    const all: number[] = []
    for (const page of pages.filter(isList)) {
      const who = page.access.includes('ADMIN') ? 'staff' : 'client'
      for (const { key } of page.columns.filter(column => page.resource.sortable.includes(column.key))) {
        const times: number[] = []
        // The first six calls of a connection plan.
        for (const Desc of ['false', 'true'])
          times.push(await medianOf(addressOf(page, { OrderBy: key, Desc }), who, 7))
        all.push(...times)
        const verdict = Math.max(...times) <= sortLimitMs ? 'ok' : 'OVER'
        console.log(
          `| ${page.id} | ${key} | ${times.map(ms => ms.toFixed(1)).join(' | ')} | ${sortLimitMs} | ${verdict} |`
        )
      }
    }
    console.log(`\n${all.length} sorts: median ${median(all).toFixed(1)} ms, worst ${Math.max(...all).toFixed(1)} ms`)
  }

  return {
    db,
    databaseUrl,
    staffToken: tokens.staff,
    totalOf,
    printCalls,
    printSorts,
    printPlan,
    close,
    stop: async () => postgres?.stop()
  }
}

export const isList = (page: Page): page is ListPage => page.kind === 'list'

/** The call of a list page, as its browser makes it. */
export function addressOf(page: ListPage, params: Readonly<Record<string, string>> = {}): string {
  const fixed = Object.entries(page.fixed).map(([key, value]) => [key, String(value)])
  const query = new URLSearchParams({ ...Object.fromEntries(fixed), limit: String(page.pageSize), ...params })
  return `${page.resource.path}?${query}`
}

const parts = process.argv.slice(3)
/** Whether the command line asks for the part; it asks for all where it names none. */
export const isWanted = (part: string): boolean => parts.length === 0 || parts.includes(part)
