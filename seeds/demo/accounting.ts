/**
 * The accounting system of the demo: a connector as docs/integrators.md describes one, on a port of this machine alone. It
 * speaks the same signed protocol over HTTP as any other, and shares no code with the application's side of it: the demo thus
 * shows what an integrator has to write.
 *
 * It keeps nothing. Number and invoice follow from the order, so that a call that is repeated under its key, also after a
 * restart, is answered as before, and an invoice that is reported again is the same event.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface DemoAccounting {
  /** The settings by which the application calls it. */
  readonly settings: { readonly accountingUrl: string; readonly accountingSecret: string }
  /** Where invoices are reported: the application's address, as soon as it listens. */
  reportTo(address: string): void
  /** Ends it; invoices that are not reported yet are given up. */
  stop(): Promise<void>
}

interface Booking {
  readonly orderNumber: string
  readonly optimaNumber: string
  readonly invoiceNumber: string
  readonly eventId: string
}

const maxBytes = 65_536
const validSeconds = 5 * 60
/** Milliseconds from booking to invoice, then from one try to the next. */
const pauses = [2_000, 1_000, 2_000, 5_000, 10_000, 30_000]

const seconds = (): number => Math.floor(Date.now() / 1000)

/** @param secret of both sides; processes of one demo share it */
export async function startDemoAccounting(secret: string): Promise<DemoAccounting> {
  const timers = new Set<NodeJS.Timeout>()
  const reporting = new Set<string>()
  let address: string | undefined

  const sign = (timestamp: number | string, text: string): string =>
    createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex')

  function isSigned({ headers }: IncomingMessage, body: string): boolean {
    const timestamp = String(headers['x-opony-timestamp'])
    const expected = Buffer.from(sign(timestamp, body))
    const given = Buffer.from(String(headers['x-opony-signature']))
    const isRecent = Math.abs(seconds() - Number(timestamp)) <= validSeconds
    return isRecent && expected.length === given.length && timingSafeEqual(expected, given)
  }

  /** Whether the invoice is reported: accepted, or refused in a way that a repeat does not change. */
  async function report({ orderNumber, optimaNumber, invoiceNumber, eventId }: Booking): Promise<boolean> {
    if (address === undefined) return false
    const timestamp = seconds()
    const signature = sign(timestamp, [eventId, orderNumber, optimaNumber, invoiceNumber].join('\n'))
    const response = await fetch(`${address}/api/Accounting/invoices`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ eventId, orderNumber, optimaNumber, invoiceNumber, timestamp, signature }),
      signal: AbortSignal.timeout(10_000)
    })
    await response.body?.cancel()
    return response.ok || (response.status < 500 && ![409, 429].includes(response.status))
  }

  function reportLater(booking: Booking, tried = 0): void {
    const pause = pauses[tried]
    if (pause === undefined) {
      reporting.delete(booking.eventId)
      return
    }
    const timer = setTimeout(async () => {
      timers.delete(timer)
      const isDone = await report(booking).catch(() => false)
      if (isDone) reporting.delete(booking.eventId)
      else reportLater(booking, tried + 1)
    }, pause)
    timers.add(timer)
  }

  function book(text: string): Booking | undefined {
    const { id, number } = JSON.parse(text) as { id?: unknown; number?: unknown }
    if (typeof id !== 'number' || typeof number !== 'string') return undefined
    // As the seeds number what was booked before: by the order's own number.
    const [, year = new Date().getFullYear(), serial = id] = /^Z\/(\d{4})\/(\w+)$/.exec(number) ?? []
    return {
      orderNumber: number,
      optimaNumber: `RO/${serial}/${year}`,
      invoiceNumber: `FS/${serial}/${year}`,
      eventId: `demo-${id}`
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (status: number, body: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const text = await textOf(request)
    if (request.method !== 'POST' || request.url !== '/api/orders') return json(404, { detail: 'Not found' })
    if (text === undefined) return json(413, { detail: 'Too large' })
    if (!isSigned(request, text)) return json(401, { detail: 'Not signed' })
    const booking = book(text)
    if (!booking) return json(422, { detail: 'No order' })
    json(201, { number: booking.optimaNumber })
    if (reporting.has(booking.eventId)) return
    reporting.add(booking.eventId)
    reportLater(booking)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    settings: { accountingUrl: `http://127.0.0.1:${port}/api`, accountingSecret: secret },
    reportTo(given) {
      address = given
    },
    async stop() {
      for (const timer of timers) clearTimeout(timer)
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    }
  }
}

/** The body; undefined when it is longer than an order. */
async function textOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length
    if (bytes > maxBytes) return undefined
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString()
}
