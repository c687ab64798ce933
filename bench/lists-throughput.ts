/**
 * Calls per second of the list through the whole route, against its own statement prepared on a bare Fastify, and of the calls that
 * do nothing but come in. Load, server and database are processes of one machine; runs take turns, and medians are printed.
 */
import { execFile, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Counted, Load } from './lists-load.ts'

const list = '/api/Admin/Orders?OrderStatus=5&page=1&limit=35'
const rounds = 5
const ms = 3000

const here = (file: string): string => new URL(file, import.meta.url).pathname
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function measure(load: Omit<Load, 'ms'>, during = ms): Promise<Counted> {
  const command = ['--import', 'tsx', here('./lists-load.ts'), JSON.stringify({ ...load, ms: during })]
  const { stdout } = await promisify(execFile)(process.execPath, command)
  return JSON.parse(stdout) as Counted
}

/** What the server prints once it listens; other lines are its log. */
async function addressesOf(output: Readable): Promise<{ app: string; bare: string; text: string; values: unknown[] }> {
  for await (const line of createInterface(output)) {
    const printed = JSON.parse(line)
    if (printed.app) return printed
    console.error(line)
  }
  throw new Error('The server ended before it listened')
}

/** Prints the tables; `databaseUrl` holds a million orders, `token` is an administrator's. */
export async function printThroughput(databaseUrl: string, token: string): Promise<void> {
  const server = spawn(process.execPath, ['--import', 'tsx', here('./lists-server.ts'), list, token], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  try {
    const { app, bare, text, values } = await addressesOf(server.stdout)
    await printRatios(app, bare, token)
    await printPlanning(databaseUrl, text, values)
  } finally {
    server.kill()
  }
}

async function printRatios(app: string, bare: string, token: string): Promise<void> {
  const kinds = {
    list: { url: `${app}${list}`, token },
    bare: { url: `${bare}/` },
    userinfo: { url: `${app}/api/Authorization/userinfo`, token },
    live: { url: `${app}/health/live` },
    liveToken: { url: `${app}/health/live`, token }
  }
  const runs = Object.fromEntries(Object.keys(kinds).map(kind => [kind, [] as Counted[]]))
  for (const load of Object.values(kinds)) await measure({ ...load, connections: 10 }, 1500)
  for (let round = 0; round < rounds; round += 1)
    for (const [kind, load] of Object.entries(kinds)) runs[kind]?.push(await measure({ ...load, connections: 10 }))
  const failed = Object.values(runs)
    .flat()
    .reduce((sum, run) => sum + run.failed, 0)
  if (failed > 0) throw new Error(`${failed} calls failed`)
  const of = (kind: string, what: keyof Counted = 'perSecond'): number =>
    median((runs[kind] ?? []).map(run => run[what]))
  const line = (what: string, kind: string, against: string, limit?: number): void => {
    const ratio = of(kind) / of(against)
    const verdict = limit === undefined ? '' : ratio >= limit ? 'ok' : 'UNDER'
    const figures = [of(kind).toFixed(0), of(kind, 'p50').toFixed(1), of(kind, 'p99').toFixed(1)]
    console.log(
      `| ${what} | ${figures.join(' | ')} | ${ratio.toFixed(2)} of ${against} | ${limit ?? ''} | ${verdict} |`
    )
  }
  console.log(
    '\n| 10 connections | per second | p50 ms | p99 ms | ratio | at least | |\n| --- | --- | --- | --- | --- | --- | --- |'
  )
  line('the list through the whole route', 'list', 'bare', 0.8)
  line('its statement, prepared, on a bare Fastify', 'bare', 'bare')
  line('userinfo', 'userinfo', 'live', 0.35)
  line('/health/live without a token', 'live', 'live')
  line('/health/live with one', 'liveToken', 'live')
  const alone = await measure({ ...kinds.list, connections: 1 })
  console.log(
    `\nFirst page, one connection: p50 ${alone.p50.toFixed(1)} ms (at most 3), p99 ${alone.p99.toFixed(1)} ms`
  )
}

/** A parameter as PostgreSQL reads it. */
const asText = (value: unknown): string => (Array.isArray(value) ? `{${value.join(',')}}` : String(value))

/** How much of the statement is planning: as it is sent when it has no name, and once it is prepared. */
async function printPlanning(databaseUrl: string, text: string, values: readonly unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c TimeZone=UTC' })
  await client.connect()
  const timed = async (statement: string, given: readonly unknown[] = []) => {
    const runs: { planning: number; execution: number }[] = []
    for (let n = 0; n < 11; n += 1) {
      const { rows } = await client.query(`explain (analyze, format json) ${statement}`, [...given])
      const { 'Planning Time': planning, 'Execution Time': execution } = rows[0]['QUERY PLAN'][0]
      runs.push({ planning, execution })
    }
    return { planning: median(runs.map(run => run.planning)), execution: median(runs.map(run => run.execution)) }
  }
  const unnamed = await timed(text, values)
  await client.query(`prepare list as ${text}`)
  const call = `execute list(${values.map(value => client.escapeLiteral(asText(value))).join(', ')})`
  // The first five are planned with their values, and compared with a plan for all values.
  for (let n = 0; n < 6; n += 1) await client.query(call)
  const named = await timed(call)
  await client.end()
  console.log('\n| the list’s statement | planning ms | execution ms | share of planning |\n| --- | --- | --- | --- |')
  for (const [what, { planning, execution }] of [
    ['planned each time', unnamed],
    ['prepared', named]
  ] as const) {
    const share = (100 * planning) / (planning + execution)
    console.log(`| ${what} | ${planning.toFixed(2)} | ${execution.toFixed(2)} | ${share.toFixed(0)} % |`)
  }
}
