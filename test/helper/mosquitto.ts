/** A Mosquitto of a test's own: no accounts, nothing kept on disk. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import mqtt from 'mqtt'
import { mosquittoPath } from './browser.ts'
import { freePort } from './relay.ts'

export interface Mosquitto {
  readonly port: number
  readonly url: string
  stop(): Promise<void>
}

/** Starts it, on a free port unless one is given, and waits until it takes connections. `lines` are added to its configuration. */
export async function aMosquitto(lines: readonly string[] = [], on?: number): Promise<Mosquitto> {
  const program = mosquittoPath()
  if (program === null) throw new Error('Mosquitto is missing: skip the test by mosquittoPath()')
  const folder = await mkdtemp(path.join(tmpdir(), 'opony-mosquitto-'))
  const port = on ?? (await freePort())
  const file = path.join(folder, 'mosquitto.conf')
  const access = lines.some(line => line.startsWith('allow_anonymous')) ? [] : ['allow_anonymous true']
  await writeFile(
    file,
    [`listener ${port} 127.0.0.1`, ...access, 'max_inflight_messages 0', 'log_dest none', ...lines, ''].join('\n')
  )
  const server: ChildProcess = spawn(program, ['-c', file], { stdio: 'ignore' })
  const url = `mqtt://127.0.0.1:${port}`
  const first = mqtt.connect(url, { reconnectPeriod: 20, reconnectOnConnackError: true }).on('error', () => undefined)
  await new Promise<void>(resolve => first.once('packetreceive', () => resolve()))
  await first.endAsync(true)
  return {
    port,
    url,
    async stop() {
      if (server.exitCode === null && server.signalCode === null) {
        const gone = once(server, 'exit')
        server.kill()
        await gone
      }
      await rm(folder, { recursive: true, force: true })
    }
  }
}
