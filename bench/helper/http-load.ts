/**
 * A client that costs little: keep-alive connections that write one request after the other and look at no more of an
 * answer than its status and its end. A process of its own: reads what to do as JSON, prints its figures as JSON.
 */
import { connect } from 'node:net'

export interface Request {
  readonly method: string
  readonly path: string
  readonly body?: object
}

export interface Wanted {
  readonly port: number
  readonly connections: number
  readonly headers: Readonly<Record<string, string>>
  /** Each sent once; or one, sent again and again for so many seconds. */
  readonly requests: readonly Request[]
  readonly seconds?: number | undefined
  /** Comes back only after the Retry-After of a refusal, as callers should; otherwise at once. */
  readonly patient?: boolean | undefined
}

let input = ''
for await (const part of process.stdin) input += part
const { port, connections, headers, requests, seconds, patient } = JSON.parse(input) as Wanted
const lines = Object.entries({ host: `localhost:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`)
function textOf({ method, path, body }: Request): string {
  const content = body ? JSON.stringify(body) : ''
  const about = body ? ['content-type: application/json', `content-length: ${Buffer.byteLength(content)}`] : []
  return [`${method} ${path} HTTP/1.1`, ...lines, ...about, '', content].join('\r\n')
}
const texts = requests.map(textOf)
const [repeated = ''] = texts
/** The next to send; undefined at the end. */
const next = (): string | undefined =>
  seconds === undefined ? texts.pop() : performance.now() < until ? repeated : undefined

const statuses: Record<string, number> = {}
/** Milliseconds of the answers with a status of 2xx, and of all others. */
const good: number[] = []
const other: number[] = []
let errors = 0
let bytes = 0
const until = performance.now() + (seconds ?? 0) * 1_000

/** Where the first answer of the text ends, or undefined while it is not whole. */
function endOf(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1]
  if (length !== undefined) {
    const end = head + 4 + Number(length)
    return text.length >= end ? end : undefined
  }
  const last = text.indexOf('0\r\n\r\n', head)
  return last < 0 ? undefined : last + 5
}

/** Milliseconds after which the caller of this answer comes back. */
function pauseAfter(text: string): number {
  if (!patient) return 0
  return Number(/\r\nretry-after: (\d+)/i.exec(text.slice(0, text.indexOf('\r\n\r\n')))?.[1] ?? 0) * 1_000
}

const lane = (): Promise<void> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    let began = 0
    let stopped = false
    const stop = (): void => {
      if (stopped) return
      stopped = true
      socket.destroy()
      resolve()
    }
    const send = (): void => {
      const request = next()
      began = performance.now()
      if (request === undefined) stop()
      else socket.write(request)
    }
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('connect', send)
    socket.on('data', part => {
      text += part
      const end = endOf(text)
      if (end === undefined) return
      const status = text.slice(9, 12)
      statuses[status] = (statuses[status] ?? 0) + 1
      bytes += end
      ;(status.startsWith('2') ? good : other).push(performance.now() - began)
      const pause = pauseAfter(text)
      text = text.slice(end)
      if (pause === 0) send()
      else if (performance.now() + pause > until) stop()
      else setTimeout(send, pause)
    })
    // A lane that is lost stays lost: a server that closes connections shows in the figures.
    socket.on('error', () => {
      errors += 1
    })
    socket.on('close', stop)
  })

const began = performance.now()
await Promise.all(Array.from({ length: connections }, lane))
const took = (performance.now() - began) / 1_000
const at = (times: number[], share: number): number =>
  Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10
for (const times of [good, other]) times.sort((a, b) => a - b)
const figures = (times: number[]) => ({ perSecond: times.length / took, p50: at(times, 0.5), p99: at(times, 0.99) })
process.stdout.write(JSON.stringify({ good: figures(good), other: figures(other), statuses, errors, bytes }))
