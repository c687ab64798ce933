/**
 * Many more callers than can be answered: the order list by 20 connections (its peak) and by 500, in turn. What is answered
 * (goodput) is to stay at 80 % of the peak, the rest to be refused, the event loop to turn within 200 ms, and readiness to
 * answer at once.
 *
 *     npm run bench -- overload        ROUNDS=3 SECONDS=5 CONNECTIONS=500
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { aCompany, anItem, anOrder } from '../test/helper/factories.ts'
import { aBenchApp, load, median } from './helper/app.ts'

const rounds = Number(process.env.ROUNDS ?? 3)
const seconds = Number(process.env.SECONDS ?? 5)
const connections = Number(process.env.CONNECTIONS ?? 500)
const path = '/api/Admin/Orders?page=1&limit=35'

const bench = await aBenchApp({ ROLES: 'web' })
const { db } = bench.services
const company = await aCompany(db)
const { id: itemId } = await anItem(db)
for (let n = 0; n < 200; n += 1) await anOrder(db, { company, itemId })
const token = await bench.tokenOf('ADMIN')

/** The longest of readiness' answers while `work` goes on, in milliseconds. */
async function readinessDuring<T>(work: Promise<T>): Promise<{ result: T; longest: number }> {
  let longest = 0
  let over = false
  const asking = (async () => {
    while (!over) {
      const began = performance.now()
      const { status } = await fetch(`${bench.address}/health/ready`)
      if (status !== 200) throw new Error(`Not ready: ${status}`)
      longest = Math.max(longest, performance.now() - began)
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  })()
  const result = await work
  over = true
  await asking
  return { result, longest }
}

async function run(callers: number) {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const { result, longest } = await readinessDuring(
    load(bench.address + path, { connections: callers, seconds, token })
  )
  delay.disable()
  const { good, other, statuses, errors } = result
  const unexpected = Object.keys(statuses).filter(status => status !== '200' && status !== '503')
  if (unexpected.length > 0 || errors > 0) throw new Error(`${JSON.stringify(statuses)}, ${errors} errors`)
  return {
    perSecond: good.perSecond,
    p50: good.p50,
    p99: good.p99,
    refused: (statuses['503'] ?? 0) / ((statuses['200'] ?? 0) + (statuses['503'] ?? 0)),
    refusalP99: other.p99,
    loopP99: delay.percentile(99) / 1e6,
    ready: longest
  }
}

try {
  await run(20)
  const runs = { peak: [] as Awaited<ReturnType<typeof run>>[], over: [] as Awaited<ReturnType<typeof run>>[] }
  for (let round = 0; round < rounds; round += 1) {
    runs.peak.push(await run(20))
    runs.over.push(await run(connections))
  }
  const row = (name: string, of: typeof runs.peak) => {
    const middle = (pick: (run: (typeof of)[number]) => number) => Math.round(median(of.map(pick)) * 100) / 100
    return {
      callers: name,
      'answered/s': middle(one => one.perSecond),
      'p50 ms': middle(one => one.p50),
      'p99 ms': middle(one => one.p99),
      'share of 503': middle(one => one.refused),
      '503 p99 ms': middle(one => one.refusalP99),
      'loop p99 ms': middle(one => one.loopP99),
      'ready, longest ms': middle(one => one.ready)
    }
  }
  console.table([row('20', runs.peak), row(String(connections), runs.over)])
  const goodput = median(runs.over.map((one, round) => one.perSecond / (runs.peak[round]?.perSecond ?? Number.NaN)))
  console.log(`goodput at ${connections}: ${goodput.toFixed(2)} of the peak (0.80 wanted)`)
} finally {
  await bench.close()
}
