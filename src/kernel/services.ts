/** What the kernel hands to every module: made once at start, stopped in reverse. */
import type { FastifyBaseLogger } from 'fastify'
import type { Knex } from 'knex'
import type { Settings } from '../../config/settings.ts'
import type { Sessions } from './access/sessions.ts'
import type { Tokens } from './access/tokens.ts'
import type { Clock } from './clock.ts'
import type { Replica } from './database/replica.ts'
import type { Extensions } from './extension-points.ts'
import type { Scanner } from './files/scanner.ts'
import type { Messages } from './i18n/messages.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Mail } from './messaging/mail.ts'
import type { Sms } from './messaging/sms.ts'
import type { Metrics } from './metrics.ts'
import type { Hints } from './realtime/hints.ts'
import type { Listener } from './realtime/listener.ts'
import type { SecurityEvents } from './security/events.ts'
import type { Storage } from './storage/storage.ts'

/** The state of the process's own parts. */
export interface Runtime {
  /** Parts that must answer before the process says it is ready, such as the broker. */
  readonly readiness: { readonly name: string; isReady(): boolean }[]
  /** Port of the embedded broker, while this process holds it. */
  mqttPort(): number | undefined
}

export interface Services {
  readonly settings: Settings
  readonly db: Knex
  /** Where reads that may be a little older are done (`Route.replica`); undefined where none is set. */
  readonly replica: Replica | undefined
  readonly messages: Messages
  /** The connection that listens; apart from the pool, so that it answers however busy that is. */
  readonly listener: Listener
  readonly hints: Hints
  readonly jobs: Jobs
  readonly mail: Mail
  readonly sms: Sms
  /** Bytes of files; what they are is recorded by modules/files. */
  readonly storage: Storage
  /** Looks through uploaded files; undefined where no scanner is set. */
  readonly scanner: Scanner | undefined
  readonly tokens: Tokens
  readonly sessions: Sessions
  readonly security: SecurityEvents
  readonly metrics: Metrics
  readonly extensions: Extensions
  readonly runtime: Runtime
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  now(): Date
}
