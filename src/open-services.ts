/** What routes, commands and jobs run on: database, listener, jobs, mail, storage … Made in the order of their needs, closed in reverse. */
import type { FastifyBaseLogger } from 'fastify'
import { mayMailPlainly } from '../config/production.ts'
import { secretsOf } from './kernel/access/secrets.ts'
import { identityChannel, openSessions } from './kernel/access/sessions.ts'
import { openTokens } from './kernel/access/tokens.ts'
import { openDatabase } from './kernel/database/database.ts'
import { openScanner } from './kernel/files/scanner.ts'
import { openJobs } from './kernel/jobs/jobs.ts'
import { openMail, senderOf } from './kernel/messaging/mail.ts'
import { openSms } from './kernel/messaging/sms.ts'
import { openMetrics } from './kernel/metrics.ts'
import { hintsChannel, openHints } from './kernel/realtime/hints.ts'
import { openListener } from './kernel/realtime/listener.ts'
import { accountsOfEmails, openSecurityEvents } from './kernel/security/events.ts'
import type { Services } from './kernel/services.ts'
import { openStorage } from './kernel/storage/open.ts'

export interface ServicesOptions extends Pick<Services, 'settings' | 'extensions' | 'messages' | 'now'> {
  readonly log: FastifyBaseLogger
  /** The channels of the database on which modules listen. */
  readonly channels: readonly string[]
}

export async function openServices({ settings, extensions, messages, channels, log, now }: ServicesOptions): Promise<{
  readonly services: Services
  close(): Promise<void>
}> {
  const url = settings.databaseUrl
  const db = openDatabase({ url })
  const listener = await openListener({ url, channels: [hintsChannel, identityChannel, ...channels], log })
  const hints = openHints(listener)
  const sessions = openSessions({ db, extensions, settings, listener })
  const jobs = await openJobs({ url, log, worker: settings.roles.includes('worker') })
  const metrics = openMetrics()
  const ownersOf = accountsOfEmails.of(extensions)
  const security = openSecurityEvents({ db, log, metrics, settings, now, accountsOfEmails: ownersOf })
  const { mailUrl, mailFrom, smsUrl, smsToken, smsFrom, scannerUrl } = settings
  const requireTls = !mayMailPlainly(settings)
  const mail = openMail({ url: mailUrl, from: mailFrom, sender: senderOf(settings), requireTls, log })
  const scannerFailed = (err: unknown): void => log.warn({ err }, 'files: the scanner could not be asked')
  const services: Services = {
    settings,
    db,
    listener,
    messages,
    hints,
    jobs,
    mail,
    sms: openSms({ url: smsUrl, token: smsToken, from: smsFrom, log }),
    storage: await openStorage({ settings, log }),
    scanner: scannerUrl ? openScanner(scannerUrl, scannerFailed) : undefined,
    tokens: openTokens(secretsOf(settings)),
    sessions,
    security,
    metrics,
    extensions,
    runtime: { readiness: [], mqttPort: () => undefined },
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
    await db.destroy()
  }
  return { services, close }
}
