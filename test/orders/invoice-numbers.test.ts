/** Invoice numbers that people type, where no accounting system sends them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, anOrder } from '../helper/factories.ts'

let test: TestApp
let staff: Person
let colleague: Person
let company: ACompany
let itemId: number

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  const { db } = test.services
  ;[staff, colleague] = [await test.signedInAs('ADMIN'), await test.signedInAs('ADMIN')]
  company = await aCompany(db)
  itemId = (await anItem(db)).id
})
afterAll(() => test.close())
// until when a number can be undone is asked of the database, too, whose clock is not the test's
beforeEach(() => {
  test.clock.now = new Date()
})

/** A completed order with an accounting number. */
async function order(columns: Record<string, unknown> = {}, of = company): Promise<number> {
  const { db } = test.services
  const { id } = await anOrder(db, { company: of, itemId, status: 3 })
  await db('orders.orders')
    .where({ id })
    .update({ optima_number: 'FZ/1', optima_status: 2, ...columns })
  return id
}
const put = (id: number, verb: string, body?: object, who = staff) =>
  who.call('PUT', `/api/Admin/Orders/${id}/${verb}`, body)
const type = (id: number, invoiceNumber: string, who = staff) => put(id, 'set-invoice-number', { invoiceNumber }, who)
const rowOf = async (id: number) => (await staff.get(`/api/Admin/Orders?OrderId=${id}`)).body.data[0]
const sentences = async (id: number): Promise<string[]> =>
  (await staff.get(`/api/Admin/Orders/${id}/history`)).body.data.map(
    (entry: { statusDescription: string }) => entry.statusDescription
  )

