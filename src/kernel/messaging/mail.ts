/** E-mail: by SMTP, or to the log where no server is set. Sent by the worker, from a job that the change enqueued. */
import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import type { Settings } from '../../../config/settings.ts'
import { defined } from '../defined.ts'
import { htmlLetter, type Letter, plainLetter, type Sender } from './letter.ts'
import type { Outcome } from './sms.ts'

export interface Email extends Letter {
  readonly to: string
  /** Its Message-ID, for an e-mail that is recorded; otherwise one is generated. */
  readonly key?: string
}

type SenderSettings = Pick<Settings, 'businessName' | 'contactPhone' | 'contactEmail' | 'portalUrl' | 'adminUrl'>

/** The business as it signs, and the addresses that its letters may lead to. */
export const senderOf = ({
  businessName,
  contactPhone,
  contactEmail,
  portalUrl,
  adminUrl
}: SenderSettings): Sender => ({
  name: businessName,
  phone: contactPhone,
  email: contactEmail,
  origins: [portalUrl, adminUrl].map(address => new URL(address).origin)
})

export interface Mail {
  /**
   * Throws when the e-mail was not accepted, or when that is unknown: see `outcomeOf`.
   * @returns `held` where it was only logged, because OUTSIDE is off
   */
  send(letter: Email): Promise<'held' | undefined>
  stop(): void
}

export interface MailOptions {
  /** `smtp://user:password@host:587`, `smtps://…`, or `log:`. */
  readonly url: string
  readonly from: string
  readonly sender: Sender
  /** Of `smtp://`: nothing is sent before the server has switched to TLS. */
  readonly requireTls?: boolean
  /** Nothing is sent: e-mails are logged and held. */
  readonly isHeld?: boolean
  readonly log: FastifyBaseLogger
}

/** Time limits of the steps, in milliseconds; together under a minute. */
const smtpTimeouts = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

export function openMail({ url, from, sender, requireTls = false, isHeld = false, log }: MailOptions): Mail {
  if (isHeld || url.startsWith('log:')) {
    const why = isHeld ? 'mail: held, because OUTSIDE is off' : 'mail: no server is set (MAIL_URL), the letter is here'
    return {
      async send({ to, subject, text }) {
        log.info({ to, subject, text }, why)
        return isHeld ? 'held' : undefined
      },
      stop: () => undefined
    }
  }
  const transport = createTransport({ url, requireTLS: requireTls, ...smtpTimeouts } as never)
  const host = from.replace(/>.*$/, '').split('@').at(-1) ?? 'localhost'
  return {
    send: async ({ key, to, ...letter }) => {
      await transport.sendMail({
        from,
        to,
        subject: letter.subject,
        text: plainLetter(letter, sender),
        html: htmlLetter(letter, sender),
        // no holiday notice answers it; who answers all the same is read
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...defined({ replyTo: sender.email || undefined, messageId: key ? `<${key}@${host}>` : undefined })
      })
      return undefined
    },
    stop: () => transport.close()
  }
}

/** Connects, switches to TLS and signs in, as before a letter, and sends none. Throws what the server says. */
export async function verifyMail(url: string, requireTls: boolean): Promise<void> {
  const transport = createTransport({ url, requireTLS: requireTls, ...smtpTimeouts } as never)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

interface MailFault extends Error {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly syscall?: string
  readonly timeoutType?: string
}

/** Errors that occur before the e-mail itself is transmitted. */
const before = new Set(['EDNS', 'EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'EREQUIRETLS'])

/**
 * The outcome of an e-mail whose sending threw. A server that answered has not accepted it; after a broken or silent connection
 * the outcome is unknown, unless nothing had been transmitted yet.
 */
export function outcomeOf(error: unknown): Exclude<Outcome, { kind: 'taken' }> {
  const { code = '', command, responseCode = 0, syscall, timeoutType = 'SOCKET_TIMEOUT' } = error as MailFault
  const detail = [code, command, responseCode || ''].filter(part => part !== '').join(' ')
  if (before.has(code) || syscall === 'connect' || timeoutType !== 'SOCKET_TIMEOUT') return { kind: 'later', detail }
  if (responseCode >= 500) return { kind: 'refused', why: command === 'RCPT TO' ? 'address' : 'refused', detail }
  return { kind: responseCode >= 400 ? 'later' : 'unknown', detail }
}
