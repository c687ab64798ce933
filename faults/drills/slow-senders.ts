/** Two thousand senders of headers and bodies that never end: they are closed at the limits, and honest callers do not notice them. */
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Drill, none, seen, within } from '../drill.ts'
import { isGood, percentile } from '../fixtures/calls.ts'
import { keepWorking } from '../fixtures/load.ts'
import { aServer } from '../fixtures/server.ts'
import { aStage } from '../fixtures/stage.ts'

/** A byte of each now and then: often enough that none counts as idle. */
const everyMs = 1_000

export const slowSenders: Drill = {
  promise: '2,000 slow senders of headers and bodies: closed at the limits, honest p99 under 500 ms',
  control: {
    without: 'without the limits of time',
    breaks: 'slow ones still open',
    edits: [
      { file: 'src/kernel/serve/fastify.ts', from: 'requestTimeout: 15_000', to: 'requestTimeout: 0' },
      { file: 'src/kernel/serve/fastify.ts', from: 'headersTimeout: 10_000', to: 'headersTimeout: 0' }
    ]
  },
  async run(at) {
    const many = at.many(2_000, 20)
    const url = await at.database()
    const stage = await aStage(at, url)
    const server = await aServer(at, { env: { DATABASE_URL: url, ROLES: 'web' } })
    const load = await keepWorking(stage, server.port, { lanes: 4 })
    await wait(1_000)
    const head = ['POST /api/Authorization/sign-in HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
    const openSockets = new Set<Socket>()
    const lasted = { headers: [] as number[], bodies: [] as number[] }
    const begin = (kind: keyof typeof lasted): void => {
      const socket = connect(server.port, '127.0.0.1')
      const began = performance.now()
      openSockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('data', () => undefined)
      socket.on('close', () => {
        openSockets.delete(socket)
        lasted[kind].push(performance.now() - began)
      })
      const lines = kind === 'headers' ? [...head, 'X-Slow: '] : [...head, 'Content-Length: 1000', '', '{']
      socket.write(lines.join('\r\n'))
    }
    at.after(() => openSockets.forEach(socket => void socket.destroy()))
    for (let n = 0; n < many; n += 1) {
      begin(n % 2 === 0 ? 'headers' : 'bodies')
      if (n % 100 === 99) await wait(20)
    }
    const from = load.answers.length
    for (const until = performance.now() + 22_000; performance.now() < until && openSockets.size > 0; ) {
      for (const socket of openSockets) socket.write(' ')
      await wait(everyMs)
    }
    const left = openSockets.size
    for (const socket of openSockets) socket.destroy()
    const { answers } = await load.stop()
    const meanwhile = answers.slice(from)
    return [
      none('slow ones still open', left),
      within('headers closed after', Math.max(0, ...lasted.headers), 14_000),
      within('bodies closed after', Math.max(0, ...lasted.bodies), 19_000),
      none('honest calls that failed', answers.filter(answer => !isGood(answer)).length),
      within('honest p99', percentile(meanwhile, 0.99), 500),
      seen('honest calls', meanwhile.length)
    ]
  }
}
