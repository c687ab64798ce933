/**
 * Many more callers than can be answered: as many as would wait for two and a half seconds without a limit, however fast the machine. Who is
 * refused comes back after Retry-After. What is answered stays at 80 % of the peak, the rest is refused, and the event loop turns. The figures
 * are medians of rounds in which peak and overload take turns, because machines are noisy.
 */
import { load, median } from '../../bench/helper/app.ts'
import { anOrder } from '../../test/helper/factories.ts'
import { type Drill, type Figure, none, seen, within } from '../drill.ts'
import { aServer } from '../fixtures/server.ts'
import { aStage } from '../fixtures/stage.ts'

const peakCallers = 20
const fewestOver = 500
/** Seconds that the last of all callers would wait for, if all were taken. */
const unguardedWait = 2.5

/** How long the process of the server takes to answer, in the 99th percentile: metrics are asked beside the load. */
async function loopOf(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]) * 1_000
}

export const overload: Drill = {
  promise:
    'far more callers than can be answered: 503 rather than slowness, goodput at least 80 % of the peak, event loop p99 under 200 ms',
  control: { without: 'without MAX_CALLS', breaks: 'p99 of what is answered' },
  async run(at) {
    const url = await at.database()
    const stage = await aStage(at, url)
    const [company] = stage.companies
    for (let n = 0; n < 200; n += 1) await anOrder(stage.db, { company: company!, itemId: stage.itemId })
    const token = await stage.tokenOf('ADMIN')
    const server = await aServer(at, {
      env: { DATABASE_URL: url, ROLES: 'web', ...(at.isGuarded ? {} : { MAX_CALLS: '100000' }) }
    })
    const address = `http://127.0.0.1:${server.port}/api/Admin/Orders?page=1&limit=35`
    const run = async (connections: number) => {
      // Read once before: each reading begins anew.
      await loopOf(server.metricsPort)
      let longest = 0
      let unready = 0
      let isOver = false
      const asking = (async () => {
        while (!isOver) {
          const began = performance.now()
          const { status } = await fetch(`http://127.0.0.1:${server.port}/health/ready`)
          if (status !== 200) unready += 1
          longest = Math.max(longest, performance.now() - began)
          await new Promise(resolve => setTimeout(resolve, 50))
        }
      })()
      const figures = await load(address, { connections, seconds: at.many(5, 1), token, patient: true })
      isOver = true
      await asking
      return { ...figures, longest, unready, loop: await loopOf(server.metricsPort) }
    }
    const { good: first } = await run(peakCallers)
    const overCallers = Math.max(fewestOver, Math.round(first.perSecond * unguardedWait))
    const rounds: Record<'peak' | 'over', Awaited<ReturnType<typeof run>>>[] = []
    for (let round = 0; round < at.many(5, 1); round += 1)
      rounds.push({ peak: await run(peakCallers), over: await run(overCallers) })
    const middle = (pick: (round: (typeof rounds)[number]) => number): number => median(rounds.map(pick))
    const wrong = rounds
      .flatMap(({ peak, over }) => [peak, over])
      .reduce((sum, { statuses, errors }) => {
        const others = Object.entries(statuses).filter(([status]) => status !== '200' && status !== '503')
        return sum + errors + others.reduce((n, [, count]) => n + count, 0)
      }, 0)
    const goodput: Figure = {
      what: 'goodput of the peak',
      is: middle(({ peak, over }) => over.good.perSecond / peak.good.perSecond),
      must: '>=',
      limit: 0.8,
      timed: true
    }
    return [
      none('answers other than 200 and 503', wrong),
      none(
        'times not ready',
        rounds.reduce((sum, { peak, over }) => sum + peak.unready + over.unready, 0)
      ),
      goodput,
      within(
        'event loop p99',
        middle(({ over }) => over.loop),
        200
      ),
      within(
        'p99 of what is answered',
        middle(({ over }) => over.good.p99),
        1_500
      ),
      seen('callers', overCallers),
      seen(
        'peak',
        middle(({ peak }) => peak.good.perSecond),
        '/s'
      ),
      seen(
        'refused',
        middle(({ over }) => (over.statuses['503'] ?? 0) / ((over.statuses['503'] ?? 0) + (over.statuses['200'] ?? 0)))
      ),
      seen('readiness at most', Math.round(middle(({ over }) => over.longest)), 'ms')
    ]
  }
}
