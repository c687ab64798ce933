/**
 * Commands a second through the whole route (accepting an order, placing one), by 10 callers at once, against their very
 * statements sent bare over as many connections, BEGIN and COMMIT included. Interleaved; medians and ratios. The database is
 * durable.
 *
 *     npm run bench -- commands        ROUNDS=5 COMMANDS=1000
 */
import pg from 'pg'
import { aCompany, anItem, anOrder } from '../test/helper/factories.ts'
import { aBenchApp, median, sendAll } from './helper/app.ts'
import type { Request } from './helper/http-load.ts'

const rounds = Number(process.env.ROUNDS ?? 5)
const commands = Number(process.env.COMMANDS ?? 1_000)
const lanes = 10
const wanted = 0.7

interface Statement {
  readonly text: string
  readonly values?: readonly unknown[]
  readonly name?: string
}
/** A statement, and what was answered of what later statements repeat: the new row's id, its number. */
interface Sent {
  readonly statement: Statement
  answered: readonly Record<string, unknown>[]
}

let recording: Sent[] | undefined
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const { connectionParameters } = this as unknown as { connectionParameters: { application_name?: string } }
  if (!recording || connectionParameters.application_name !== 'opony') return query.apply(this, args as never)
  const [statement] = args as [string | Statement]
  const one: Sent = { statement: typeof statement === 'string' ? { text: statement } : { ...statement }, answered: [] }
  recording.push(one)
  const done = args.at(-1)
  if (typeof done === 'function')
    args[args.length - 1] = (error: unknown, result: { rows?: Record<string, unknown>[] }) => {
      one.answered = result?.rows ?? []
      done(error, result)
    }
  return query.apply(this, args as never)
} as typeof query

/** What one call sends over the pool of the application. */
async function statementsOf(call: () => Promise<unknown>): Promise<Sent[]> {
  recording = []
  await call()
  const sent = recording
  recording = undefined
  return sent
}

/** The value with other ids and numbers in it, within texts (JSON) and lists, too. */
function substituted(value: unknown, by: ReadonlyMap<unknown, unknown>): unknown {
  if (by.has(value)) return by.get(value)
  if (Array.isArray(value)) return value.map(one => substituted(one, by))
  if (typeof value !== 'string') return value
  let text = value
  for (const [from, to] of by) text = text.replaceAll(String(from), String(to))
  return text
}

async function replay(client: pg.Client, sent: readonly Sent[], known: ReadonlyMap<unknown, unknown>): Promise<void> {
  const by = new Map(known)
  for (const { statement, answered } of sent) {
    const values = statement.values?.map(value => substituted(value, by))
    const { rows } = await client.query({ ...statement, ...(values ? { values } : {}) } as pg.QueryConfig)
    for (const key of ['id', 'number'])
      if (answered[0]?.[key] !== undefined && rows?.[0]?.[key] !== undefined) by.set(answered[0][key], rows[0][key])
  }
}

/** Runs `work` for each of the jobs, in lanes; gives how many a second. */
async function perSecond<T>(jobs: readonly T[], work: (job: T, lane: number) => Promise<unknown>): Promise<number> {
  const left = [...jobs]
  const began = performance.now()
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let job = left.pop(); job !== undefined; job = left.pop()) await work(job, lane)
    })
  )
  return jobs.length / ((performance.now() - began) / 1_000)
}

const bench = await aBenchApp({ ROLES: 'web' })
const { db } = bench.services
// Ids that occur nowhere else in the statements.
await db.raw("select setval(pg_get_serial_sequence('orders.orders', 'id'), 7000000)")
const company = await aCompany(db)
const { id: itemId } = await anItem(db, { price: 100 })
const token = await bench.tokenOf('ADMIN')
const clients = Array.from(
  { length: lanes },
  () => new pg.Client({ connectionString: bench.url, options: '-c TimeZone=UTC' })
)
for (const client of clients) await client.connect()

/** Commands a second through the route. */
async function routed(requests: readonly Request[]): Promise<number> {
  const { good, other, errors } = await sendAll(bench.address, requests, { connections: lanes, token })
  if (other.perSecond > 0 || errors > 0) throw new Error('Some commands were refused')
  return good.perSecond
}
const newOrders = async (count: number): Promise<number[]> => {
  const ids: number[] = []
  for (let n = 0; n < count; n += 1) ids.push((await anOrder(db, { company, itemId })).id)
  return ids
}
const accept = (id: number): Request => ({ method: 'PUT', path: `/api/Admin/Orders/${id}/accept` })
const body = { receptionPlace: company.placeId, orderTypeItemId: itemId, quantity: 2 }
const place: Request = { method: 'POST', path: '/api/Admin/Orders', body }

try {
  const [model = 0] = await newOrders(1)
  // Who calls is in memory from here on.
  for (let n = 0; n < 3; n += 1) await routed([place])
  const accepting = await statementsOf(() => routed([accept(model)]))
  const placing = await statementsOf(() => routed([place]))
  const figures = {
    accept: { route: [] as number[], bare: [] as number[] },
    place: { route: [] as number[], bare: [] as number[] }
  }
  for (let round = 0; round <= rounds; round += 1) {
    const [through, bare] = [await newOrders(commands), await newOrders(commands)]
    const jobs = Array.from({ length: commands }, (_, n) => n)
    const rates = {
      accept: {
        route: await routed(through.map(accept)),
        bare: await perSecond(bare, (id, lane) => replay(clients[lane] as pg.Client, accepting, new Map([[model, id]])))
      },
      place: {
        route: await routed(jobs.map(() => place)),
        bare: await perSecond(jobs, (_, lane) => replay(clients[lane] as pg.Client, placing, new Map()))
      }
    }
    // The first round warms up.
    if (round === 0) continue
    for (const name of ['accept', 'place'] as const)
      for (const way of ['route', 'bare'] as const) figures[name][way].push(rates[name][way])
  }
  const { rows } = await db.raw('select status, count(*)::int as n from orders.orders group by status order by status')
  console.log('orders by status:', JSON.stringify(rows))
  console.table(
    (['accept', 'place'] as const).map(name => {
      const { route, bare } = figures[name]
      const ratio = median(route.map((rate, round) => rate / (bare[round] ?? Number.NaN)))
      const statements = { accept: accepting, place: placing }[name].length
      return {
        name,
        statements,
        'route/s': Math.round(median(route)),
        'bare/s': Math.round(median(bare)),
        ratio: Number(ratio.toFixed(2)),
        wanted
      }
    })
  )
} finally {
  for (const client of clients) await client.end()
  await bench.close()
}
