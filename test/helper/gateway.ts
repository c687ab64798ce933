/**
 * A real HTTP server that speaks SMSAPI as an account of it does: it sends nothing twice under one `idx`, and keeps what it
 * was given. What shall go wrong is said in advance, a step a call, or left to chance.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface Given {
  readonly to: string
  readonly message: string
  readonly idx: string
  /** As it came: the form's fields, and the header that proves who calls. */
  readonly fields: Readonly<Record<string, string>>
  readonly authorization: string
}

/**
 * `taken` takes the message and breaks the line before it answers; `broken` breaks it before it takes anything; `silent` takes
 * it and never answers; a number is an error of SMSAPI, or of HTTP from 500 on.
 */
export type Step = 'taken' | 'broken' | 'silent' | number

export interface Gateway {
  /** Address for SMS_URL. */
  readonly url: string
  /** Messages that went out. */
  readonly sent: readonly Given[]
  /** How many calls came for a message that had gone out already. */
  readonly again: number
  /** What shall happen to the next calls, one each; then all goes well. */
  next(...steps: readonly Step[]): void
  /** Decides about each call from now on. */
  byChance(choose: () => Step | undefined): void
  close(): Promise<void>
}

async function formOf(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
}

export async function aGateway(
  token = 'a token of the gateway',
  { host = '127.0.0.1', port: wanted = 0 } = {}
): Promise<Gateway> {
  const sent = new Map<string, Given>()
  const steps: Step[] = []
  let choose: () => Step | undefined = () => steps.shift()
  let again = 0

  const answer = (response: ServerResponse, body: object, status = 200): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const refuse = (response: ServerResponse, error: number): void =>
    answer(response, { error, message: `Error ${error}` }, error >= 500 ? error : 200)

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fields = await formOf(request)
    const { to = '', message = '', idx = '' } = fields
    const authorization = request.headers.authorization ?? ''
    if (request.method !== 'POST' || request.url !== '/sms.do') return refuse(response, 500)
    if (authorization !== `Bearer ${token}`) return refuse(response, 101)
    const step = choose()
    if (step === 'broken') return void request.socket.destroy()
    if (typeof step === 'number') return refuse(response, step)
    const isKnown = sent.has(idx)
    if (isKnown) again += 1
    else sent.set(idx, { to, message, idx, fields, authorization })
    if (step === 'taken') return void request.socket.destroy()
    if (step === 'silent') return
    if (isKnown && fields.check_idx === '1') return refuse(response, 53)
    answer(response, {
      count: 1,
      list: [{ id: randomUUID().replaceAll('-', '').slice(0, 24), points: 0.16, number: to, status: 'QUEUE', idx }]
    })
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>(resolve => server.listen(wanted, host, resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://${host}:${port}`,
    get sent() {
      return [...sent.values()]
    },
    get again() {
      return again
    },
    next: (...more) => void steps.push(...more),
    byChance: chance => {
      choose = chance
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
