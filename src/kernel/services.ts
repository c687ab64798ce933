/** What the kernel hands to every module: made once at start, stopped in reverse. */
import type { FastifyBaseLogger } from 'fastify'
import type { Knex } from 'knex'
import type { Settings } from '../../config/settings.ts'
import type { Hints } from './hints.ts'
import type { Jobs } from './jobs.ts'
import type { Mail } from './mail.ts'
import type { Messages } from './messages.ts'
import type { Metrics } from './metrics.ts'
import type { Registries } from './registries.ts'
import type { Sms } from './sms.ts'
import type { Tokens } from './tokens.ts'

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
