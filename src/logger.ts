/** JSON lines for machines, plain lines on a terminal, and there only what an operator should read; nothing secret anywhere. */
import type { Settings } from '../config/settings.ts'

const secrets = [
  'req.headers.authorization',
  'password',
  'token',
  '*.password',
  '*.token',
  'accessToken',
  '*.accessToken'
]

/** Where log lines go: standard output, or what stands in for it in a test. */
export interface Output {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Options of Fastify's logger (pino). On a terminal the level is `warn` unless LOG_LEVEL says otherwise. */
export function logger(
  { logLevel }: Pick<Settings, 'logLevel'>,
  output: Output = process.stdout,
  isLevelChosen = process.env.LOG_LEVEL !== undefined
): object {
  const redact = { paths: secrets, censor: '[secret]' }
  if (!output.isTTY) return { level: logLevel, redact }
  const stream = { write: (line: string) => void output.write(plainLine(line)) }
  return { level: isLevelChosen ? logLevel : 'warn', redact, stream }
}

const levels: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warning', 50: 'error', 60: 'fatal' }

interface Line {
  readonly level: number
  readonly time: number
  readonly msg?: string
  readonly err?: { readonly message?: string }
  readonly req?: { readonly method?: string; readonly url?: string }
  readonly res?: { readonly statusCode?: number }
  readonly [field: string]: unknown
}

/** `12:30:01 warning: readings wait for the database: connect ECONNREFUSED`, and the other fields below it. */
function plainLine(text: string): string {
  const { level, time, pid: _pid, hostname: _host, reqId: _id, msg, err, req, res, ...rest } = JSON.parse(text) as Line
  const call = req && `${req.method} ${req.url}`
  const parts = [msg, err?.message, call, res && `status ${res.statusCode}`].filter(part => part !== undefined)
  const fields = Object.entries(rest).map(
    ([name, value]) => `    ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`
  )
  const head = `${new Date(time).toTimeString().slice(0, 8)} ${levels[level] ?? level}: ${parts.join(': ')}`
  return `${[head, ...fields].join('\n')}\n`
}
