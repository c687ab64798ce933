/** Fakturownia as the accounting system: an invoice of each order, one alone, whatever the calls come to. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readSettings } from '../../config/settings.ts'
import { handOver } from '../../modules/orders/accounting/job.ts'
import { dayOf } from '../../src/contract/days.ts'
import { aFakturownia, fakturowniaToken } from '../helper/fakturownia.ts'
import { aServer, sync } from './fixtures/accounting.ts'

const fakturownia = await aFakturownia()
const settings = {
  ROLES: 'web',
  ACCOUNTING_URL: `${fakturownia.url}/`,
  ACCOUNTING_CONNECTOR: 'fakturownia',
  ACCOUNTING_TOKEN: fakturowniaToken,
  ACCOUNTING_PAYMENT_DAYS: '21'
}
const server = await aServer(settings)
afterAll(async () => {
  await server.close()
  await fakturownia.close()
})
beforeEach(() => {
  server.clock.now = new Date('2026-11-20T23:30:00Z')
})

async function waiting(columns: Record<string, unknown> = {}): Promise<number> {
  const id = await server.order({ finished_at: new Date('2026-11-18T12:00:00Z'), ...columns })
  expect((await sync(server, id)).status).toBe(200)
  return id
}
const attempt = (id: number, tried = 0, token = fakturowniaToken) =>
  handOver(
    { ...server.services, settings: { ...server.services.settings, accountingToken: token } },
    { orderId: id, tried, askedBy: server.staff.accountId }
  )
const invoicesOf = async (id: number) => {
  const { number } = await server.details(id)
  return fakturownia.invoices.filter(({ oid }) => oid === number)
}
const retriesOf = async (id: number): Promise<{ at: Date; tried: number }[]> =>
  (await server.services.db('queue.job').where({ name: 'orders.sync' }).select('data', 'start_after'))
    .filter(({ data }) => data.orderId === id && data.tried > 0)
    .map(({ data, start_after }) => ({ at: start_after, tried: data.tried }))

describe('an order that is handed over', () => {
  it('becomes an invoice with the amount that is owed, and is invoiced under its number', async () => {
    const tonnes = { order_type_id: 2, quantity: 3, tonnage: 2.55, net_price: 200, net_value: 200, gross_value: 216 }
    const id = await waiting(tonnes)
    await attempt(id)
    const [invoice, ...others] = await invoicesOf(id)
    expect(others).toEqual([])
    expect(invoice).toMatchObject({
      kind: 'vat',
      oid_unique: 'yes',
      sell_date: '2026-11-18',
      issue_date: '2026-11-21',
      payment_type: 'transfer',
      payment_to: '2026-12-12',
      buyer_name: expect.stringMatching(/^Opony/),
      buyer_tax_no: expect.stringMatching(/^\d{10}$/),
      buyer_country: 'PL',
      positions: [{ quantity: 2.55, quantity_unit: 't', tax: 8, total_price_gross: 550.8 }]
    })
    expect(await server.details(id)).toMatchObject({
      currentStatus: 5,
      invoiceNumber: invoice.number,
      optimaNumber: invoice.number,
      optimaStatus: 2
    })
    expect((await server.sentences(id))[0]).toBe(`Zafakturowano zamówienie: ${invoice.number}`)
  })

  it('in cash is to be paid on the day of the invoice', async () => {
    const id = await waiting({ payment_type: 0 })
    await attempt(id)
    expect(await invoicesOf(id)).toMatchObject([{ payment_type: 'cash', payment_to: dayOf(server.clock.now) }])
  })

  it('is invoiced once where the answer was lost: the second call finds the invoice, its token in no address', async () => {
    const id = await waiting()
    fakturownia.next('lost')
    await attempt(id)
    expect(await server.details(id)).toMatchObject({ optimaStatus: 1, invoiceNumber: null })
    await attempt(id, 1)
    const [invoice, ...others] = await invoicesOf(id)
    expect(others).toEqual([])
    expect(await server.details(id)).toMatchObject({ currentStatus: 5, invoiceNumber: invoice.number })
    const asked = fakturownia.calls.at(-1)
    expect(asked).toMatchObject({ method: 'GET', authorization: `Bearer ${fakturowniaToken}` })
    expect(fakturownia.calls.some(({ url }) => url.includes(fakturowniaToken))).toBe(false)
  })

  it('that is tried again after it was invoiced asks for nothing more', async () => {
    const id = await waiting()
    await attempt(id)
    const before = fakturownia.calls.length
    await attempt(id, 1)
    expect(fakturownia.calls).toHaveLength(before)
  })
})

describe('an answer', () => {
  it.each([
    ['that limits calls', 'busy', 3600],
    ['that it is down', 'down', 0],
    ['without a number', 'nameless', 0],
    ['that is a page', 'page', 0]
  ] as const)('%s leaves the order waiting for the next try', async (_what, way, least) => {
    const id = await waiting()
    fakturownia.next(way)
    await attempt(id)
    expect(await server.details(id)).toMatchObject({ optimaStatus: 1, currentStatus: 3, invoiceNumber: null })
    const [retry] = await retriesOf(id)
    expect(retry?.tried).toBe(1)
    expect((retry?.at.getTime() ?? 0) - server.clock.now.getTime()).toBeGreaterThanOrEqual(least * 1000)
  })

  it('that refuses says why in the words of Fakturownia, by its fields', async () => {
    const id = await waiting()
    fakturownia.next('refused')
    await attempt(id)
    expect(await server.details(id)).toMatchObject({ optimaStatus: 3, currentStatus: 3 })
    expect((await server.sentences(id))[0]).toBe('Wystąpił błąd synchronizacji: buyer_tax_no: Nieprawidłowy NIP')
  })

  it('to a wrong token says so, and an order without a weight is not sent', async () => {
    const id = await waiting()
    await attempt(id, 0, 'another')
    expect((await server.sentences(id))[0]).toBe('Wystąpił błąd synchronizacji: Zły token')
    const unweighed = await waiting({ order_type_id: 2, tonnage: null })
    const before = fakturownia.calls.length
    await attempt(unweighed)
    expect(fakturownia.calls).toHaveLength(before)
    expect(await server.details(unweighed)).toMatchObject({ optimaStatus: 3 })
  })
})

it('the start is refused without the token, and asks for no shared secret', () => {
  const given = { DEMO: 'off', ACCOUNTING_URL: 'https://firma.fakturownia.pl', ACCOUNTING_CONNECTOR: 'fakturownia' }
  expect(() => readSettings(given)).toThrow(/ACCOUNTING_TOKEN/)
  expect(readSettings({ ...given, ACCOUNTING_TOKEN: fakturowniaToken }).accountingConnector).toBe('fakturownia')
})
