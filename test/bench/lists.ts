/**
 * The order lists at a million orders, through the full route (sign-in, tenancy, checks) against the bare query.
 *
 *     npm run seed:demo -- --orders 1000000     once, into DATA_DIR or DATABASE_URL
 *     npm run bench -- lists                    or some of its parts: npm run bench -- lists calls sorts throughput
 *
 * Prints medians with the limit of each line: calls of all kinds; every list by each of its columns; and calls per second over ten
 * connections against the same statement, prepared, on a bare Fastify.
 */
import { randomUUID } from 'node:crypto'
import { developmentSecret } from '../../config/secret.ts'
import { readSettings } from '../../config/settings.ts'
import { buildApp } from '../../src/app.ts'
import { startPostgres } from '../../src/embedded/postgres.ts'
import { query, queryOne, sql } from '../../src/kernel/database/sql.ts'
import { modules } from '../../src/modules.ts'
import { printThroughput } from './lists-throughput.ts'

const rounds = 15
const sortLimit = 30
const median = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN

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
  if (!account) throw new Error('There is no demo business here: npm run seed:demo -- --orders 1000000')
  const sessionId = randomUUID()
  const [now, then] = [new Date(), new Date(Date.now() + 3_600_000)]
  await query(
    db,
    sql`insert into users.sessions (id, account_id, policy, created_at, expires_at) values (${sessionId}, ${account.id}, 'office', ${now}, ${then})`
  )
  return services.tokens.sign({ accountId: account.id, sessionId }, now, then)
}

const tokens = { staff: await tokenOf('admin@example.com'), client: await tokenOf('client.admin@example.com') }

async function ask(url: string, who: keyof typeof tokens): Promise<{ ms: number; text: string }> {
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

interface Asked {
  readonly ms: number
  readonly total: number
  readonly rows: number
  readonly capped: boolean
}

async function route(url: string, who: keyof typeof tokens): Promise<Asked> {
  const { ms, text } = await ask(url, who)
  const {
    data,
    total,
    totalCapped = false
  } = JSON.parse(text) as { data: unknown[]; total: number; totalCapped?: boolean }
  return { ms, total, rows: data.length, capped: totalCapped }
}

const cases: [what: string, url: string, limitMs: number, who?: keyof typeof tokens][] = [
  ['first page of the completed', '?OrderStatus=3', 5],
  ['first page of all', '', 5],
  ['page 1,000 of the invoiced', '?OrderStatus=5&page=1000&limit=35', 30],
  ['page 1,000 of all', '?page=1000&limit=35', 30],
  ['rare search, in all', '?allFields=000777', 100],
  ['rare search, in the completed', '?OrderStatus=3&allFields=000777', 100],
  ['old-only search (the first orders)', '?allFields=%2F000001', 100],
  ['common search (a town)', '?allFields=Lublin', 100],
  ['common search in the completed', '?OrderStatus=3&allFields=Opony', 100],
  ['common search in the new', '?OrderStatus=0&allFields=Opony', 100],
  ['search without a match', '?allFields=qqqqqq', 100],
  ['search of nearly everything', '?allFields=sp.', 100],
  ['search of nearly everything, in the completed', '?OrderStatus=3&allFields=sp.', 100],
  ['common search in the invoiced, by company', '?OrderStatus=5&allFields=Opony&OrderBy=Company', 100],
  ['two letters', '?allFields=Lu', 100],
  ['postal code in the completed', '?OrderStatus=3&PostalCode=20', 50],
  ['a client’s first page of 200', '?page=1&limit=200&OrderBy=CreatedAt&Desc=true', 30, 'client'],
  ['a client’s search', '?limit=200&allFields=000', 100, 'client']
]

async function printCalls(): Promise<void> {
  console.log('| what | rows | total | median ms | limit ms | |\n| --- | --- | --- | --- | --- | --- |')
  for (const [what, tail, limit, who = 'staff'] of cases) {
    const url = `/api/Admin/Orders${tail}`
    await route(url, who)
    const runs: Awaited<ReturnType<typeof route>>[] = []
    for (let round = 0; round < rounds; round += 1) runs.push(await route(url, who))
    const ms = median(runs.map(run => run.ms))
    const { rows = 0, total = 0, capped = false } = runs[0] ?? {}
    console.log(
      `| ${what} | ${rows} | ${total}${capped ? '+' : ''} | ${ms.toFixed(1)} | ${limit} | ${ms <= limit ? 'ok' : 'OVER'} |`
    )
  }
}

/** Every list as an administrator, a technician and a client see it, by each of its columns, both ways. */
async function printSorts(): Promise<void> {
  console.log('\n| list | column | up ms | down ms | limit ms | |\n| --- | --- | --- | --- | --- | --- |')
  const all: number[] = []
  for (const page of modules.flatMap(module => module.pages ?? [])) {
    if (page.kind !== 'list') continue
    const who = page.access.includes('ADMIN') ? 'staff' : 'client'
    for (const { key } of page.columns.filter(column => page.resource.sortable.includes(column.key))) {
      const times: number[] = []
      for (const Desc of ['false', 'true']) {
        const query = new URLSearchParams({ ...asTexts(page.fixed), limit: String(page.pageSize), OrderBy: key, Desc })
        const url = `${page.resource.path}?${query}`
        // The first six calls of a connection plan.
        for (let warming = 0; warming < 7; warming += 1) await ask(url, who)
        const runs: number[] = []
        for (let round = 0; round < rounds; round += 1) runs.push((await ask(url, who)).ms)
        times.push(median(runs))
      }
      all.push(...times)
      const verdict = Math.max(...times) <= sortLimit ? 'ok' : 'OVER'
      console.log(`| ${page.id} | ${key} | ${times.map(ms => ms.toFixed(1)).join(' | ')} | ${sortLimit} | ${verdict} |`)
    }
  }
  console.log(`\n${all.length} sorts: median ${median(all).toFixed(1)} ms, worst ${Math.max(...all).toFixed(1)} ms`)
}

const asTexts = (fixed: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fixed).map(([key, value]) => [key, String(value)]))

const onlyParts = process.argv.slice(3)
const isWanted = (part: string): boolean => onlyParts.length === 0 || onlyParts.includes(part)

if (isWanted('calls')) await printCalls()
if (isWanted('sorts')) await printSorts()
await close()
if (isWanted('throughput')) await printThroughput(databaseUrl, tokens.staff)
await postgres?.stop()
