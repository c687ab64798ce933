/**
 * The order lists at a million orders, through the full route (sign-in, tenancy, checks) against the bare query.
 *
 *     npm run seed:demo -- --orders 1000000     once, into DATA_DIR or DATABASE_URL
 *     npm run bench -- lists
 *
 * Prints medians of interleaved runs, the ratio to the bare query where there is one, and the limit of each line.
 */
import { randomUUID } from 'node:crypto'
import { developmentSecret } from '../../config/secret.ts'
import { readSettings } from '../../config/settings.ts'
import { buildApp } from '../../src/app.ts'
import { startPostgres } from '../../src/embedded/postgres.ts'
import { query, queryOne, sql } from '../../src/kernel/sql.ts'

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

async function route(
  url: string,
  who: keyof typeof tokens
): Promise<{ ms: number; total: number; rows: number; capped: boolean }> {
  const began = performance.now()
  const answer = await app.inject({
    method: 'GET',
    url,
    headers: { authorization: `Bearer ${tokens[who]}`, host: 'admin.localhost' }
  })
  const ms = performance.now() - began
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.payload}`)
  const {
    data,
    total,
    totalCapped = false
  } = answer.json() as { data: unknown[]; total: number; totalCapped?: boolean }
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
await close()
await postgres?.stop()
