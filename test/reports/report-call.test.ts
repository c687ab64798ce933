/** The call of a report: its grammar, what it refuses, and its preview. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { query, sql } from '../../src/kernel/database/sql.ts'
import type { Person, TestApp } from '../helper/app.ts'
import { type FinishedOrders, finishedOrders, november } from './fixtures/finished-orders.ts'
import { path, queryOf } from './fixtures/reports.ts'

let test: TestApp
let staff: Person
let file: FinishedOrders['file']
let refusal: FinishedOrders['refusal']

beforeAll(async () => {
  ;({ test, staff, file, refusal } = await finishedOrders())
})
afterAll(() => test.close())

describe('the call of a report', () => {
  it('sorts by OrderBy and IsDesc, and by the report’s own order without', async () => {
    const numbers = async (asked: object) => (await file(1, { ...november, ...asked })).column('Numer')
    expect(await numbers({ OrderBy: 'tonnage' })).toEqual(['Z/2026/3', 'Z/2026/1', 'Z/2026/2'])
    expect(await numbers({ OrderBy: 'TONNAGE', IsDesc: 'true' })).toEqual(['Z/2026/2', 'Z/2026/1', 'Z/2026/3'])
    expect(await numbers({})).toEqual(['Z/2026/3', 'Z/2026/2', 'Z/2026/1'])
  })

  it('leaves out the ExcludedColumns, repeated or divided by commas', async () => {
    const all = (await file(2)).headers
    expect((await file(2, { ExcludedColumns: ['tax_number', 'Orders'] })).headers).toEqual(
      all.filter(header => header !== 'NIP' && header !== 'Zamówienia')
    )
    expect((await file(2, { ExcludedColumns: 'tax_number,orders' })).headers).toHaveLength(all.length - 2)
  })

  it('groups by one column, with the sums of each group and of all', async () => {
    const { column, parts, headers } = await file(1, { ...november, GroupBy: 'client', OrderBy: 'number' })
    expect(headers[0]).toBe('Klient')
    expect(column('Klient')).toEqual([
      '=Żuraw()',
      'Razem: =Żuraw() (1)',
      'Abecadło',
      'Abecadło',
      'Razem: Abecadło (2)',
      'Razem (3)'
    ])
    expect(column('Tonaż')).toEqual(['4', '4', '2.5', '1.25', '3.75', '7.75'])
    expect(column('Numer')).toEqual(['Z/2026/2', undefined, 'Z/2026/1', 'Z/2026/3', undefined, undefined])
    const sheet = (parts.get('xl/worksheets/sheet1.xml') ?? '').replace(/^.*(?=<row r="5")/s, '')
    expect([...sheet.matchAll(/<row [^>]*>/g)].map(([row]) => /outlineLevel="(\d)"/.exec(row)?.[1])).toEqual([
      undefined,
      '2',
      '1',
      '2',
      '2',
      '1',
      undefined
    ])
  })

  it('groups by two columns, with the sums of both', async () => {
    const { column, cells } = await file(1, { ...november, GroupBy: ['client', 'created_on'], OrderBy: 'number' })
    expect(column('Tonaż')).toEqual(['4', '4', '4', '2.5', '2.5', '1.25', '1.25', '3.75', '7.75'])
    expect(cells[2]?.slice(0, 2).map(cell => [cell?.value, cell?.type])).toEqual([
      ['=Żuraw()', 'text'],
      ['Razem: 12.11.2026 (1)', 'text']
    ])
    expect(cells[8]?.[0]?.value).toBe('Razem: Abecadło (2)')
    expect(cells[9]?.[0]?.value).toBe('Razem (3)')
  })

  it('has DateFrom and DateTo of some ten days that end today, where it says none', async () => {
    test.clock.now = new Date('2026-11-23T23:30:00Z')
    expect((await file(1)).column('Numer')).toEqual(['Z/2026/3'])
    expect((await file(1)).answer.headers['content-disposition']).toContain(
      encodeURIComponent('2026-11-14 – 2026-11-24')
    )
    test.clock.now = new Date('2026-11-20T12:00:00Z')
  })

  it.each([
    [1, { '@DateFrom': '' }, '@DateFrom', 'To pole jest wymagane do pobrania raportu'],
    [5, {}, '@Year', 'To pole jest wymagane do pobrania raportu'],
    [5, { '@Year': '2021' }, '@Year', 'Wybierz jedną z dostępnych wartości.'],
    [5, { '@Year': '2027' }, '@Year', 'Wybierz jedną z dostępnych wartości.'],
    [2, { '@MinimumTonnage': '-1' }, '@MinimumTonnage', expect.stringContaining('0')],
    [2, { '@MinimumTonnage': '1 or 1=1' }, '@MinimumTonnage', expect.any(String)],
    [1, { '@DateFrom': '2026-02-30' }, '@DateFrom', expect.any(String)],
    [1, { '@DateFrom': '2026-11-20', '@DateTo': '2026-11-19' }, '@DateTo', expect.stringContaining('okresu')],
    [1, { '@Nothing': '1' }, '@Nothing', expect.any(String)],
    [1, { '@__proto__': '1' }, '@__proto__', expect.any(String)],
    [1, { OrderBy: 'number; drop table orders.orders' }, 'OrderBy', expect.any(String)],
    [1, { OrderBy: 'key' }, 'OrderBy', expect.any(String)],
    [1, { OrderBy: 'constructor' }, 'OrderBy', expect.any(String)],
    [1, { GroupBy: 'number' }, 'GroupBy', expect.any(String)],
    [1, { GroupBy: '1' }, 'GroupBy', expect.any(String)],
    [1, { GroupBy: ['client', 'item', 'status'] }, 'GroupBy', expect.any(String)],
    [1, { ExcludedColumns: '"' }, 'ExcludedColumns', expect.any(String)],
    [
      10,
      { ExcludedColumns: 'order_type,item,postal_codes,net_price,gross_price' },
      'ExcludedColumns',
      expect.any(String)
    ],
    [1, { ReportOutput: '1' }, 'ReportOutput', expect.any(String)],
    [1, { Format: '2' }, 'Format', expect.any(String)],
    [1, { IsDesc: 'perhaps' }, 'IsDesc', expect.any(String)]
  ])('of report %i is refused for %j', async (id, asked, field, sentence) => {
    expect(await refusal(id, asked as Record<string, string>)).toEqual([400, field, sentence])
  })

  it('takes a hostile value as a value', async () => {
    const hostile = "'; drop table orders.orders; --"
    expect((await file(6, { ...november, '@Kpo': hostile })).column('Numer KPO')).toEqual([])
    expect((await file(6, { ...november, '@Kpo': '%' })).column('Numer KPO')).toEqual([])
    expect((await file(1, november)).column('Numer')).toHaveLength(3)
  })

  it('of a report that there is not is a 404', async () => {
    for (const id of [0, 99, 'x', '1e0'])
      for (const more of ['', '/info', '/preview', '/form', '/columns'])
        expect((await staff.get(`${path}/${id}${more}`)).status).toBe(404)
  })
})

describe('the preview', () => {
  it('shows the first 20 lines that the file would have, and how many rows there are', async () => {
    const { body } = await staff.get(
      `${path}/1/preview?${queryOf({ ...november, GroupBy: 'client', OrderBy: 'number' })}`
    )
    expect(body.data).toMatchObject({ rows: 3, rowsCapped: false })
    expect(body.data.lines.map(({ level, tonnage }: { level: number; tonnage: number }) => [level, tonnage])).toEqual([
      [0, 4],
      [1, 4],
      [0, 2.5],
      [0, 1.25],
      [1, 3.75],
      [2, 7.75]
    ])
    expect(body.data.columns[0]).toMatchObject({ name: 'client', label: 'orders.order.company' })
  })

  it('ends at 20 lines', async () => {
    const { db } = test.services
    await query(
      db,
      sql`insert into warehouse.internal_stores (name, latitude, longitude)
        select 'Magazyn ' || n, 51, 23 from generate_series(1, 30) n`
    )
    await query(
      db,
      sql`insert into warehouse.stock_levels (internal_store_id, containers_amount)
        select id, 3 from warehouse.internal_stores
        on conflict (internal_store_id) do update set containers_amount = 3`
    )
    const { body } = await staff.get(`${path}/7/preview?@MinimumAmount=3`)
    expect([body.data.lines.length, body.data.rows]).toEqual([20, 30])
  })
})
