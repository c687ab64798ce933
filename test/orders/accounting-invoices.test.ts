/** The accounting system tells of invoices: signed calls, each counted once, and nothing learnt by anyone else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnInvoice, accountingSecret, exampleOf, signedInvoice } from '../helper/accounting.ts'
import { type Answer, anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, anOrder } from '../helper/factories.ts'

let test: TestApp
let staff: Person
let company: ACompany
let itemId: number
let events = 0

beforeAll(async () => {
  test = await anApp({ ROLES: 'web', ACCOUNTING_URL: 'http://127.0.0.1:9', ACCOUNTING_SECRET: accountingSecret })
  const { db } = test.services
  staff = await test.signedInAs('ADMIN')
  company = await aCompany(db)
  itemId = (await anItem(db)).id
})
afterAll(() => test.close())

const call = '/api/Accounting/invoices'

async function order(columns: Record<string, unknown> = {}): Promise<{ id: number; number: string }> {
  const { db } = test.services
  const made = await anOrder(db, { company, itemId, status: 3 })
  if (Object.keys(columns).length > 0) await db('orders.orders').where({ id: made.id }).update(columns)
  return made
}

const anEvent = (given: Partial<AnInvoice>): AnInvoice => {
  events += 1
  return { eventId: `event-${events}`, invoiceNumber: `FS/${events}/2026`, ...given }
}

const reportInvoice = (invoice: AnInvoice, at = test.clock.now, secret = accountingSecret): Promise<Answer> =>
  test.nobody().post(call, signedInvoice(invoice, at, secret))

const details = async (id: number) => (await staff.get(`/api/Admin/Orders/${id}/details`)).body.data
const history = async (id: number) => (await staff.get(`/api/Admin/Orders/${id}/history`)).body.data

describe('an invoice', () => {
  it('makes a completed order an invoiced one, and history says by which', async () => {
    const { id, number } = await order()
    const { status, body } = await reportInvoice(anEvent({ orderNumber: number, invoiceNumber: 'FS/A/2026' }))
    expect([status, body]).toEqual([200, { data: { accepted: true } }])
    expect(await details(id)).toMatchObject({ currentStatus: 5, invoiceNumber: 'FS/A/2026', optimaNumber: null })
    expect(await history(id)).toMatchObject([
      { statusDescription: 'Zafakturowano zamówienie: FS/A/2026', user: null, date: test.clock.now.toISOString() }
    ])
    expect((await history(id))[0].changes).toContainEqual({ field: 'currentStatus', before: 3, after: 5 })
  })

  it('by the accounting number reaches every order of that document', async () => {
    const shared = { optima_number: 'RO/S/2026', optima_status: 2 }
    const [one, two] = [await order(shared), await order(shared)]
    expect((await reportInvoice(anEvent({ optimaNumber: 'RO/S/2026', invoiceNumber: 'FS/S/2026' }))).status).toBe(200)
    for (const { id } of [one, two])
      expect(await details(id)).toMatchObject({ currentStatus: 5, invoiceNumber: 'FS/S/2026' })
  })

  it('by both numbers sets the accounting number too, unless the order has another one', async () => {
    const [waiting, other] = [await order({ optima_status: 1 }), await order({ optima_number: 'RO/X/2026' })]
    await reportInvoice(anEvent({ orderNumber: waiting.number, optimaNumber: 'RO/B/2026' }))
    expect(await details(waiting.id)).toMatchObject({ currentStatus: 5, optimaNumber: 'RO/B/2026', optimaStatus: 2 })
    expect((await reportInvoice(anEvent({ orderNumber: other.number, optimaNumber: 'RO/B/2026' }))).status).toBe(404)
  })

  it('sent again, in a new call too, changes nothing', async () => {
    const { id, number } = await order()
    const event = anEvent({ orderNumber: number })
    await reportInvoice(event)
    const { version } = await details(id)
    const later = new Date(test.clock.now.getTime() + 60_000)
    for (const again of [await reportInvoice(event), await reportInvoice(event, later)])
      expect([again.status, again.body]).toEqual([200, { data: { accepted: true } }])
    expect(await details(id)).toMatchObject({ version })
    expect(await history(id)).toHaveLength(1)
  })

  it('sent again does not reach an order that took the number since', async () => {
    const event = anEvent({ optimaNumber: 'RO/L/2026' })
    await order({ optima_number: 'RO/L/2026' })
    await reportInvoice(event)
    const late = await order({ optima_number: 'RO/L/2026' })
    expect((await reportInvoice(event)).status).toBe(200)
    expect(await details(late.id)).toMatchObject({ currentStatus: 3, invoiceNumber: null })
  })

  it('sent ten times at once counts once', async () => {
    const { id, number } = await order()
    const event = anEvent({ orderNumber: number })
    const answers = await Promise.all(Array.from({ length: 10 }, () => reportInvoice(event)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await history(id)).toHaveLength(1)
  })

  it('that the order already has changes nothing, whatever the event; another one is refused', async () => {
    const { id, number } = await order()
    await reportInvoice(anEvent({ orderNumber: number, invoiceNumber: 'FS/C/2026' }))
    expect((await reportInvoice(anEvent({ orderNumber: number, invoiceNumber: 'FS/C/2026' }))).status).toBe(200)
    const { body } = await reportInvoice(anEvent({ orderNumber: number, invoiceNumber: 'FS/D/2026' }))
    expect(body).toMatchObject({
      status: 409,
      code: 'orders.otherInvoice',
      current: { number, currentStatus: 5, invoiceNumber: 'FS/C/2026' }
    })
    expect(await history(id)).toHaveLength(1)
  })

  it('two at once for one order: one wins', async () => {
    const { id, number } = await order()
    const answers = await Promise.all([
      reportInvoice(anEvent({ orderNumber: number })),
      reportInvoice(anEvent({ orderNumber: number }))
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await history(id)).toHaveLength(1)
  })

  it('under the id of another event is refused', async () => {
    const [one, two] = [await order(), await order()]
    const event = anEvent({ orderNumber: one.number })
    await reportInvoice(event)
    expect((await reportInvoice({ ...event, orderNumber: two.number })).body).toMatchObject({
      status: 422,
      code: 'kernel.keyReused'
    })
    expect(await details(two.id)).toMatchObject({ currentStatus: 3 })
  })

  it.each([0, 1, 2, 4])('for an order in status %d is refused, with its state', async status => {
    const { id, number } = await order({ status })
    const event = anEvent({ orderNumber: number })
    expect((await reportInvoice(event)).body).toMatchObject({
      status: 409,
      code: 'kernel.state',
      detail: 'Zafakturować można tylko zrealizowane zamówienie.',
      current: { number, currentStatus: status }
    })
    expect(await history(id)).toEqual([])
    await test.services.db('orders.orders').where({ id }).update({ status: 3 })
    expect((await reportInvoice(event)).status).toBe(200)
  })

  it('for several orders is refused whole when one of them cannot be invoiced', async () => {
    const shared = { optima_number: 'RO/T/2026', optima_status: 2 }
    const [open, other] = [await order(shared), await order({ ...shared, status: 5, invoice_number: 'FS/T/2026' })]
    const { body } = await reportInvoice(anEvent({ optimaNumber: 'RO/T/2026' }))
    expect(body).toMatchObject({ status: 409, current: { number: other.number } })
    expect(await details(open.id)).toMatchObject({ currentStatus: 3, invoiceNumber: null })
  })

  it('for an order that is not there, or for none, is refused', async () => {
    expect((await reportInvoice(anEvent({ orderNumber: 'Z/1999/000001' }))).status).toBe(404)
    expect((await reportInvoice(anEvent({}))).status).toBe(400)
  })
})

describe('the example of the page for integrators', () => {
  it('is answered, at its own time and under its own secret', async () => {
    const { now } = test.clock
    const example = exampleOf('"signature"')
    const { id } = await order({ number: example.orderNumber })
    test.clock.now = new Date('2026-11-20T10:00:30Z')
    const { status, body } = await test.nobody().post(call, example)
    test.clock.now = now
    expect([status, body]).toEqual([200, { data: { accepted: true } }])
    expect(await details(id)).toMatchObject({ invoiceNumber: example.invoiceNumber })
  })
})

describe('a call that is not signed', () => {
  const refusal = { status: 401, code: 'kernel.unauthorized' }
  const minutes = (count: number): Date => new Date(test.clock.now.getTime() + count * 60_000)

  it('gets the same answer whether or not the order exists', async () => {
    const { id, number } = await order()
    const event = anEvent({ orderNumber: number })
    const { timestamp, signature, ...bare } = signedInvoice(event, test.clock.now)
    const forged = [
      bare,
      { ...bare, timestamp },
      { ...bare, signature },
      { ...bare, timestamp, signature: '' },
      { ...bare, timestamp, signature: ' ' },
      { ...bare, timestamp, signature: signature.slice(1) },
      { ...bare, timestamp: timestamp + 1, signature },
      { ...bare, timestamp, signature, invoiceNumber: 'FS/EVIL' },
      { ...bare, timestamp, signature, eventId: 'event-evil' },
      signedInvoice(event, test.clock.now, 'a secret of somebody else, as long as ours is'),
      { ...signedInvoice({ ...event, orderNumber: 'Z/1999/000001' }, test.clock.now), signature: 'f'.repeat(64) }
    ]
    const answers = await Promise.all(forged.map(body => test.nobody().post(call, body)))
    const seen = answers.map(({ body: { instance, ...said } }) => said)
    expect(seen).toEqual(forged.map(() => expect.objectContaining(refusal)))
    expect(new Set(seen.map(said => JSON.stringify(said))).size).toBe(1)
    expect((await staff.post(call, bare)).status).toBe(401)
    expect(await details(id)).toMatchObject({ currentStatus: 3 })
  })

  it('is refused when it was signed over five minutes ago, or in the future', async () => {
    const { number } = await order()
    const event = anEvent({ orderNumber: number })
    for (const at of [minutes(-6), minutes(6)]) expect((await reportInvoice(event, at)).body).toMatchObject(refusal)
    expect((await reportInvoice(event, minutes(-4))).status).toBe(200)
  })

  it('cannot move a signed number from one field to another', async () => {
    const { number } = await order()
    const { orderNumber, ...rest } = signedInvoice(anEvent({ orderNumber: number }), test.clock.now)
    expect((await test.nobody().post(call, { ...rest, optimaNumber: orderNumber })).body).toMatchObject(refusal)
  })
})

describe('without a connector', () => {
  it('nobody can sign, and every call is refused like an unsigned one', async () => {
    const alone = await anApp({ ROLES: 'web' })
    try {
      const signed = signedInvoice(anEvent({ orderNumber: 'Z/1' }), alone.clock.now, '')
      const { body } = await alone.nobody().post(call, signed)
      expect(body).toMatchObject({ status: 401, code: 'kernel.unauthorized' })
    } finally {
      await alone.close()
    }
  })
})
