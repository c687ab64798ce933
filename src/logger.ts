/** JSON lines for machines, plain lines for people (`voice.ts` says when), and of those only what an operator should read; nothing secret anywhere. */
import type { Settings } from '../config/settings.ts'
import { defined } from './kernel/defined.ts'
import type { Output } from './voice.ts'

const secrets = [
  'req.headers.authorization',
  'password',
  'token',
  '*.password',
  '*.token',
  'accessToken',
  '*.accessToken'
]

/** Options of Fastify's logger (pino). Plain lines are of `warn` and graver unless LOG_LEVEL says otherwise. */
export function logger(
  { logLevel }: Pick<Settings, 'logLevel'>,
  plain: boolean,
  output: Output = process.stdout,
  isLevelChosen = process.env.LOG_LEVEL !== undefined
): object {
  const redact = { paths: secrets, censor: '[secret]' }
  if (!plain) return { level: logLevel, redact }
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
  const {
    level,
    time,
    pid: _pid,
    hostname: _host,
    reqId: _id,
    traceId: _trace,
    msg,
    err,
    req,
    res,
    ...more
  } = JSON.parse(text) as Line
  const { method, route, status, ms, ...rest } = more
  const answered = status === undefined ? undefined : `${method} ${route}: ${status} in ${ms} ms`
  if (!answered) Object.assign(rest, defined({ method, route, ms }))
  const call = req && `${req.method} ${req.url}`
  const parts = [answered ?? msg, err?.message, call, res && `status ${res.statusCode}`].filter(
    part => part !== undefined
  )
  const fields = Object.entries(rest).map(
    ([name, value]) => `    ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`
  )
  const head = `${new Date(time).toTimeString().slice(0, 8)} ${levels[level] ?? level}: ${parts.join(': ')}`
  return `${[head, ...fields].join('\n')}\n`
}
