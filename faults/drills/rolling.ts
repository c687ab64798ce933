/**
 * Both web processes are restarted in turn, ten times each, behind the proxy as deploy/ has it, while people read lists and place orders. Nobody
 * tries again: each call that is not answered with 2xx is a failure. Each key makes one order.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../test/helper/relay.ts'
import { atLeast, type Circumstances, type Drill, exactly, type Figure, none, seen, within } from '../drill.ts'
import { callersOf, isGood, keepAsking, longest, othersIn, percentile } from '../fixtures/calls.ts'
import { aProxy, type ProxyName, programOf } from '../fixtures/proxies.ts'
import { type Server, startServer } from '../fixtures/server.ts'
import { aStage } from '../fixtures/stage.ts'

const callers = 8
/** Longer than the proxies take to use a process again. */
const proxySeesMs = 4_000

async function run(at: Circumstances, proxy: ProxyName): Promise<Figure[]> {
  const rounds = at.many(10, 1)
  const calls = at.many(20_000, 300)
  const url = await at.database()
  const stage = await aStage(at, url, { companies: 2 })
  const ports = [await freePort(), await freePort()] as const
  const start = (n: 0 | 1): Promise<Server> =>
    startServer({
      env: {
        DATABASE_URL: url,
        ROLES: 'web',
        PORT: String(ports[n]),
        METRICS_PORT: '0',
        TRUST_PROXY: '127.0.0.1',
        DRAIN_SECONDS: '5'
      }
    })
  const servers: [Server, Server] = [await start(0), await start(1)]
  at.after(() => Promise.all(servers.map(server => server.kill())))
  const port = await aProxy(at, proxy, ports)
  const people = callersOf(port, callers)
  at.after(() => people.close())
  const staff = await stage.tokenOf('ADMIN')
  const ids = new Set<number>()
  const going = keepAsking(callers, async n => {
    if (n % 10 !== 0) return people.ask({ path: '/api/Admin/Orders?page=1&limit=10', token: staff })
    const answer = await people.ask(stage.placement(staff, stage.companies[n % 2]!, `a-placement-of-a-drill-${n}`))
    if (answer.body?.data?.id) ids.add(answer.body.data.id)
    return answer
  })
  const stopped: number[] = []
  for (let round = 0; round < rounds; round += 1)
    for (const n of [0, 1] as const) {
      const began = performance.now()
      if (at.isGuarded) await servers[n].stop()
      else await servers[n].kill()
      stopped.push(performance.now() - began)
      servers[n] = await start(n)
      // The proxy has it again before the other one goes.
      await wait(proxySeesMs)
    }
  while (going.answers.length < calls) await wait(50)
  const answers = await going.stop()
  const failed = answers.filter(answer => !isGood(answer))
  if (failed.length > 0) console.log(`  ${othersIn(failed)}`)
  return [
    atLeast('calls', answers.length, calls),
    none('failed', failed.length),
    exactly('orders', await stage.count('orders.orders'), ids.size),
    seen('restarts', rounds * 2),
    within('slowest stop', Math.max(...stopped), 20_000),
    seen('p50', percentile(answers, 0.5), 'ms'),
    seen('p99', percentile(answers, 0.99), 'ms'),
    seen('max', longest(answers), 'ms')
  ]
}

const drill = (proxy: ProxyName): Drill => ({
  promise: `both web processes restarted ten times behind ${proxy} under load: no call fails`,
  control: { without: 'with kill -9 in place of SIGTERM', breaks: 'failed' },
  lacks: () => (programOf(proxy) ? undefined : proxy),
  run: at => run(at, proxy)
})

export const rollingHaproxy = drill('haproxy')
export const rollingNginx = drill('nginx')
