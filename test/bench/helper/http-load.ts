/**
 * A client that costs little: keep-alive connections that write one request after the other and look at no more of an
 * answer than its status and its end. A process of its own: `http-load.ts '{"host":…}'`; prints its figures as JSON.
 */
import { connect } from 'node:net'

interface Wanted {
  readonly port: number
  readonly path: string
  readonly connections: number
  readonly seconds: number
  readonly headers: Readonly<Record<string, string>>
}

const { port, path, connections, seconds, headers } = JSON.parse(process.argv[2] ?? '') as Wanted
const lines = Object.entries({ host: `localhost:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`)
const request = [`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')

const statuses: Record<string, number> = {}
/** Milliseconds of the answers with status 200, and of all others. */
const good: number[] = []
const other: number[] = []
let errors = 0
let bytes = 0
const until = performance.now() + seconds * 1_000

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

const lane = (): Promise<void> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    let began = 0
    let stopped = false
    const send = (): void => {
      began = performance.now()
      socket.write(request)
    }
    const again = (): void => {
      if (stopped) return
      stopped = true
      socket.destroy()
      if (performance.now() < until) setTimeout(() => void lane().then(resolve), 1)
      else resolve()
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
      ;(status === '200' ? good : other).push(performance.now() - began)
      const closes = /\r\nconnection: close/i.test(text.slice(0, end))
      text = text.slice(end)
      if (closes || performance.now() >= until) again()
      else send()
    })
    socket.on('error', () => {
      errors += 1
      again()
    })
    socket.on('close', again)
  })

const began = performance.now()
await Promise.all(Array.from({ length: connections }, lane))
const took = (performance.now() - began) / 1_000
const at = (times: number[], share: number): number =>
  Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10
for (const times of [good, other]) times.sort((a, b) => a - b)
const figures = (times: number[]) => ({ perSecond: times.length / took, p50: at(times, 0.5), p99: at(times, 0.99) })
process.stdout.write(JSON.stringify({ good: figures(good), other: figures(other), statuses, errors, bytes }))
