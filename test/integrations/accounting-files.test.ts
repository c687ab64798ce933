/** Files for accounting: what is in a run, what a second one says, and that files are fetched again as they were. The writers: accounting-writers.test.ts. */
import { beforeAll, describe, expect, it } from 'vitest'
import { stableId } from '../../modules/integrations/accounting/rules.ts'
import { DocumentChange } from '../../modules/integrations/accounting/schema.ts'
import { anApp, officeHost, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, anOrder } from '../helper/factories.ts'
import { parsed } from './fixtures/optima.ts'

const path = '/api/Admin/AccountingFiles'
let test: TestApp
let staff: Person
let company: ACompany
beforeAll(async () => {
  test = await anApp({ OPTIMA_TARGET: 'BIURO' })
  await test.begin()
  staff = await test.signedInAs('ADMIN', { host: officeHost })
  company = await aCompany(test.services.db, { name: 'Opony Żak & Syn' })
  return () => test.close()
})

/** An order that was completed at the instant; columns as they stand in the table. */
async function booked(at: string, columns: Record<string, unknown> = {}, of = company): Promise<number> {
  const { db } = test.services
  const orderTypeId = (columns.order_type_id ?? 3) as 1 | 2 | 3
  const { id } = await anOrder(db, {
    company: of,
    itemId: (await anItem(db, { orderTypeId })).id,
    status: 3,
    orderTypeId
  })
  await db('orders.orders')
    .where({ id })
    .update({ finished_at: new Date(at), ...columns })
  return id
}
const change = (id: number, columns: Record<string, unknown>) =>
  test.services.db('orders.orders').where({ id }).update(columns)

const run = async (dateFrom: string, dateTo: string) => {
  const { status, body } = await staff.post(path, { dateFrom, dateTo })
  expect(status).toBe(201)
  return body.data as Record<string, number>
}
const documentsOf = async ({ id }: Record<string, number>, more = ''): Promise<Record<string, unknown>[]> =>
  (await staff.get(`/api/Admin/AccountingDocuments?page=1&limit=100&OrderBy=id&RunId=${id}${more}`)).body.data
const fileOf = async ({ id }: Record<string, number>) =>
  parsed(new TextDecoder('windows-1250').decode(await bytesOf(`${path}/${id}/optima`)))
const fetched = (url: string) =>
  test.app.inject({ method: 'GET', url, headers: { host: officeHost, authorization: `Bearer ${staff.token}` } })
const bytesOf = async (url: string): Promise<Buffer> => (await fetched(url)).rawPayload

describe('a file', () => {
  it('has the completed and invoiced orders of its days in Warsaw, and no others', async () => {
    const first = await booked('2024-01-31T23:30:00Z')
    const last = await booked('2024-02-29T22:30:00Z', { status: 5, invoice_number: 'FV/2/2024' })
    await booked('2024-01-31T22:30:00Z')
    await booked('2024-02-29T23:30:00Z')
    await booked('2024-02-10T10:00:00Z', { status: 2 })
    await booked('2024-02-10T10:00:00Z', { status: 4 })
    const made = await run('2024-02-01', '2024-02-29')
    expect(made).toMatchObject({ documents: 2, newDocuments: 2, changedDocuments: 0, goneDocuments: 0, gross: 216 })
    const documents = await documentsOf(made)
    expect(documents.map(({ documentId }) => documentId)).toEqual([first, last].map(id => stableId(`document/${id}`)))
    expect(documents[1]).toMatchObject({
      number: 'FV/2/2024',
      company: 'Opony Żak & Syn',
      saleDay: '2024-02-29',
      net: 100,
      vat: 8,
      gross: 108,
      change: DocumentChange.new,
      formerGross: null
    })
  })

  it('says what is owed: weighed tonnes at their price, and leaves out what was not weighed', async () => {
    const tonnage = { order_type_id: 2, quantity: 3, net_price: 200, net_value: 200, gross_value: 216, vat_value: 16 }
    await booked('2024-03-10T10:00:00Z', { ...tonnage, tonnage: 2.55 })
    await booked('2024-03-11T10:00:00Z', tonnage)
    const made = await run('2024-03-02', '2024-03-31')
    expect(made).toMatchObject({ documents: 1, leftOut: 1, gross: 550.8 })
    const { values } = await fileOf(made)
    expect([values('NETTO'), values('VAT'), values('KWOTA_PLAT')]).toEqual([['510.00'], ['40.80'], ['550.80']])
  })

  it('has an invoice whole, in the period of the last of its orders', async () => {
    const invoiced = { status: 5, invoice_number: 'FV/3/2024' }
    await booked('2024-04-29T10:00:00Z', invoiced)
    await booked('2024-05-02T10:00:00Z', invoiced)
    await booked('2024-04-03T10:00:00Z')
    const april = await documentsOf(await run('2024-04-01', '2024-04-30'))
    const may = await documentsOf(await run('2024-05-01', '2024-05-31'))
    expect(april).toHaveLength(1)
    expect(may).toMatchObject([{ number: 'FV/3/2024', gross: 216, saleDay: '2024-05-02' }])
  })

  it('is fetched as Optima and as CSV, under names of their own, the same each time', async () => {
    await booked('2024-06-03T10:00:00Z', { status: 5, invoice_number: '=FV/6' })
    const made = await run('2024-06-01', '2024-06-30')
    const optima = await fetched(`${path}/${made.id}/optima`)
    expect(optima.headers['content-type']).toBe('application/xml; charset=windows-1250')
    expect(optima.headers['content-disposition']).toContain(`opony-2024-06-01-2024-06-30-${made.id}.xml`)
    const { values } = await fileOf(made)
    expect([values('NUMER'), values('BAZA_DOC_ID')[0], values('NAZWA1')[0]]).toEqual([
      ['=FV/6'],
      'BIURO',
      'Opony Żak & Syn'
    ])
    const csv = await fetched(`${path}/${made.id}/csv`)
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.body).toContain(";'=FV/6;")

    await test.services.db('companies.companies').where({ id: company.id }).update({ name: 'Inna nazwa' })
    expect(await bytesOf(`${path}/${made.id}/optima`)).toEqual(optima.rawPayload)
    expect(await bytesOf(`${path}/${made.id}/csv`)).toEqual(csv.rawPayload)
    await test.services.db('companies.companies').where({ id: company.id }).update({ name: 'Opony Żak & Syn' })
  })
})

