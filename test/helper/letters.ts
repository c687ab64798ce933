/** A real SMTP server that keeps what it is given. */
import { SMTPServer } from 'smtp-server'

export interface Letterbox {
  /** Address for MAIL_URL. */
  readonly url: string
  /** The next letter that comes, with its body decoded; letters are handed out in the order they came. */
  next(): Promise<{ to: string; text: string; raw: string }>
  /** Refuses the given number of letters from now on. */
  refuse(count: number): void
  readonly waiting: number
  close(): Promise<void>
}

/** Undoes quoted-printable or base64 of a text letter with one part. */
function bodyOf(raw: string): string {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString()
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

export async function aLetterbox(): Promise<Letterbox> {
  const kept: { to: string; text: string; raw: string }[] = []
  const waiters: ((letter: { to: string; text: string; raw: string }) => void)[] = []
  let refusals = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refusals > 0) {
          refusals -= 1
          callback(new Error('Not now'))
          return
        }
        const raw = Buffer.concat(chunks).toString()
        const letter = { to: session.envelope.rcptTo.map(({ address }) => address).join(), text: bodyOf(raw), raw }
        const waiter = waiters.shift()
        if (waiter) waiter(letter)
        else kept.push(letter)
        callback()
      })
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    next: () => {
      const letter = kept.shift()
      return letter ? Promise.resolve(letter) : new Promise(resolve => waiters.push(resolve))
    },
    refuse: count => {
      refusals = count
    },
    get waiting() {
      return kept.length
    },
    close: () => new Promise(resolve => server.close(() => resolve()))
  }
}
