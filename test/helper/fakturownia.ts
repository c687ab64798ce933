/**
 * Fakturownia as its documentation describes it: an account that makes invoices, gives them numbers, refuses a second one of an `oid` that is to
 * be unique, and answers errors as `{code: "error", message}`. A test says how the next calls go wrong.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const fakturowniaToken = 'HBO3Npx2OzSW79RQL7XV2'

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an invoice
type Invoice = any

type Way =
  /** Makes the invoice, and breaks the line. */
  'lost' | 'busy' | 'down' | 'refused' | 'nameless' | 'page'

export interface Fakturownia {
  readonly url: string
  readonly invoices: readonly Invoice[]
  /** Every call: method, address and header of authorization. */
  readonly calls: readonly {
    readonly method: string
    readonly url: string
    readonly authorization: string | undefined
  }[]
  /** How the next calls that make an invoice go; after them all is well. */
  next(...ways: Way[]): void
  close(): Promise<void>
}

const required = ['kind', 'sell_date', 'issue_date', 'payment_to', 'buyer_name', 'positions']

export async function aFakturownia(): Promise<Fakturownia> {
  const invoices: Invoice[] = []
  const calls: Fakturownia['calls'][number][] = []
  const ways: Way[] = []

  function create(
    invoice: Invoice,
    respond: (status: number, body: unknown, headers?: object) => void,
    break_: () => void
  ) {
    const way = ways.shift()
    if (way === 'busy') return respond(429, { code: 'error', message: 'Too many requests' }, { 'retry-after': '3600' })
    if (way === 'down') return respond(503, undefined)
    if (way === 'page') return respond(200, undefined)
    const faults = Object.fromEntries(
      required.filter(field => !invoice[field]).map(field => [field, ["can't be blank"]])
    )
    if (way === 'refused') Object.assign(faults, { buyer_tax_no: ['Nieprawidłowy\nNIP'] })
    if (invoice.oid_unique === 'yes' && invoices.some(({ oid }) => oid === invoice.oid))
      Object.assign(faults, { oid: ['has already been taken'] })
    if (Object.keys(faults).length > 0) return respond(422, { code: 'error', message: faults })
    const made = { id: invoices.length + 1, number: `${invoices.length + 1}/11/2026`, ...invoice }
    if (way === 'nameless') return respond(201, { id: 1, number: null })
    invoices.push(made)
    return way === 'lost' ? break_() : respond(201, made)
  }

  const server = createServer(async (request, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    calls.push({ method, url, authorization: headers.authorization })
    const respond = (status: number, body: unknown, more: object = {}): void =>
      void response
        .writeHead(status, { 'content-type': body ? 'application/json' : 'text/html', ...more })
        .end(body ? JSON.stringify(body) : '<html></html>')
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const { api_token, invoice } = method === 'POST' ? JSON.parse(Buffer.concat(chunks).toString()) : ({} as Invoice)
    const isKnown = api_token === fakturowniaToken || headers.authorization === `Bearer ${fakturowniaToken}`
    if (pathname !== '/invoices.json') return respond(404, { code: 'error', message: 'Not found' })
    if (!isKnown) return respond(401, { code: 'error', message: 'Zły token' })
    if (method === 'POST') return create(invoice, respond, () => response.destroy())
    return respond(
      200,
      invoices.filter(({ oid }) => oid === searchParams.get('oid'))
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    invoices,
    calls,
    next: (...given) => void ways.push(...given),
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    }
  }
}
