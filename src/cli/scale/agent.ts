/**
 * The agent of a scale: it stays connected to the scale, takes the masses that count, keeps them on the disk, and sends them to Opony until
 * they are stored. Neither a scale that is off nor a line that is down loses a reading that was taken.
 */
import { createConnection } from 'node:net'
import type { Protocol } from './protocols.ts'
import type { QueuedReading, ReadingQueue } from './queue.ts'
import { type StableOptions, stableMasses } from './stable.ts'

export interface AgentOptions extends StableOptions {
  readonly host: string
  readonly port: number
  readonly protocol: Protocol
  readonly queue: ReadingQueue
  /** Where readings go: `https://admin.example.com/api/Scales/1/readings`. */
  readonly url: string
  /** An API key of the scope `weights:write`. */
  readonly key: string
  /** Milliseconds between questions to a scale that has to be asked. */
  readonly askEveryMs: number
  /** Milliseconds of silence after which the connection is made anew. */
  readonly silenceMs: number
  /** Milliseconds between tries: doubled from the first to the second. */
  readonly pausesMs: readonly [number, number]
  say(line: string): void
  /** Of a test; by default the present. */
  now?(): Date
}

const atOnce = 100
const answerWithinMs = 20_000

/** Runs until the signal ends it. */
export async function runAgent(options: AgentOptions, signal: AbortSignal): Promise<void> {
  const wake = waker(signal)
  const given = stableMasses(options)
  await Promise.all([readScale(options, given, wake.up, signal), sendReadings(options, wake, signal)])
}

/** A pause that ends early when there is something to do, or when the agent ends. */
function waker(signal: AbortSignal): { up(): void; wait(ms: number): Promise<void> } {
  let [isUp, end]: [boolean, () => void] = [false, () => undefined]
  const up = (): void => {
    isUp = true
    end()
  }
  signal.addEventListener('abort', up)
  return {
    up,
    async wait(ms) {
      if (!isUp)
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, ms)
          end = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      isUp = signal.aborted
    }
  }
}

async function readScale(
  options: AgentOptions,
  massOf: ReturnType<typeof stableMasses>,
  onReading: () => void,
  signal: AbortSignal
): Promise<void> {
  const { queue, say, pausesMs } = options
  const pause = waker(signal)
  let wait: number = pausesMs[0]
  while (!signal.aborted) {
    const problem = await connected(options, signal, async frame => {
      wait = pausesMs[0]
      const weight = massOf(frame)
      if (weight === undefined) return
      await queue.add({ weight, at: (options.now?.() ?? new Date()).toISOString(), raw: frame.raw.slice(0, 200) })
      say(`${weight} kg`)
      onReading()
    })
    if (signal.aborted) return
    say(`The scale at ${options.host}:${options.port}: ${problem}; trying again in ${wait} ms.`)
    await pause.wait(wait)
    wait = Math.min(wait * 2, pausesMs[1])
  }
}

/** One connection. @returns why it ended */
function connected(
  { host, port, protocol, askEveryMs, silenceMs }: AgentOptions,
  signal: AbortSignal,
  take: (frame: ReturnType<ReturnType<Protocol['reader']>['push']>[number]) => Promise<void>
): Promise<string> {
  return new Promise(resolve => {
    const reader = protocol.reader()
    let problem = 'the connection was closed'
    let taken: Promise<void> = Promise.resolve()
    const socket = createConnection({ host, port })
    // a timeout of the socket would begin again with each question
    const silence = setTimeout(() => socket.destroy(new Error('it is silent')), silenceMs)
    const { question } = protocol
    const asking = question === undefined ? undefined : setInterval(() => socket.write(question), askEveryMs)
    const stop = (): void => void socket.destroy()
    signal.addEventListener('abort', stop, { once: true })
    socket.on('data', piece => {
      silence.refresh()
      for (const frame of reader.push(piece))
        taken = taken
          .then(() => take(frame))
          .catch(error => void socket.destroy(error instanceof Error ? error : new Error(String(error))))
    })
    socket.on('error', error => {
      problem = error.message
    })
    socket.on('close', () => {
      clearInterval(asking)
      clearTimeout(silence)
      signal.removeEventListener('abort', stop)
      void taken.then(() => resolve(problem))
    })
  })
}

async function sendReadings(options: AgentOptions, wake: ReturnType<typeof waker>, signal: AbortSignal): Promise<void> {
  const { queue, say, pausesMs } = options
  let wait: number = pausesMs[0]
  while (!signal.aborted) {
    const readings = await queue.first(atOnce)
    const problem = readings.length > 0 ? await send(options, readings, signal) : undefined
    if (problem === undefined) {
      await queue.remove(readings)
      wait = pausesMs[0]
      if (readings.length < atOnce) await wake.wait(pausesMs[1])
    } else if (!signal.aborted) {
      say(`${readings.length} readings wait: ${problem}; trying again in ${wait} ms.`)
      await wake.wait(wait)
      wait = Math.min(wait * 2, pausesMs[1])
    }
  }
}

/** @returns why they were not stored; undefined if they are */
async function send(
  { url, key }: AgentOptions,
  readings: readonly QueuedReading[],
  signal: AbortSignal
): Promise<string | undefined> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ readings }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)])
    })
    const text = await answer.text()
    return answer.ok ? undefined : `${answer.status} ${text.slice(0, 200)}`
  } catch (error) {
    return error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error)
  }
}
