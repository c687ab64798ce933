/** E-mail: SMTP, or the log where no server is set. Sent by the worker from a job of the change that needs it. */
import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'

export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mail {
  send(letter: Letter): Promise<void>
  stop(): void
}

export interface MailOptions {
  /** `smtp://user:password@host:587`, `smtps://…`, or `log:`. */
  readonly url: string
  readonly from: string
  readonly log: FastifyBaseLogger
}

export function openMail({ url, from, log }: MailOptions): Mail {
  if (url.startsWith('log:')) {
    return {
      send: async ({ to, subject, text }) =>
        log.info({ to, subject, text }, 'mail: no server is set (MAIL_URL), the letter is here'),
      stop: () => undefined
    }
  }
  const transport = createTransport({ url, connectionTimeout: 10_000, socketTimeout: 20_000 } as never)
  return {
    send: async letter => {
      await transport.sendMail({ from, ...letter })
    },
    stop: () => transport.close()
  }
}
