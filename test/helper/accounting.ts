/**
 * An accounting connector as an integrator would write it from docs/integrators.md: it checks our signature, books an order once a
 * key, and gives the same number again under the same key. A test says how the next calls go wrong.
 */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const accountingSecret = 'shared by both sides of the accounting, and long enough'

/** Signed as the page for integrators says it, by other code than ours. */
const hmac = (timestamp: number | string, text: string, secret: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex')

export interface Call {
  readonly headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a document
  readonly document: any
}

type Way =
  /** Waits for `release`, then answers as it should. */
  | 'slow'
  /** Breaks the line: before booking, or after. */
  | 'broken'
  | 'lost'
  | 'busy'
  | 'refused'
  | 'duplicate'
  | 'page'
  | 'nameless'
  | 'endless'
  | 'elsewhere'

export interface Connector {
  readonly url: string
  /** Every call that came, whatever became of it. */
  readonly calls: readonly Call[]
  /** What is booked: the document by the key. */
  readonly booked: ReadonlyMap<string, { readonly number: string; readonly document: Call['document'] }>
  /** How the next calls of an order go, one after the other; after them all is well. */
  next(orderId: number, ...ways: Way[]): void
  /** Lets those that wait go on. */
  release(): void
  /** The next call of the order, which may be still on its way; each is handed out once. */
  callOf(orderId: number): Promise<Call>
  close(): Promise<void>
}

export async function aConnector(secret = accountingSecret): Promise<Connector> {
  const calls: Call[] = []
  const booked = new Map<string, { number: string; document: Call['document'] }>()
  const ways = new Map<number, Way[]>()
  const waiting: (() => void)[] = []
  const unseen: Call[] = []
  const watchers = new Map<number, (call: Call) => void>()

  const book = (key: string, document: Call['document']): string => {
    const known = booked.get(key)
    const number = known?.number ?? `RO/${booked.size + 1}/2026`
    booked.set(key, { number, document })
    return number
  }

  function answer(response: ServerResponse, way: Way | undefined, key: string, document: Call['document']): void {
    const json = (status: number, body: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (way === 'slow') waiting.push(() => json(201, { number: book(key, document) }))
    else if (way === 'broken') response.destroy()
    else if (way === 'lost') {
      book(key, document)
      response.destroy()
    } else if (way === 'busy') json(503, { detail: 'closed for the night' })
    else if (way === 'refused') json(422, { detail: 'Unknown\ntax number' })
    else if (way === 'duplicate') json(409, { number: book(key, document) })
    else if (way === 'page') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>OK</html>')
    else if (way === 'nameless') json(200, { number: 17 })
    else if (way === 'endless') json(200, { number: 'RO/1', more: 'x'.repeat(1_000_000) })
    else if (way === 'elsewhere') response.writeHead(302, { location: '/login' }).end()
    else json(201, { number: book(key, document) })
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const { headers } = request
    const timestamp = String(headers['x-opony-timestamp'])
    if (request.url !== '/api/orders' || hmac(timestamp, text, secret) !== headers['x-opony-signature']) {
      response.writeHead(401).end()
      return
    }
    const call: Call = { headers, document: JSON.parse(text) }
    const { id } = call.document
    calls.push(call)
    answer(response, ways.get(id)?.shift(), String(headers['idempotency-key']), call.document)
    const watcher = watchers.get(id)
    watchers.delete(id)
    if (watcher) watcher(call)
    else unseen.push(call)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    calls,
    booked,
    next: (orderId, ...given) => void ways.set(orderId, given),
    release() {
      for (const go of waiting.splice(0)) go()
    },
    callOf(orderId) {
      const at = unseen.findIndex(({ document }) => document.id === orderId)
      if (at >= 0) return Promise.resolve(unseen.splice(at, 1)[0] as Call)
      return new Promise(resolve => watchers.set(orderId, resolve))
    },
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    }
  }
}

export interface AnInvoice {
  readonly eventId: string
  readonly orderNumber?: string
  readonly optimaNumber?: string
  readonly invoiceNumber: string
}

/** The body that tells of an invoice, signed at the given time. */
export function signedInvoice(invoice: AnInvoice, at: Date, secret = accountingSecret) {
  const { eventId, orderNumber = '', optimaNumber = '', invoiceNumber } = invoice
  const timestamp = Math.floor(at.getTime() / 1000)
  const text = [eventId, orderNumber, optimaNumber, invoiceNumber].join('\n')
  return { ...invoice, timestamp, signature: hmac(timestamp, text, secret) }
}

/** The example of docs/integrators.md in JSON that says the words. */
export function exampleOf(words: string): Record<string, unknown> {
  const page = readFileSync(new URL('../../docs/integrators.md', import.meta.url), 'utf8')
  const examples = [...page.matchAll(/```json\n(.*?)```/gs)].map(match => match[1] as string)
  return JSON.parse(examples.find(example => example.includes(words)) as string)
}
