/**
 * The connection to the database breaks at COMMIT, before or after the database has committed, so that nobody knows what became of the change.
 * Whoever sends the call again with its idempotency key makes one order.
 */
import { aTcpProxy } from '../../test/helper/tcp-proxy.ts'
import { type Drill, exactly, none, seen } from '../drill.ts'
import { callersOf, isGood, isPutOff, othersIn } from '../fixtures/calls.ts'
import { aServer } from '../fixtures/server.ts'
import { aStage } from '../fixtures/stage.ts'

/** Far more than are needed, as every second COMMIT passes. */
const maxTries = 100

export const commitCut: Drill = {
  promise: 'COMMIT cut off, calls repeated with their idempotency key: exactly one order each',
  short: 'with control',
  control: {
    without: 'without the key',
    breaks: 'orders',
    edits: [
      {
        file: 'src/kernel/commands/idempotency.ts',
        from: 'if (!call.key || !call.caller) return undefined',
        to: 'if (call) return undefined'
      }
    ]
  },
  async run(at) {
    const placements = at.many(1_000, 20)
    const url = await at.database()
    const stage = await aStage(at, url, { companies: 4 })
    const proxy = await aTcpProxy(url)
    at.after(() => proxy.close())
    const server = await aServer(at, { env: { DATABASE_URL: proxy.url, ROLES: 'web' } })
    const callers = callersOf(server.port)
    at.after(() => callers.close())
    const clients = await Promise.all(
      Array.from({ length: Math.ceil(placements / 100) }, async (_, n) => {
        const company = stage.companies[n % stage.companies.length]!
        return { company, token: await stage.tokenOf('CLIENT', company) }
      })
    )
    const cuts = { before: 0, after: 0 }
    let commits = 0
    proxy.onCommit(() => {
      commits += 1
      if (commits % 2 === 0) return undefined
      const cut = commits % 4 === 1 ? 'after' : 'before'
      cuts[cut] += 1
      return cut
    })
    const ids = new Set<number>()
    let unplaced = 0
    let wrong = 0
    const place = async (n: number): Promise<void> => {
      const { token, company } = clients[n % clients.length]!
      for (let tries = 0; tries < maxTries; tries += 1) {
        const answer = await callers.ask(stage.placement(token, company, `placement-${n}`))
        if (isGood(answer)) return void ids.add(answer.body.data.id)
        if (!isPutOff(answer)) {
          wrong += 1
          console.log(othersIn([answer]))
        }
      }
      unplaced += 1
    }
    const waiting = Array.from({ length: placements }, (_, n) => n)
    const hand = async (): Promise<void> => {
      for (let n = waiting.pop(); n !== undefined; n = waiting.pop()) await place(n)
    }
    await Promise.all(Array.from({ length: 8 }, hand))
    proxy.onCommit(() => undefined)
    return [
      exactly('orders', await stage.count('orders.orders'), placements),
      exactly('told to their callers', ids.size, placements),
      none('answers other than 503 with Retry-After', wrong),
      none('given up', unplaced),
      seen('cut after it', cuts.after),
      seen('cut before it', cuts.before)
    ]
  }
}