describe('an invoice number typed by hand', () => {
  it('makes a completed order invoiced, and history says so, also to the client', async () => {
    const id = await order()
    const { status, body } = await put(id, 'set-invoice-number', { orderId: id, invoiceNumber: ' FS/1/2026 ' })
    expect([status, body.data]).toMatchObject([
      200,
      { currentStatus: 5, invoiceNumber: 'FS/1/2026', optimaNumber: 'FZ/1' }
    ])
    expect(await sentences(id)).toEqual(['Zafakturowano zamówienie: FS/1/2026'])
    const client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id, departmentId: company.departmentId })
    const [line] = (await client.get(`/api/Admin/Orders/${id}/history`)).body.data
    expect(line.statusDescription).toBe('Zafakturowano zamówienie: FS/1/2026')
    expect((await type(await order(), 'FS/2/2026', client)).status).toBe(403)
  })

  it('needs an accounting number first', async () => {
    const id = await order({ optima_number: null, optima_status: 0 })
    expect((await type(id, 'FS/3')).body).toMatchObject({
      status: 409,
      detail: 'Najpierw wpisz numer księgowy tego zamówienia.'
    })
    await put(id, 'set-optima-number', { optimaNumber: 'FZ/3' })
    expect((await type(id, 'FS/3')).status).toBe(200)
  })

  it.each([0, 1, 2, 4, 5])('is refused in status %d', async status => {
    expect((await type(await order({ status }), 'FS/4')).body).toMatchObject({
      status: 409,
      detail: 'Numer faktury można wpisać tylko w zrealizowanym zamówieniu.'
    })
  })

  it.each([
    [{}, 'invoiceNumber', 'Podaj numer faktury'],
    [{ invoiceNumber: '  ' }, 'invoiceNumber', 'Podaj numer faktury'],
    [{ invoiceNumber: 'x'.repeat(51) }, 'invoiceNumber', expect.any(String)],
    [{ invoiceNumber: 'FS\n5' }, 'invoiceNumber', expect.any(String)],
    [{ invoiceNumber: 'FS/5', orderId: 1_000_000 }, 'orderId', expect.any(String)]
  ])('is asked for: %j', async (body, PropertyName, ErrorMessage) => {
    const answer = await put(await order(), 'set-invoice-number', body)
    expect([answer.status, answer.body.Errors]).toEqual([400, [{ PropertyName, ErrorMessage }]])
  })

  it('may be of several orders of a company, and of no other company’s: that order is named', async () => {
    const { db } = test.services
    const other = await aCompany(db, { name: 'Opony Żwirek' })
    const [one, two, foreign] = [await order(), await order(), await order({}, other)]
    expect([(await type(one, 'FS/6')).status, (await type(two, 'FS/6')).status]).toEqual([200, 200])
    await type(foreign, 'FS/7')
    const { number } = await rowOf(foreign)
    const { status, body } = await type(await order(), 'FS/7')
    const sentence = `Fakturę o tym numerze ma już zamówienie ${number} innej firmy: Opony Żwirek. Sprawdź numer.`
    expect([status, body.code, body.detail]).toEqual([409, 'orders.invoiceOfOthers', sentence])
    expect(body.Errors).toEqual([{ PropertyName: 'invoiceNumber', ErrorMessage: sentence }])
  })

  it('typed at the same time for orders of two companies goes to one of them', async () => {
    const other = await aCompany(test.services.db)
    const ids = [await order(), await order({}, other)]
    const answers = await Promise.all(ids.map(id => type(id, 'FS/8')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('is not typed where an accounting system sends them, and the button says why', async () => {
    const connected = await anApp({
      ROLES: 'web',
      ACCOUNTING_URL: 'http://127.0.0.1:9',
      ACCOUNTING_SECRET: 'a'.repeat(40)
    })
    const { db } = connected.services
    const admin = await connected.signedInAs('ADMIN')
    const { id } = await anOrder(db, { company: await aCompany(db), itemId: (await anItem(db)).id, status: 3 })
    const sentence = 'Numery faktur przysyła system księgowy, więc nie wpisuje się ich ręcznie.'
    const answer = await admin.put(`/api/Admin/Orders/${id}/set-invoice-number`, { invoiceNumber: 'FS/9' })
    expect(answer.body).toMatchObject({ status: 409, code: 'orders.accountingOn', detail: sentence })
    const { list } = (await admin.get('/api/ui/pages/orders.completed')).body.data
    const button = list.commands.find(({ name }: { name: string }) => name === 'orders.setInvoiceNumber')
    expect(button).toMatchObject({ series: true, disabled: 'errors.orders.accountingOn' })
    await connected.close()
  })
})

describe('an invoice number is taken back', () => {
  it.each(['undo', 'undo-invoice'])('by %s, by anybody of the staff, until the end of the day', async verb => {
    const id = await order({ receiving_date: '2026-05-30' })
    const before = (await staff.get(`/api/Admin/Orders/${id}/details`)).body.data
    await type(id, 'FS/10')
    expect(await rowOf(id)).toMatchObject({ currentStatus: 5, invoiceFinal: false })
    const { status } = await put(id, verb, undefined, colleague)
    expect(status).toBe(200)
    expect((await staff.get(`/api/Admin/Orders/${id}/details`)).body.data).toEqual({
      ...before,
      version: before.version + 2
    })
    expect((await sentences(id))[0]).toBe('Cofnięto numer faktury')
    expect((await type(id, 'FS/11')).status).toBe(200)
  })

  it('is refused on a later day', async () => {
    const { db } = test.services
    const id = await order()
    await type(id, 'FS/12')
    test.clock.now = new Date(Date.now() + 86_400_000)
    expect((await put(id, 'undo')).body).toMatchObject({
      status: 409,
      code: 'orders.undoNextDay',
      detail: 'Numer faktury można cofnąć tylko do końca dnia, w którym go wpisano.'
    })
    await db.raw(`update orders.orders set invoiced_by_hand_at = now() - interval '1 day' where id = ?`, [id])
    expect(await rowOf(id)).toMatchObject({ invoiceFinal: true })
    expect((await put(id, 'undo-invoice')).body).toMatchObject({
      status: 409,
      detail: 'To zamówienie jest zafakturowane. Cofnąć można tylko numer faktury wpisany ręcznie, do końca tego dnia.'
    })
  })

  it('is refused where the accounting system gave it', async () => {
    const id = await order({ status: 5, invoice_number: 'FS/13' })
    expect(await rowOf(id)).toMatchObject({ invoiceFinal: true })
    expect((await put(id, 'undo')).status).toBe(409)
  })

  it('keeps the stop of the route: the order was driven', async () => {
    const { db } = test.services
    const id = await order()
    const [vehicle] = await db('fleet.vehicles')
      .insert({
        brand: 'MAN',
        model: 'TGX',
        register_number: 'LCH 1A23',
        driver_id: (await test.signedInAs('DRIVER')).accountId
      })
      .returning('id')
    const [route] = await db('orders.routes')
      .insert({ vehicle_id: vehicle.id, day: '2026-05-30', number: 1 })
      .returning('id')
    await db('orders.stops').insert({ order_id: id, route_id: route.id, sequence: 1 })
    await type(id, 'FS/14')
    await put(id, 'undo')
    expect(await db('orders.stops').where({ order_id: id })).toHaveLength(1)
  })
})
