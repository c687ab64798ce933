/**
 * A Mosquitto of a test's own: no accounts, and nothing on disk, its configuration included. It ends with the process that
 * started it, however that ends: a shell of its own session waits for the end of its standard input, which the system closes
 * even after a kill -9.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import mqtt from 'mqtt'
import { mosquittoPath } from './browser.ts'
import { freePort } from './relay.ts'

export interface Mosquitto {
  readonly port: number
  readonly url: string
  stop(): Promise<void>
}

/** `$1` is the program, `$2` its configuration. A background job reads /dev/null unless it is given another input. */
const supervisor = `exec 3<&0
printf '%s' "$2" | "$1" -c /dev/stdin 3<&- & broker=$!
(cat; kill "$broker") <&3 >/dev/null 2>&1 &
wait "$broker"`

/** Its attempts to listen where somebody else was quicker, on ports that it chose itself. */
const maxAttempts = 3

/**
 * Starts it, on a free port unless one is given, and waits until it takes connections. `lines` are added to its configuration.
 * Throws where it ends instead.
 */
export async function aMosquitto(lines: readonly string[] = [], on?: number): Promise<Mosquitto> {
  for (let attempt = 1; ; attempt++) {
    const started = await start(lines, on ?? (await freePort()))
    if (started) return started
    if (on !== undefined || attempt === maxAttempts) throw new Error('Mosquitto ended before it took connections')
  }
}

async function start(lines: readonly string[], port: number): Promise<Mosquitto | undefined> {
  const program = mosquittoPath()
  if (program === null) throw new Error('Mosquitto is missing: skip the test by mosquittoPath()')
  const access = lines.some(line => line.startsWith('allow_anonymous')) ? [] : ['allow_anonymous true']
  const configuration = [`listener ${port} 127.0.0.1`, ...access, 'max_inflight_messages 0', 'log_dest none', ...lines]
  const server: ChildProcess = spawn('sh', ['-c', supervisor, 'sh', program, `${configuration.join('\n')}\n`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true
  })
  const gone = once(server, 'exit')
  const stop = async (): Promise<void> => {
    server.stdin?.destroy()
    await gone
  }
  const url = `mqtt://127.0.0.1:${port}`
  const first = mqtt.connect(url, { reconnectPeriod: 20, reconnectOnConnackError: true }).on('error', () => undefined)
  try {
    const answered = new Promise<true>(resolve => first.once('packetreceive', () => resolve(true)))
    if ((await Promise.race([answered, gone])) === true) return { port, url, stop }
    return undefined
  } catch (error) {
    await stop()
    throw error
  } finally {
    await first.endAsync(true)
  }
}
