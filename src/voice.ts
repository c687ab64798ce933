/**
 * How the process speaks of its own start and end, before and beside its log: a line of JSON as the log writes them, or a plain line for
 * the person who has typed `npm start`. What it says does not depend on LOG_LEVEL.
 */
import { hostname } from 'node:os'

export interface Voice {
  /** For people and machines. The facts are fields of the line; people read the text alone. */
  say(text: string, facts?: object): void
  /** For machines alone. */
  note(text: string, facts?: object): void
  /** A fault that ends the process, on standard error. */
  complain(text: string, facts?: object): void
  /** What Node itself warns of, on standard error; for machines alone, because people are told by Node. */
  warn(text: string, facts?: object): void
}

/** A stream that lines go to, or what stands in for it in a test. */
export interface Output {
  readonly isTTY?: boolean
  write(text: string): unknown
}

export interface Outputs {
  readonly out: Output
  readonly err: Output
}

const levels = { info: 30, warn: 40, fatal: 60 } as const

/** Fields and names are those of the log's own lines. */
const line = (level: keyof typeof levels, msg: string, facts: object = {}): string =>
  `${JSON.stringify({ level: levels[level], time: Date.now(), pid: process.pid, hostname: hostname(), ...facts, msg })}\n`

/**
 * Whether lines are plain: by LOG_FORMAT, else on a terminal; never in production, where machines read them. It reads the environment
 * because faults of the settings are told by it, too.
 */
export function isPlain(env: Readonly<Record<string, string | undefined>>, { isTTY }: Output): boolean {
  if (env.NODE_ENV?.trim() === 'production') return false
  const format = env.LOG_FORMAT?.trim()
  return format === 'plain' || (format !== 'json' && isTTY === true)
}

export function voiceOf(plain: boolean, { out, err }: Outputs = { out: process.stdout, err: process.stderr }): Voice {
  if (plain)
    return {
      say: text => void out.write(`${text}\n`),
      note: () => undefined,
      complain: text => void err.write(`${text}\n`),
      warn: () => undefined
    }
  const write = (level: keyof typeof levels, to: Output) => (text: string, facts?: object) => {
    if (text.trim() !== '') to.write(line(level, text.trim(), facts))
  }
  return { say: write('info', out), note: write('info', out), complain: write('fatal', err), warn: write('warn', err) }
}

/** Has Node's warnings written as lines like all others. */
export function takeWarnings({ warn }: Voice): void {
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message, stack }) => warn(message, { err: { type: name, message, stack } }))
}
