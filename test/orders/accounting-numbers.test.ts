/** Accounting numbers that people type: with a connector for the orders it does not take, without one for all. */
import { beforeAll, describe, expect, it } from 'vitest'
import { initialValues } from '../../ui/parts/form/formValues.ts'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, anOrder } from '../helper/factories.ts'

let test: SharedApp
let staff: Person
let company: ACompany
let itemId: number

beforeAll(async () => {
  test = await aSharedApp()
  const { db } = test.services
  staff = await test.signedInAs('ADMIN')
  company = await aCompany(db)
  itemId = (await anItem(db)).id
})

async function order(columns: Record<string, unknown> = {}): Promise<number> {
  const { db } = test.services
  const { id } = await anOrder(db, { company, itemId, status: 3 })
  if (Object.keys(columns).length > 0) await db('orders.orders').where({ id }).update(columns)
  return id
}

const type = (id: number, optimaNumber: string, more: object = {}, who = staff) =>
  who.put(`/api/Admin/Orders/${id}/set-optima-number`, { optimaNumber, ...more })
const sentences = async (id: number): Promise<string[]> =>
  (await staff.get(`/api/Admin/Orders/${id}/history`)).body.data.map(
    (entry: { statusDescription: string }) => entry.statusDescription
  )

describe('a number typed by hand', () => {
  it.each([{}, { manually: true }, { optima_status: 1 }, { optima_status: 3 }])(
    'is stored for a completed order with %j',
    async columns => {
      const id = await order(columns)
      const { status, body } = await type(id, ' FZ/1/2026 ', { orderId: id })
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ optimaNumber: 'FZ/1/2026', optimaStatus: 2, currentStatus: 3 })
      expect(await sentences(id)).toEqual(['Wpisano ręcznie numer księgowy: FZ/1/2026'])
    }
  )

  it('may be that of another order, because one document may cover both', async () => {
    const [one, two] = [await order(), await order()]
    expect([(await type(one, 'FZ/2')).status, (await type(two, 'FZ/2')).status]).toEqual([200, 200])
  })

  it.each([0, 1, 2, 4, 5])('is refused in status %d', async status => {
    const { body } = await type(await order({ status }), 'FZ/3')
    expect(body).toMatchObject({ status: 409, detail: 'Numer można nadać tylko zrealizowanemu zamówieniu.' })
  })

  it('may be corrected until there is an invoice number, and history keeps both', async () => {
    const id = await order()
    await type(id, 'FZ/4')
    const { status, body } = await type(id, 'FZ/5')
    expect([status, body.data]).toMatchObject([200, { optimaNumber: 'FZ/5', optimaStatus: 2 }])
    const [line] = (await staff.get(`/api/Admin/Orders/${id}/history`)).body.data
    expect(line.statusDescription).toBe('Wpisano ręcznie numer księgowy: FZ/5')
    expect(line.changes).toEqual([{ field: 'optimaNumber', before: 'FZ/4', after: 'FZ/5' }])
    const { version } = body.data
    expect((await type(id, 'FZ/5')).body).toMatchObject({ unchanged: true, data: { version } })
    await staff.put(`/api/Admin/Orders/${id}/set-invoice-number`, { invoiceNumber: 'FS/5' })
    expect((await type(id, 'FZ/6')).status).toBe(409)
  })

  it('is in the form that corrects it', async () => {
    const id = await order({ optima_number: 'FZ/12', optima_status: 2 })
    const { data: form } = (await staff.get('/api/ui/forms/orders.setOptimaNumber')).body
    const [row] = (await staff.get(`/api/Admin/Orders?OrderId=${id}`)).body.data
    expect(initialValues(form, row)).toMatchObject({ optimaNumber: 'FZ/12' })
  })

  it.each([
    [{}, 'optimaNumber', 'Podaj numer z systemu księgowego'],
    [{ optimaNumber: '  ' }, 'optimaNumber', 'Podaj numer z systemu księgowego'],
    [{ optimaNumber: 'x'.repeat(51) }, 'optimaNumber', expect.any(String)],
    [{ optimaNumber: 'FZ\n6' }, 'optimaNumber', expect.any(String)],
    [{ optimaNumber: 'FZ/6', orderId: 1_000_000 }, 'orderId', expect.any(String)]
  ])('is asked for: %j', async (body, PropertyName, ErrorMessage) => {
    const answer = await staff.put(`/api/Admin/Orders/${await order()}/set-optima-number`, body)
    expect(answer.status).toBe(400)
    expect(answer.body.Errors).toEqual([{ PropertyName, ErrorMessage }])
  })

  it.each([
    [{ numberOptima: ' FZ/7/2026 ' }, 'FZ/7/2026'],
    [{ numberOptima: 'FZ/8/2026', optimaNumber: 'FZ/8/2026' }, 'FZ/8/2026'],
    [{ numberOptima: 'FZ/9/2026', optimaNumber: null }, 'FZ/9/2026']
  ])('is taken under the name of the form, too: %j', async (body, number) => {
    const { status, body: answer } = await staff.put(`/api/Admin/Orders/${await order()}/set-optima-number`, body)
    expect([status, answer.data?.optimaNumber]).toEqual([200, number])
  })

  it('is refused under two names that differ, and asked for under the first', async () => {
    const refusals = await Promise.all(
      [{ numberOptima: 'FZ/10', optimaNumber: 'FZ/11' }, { numberOptima: '' }].map(
        async body => (await staff.put(`/api/Admin/Orders/${await order()}/set-optima-number`, body)).body.Errors
      )
    )
    expect(refusals).toEqual([
      [{ PropertyName: 'numberOptima', ErrorMessage: 'Wartości nie są takie same.' }],
      [{ PropertyName: 'optimaNumber', ErrorMessage: 'Podaj numer z systemu księgowego' }]
    ])
  })

  it('is found by the search', async () => {
    const id = await order()
    await type(id, 'FZ/998877')
    const { data } = (await staff.get('/api/Admin/Orders?allFields=998877')).body
    expect(data.map((row: { id: number }) => row.id)).toEqual([id])
  })

  it('is not for clients', async () => {
    const client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id })
    expect((await type(await order(), 'FZ/7', {}, client)).status).toBe(403)
  })
})
