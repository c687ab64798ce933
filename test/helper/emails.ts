/** A real SMTP server that keeps what it is given. */
import { SMTPServer } from 'smtp-server'

export interface Email {
  readonly to: string
  /** The plain text, decoded. */
  readonly text: string
  /** The HTML, decoded; empty: it has none. */
  readonly html: string
  readonly subject: string
  /** As it came. */
  readonly raw: string
}

export interface Mailbox {
  /** Address for MAIL_URL. */
  readonly url: string
  /** The next e-mail to the address, which may be still on its way; each is handed out once. */
  to(address: string): Promise<Email>
  /** Refuses the next e-mail to the address, and that one alone: others may be on their way at the same time. */
  refuse(address: string): void
  /** Addresses of the e-mails that no test has taken out. */
  readonly kept: readonly string[]
  close(): Promise<void>
}

const bytesOf = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1'
  ).toString()

function subjectOf(raw: string): string {
  const written = /^Subject: (.*(?:\r\n[ \t].*)*)/im.exec(raw)?.[1] ?? ''
  return written
    .replace(/\?=\r?\n?[ \t]*=\?/g, '?==?')
    .replace(/\r\n([ \t])/g, '$1')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_all, text: string) => bytesOf(text.replaceAll('_', ' ')))
    .replace(/=\?UTF-8\?B\?(.*?)\?=/gi, (_all, text: string) => Buffer.from(text, 'base64').toString())
}

/** Undoes quoted-printable or base64 of a part. */
function decoded(part: string): string {
  const [head = '', ...rest] = part.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString()
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return body
  return bytesOf(body.replace(/=\r\n/g, ''))
}

/** The part of a type, such as `text/plain`, of an e-mail with one part or several. */
function partOf(raw: string, type: string): string {
  const boundary = /^content-type: multipart\/[\s\S]*?boundary="([^"]+)"/im.exec(raw)?.[1]
  const parts = boundary ? raw.split(`--${boundary}`).slice(1) : [raw]
  const found = parts.find(part => new RegExp(`^content-type: ${type}`, 'im').test(part.split('\r\n\r\n')[0] ?? ''))
  return found ? decoded(found.replace(/^\r\n/, '')).replace(/\r\n$/, '') : ''
}

export async function aMailbox(): Promise<Mailbox> {
  const kept: Email[] = []
  const waiters = new Map<string, (email: Email) => void>()
  const refused = new Set<string>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join()
        if (refused.delete(to)) {
          callback(new Error('Not now'))
          return
        }
        const raw = Buffer.concat(chunks).toString()
        const email = {
          to,
          text: partOf(raw, 'text/plain'),
          html: partOf(raw, 'text/html'),
          subject: subjectOf(raw),
          raw
        }
        const waiter = waiters.get(to)
        waiters.delete(to)
        if (waiter) waiter(email)
        else kept.push(email)
        callback()
      })
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    to: address => {
      const place = kept.findIndex(({ to }) => to === address)
      const [email] = place < 0 ? [] : kept.splice(place, 1)
      return email ? Promise.resolve(email) : new Promise(resolve => waiters.set(address, resolve))
    },
    refuse: address => {
      refused.add(address)
    },
    get kept() {
      return kept.map(({ to }) => to)
    },
    close: () => new Promise(resolve => server.close(() => resolve()))
  }
}
