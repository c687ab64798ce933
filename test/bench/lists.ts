/**
 * The order lists at a million orders, through the full route (sign-in, tenancy, checks) against the bare query.
 *
 *     npm run seed:demo -- --orders 1000000     once, into DATA_DIR or DATABASE_URL
 *     npm run bench -- lists
 *
 * Prints medians of interleaved runs, the ratio to the bare query where there is one, and the limit of each line.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { developmentSecret } from '../../config/secret.ts'
import { readSettings } from '../../config/settings.ts'
import { buildApp } from '../../src/app.ts'
import { startPostgres } from '../../src/embedded/postgres.ts'
import { query, queryOne, sql } from '../../src/kernel/database/sql.ts'

const rounds = 15
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
  ...['CreatedAt', 'Number', 'Company', 'ReceptionPlace'].flatMap(
    field =>
      ['', '&Desc=true'].flatMap(desc => [
        [`completed by ${field}${desc ? ' down' : ''}`, `?OrderStatus=3&OrderBy=${field}${desc}`, 30],
        [`all by ${field}${desc ? ' down' : ''}`, `?OrderBy=${field}${desc}`, 30]
      ]) as [string, string, number][]
  ),
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

/** The statement that a call ends in, run bare on a connection of its own, in turn with the call itself. */
async function againstBare(url: string): Promise<{ route: number; bare: number; empty: number; plan: string[] }> {
  const seen: { sql: string; bindings: unknown[] }[] = []
  const note = (statement: { sql: string; bindings: unknown[] }): unknown => seen.push(statement)
  db.on('query', note)
  await route(url, 'staff')
  db.off('query', note)
  const { sql: text, bindings } = seen.at(-1) ?? { sql: '', bindings: [] }
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c TimeZone=UTC' })
  await client.connect()
  const times = { route: [] as number[], bare: [] as number[], empty: [] as number[] }
  for (let round = 0; round < 4 * rounds; round += 1) {
    times.route.push((await route(url, 'staff')).ms)
    times.empty.push((await ask('/health/live', 'staff')).ms)
    const began = performance.now()
    await client.query(text, bindings)
    times.bare.push(performance.now() - began)
  }
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers, costs off) ${text}`,
    bindings
  )
  await client.end()
  return {
    route: median(times.route),
    bare: median(times.bare),
    empty: median(times.empty),
    plan: rows.map(row => row['QUERY PLAN'])
  }
}

console.log(
  '\n| the list, against its bare statement behind the same door | list ms | door ms | bare ms | (door + bare) / list |\n| --- | --- | --- | --- | --- |'
)
for (const [what, tail] of [
  ['first page of the completed', '?OrderStatus=3'],
  ['page 1,000 of the invoiced', '?OrderStatus=5&page=1000&limit=35']
] as const) {
  const { route: through, bare, empty, plan } = await againstBare(`/api/Admin/Orders${tail}`)
  const ratio = (empty + bare) / through
  console.log(`| ${what} | ${through.toFixed(2)} | ${empty.toFixed(2)} | ${bare.toFixed(2)} | ${ratio.toFixed(2)} |`)
  if (process.argv.includes('--explain')) console.log(plan.join('\n'))
}
await close()
await postgres?.stop()
