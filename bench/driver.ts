/**
 * Drivers come back into the network at the same time: each sends the events of his day at once, and reads his day, while lists are read.
 * Prints the times of the calls and whether each event was stored once. The database is durable.
 *
 *     npm run bench -- driver        DRIVERS=100 EVENTS=40
 */
import { randomUUID } from 'node:crypto'
import { aDrivenRoute, type DrivenRoute, eventsOf } from '../test/driver/fixtures/phones.ts'
import { aCompany, anItem } from '../test/helper/factories.ts'
import { aBenchApp } from './helper/app.ts'

const drivers = Number(process.env.DRIVERS ?? 100)
const eventsEach = Number(process.env.EVENTS ?? 40)
const stopsEach = 8
const day = '2026-06-02'

/** The value under which so many percent are, in milliseconds. */
const percentile = (values: readonly number[], percent: number): number =>
  Math.round([...values].sort((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1] ?? Number.NaN)

const bench = await aBenchApp({ ROLES: 'web' })
const { db, tokens } = bench.services
const company = await aCompany(db)
const { id: itemId } = await anItem(db, { price: 100 })
const staff = await bench.tokenOf('ADMIN')

async function call(token: string, path: string, body?: object): Promise<{ ms: number; answer: unknown }> {
  const began = performance.now()
  const response = await fetch(`${bench.address}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {})
  })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`)
  return { ms: performance.now() - began, answer }
}

/** A driver with a route of the day, and the token of a session. */
async function aDriver(number: number): Promise<DrivenRoute & { readonly token: string }> {
  const route = await aDrivenRoute(db, { company, itemId, day, stops: stopsEach, number })
  const [sessionId, since, until] = [randomUUID(), new Date(), new Date(Date.now() + 3_600_000)]
  const owner = { account_id: route.driverId, policy: 'portal', created_at: since, expires_at: until }
  await db('users.sessions').insert({ id: sessionId, ...owner })
  return { ...route, token: await tokens.sign({ accountId: route.driverId, sessionId }, since, until) }
}

const readList = async (): Promise<number> => (await call(staff, '/api/Admin/Orders?limit=50')).ms

try {
  const all: Awaited<ReturnType<typeof aDriver>>[] = []
  for (let n = 1; n <= drivers; n += 1) all.push(await aDriver(n))
  // an office is at work when drivers come back: a process that has just started compiles what it first meets
  for (let n = 1; n <= 20; n += 1) await readList()
  let isOver = false
  const lists: number[] = []
  const reading = Promise.all(
    Array.from({ length: 2 }, async () => {
      while (!isOver) lists.push(await readList())
    })
  )
  const batches = all.map(driver => ({ driver, events: eventsOf(driver, eventsEach) }))
  const sent = await Promise.all(
    batches.map(async ({ driver, events }) => {
      const first = await call(driver.token, '/api/Driver/events', { events })
      // the answer was lost, and the phone repeats
      const again = await call(driver.token, '/api/Driver/events', { events })
      const read = await call(driver.token, `/api/Driver/day?date=${day}`)
      const results = [first, again].map(({ answer }) => {
        const { data } = answer as { data: { result: string }[] }
        return new Set(data.map(({ result }) => result))
      })
      return { first: first.ms, again: again.ms, day: read.ms, results }
    })
  )
  isOver = true
  await reading
  const wrong = sent.filter(
    ({ results: [one, two] }) => !(one?.has('applied') && one.size === 1 && two?.has('duplicate') && two.size === 1)
  )
  const count = Number((await db('driver.events').count())[0]?.count)
  const row = (name: string, values: readonly number[]) => ({
    call: name,
    calls: values.length,
    'p50 ms': percentile(values, 50),
    'p99 ms': percentile(values, 99)
  })
  console.table([
    row(
      'events',
      sent.map(({ first }) => first)
    ),
    row(
      'events again',
      sent.map(({ again }) => again)
    ),
    row(
      'day',
      sent.map(one => one.day)
    ),
    row('lists meanwhile', lists)
  ])
  console.log(
    `${count} events stored of ${drivers * eventsEach} sent twice; batches that were not taken as a whole: ${wrong.length}`
  )
  if (count !== drivers * eventsEach || wrong.length > 0) process.exitCode = 1
} finally {
  await bench.close()
}