describe('a second file of the same period', () => {
  it('says what is new, changed, gone and the same since the first', async () => {
    const at = '2024-07-05T10:00:00Z'
    const [same, changed, gone] = [await booked(at), await booked(at), await booked(at)]
    await run('2024-07-01', '2024-07-31')
    await change(changed, { net_value: 200, gross_value: 216, status: 5, invoice_number: 'FV/7/2024' })
    await change(gone, { status: 2 })
    const added = await booked(at)
    const made = await run('2024-07-01', '2024-07-31')
    expect(made).toMatchObject({ documents: 3, newDocuments: 1, changedDocuments: 1, goneDocuments: 1 })
    const said = (await documentsOf(made)).map(row => [row.documentId, row.change, row.gross, row.formerGross])
    expect(said.toSorted()).toEqual(
      [
        [stableId(`document/${same}`), DocumentChange.same, 108, 108],
        [stableId(`document/${changed}`), DocumentChange.changed, 216, 108],
        [stableId(`document/${gone}`), DocumentChange.gone, 108, 108],
        [stableId(`document/${added}`), DocumentChange.new, 108, null]
      ].toSorted()
    )
    expect(await documentsOf(made, `&Change=${DocumentChange.gone}`)).toHaveLength(1)
    const { values } = await fileOf(made)
    expect(values('NUMER')).toHaveLength(3)
    expect(await run('2024-07-01', '2024-07-31')).toMatchObject({
      newDocuments: 0,
      changedDocuments: 0,
      goneDocuments: 0
    })
  })

  it('compares with the one before also where both are made at once', async () => {
    await booked('2024-08-05T10:00:00Z')
    const both = await Promise.all([run('2024-08-01', '2024-08-31'), run('2024-08-01', '2024-08-31')])
    expect(both.map(({ newDocuments }) => newDocuments).toSorted()).toEqual([0, 1])
  })

  it('compares with no file of another period', async () => {
    await booked('2024-09-05T10:00:00Z')
    await run('2024-09-01', '2024-09-30')
    expect(await run('2024-09-01', '2024-09-29')).toMatchObject({ newDocuments: 1 })
  })
})

it.each([
  ['ends before it begins', '2024-02-02', '2024-02-01', 'dateTo', 'Koniec okresu jest przed jego początkiem'],
  ['is longer than a year', '2024-01-01', '2025-01-01', 'dateTo', 'Okres może mieć najwyżej rok'],
  ['has no order', '2001-01-01', '2001-12-31', 'dateFrom', 'W tym okresie nie zakończono żadnego zamówienia']
])('a period that %s is refused at its field, and nothing is kept', async (_what, dateFrom, dateTo, field, message) => {
  const before = await test.services.db('integrations.accounting_runs').count()
  const { status, body } = await staff.post(path, { dateFrom, dateTo })
  expect(status).toBe(422)
  expect(body.Errors).toEqual([{ PropertyName: field, ErrorMessage: message }])
  expect(await test.services.db('integrations.accounting_runs').count()).toEqual(before)
})

describe('the mapping', () => {
  const lines = async (): Promise<Record<string, unknown>[]> =>
    (await staff.get('/api/Admin/AccountingMappings?page=1&limit=10')).body.data

  it('says register, categories and days to pay of the next files, and leaves those that there are', async () => {
    await booked('2024-10-05T10:00:00Z', { order_type_id: 3 })
    const before = await run('2024-10-01', '2024-10-31')
    const [home] = await lines()
    const { status, body } = await staff.put(`/api/Admin/AccountingMappings/${home?.id}`, {
      ...{ register: ' USŁUGI ', categoryVehicle: null, categoryTonnage: 'OPONY', categoryContainer: 'KONTENERY' },
      ...{ zeroRate: 2, paymentDays: 30 }
    })
    expect([status, body.data.register]).toEqual([200, 'USŁUGI'])
    const made = await run('2024-10-01', '2024-10-31')
    expect(made).toMatchObject({ changedDocuments: 1 })
    const { values } = await fileOf(made)
    expect(['REJESTR', 'KATEGORIA_POS', 'TERMIN'].map(name => values(name))).toEqual([
      ['USŁUGI'],
      ['KONTENERY'],
      ['2024-11-04']
    ])
    expect((await fileOf(before)).values('REJESTR')).toEqual(['SPRZEDAŻ'])
    const { body: history } = await staff.get(`/api/Admin/AccountingMappings/${home?.id}/history`)
    expect(history.data[0]).toMatchObject({ statusDescription: 'Zmieniono księgowanie' })
  })

  it.each([
    ['no register', { register: '' }, 400],
    ['a register of 21 characters', { register: 'x'.repeat(21) }, 400],
    ['half a year to pay', { paymentDays: 181 }, 400]
  ])('with %s is refused', async (_what, part, expected) => {
    const [home] = await lines()
    const body = { register: 'A', zeroRate: 1, paymentDays: 14, ...part }
    expect((await staff.put(`/api/Admin/AccountingMappings/${home?.id}`, body)).status).toBe(expected)
  })
})
