/** What the kernel hands to every module: made once at start, stopped in reverse. */
import type { FastifyBaseLogger } from 'fastify'
import type { Knex } from 'knex'
import type { Settings } from '../../config/settings.ts'
import type { Tokens } from './access/tokens.ts'
import type { Metrics } from './http/metrics.ts'
import type { Messages } from './i18n/messages.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Mail } from './messaging/mail.ts'
import type { Sms } from './messaging/sms.ts'
import type { Hints } from './realtime/hints.ts'
import type { Registries } from './registries.ts'

export interface Services {
  readonly settings: Settings
  readonly db: Knex
  readonly messages: Messages
  readonly hints: Hints
  readonly jobs: Jobs
  readonly mail: Mail
  readonly sms: Sms
  readonly tokens: Tokens
  readonly metrics: Metrics
  readonly registries: Registries
  readonly log: FastifyBaseLogger
  now(): Date
}
