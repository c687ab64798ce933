/** The application as a machine runs it in production: a process whose lines are read one by one. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Line {
  readonly level: number
  readonly time: number
  readonly msg: string
  readonly [field: string]: unknown
}

export interface ProductionProcess {
  readonly out: () => string[]
  readonly err: () => string[]
  /** Resolves with the first line of standard output that has this text. */
  says(msg: string): Promise<Line>
  /** Its exit code, after SIGTERM. */
  stop(): Promise<number | null>
  ended: Promise<number | null>
}

const linesIn = (text: string): string[] => text.split('\n').slice(0, -1)

/** Starts it with nothing of this process's environment but the paths; its settings are those of production, and these. */
export function aProductionProcess(env: Record<string, string>): ProductionProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', PORT: '0', MQTT_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const texts = { out: '', err: '' }
  child.stdout.on('data', part => (texts.out += part))
  child.stderr.on('data', part => (texts.err += part))
  const ended = new Promise<number | null>(resolve => child.once('close', code => resolve(code)))
  return {
    out: () => linesIn(texts.out),
    err: () => linesIn(texts.err),
    ended,
    says: msg =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = linesIn(texts.out).find(line => line.includes(`"msg":${JSON.stringify(msg)}`))
          if (found) resolve(JSON.parse(found))
        }
        look()
        child.stdout.on('data', look)
        void ended.then(code => reject(new Error(`It ended (${code}):\n${texts.out}${texts.err}`)))
      }),
    stop() {
      child.kill('SIGTERM')
      return ended
    }
  }
}
