/**
 * Twenty thousand mixed calls, and as many again: lists, searches, counts, details, files of a list, placements, refusals, and live pages that
 * come and go. After the second half the process keeps what it kept after the first. What is not garbage is measured: how much garbage a
 * process has is V8's choice.
 */
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { anOrder } from '../../test/helper/factories.ts'
import { atLeast, type Drill, none, seen, within } from '../drill.ts'
import { type Answer, type Call, callersOf, isGood, othersIn } from '../fixtures/calls.ts'
import { aServer, type Server } from '../fixtures/server.ts'
import { aStage } from '../fixtures/stage.ts'

const lanes = 8
/** Of so many calls one is a live page. */
const pageEvery = 50
/** Of so many calls one is a file of the list. */
const fileEvery = 200

const reads = [
  '/api/Admin/Orders?page=1&limit=35',
  '/api/Admin/Orders?page=2&limit=35&OrderBy=CreatedAt&Desc=true',
  '/api/Admin/Orders?OrderStatus=1&limit=10',
  '/api/Admin/Orders?allFields=000&limit=35',
  '/api/ui/counts',
  '/api/ui/pages',
  '/api/Dashboard/overview',
  '/api/Notifications'
] as const

const greetedWithinMs = 10_000

/** Opens a live page, is greeted, and leaves. @returns whether it was greeted */
async function visit(port: number, token: string): Promise<boolean> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/hub`)
  try {
    await once(socket, 'open')
    socket.send(JSON.stringify({ token }))
    const [message] = await once(socket, 'message', { signal: AbortSignal.timeout(greetedWithinMs) })
    return JSON.parse(String(message)).kind === 'ready'
  } catch {
    return false
  } finally {
    socket.terminate()
  }
}

const partsOfKept = ['nodejs_heap_size_used_bytes', 'nodejs_external_memory_bytes'] as const

/** What the process keeps, in MB: its heap and what belongs to it outside of that, the least of what is seen as garbage is collected. */
async function kept({ pid, metricsPort }: Server): Promise<number> {
  const seenNow: number[] = []
  for (let time = 0; time < 3; time += 1) {
    process.kill(pid, 'SIGUSR2')
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const bytes = partsOfKept.map(name => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]))
    seenNow.push(bytes.reduce((sum, one) => sum + one, 0) / 1e6)
  }
  return Math.min(...seenNow)
}

export const memory: Drill = {
  promise: '20,000 mixed calls twice: the second half adds at most a twentieth to what the process keeps',
  control: {
    without: 'with 8 kB kept of each call',
    breaks: 'kept after the second half beside the first',
    edits: [
      {
        file: 'src/kernel/serve/request-log.ts',
        from: 'const { method, caller, refusal } = request',
        to: 'Object(globalThis.kept ??= new Map()).set(request.id, Buffer.alloc(8_192, request.id)); const { method, caller, refusal } = request'
      }
    ]
  },
  async run(at) {
    const calls = at.many(20_000, 200)
    const url = await at.database()
    const stage = await aStage(at, url)
    const company = stage.companies[0]!
    const { id: anyOrder } = await anOrder(stage.db, { company, itemId: stage.itemId })
    const token = await stage.tokenOf('ADMIN')
    const server = await aServer(at, { env: { DATABASE_URL: url, ROLES: 'web' }, preload: ['./collect.js'] })
    const caller = callersOf(server.port, lanes)
    at.after(() => caller.close())
    let unexpected = 0
    let visits = 0

    const callOf = (n: number): Call => {
      if (n % fileEvery === 0) return { path: '/api/ui/pages/companies.active/export', token }
      if (n % 20 === 7) return stage.placement(token, company, `a-placement-of-memory-${n}`)
      if (n % 20 === 13) return { path: `/api/Admin/Orders/${anyOrder}/details`, token }
      if (n % 20 === 17) return { path: '/api/Admin/Orders', token: 'of nobody' }
      return { path: reads[n % reads.length]!, token }
    }
    // one who comes again and again with a wrong token is put off
    const isExpected = (n: number, answer: Answer): boolean =>
      n % 20 === 17 ? [401, 429].includes(answer.status) : isGood(answer)
    const half = async (from: number): Promise<number> => {
      let next = from
      const wrong: Answer[] = []
      const lane = async (): Promise<void> => {
        for (let n = next++; n < from + calls; n = next++) {
          if (n % pageEvery === 1) visits += Number(await visit(server.port, token))
          const answer = await caller.ask(callOf(n))
          if (!isExpected(n, answer)) wrong.push(answer)
        }
      }
      await Promise.all(Array.from({ length: lanes }, lane))
      if (wrong.length > 0) console.log(`  ${othersIn(wrong)}`)
      unexpected += wrong.length
      return kept(server)
    }

    const first = await half(0)
    const second = await half(calls)
    return [
      none('answers that were not expected', unexpected),
      atLeast('live pages that came and went', visits, Math.floor((calls * 2) / pageEvery)),
      within('kept after the second half beside the first', second / first, 1.05, ''),
      seen('kept after the first half', first, 'MB'),
      seen('after the second', second, 'MB'),
      seen('memory with garbage', await server.memory(), 'MB'),
      seen('calls', calls * 2)
    ]
  }
}
