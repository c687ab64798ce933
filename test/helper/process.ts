/** The application as an operator runs it: a process of its own, started, asked, killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { argsOf } from './program.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Running {
  readonly port: number
  /** Port of the embedded broker, when this process holds it. */
  readonly mqttPort: number | undefined
  readonly output: () => string
  /** Milliseconds from spawn to ready. */
  readonly readyMs: number
  /** Ends it, by SIGTERM unless told otherwise, and gives its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  /** Sends it a signal that does not end it. */
  signal(signal: NodeJS.Signals): void
  /** Its exit code, once it has ended by itself or otherwise. */
  ended(): Promise<number | null>
  ask(
    path: string,
    options?: { method?: string; body?: unknown; token?: string; host?: string }
  ): Promise<{ status: number; body: never }>
}

const commands = {
  node: argsOf('src/main.ts'),
  deno: [
    createRequire(import.meta.url).resolve('deno/bin.cjs'),
    'run',
    '-A',
    '--node-modules-dir=manual',
    'src/main.ts'
  ]
} as const

/**
 * Starts the application and waits until it says that it is ready; throws with its output when it ends before.
 * @param node the Node to run it by
 */
export async function aProcess(
  runtime: keyof typeof commands,
  env: Record<string, string>,
  node = process.execPath
): Promise<Running> {
  const [file, ...args] = [node, ...commands[runtime]]
  const began = performance.now()
  const child = spawn(file, args, {
    cwd: root,
    // A group of its own: Deno's npm package starts the real program as a child, which a signal must reach too.
    detached: true,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      MQTT_PORT: '0',
      NO_COLOR: '1',
      LOG_FORMAT: 'plain',
      ...env
    },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let text = ''
  const ended = new Promise<number | null>(resolve => child.once('exit', code => resolve(code)))
  const said = (pattern: RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (chunk: Buffer): void => {
        text += chunk.toString()
        if (pattern.test(text)) resolve()
      }
      child.stdout.on('data', look)
      child.stderr.on('data', look)
      void ended.then(code => reject(new Error(`It ended (${code}) before it was ready:\n${text}`)))
    })
  await said(/Opony is ready[\s\S]*API/)
  const port = Number(/Portal\s+http:\/\/localhost:(\d+)/.exec(text)?.[1])
  return {
    port,
    get mqttPort() {
      const found = /Sensors +mqtt:\/\/localhost:(\d+)/.exec(text)?.[1]
      return found ? Number(found) : undefined
    },
    output: () => text,
    readyMs: performance.now() - began,
    stop: signal => end(child, ended, signal),
    signal: signal => void child.kill(signal),
    ended: () => ended,
    async ask(path, { method = 'GET', body, token, host = 'localhost' } = {}) {
      const answer = await request(port, path, { method, body, token, host })
      return answer
    }
  }
}

async function end(child: ChildProcess, ended: Promise<number | null>, signal: NodeJS.Signals = 'SIGTERM') {
  if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid as number), signal)
  return ended
}

/** fetch may not set Host; the plain client may. */
async function request(
  port: number,
  path: string,
  { method, body, token, host }: { method: string; body: unknown; token: string | undefined; host: string }
) {
  const { request: open } = await import('node:http')
  const payload = body === undefined ? undefined : JSON.stringify(body)
  return new Promise<{ status: number; body: never }>((resolve, reject) => {
    const call = open(
      {
        port,
        host: '127.0.0.1',
        path,
        method,
        headers: {
          host,
          ...(payload ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) } : {}),
          ...(token ? { authorization: `Bearer ${token}` } : {})
        }
      },
      answer => {
        let text = ''
        answer.on('data', chunk => {
          text += chunk
        })
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: (text.startsWith('{') ? JSON.parse(text) : text) as never })
        )
      }
    )
    call.on('error', reject)
    call.end(payload)
  })
}
