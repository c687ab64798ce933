/** JSON lines for machines. On a terminal only what an operator should read; nothing secret anywhere. */
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

/** Options of Fastify's logger (pino). On a terminal the level is `warn` unless LOG_LEVEL says otherwise. */
export function logger({ logLevel }: Settings): object {
  const onTerminal = process.stdout.isTTY && process.env.LOG_LEVEL === undefined
  return { level: onTerminal ? 'warn' : logLevel, redact: { paths: secrets, censor: '[secret]' } }
}
