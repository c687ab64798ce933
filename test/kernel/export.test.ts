/** Any list page as a spreadsheet: its columns, rows, order and words, for whoever may open it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listPagesOf } from '../../src/kernel/module.ts'
import { modules } from '../../src/modules.ts'
import { anApp, officeHost, type Person, portalHost, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, anOrder } from '../helper/factories.ts'
import { cellsOf, headOf, partsOf } from '../helper/xlsx.ts'

const pages = listPagesOf(modules)
let test: TestApp
let staff: Person
let client: Person
let company: ACompany
let other: ACompany

beforeAll(async () => {
  test = await anApp({
    ROLES: 'web',
    ...{ BDO_URL: 'http://127.0.0.1:9', BDO_CLIENT_ID: 'id', BDO_CLIENT_SECRET: 'secret' }
  })
  const { db } = test.services
  company = await aCompany(db, { name: 'Nasza firma' })
  other = await aCompany(db, { name: '=Cudza firma' })
  const itemId = (await anItem(db)).id
  const order = (number: string, of: ACompany, status = 0) =>
    anOrder(db, { company: of, itemId, number, status, createdAt: new Date('2026-11-10T10:00:00Z') })
  await order('Z/2026/1', company)
  await order('Z/2026/2', other)
  await order('Z/2026/3', company)
  await order('Z/2026/4', company, 1)
  staff = await test.signedInAs('ADMIN', { host: officeHost })
  client = await test.signedInAs('CLIENT_ADMIN', { companyId: company.id, host: portalHost })
})
afterAll(() => test.close())

async function sheetOf(person: Person, pageId: string, query = '') {
  const answer = await test.app.inject({
    url: `/api/ui/pages/${pageId}/export${query}`,
    headers: { host: person === staff ? officeHost : portalHost, authorization: `Bearer ${person.token}` }
  })
  expect([pageId, answer.statusCode, answer.statusCode === 200 ? '' : answer.payload]).toEqual([pageId, 200, ''])
  const rows = cellsOf(partsOf(answer.rawPayload))
  const headers = rows[0]?.map(cell => cell?.value) ?? []
  return {
    answer,
    head: headOf(partsOf(answer.rawPayload)),
    headers,
    rows: rows.slice(1),
    column: (header: string) => rows.slice(1).map(row => row[headers.indexOf(header)]?.value)
  }
}

describe('the spreadsheet of a list', () => {
  it('has the columns of the page under their headers, and all of its rows', async () => {
    const { headers, column, answer } = await sheetOf(staff, 'orders.new')
    const page = pages.find(({ id }) => id === 'orders.new')
    expect(headers).toHaveLength(page?.columns.length ?? 0)
    expect(headers[0]).toBe('Numer')
    expect(column('Numer').sort()).toEqual(['Z/2026/1', 'Z/2026/2', 'Z/2026/3'])
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain("''Nowe 20")
  })

  it('says above its header what it is and when it was made', async () => {
    test.clock.now = new Date('2026-11-20T12:00:00Z')
    expect((await sheetOf(staff, 'orders.new')).head).toEqual(['Nowe', 'Sporządzono: 20.11.2026, 13:00'])
  })

  it('has how much was received, and of how much, as numbers: as a text Excel would read 1/1 as a date', async () => {
    const { db } = test.services
    const itemId = (await anItem(db)).id
    const { id } = await anOrder(db, { company: await aCompany(db), itemId, number: 'Z/2026/7', status: 3 })
    await db('orders.orders').where({ id }).update({ quantity: 3, quantity_taken: 1 })
    const { rows, headers } = await sheetOf(staff, 'orders.completed')
    const cell = (header: string) => rows[0]?.[headers.indexOf(header)]
    expect(cell('Odebrano')).toMatchObject({ value: '1', type: 'number' })
    expect(cell('Zamówiono')).toMatchObject({ value: '3', type: 'number' })
    expect(headers.at(-1)).toBe('Zamówiono')
  })

  it('has of an order by the tonne what was weighed as what was received, also where that is no column', async () => {
    const { db } = test.services
    const itemId = (await anItem(db)).id
    const { id } = await anOrder(db, { company: await aCompany(db), itemId, number: 'Z/2026/8', status: 5 })
    await db('orders.orders').where({ id }).update({ order_type_id: 2, quantity: 5, quantity_taken: 5, tonnage: 4.66 })
    const { rows, headers } = await sheetOf(staff, 'orders.invoiced', '?Columns=ReceptionCount')
    expect(headers).toEqual(['Odebrano', 'Zamówiono'])
    expect(rows[0]).toMatchObject([
      { value: '4.66', type: 'number', format: '#,##0.00" t"' },
      { value: '5', type: 'number' }
    ])
  })

  it('follows the order, the search and the filters of the list', async () => {
    const numbers = async (query: string) => (await sheetOf(staff, 'orders.new', query)).column('Numer')
    expect(await numbers('?OrderBy=number')).toEqual(['Z/2026/1', 'Z/2026/2', 'Z/2026/3'])
    expect(await numbers('?orderby=number&desc=true')).toEqual(['Z/2026/3', 'Z/2026/2', 'Z/2026/1'])
    expect(await numbers('?allFields=Cudza')).toEqual(['Z/2026/2'])
    expect(await numbers('?allFields=Cudza&PostalCode=99')).toEqual([])
    expect(await numbers('?PostalCode=__-___')).toHaveLength(3)
  })

  it('keeps the page’s fixed filters', async () => {
    expect((await sheetOf(staff, 'orders.new', '?OrderStatus=1')).column('Numer')).not.toContain('Z/2026/4')
  })

  it('has only the columns that are asked for, in that order', async () => {
    expect((await sheetOf(staff, 'orders.new', '?Columns=company&Columns=Number')).headers).toEqual(['Klient', 'Numer'])
  })

  it('has quantities as numbers that show their unit, by what was ordered, also where that is no column', async () => {
    const { rows } = await sheetOf(staff, 'orders.new', '?Columns=Quantity')
    expect(rows[0]).toEqual([{ value: '1', type: 'number', format: '0" szt."' }])
  })

  it('has words for codes, days as days, and no formula', async () => {
    const { rows, headers } = await sheetOf(staff, 'orders.all', '?allFields=Cudza')
    const cell = (header: string) => rows[0]?.[headers.indexOf(header)]
    expect(cell('Status')).toMatchObject({ value: 'Nowe', type: 'text' })
    expect(cell('Utworzono')).toMatchObject({ type: 'number', format: 'dd.mm.yyyy' })
    expect(cell('Klient')).toEqual({ value: '=Cudza firma', type: 'text', format: '@' })
  })

  it('of a client has the client’s rows, fields and words', async () => {
    const { column, headers } = await sheetOf(client, 'orders.client', '?OrderBy=number')
    expect(column('Numer')).toEqual(['Z/2026/1', 'Z/2026/3', 'Z/2026/4'])
    expect(column('Status')).toEqual(['Złożone', 'Złożone', 'Przyjęte'])
    expect(headers).not.toContain('Operator')
    expect((await sheetOf(client, 'orders.client', '?allFields=Cudza')).rows).toEqual([])
  })

  it.each([
    ['?OrderBy=nothing', 'OrderBy'],
    ['?OrderBy=number;drop', 'OrderBy'],
    ['?Columns=id;', 'Columns'],
    ['?Columns=manually', 'Columns'],
    ['?Overdue=perhaps', 'Overdue'],
    ['?PostalCode=%27%20or%201=1', 'PostalCode']
  ])('is refused for %s, at the name', async (query, field) => {
    const { status, body } = await staff.get(`/api/ui/pages/orders.new/export${query}`)
    expect([status, body.Errors?.[0]?.PropertyName]).toEqual([400, field])
  })

  it('of a page that the role does not have is not found', async () => {
    for (const page of ['orders.new', 'fleet.vehicles', 'none', 'reports.dashboard'])
      expect([page, (await client.get(`/api/ui/pages/${page}/export`)).status]).toEqual([page, 404])
  })

  it.each(pages.map(page => [page.id, page] as const))('of %s has as many rows as the list says', async (id, page) => {
    const person = page.access.includes('ADMIN') ? staff : client
    const fixed = new URLSearchParams(
      Object.fromEntries(Object.entries(page.fixed).map(([key, value]) => [key, String(value)]))
    )
    // a spreadsheet is a security event itself, written within a second: the list of them grows meanwhile
    const total = async (): Promise<number> => {
      await test.services.security.flush()
      return (await person.get(`${page.resource.path}?${fixed}`)).body.total
    }
    const before = await total()
    const { length } = (await sheetOf(person, id)).rows
    const after = await total()
    expect([before <= length, length <= after]).toEqual([true, true])
    expect(after - before).toBe(id === 'audit.securityEvents' ? 1 : 0)
  })
})
