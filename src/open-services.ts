/** What routes, commands and jobs run on: database, listener, jobs, mail, storage … Made in the order of their needs, closed in reverse. */
import type { FastifyBaseLogger } from 'fastify'
import { mayMailPlainly } from '../config/production.ts'
import { secretsOf } from './kernel/access/secrets.ts'
import { identityChannel, openSessions } from './kernel/access/sessions.ts'
import { openTokens } from './kernel/access/tokens.ts'
import { openClock } from './kernel/clock.ts'
import { openDatabase } from './kernel/database/database.ts'
import { openReplica } from './kernel/database/replica.ts'
import { openScanner } from './kernel/files/scanner.ts'
import { observeJobs } from './kernel/jobs/counts.ts'
import { openJobs } from './kernel/jobs/jobs.ts'
import { openMail, senderOf } from './kernel/messaging/mail.ts'
import { openSms } from './kernel/messaging/sms.ts'
import { openMetrics } from './kernel/metrics.ts'
import type { BuildVersion } from './kernel/product.ts'
import { hintsChannel, openHints } from './kernel/realtime/hints.ts'
import { openListener } from './kernel/realtime/listener.ts'
import { accountsOfEmails, openSecurityEvents } from './kernel/security/events.ts'
import { observeMachine } from './kernel/serve/machine.ts'
import { observePool } from './kernel/serve/pool.ts'
import type { Services } from './kernel/services.ts'
import { openStorage } from './kernel/storage/open.ts'

export interface ServicesOptions extends Pick<Services, 'settings' | 'extensions' | 'messages' | 'now'> {
  readonly build: BuildVersion
  readonly log: FastifyBaseLogger
  /** The channels of the database on which modules listen. */
  readonly channels: readonly string[]
  /** The clock of the machine; for tests. */
  readonly machineTime?: (() => number) | undefined
}

export async function openServices({
  settings,
  extensions,
  messages,
  channels,
  log,
  now,
  build,
  machineTime
}: ServicesOptions): Promise<{
  readonly services: Services
  close(): Promise<void>
}> {
  const url = settings.databaseUrl
  const db = openDatabase({ url })
  const listener = await openListener({ url, channels: [hintsChannel, identityChannel, ...channels], log })
  const hints = openHints(listener)
  const metrics = openMetrics(build)
  const { databaseReplicaUrl: replicaUrl, databaseReplicaLagSeconds: lagSeconds } = settings
  const onHeard = (hear: () => void): (() => void) => {
    const stops = [hints.onHint(hear), hints.onGap(hear)]
    return () => {
      for (const stop of stops) stop()
    }
  }
  const replica = replicaUrl
    ? openReplica({ url: replicaUrl, lagSeconds, primary: db, onHeard, metrics, log })
    : undefined
  const sessions = openSessions({ db, extensions, settings, listener, replica })
  const jobs = await openJobs({ url, db, log, worker: settings.roles.includes('worker') })
  observeJobs(metrics, db)
  observePool(metrics, db)
  observeMachine(metrics, settings, now)
  const clock = openClock({ db, log, metrics, ...(machineTime ? { here: machineTime } : {}) })
  const ownersOf = accountsOfEmails.of(extensions)
  const security = openSecurityEvents({ db, log, metrics, settings, now, accountsOfEmails: ownersOf })
  const { mailUrl, mailFrom, smsUrl, smsToken, smsFrom, scannerUrl } = settings
  const requireTls = !mayMailPlainly(settings)
  const isHeld = settings.outside === 'off'
  const mail = openMail({ url: mailUrl, from: mailFrom, sender: senderOf(settings), requireTls, isHeld, log })
  const scannerFailed = (err: unknown): void => log.warn({ err }, 'files: the scanner could not be asked')
  const services: Services = {
    settings,
    db,
    replica,
    listener,
    messages,
    hints,
    jobs,
    mail,
    sms: openSms({ url: smsUrl, token: smsToken, from: smsFrom, isHeld, log }),
    storage: await openStorage({ settings, log }),
    scanner: scannerUrl ? openScanner(scannerUrl, scannerFailed) : undefined,
    tokens: openTokens(secretsOf(settings)),
    sessions,
    security,
    metrics,
    extensions,
    runtime: { readiness: [{ name: 'clock', isReady: () => clock.isRight() }], mqttPort: () => undefined },
    clock,
    log,
    now
  }
  const close = async (): Promise<void> => {
    await jobs.stop()
    await security.stop()
    sessions.stop()
    hints.stop()
    await listener.stop()
    mail.stop()
    await replica?.stop()
    await db.destroy()
  }
  return { services, close }
}
