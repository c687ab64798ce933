/** E-mail: SMTP, or the log where no server is set. Sent by the worker from a job of the change that needs it. */
import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import type { Outcome } from './sms.ts'

export interface Email {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Its Message-ID, for a letter that is kept on record; otherwise one is made up. */
  readonly key?: string
}

export interface Mail {
  /** Throws when the letter was not taken, or when that is not known: ask `outcomeOf`. */
  send(letter: Email): Promise<void>
  stop(): void
}

export interface MailOptions {
  /** `smtp://user:password@host:587`, `smtps://…`, or `log:`. */
  readonly url: string
  readonly from: string
  readonly log: FastifyBaseLogger
}

/** Milliseconds of each step; together they are under a minute. */
const patience = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

export function openMail({ url, from, log }: MailOptions): Mail {
  if (url.startsWith('log:')) {
    return {
      send: async ({ to, subject, text }) =>
        log.info({ to, subject, text }, 'mail: no server is set (MAIL_URL), the letter is here'),
      stop: () => undefined
    }
  }
  const transport = createTransport({ url, ...patience } as never)
  const host = from.replace(/>.*$/, '').split('@').at(-1) ?? 'localhost'
  return {
    send: async ({ key, ...letter }) => {
      await transport.sendMail({ from, ...letter, ...(key ? { messageId: `<${key}@${host}>` } : {}) })
    },
    stop: () => transport.close()
  }
}

interface MailFault extends Error {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly syscall?: string
  readonly timeoutType?: string
}

/** Faults of the time before the letter itself is spoken of. */
const before = new Set(['EDNS', 'EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'EREQUIRETLS'])

/**
 * What became of a letter whose sending threw. A server that answered has not taken it; a line that broke or fell silent
 * leaves it unknown, unless that was before anything was said.
 */
export function outcomeOf(error: unknown): Exclude<Outcome, { kind: 'taken' }> {
  const { code = '', command, responseCode = 0, syscall, timeoutType = 'SOCKET_TIMEOUT' } = error as MailFault
  const detail = [code, command, responseCode || ''].filter(part => part !== '').join(' ')
  if (before.has(code) || syscall === 'connect' || timeoutType !== 'SOCKET_TIMEOUT') return { kind: 'later', detail }
  if (responseCode >= 500) return { kind: 'refused', why: command === 'RCPT TO' ? 'address' : 'refused', detail }
  return { kind: responseCode >= 400 ? 'later' : 'unknown', detail }
}
