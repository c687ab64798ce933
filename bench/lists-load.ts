/** A process of the lists' bench: calls one address over some connections for a while, and prints what it counted as JSON. */
import { Agent, request } from 'node:http'

export interface Load {
  readonly url: string
  readonly token?: string
  readonly connections: number
  readonly ms: number
}

export interface Counted {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly failed: number
}

const { url, token, connections, ms } = JSON.parse(process.argv[2] ?? '') as Load
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const headers = { host: 'admin.localhost', ...(token ? { authorization: `Bearer ${token}` } : {}) }

const call = (): Promise<boolean> =>
  new Promise(resolve => {
    const sent = request(url, { agent, headers }, answer => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode === 200))
    })
    sent.on('error', () => resolve(false))
    sent.end()
  })

const times: number[] = []
let failed = 0
const began = performance.now()
const until = began + ms
await Promise.all(
  Array.from({ length: connections }, async () => {
    for (let now = performance.now(); now < until; now = performance.now()) {
      if (!(await call())) failed += 1
      times.push(performance.now() - now)
    }
  })
)
const seconds = (performance.now() - began) / 1000
agent.destroy()
times.sort((a, b) => a - b)
const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN
const counted: Counted = { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), failed }
console.log(JSON.stringify(counted))
