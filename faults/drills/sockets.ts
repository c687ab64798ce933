/**
 * Ten thousand live pages, of which one in ten does not read what it is sent. The slow ones are closed, memory stays, the others hear what concerns
 * them within a second, and nobody hears of another company.
 */
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { hintsChannel } from '../../src/kernel/realtime/hints.ts'
import { type Drill, exactly, none, seen, within } from '../drill.ts'
import { aServer } from '../fixtures/server.ts'
import { aStage } from '../fixtures/stage.ts'

const ofOneAccount = 50
const opensAtOnce = 50
/** Which company a hint is about is in its ids. */
const base = 10_000
/** Some 6 kB of text, under what NOTIFY takes. */
const padding = 'x'.repeat(6_000)
/** Of the notices of an account so many at once. */
const burst = 100
/** Patience: what the kernel keeps of each socket has to be filled first. */
const floodMs = 60_000

export const sockets: Drill = {
  promise:
    '10,000 live pages of which 1,000 do not read: under 600 MB, the slow closed, fan-out p99 within 1 s, nobody hears of another company',
  control: {
    without: 'without the end of sockets that do not read',
    breaks: 'slow closed within',
    edits: [
      {
        file: 'src/kernel/serve/hub-connections.ts',
        from: 'if (socket.bufferedAmount > maxBuffered) cutOff(connection)',
        to: 'if (socket.bufferedAmount < 0) cutOff(connection)'
      }
    ]
  },
  async run(at) {
    const total = at.many(10_000, 40)
    const slowOnes = Math.round(total / 10)
    const companies = Math.max(2, Math.ceil((total - slowOnes) / ofOneAccount / 2))
    const url = await at.database()
    const stage = await aStage(at, url, { companies })
    const server = await aServer(at, { env: { DATABASE_URL: url, ROLES: 'web', HUB_MAX_CONNECTIONS: '20000' } })
    const opened: WebSocket[] = []
    at.after(() => opened.forEach(socket => void socket.terminate()))

    const open = async (token: string, hear: (message: { kind: string; ids?: number[] }) => void) => {
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}/api/hub`)
      socket.on('error', () => undefined)
      opened.push(socket)
      await once(socket, 'open')
      const ready = new Promise<void>((resolve, reject) => {
        socket.on('message', data => {
          const message = JSON.parse(String(data))
          if (message.kind === 'ready') resolve()
          else hear(message)
        })
        socket.on('close', code => reject(new Error(`closed ${code}`)))
      })
      socket.send(JSON.stringify({ token }))
      await ready
      return socket
    }
    const all = async (works: readonly (() => Promise<unknown>)[]): Promise<void> => {
      const queue = [...works]
      const hand = async (): Promise<void> => {
        for (let work = queue.pop(); work; work = queue.pop()) await work()
      }
      await Promise.all(Array.from({ length: opensAtOnce }, hand))
    }

    let heardOfOthers = 0
    let heard = 0
    let sentAt = 0
    const times: number[] = []
    const readers: (() => Promise<unknown>)[] = []
    for (const [n, company] of stage.companies.entries()) {
      const tokens = [await stage.tokenOf('CLIENT', company), await stage.tokenOf('CLIENT_ADMIN', company)]
      const own = Math.floor((total - slowOnes) / companies) + (n < (total - slowOnes) % companies ? 1 : 0)
      for (let at = 0; at < own; at += 1)
        readers.push(() =>
          open(tokens[at % 2]!, ({ kind, ids = [] }) => {
            if (kind !== 'changed') return
            if (Math.floor(ids[0]! / base) !== n + 1) heardOfOthers += 1
            heard += 1
            times.push(performance.now() - sentAt)
          })
        )
    }
    const slow: WebSocket[] = []
    const slowAccounts: number[] = []
    for (let at = 0; at < Math.ceil(slowOnes / ofOneAccount); at += 1) {
      const token = await stage.tokenOf('ADMIN')
      const row = await stage.db('users.accounts').max('id as id').first()
      slowAccounts.push(Number(row?.id))
      for (
        let one = 0;
        one < ofOneAccount && slow.length + readers.length < total && at * ofOneAccount + one < slowOnes;
        one += 1
      )
        readers.push(async () => {
          const socket = await open(token, () => undefined)
          socket.pause()
          slow.push(socket)
        })
    }
    const opensFrom = performance.now()
    await all(readers)
    const openedIn = (performance.now() - opensFrom) / 1_000
    const withAll = await server.memory()

    const notify = (payloads: readonly string[]): Promise<unknown> =>
      stage.db.raw(`select pg_notify(?, part) from unnest(?::text[]) as part`, [hintsChannel, payloads as string[]])
    const rounds = at.many(20, 3)
    for (let round = 0; round < rounds; round += 1) {
      const expected = heard + total - slowOnes
      sentAt = performance.now()
      await notify(
        stage.companies.map(({ id: companyId }, n) =>
          JSON.stringify([{ kind: 'changed', resourceType: 'orders.order', ids: [(n + 1) * base + round], companyId }])
        )
      )
      for (const until = performance.now() + 10_000; heard < expected && performance.now() < until; ) await wait(5)
    }

    // What fills the buffers of those that do not read, of no others.
    // Each of its own: of equal ones in a transaction PostgreSQL sends one.
    const noticesFor = (accountId: number): string[] =>
      Array.from({ length: burst }, (_, n) =>
        JSON.stringify([{ kind: 'notice', accountId, notice: { tone: 'info', message: 'x', params: { n, padding } } }])
      )
    let most = withAll
    /** A process that does not answer, because it is too busy or has run out of memory, has closed none. */
    const openSlowOnes = async (known: number): Promise<number> => {
      const text = await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`).then(
        answer => answer.text(),
        () => undefined
      )
      if (text === undefined) return known
      return Number(/^opony_hub_connections\{state="signedIn"\} (\d+)$/m.exec(text)?.[1]) - (total - slowOnes)
    }
    const floodFrom = performance.now()
    let left = await openSlowOnes(slowOnes)
    const slowAtFirst = left
    // One account after the other: the kernel keeps over a megabyte for each socket, and stops all connections of the machine, the
    // database's too, where those of a thousand come to more than it has.
    for (const [n, accountId] of slowAccounts.entries()) {
      const leftAfter = Math.max(0, slowOnes - (n + 1) * ofOneAccount)
      while (left > leftAfter && server.isAlive() && performance.now() - floodFrom < floodMs) {
        await notify(noticesFor(accountId))
        if (server.isAlive()) most = Math.max(most, await server.memory())
        left = await openSlowOnes(left)
      }
    }
    const closedAfter = performance.now() - floodFrom
    if (server.isAlive()) most = Math.max(most, await server.memory())
    times.sort((a, b) => a - b)
    return [
      exactly('hints heard', heard, rounds * (total - slowOnes)),
      none('hints of another company', heardOfOthers),
      none('slow ones still open', left),
      exactly('slow ones at first', slowAtFirst, slowOnes),
      within('slow closed within', closedAfter, 10_000),
      within('fan-out p99', times[Math.floor(times.length * 0.99)] ?? Number.NaN, 1_000),
      within('memory at most', most, 600, 'MB'),
      seen('memory with all open', withAll, 'MB'),
      seen('all opened in', openedIn, 's')
    ]
  }
}
