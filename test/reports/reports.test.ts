/** The reports: what they are, what they answer, and the grammar of their call. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reports } from '../../modules/reports/catalogue/index.ts'
import { ReportName } from '../../modules/reports/schema.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aCompany, anItem, anOrder } from '../helper/factories.ts'
import { fileOf, path, queryOf } from './fixtures/reports.ts'

const host = 'admin.localhost:3000'
let test: TestApp
let staff: Person

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  test.clock.now = new Date('2026-11-20T12:00:00Z')
  const { db } = test.services
  staff = await test.signedInAs('ADMIN', { host })
  const itemId = (await anItem(db)).id
  const [first, second] = [await aCompany(db, { name: 'Abecadło' }), await aCompany(db, { name: '=Żuraw()' })]
  const finished = [
    ['Z/2026/1', first, '2026-11-12T10:00:00Z', 2.5, 100],
    ['Z/2026/2', second, '2026-11-12T10:00:00Z', 4, 1000.55],
    ['Z/2026/3', first, '2026-11-14T10:00:00Z', 1.25, 50],
    // 1 December in Warsaw
    ['Z/2026/4', second, '2026-11-30T23:30:00Z', 9, 10]
  ] as const
  for (const [number, company, at, tonnage, value] of finished) {
    const { id } = await anOrder(db, { company, itemId, number, createdAt: new Date(at), status: 3 })
    await query(
      db,
      sql`update orders.orders set finished_at = ${new Date(at)}, tonnage = ${tonnage}, net_value = ${value},
        gross_value = ${value}, kpo = ${`KPO ${number}`} where id = ${id}`
    )
  }
})
afterAll(() => test.close())

const november = { '@DateFrom': '2026-11-01', '@DateTo': '2026-11-30' }
const file = (id: number, asked: Parameters<typeof queryOf>[0] = {}) => fileOf(test, staff, id, asked)
const refusal = async (id: number, asked: Parameters<typeof queryOf>[0]) => {
  const { status, body } = await staff.get(`${path}/${id}?${queryOf(asked)}`)
  return [status, body.Errors?.[0]?.PropertyName, body.Errors?.[0]?.ErrorMessage]
}

describe('the list of reports', () => {
  it('has every report with its name and description, in the reader’s language', async () => {
    const { body } = await staff.get(path)
    expect(body.total).toBe(reports.length)
    expect(body.data[0]).toMatchObject({ id: 1, name: 'Zamówienia' })
    expect(body.data.every((row: { description: string }) => row.description.includes(' '))).toBe(true)
  })

  it('is for administrators', async () => {
    const client = await test.signedInAs('CLIENT_ADMIN')
    for (const url of [path, `${path}/1/info`, `${path}/1`, `${path}/1/preview`, `${path}/1/form`])
      expect((await client.get(url)).status).toBe(403)
  })

  it('uses every type of parameter that the specification numbers', async () => {
    const infos = await Promise.all(reports.map(({ name }) => staff.get(`${path}/${ReportName[name]}/info`)))
    const types = infos.flatMap(({ body }) => body.data.reportParameters.map(({ type }: { type: number }) => type))
    expect([...new Set(types)].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 9])
  })

  it('says of a report its columns and its parameters', async () => {
    const { body } = await staff.get(`${path}/2/info`)
    expect(body.data).toMatchObject({ id: 2, name: 'Tonaż według klientów' })
    expect(body.data.reportColumns).toContainEqual({ name: 'client', translation: 'Klient', canBeGrouped: true })
    expect(body.data.reportColumns).toContainEqual({ name: 'tax_number', translation: 'NIP', canBeGrouped: false })
    expect(body.data.reportParameters).toContainEqual({ name: 'DateFrom', label: 'Od', type: 2, isRequired: true })
    expect(body.data.reportParameters).toContainEqual({
      name: 'Company',
      label: 'Klient',
      type: 3,
      isRequired: false
    })
  })
})

describe('a report', () => {
  it.each(reports.map(report => [report.name, report] as const))(
    '%s has a file of all its columns, sorted and grouped by each that can be',
    async (name, { columns, parameters }) => {
      const required = {
        ...('Year' in parameters ? { '@Year': 2026 } : {}),
        ...('By' in parameters ? { '@By': 1 } : {}),
        ...('Days' in parameters ? { '@Days': 9 } : {})
      }
      const { headers } = await file(ReportName[name], required)
      expect(headers).toHaveLength(columns.length)
      expect(headers.every(header => header && !header.includes('.'))).toBe(true)
      for (const column of columns) {
        const asked = queryOf({
          ...required,
          OrderBy: column.name,
          IsDesc: 'true',
          ...(column.canBeGrouped ? { GroupBy: column.name } : {})
        })
        expect([column.name, (await staff.get(`${path}/${ReportName[name]}/preview?${asked}`)).status]).toEqual([
          column.name,
          200
        ])
      }
    }
  )

  it('has its days, money and texts as such, and no text is a formula', async () => {
    const { cells, headers, parts } = await file(1, { ...november, OrderBy: 'number' })
    const cell = (header: string) => cells[2]?.[headers.indexOf(header)]
    expect(cell('Klient')).toEqual({ value: '=Żuraw()', type: 'text', format: '@' })
    expect(cell('Utworzono')).toEqual({ value: '46338', type: 'number', format: 'dd.mm.yyyy' })
    expect(cell('Wartość netto (na tony: za 1 t)')).toEqual({ value: '1000.55', type: 'number', format: '#,##0.00' })
    expect(cell('Status')).toMatchObject({ value: 'Zrealizowane', type: 'text' })
    expect(parts.get('xl/worksheets/sheet1.xml')).not.toMatch(/<f[\s>/]/)
    expect(parts.get('xl/worksheets/sheet1.xml')).toContain('state="frozen"')
  })

  it('says what tonnes will be invoiced at, beside the stored price of one', async () => {
    const { db } = test.services
    const item = await anItem(db, { orderTypeId: 2, name: 'Opony rolnicze na tony' })
    const company = await aCompany(db)
    for (const [at, tonnage] of [
      ['2025-10-12', 5.8],
      ['2025-10-13', 14.65]
    ] as const) {
      const { id } = await anOrder(db, { company, itemId: item.id, createdAt: new Date(`${at}T08:00:00Z`), status: 3 })
      await db('orders.orders')
        .where({ id })
        .update({
          order_type_id: 2,
          finished_at: `${at}T10:00:00Z`,
          tonnage,
          net_price: 450,
          net_value: 450,
          gross_value: 486
        })
    }
    const october = { '@DateFrom': '2025-10-01', '@DateTo': '2025-10-31' }
    for (const [name, columns] of [
      ['operators', {}],
      ['tonnageByClient', {}],
      ['orders', { GroupBy: 'item' }]
    ] as const) {
      const { column } = await file(ReportName[name], { ...october, ...columns })
      const sums = name === 'orders' ? -1 : 0
      expect([name, column('Wartość netto (na tony: za 1 t)').at(sums)]).toEqual([name, '900'])
      expect([name, column('Szacunek do faktury netto').at(sums)]).toEqual([name, '9202.5'])
      expect([name, column('Szacunek do faktury brutto').at(sums)]).toEqual([name, '9938.7'])
    }
  })

  it('says above its header which period it is of, and when it was made', async () => {
    expect((await file(1, november)).head).toEqual([
      'Zamówienia',
      'Okres: 01.11.2026 – 30.11.2026',
      'Sporządzono: 20.11.2026, 13:00'
    ])
    expect((await file(5, { '@Year': 2026 })).head[1]).toBe('Rok: 2026')
    expect((await file(7)).head).toHaveLength(2)
  })

  it('of revenue has a column for each month, by operator, client or type, and a row of sums', async () => {
    const { db } = test.services
    const company = await aCompany(db, { name: 'Przychód' })
    const itemId = (await anItem(db, { orderTypeId: 3 })).id
    const [operator] = await db('fleet.operators').insert({ name: 'Recykling' }).returning('id')
    for (const [at, value, isOperators] of [
      ['2024-01-31T23:30:00Z', 100, true],
      ['2024-02-10T10:00:00Z', 20, true],
      ['2024-12-31T22:30:00Z', 3, false]
    ] as const) {
      const { id } = await anOrder(db, { company, itemId, createdAt: new Date(at), status: 3 })
      const recycle_operator_id = isOperators ? operator.id : null
      await db('orders.orders').where({ id }).update({ finished_at: at, net_value: value, recycle_operator_id })
    }
    const id = ReportName.revenue
    const by = async (By: number) => {
      const { headers, cells } = await file(id, { '@Year': 2024, '@By': By })
      const at = ['Operator, klient albo typ', 'Zamówienia', 'Styczeń', 'Luty', 'Grudzień', 'Szacunek do faktury netto']
      return cells.slice(1).map(row => at.map(header => row[headers.indexOf(header)]?.value))
    }
    const total = (count: number) => [`Razem (${count})`, '3', undefined, '120', '3', '123']
    expect(await by(1)).toEqual([
      ['Recykling', '2', undefined, '120', undefined, '120'],
      [undefined, '1', undefined, undefined, '3', '3'],
      total(2)
    ])
    expect(await by(2)).toEqual([['Przychód', '3', undefined, '120', '3', '123'], total(1)])
    expect(await by(3)).toEqual([['Kontener', '3', undefined, '120', '3', '123'], total(1)])
  })

  it('of waste transfer cards ends with the BDO number of the place and the waste code', async () => {
    await test.services.db('companies.reception_places').update({ bdo_number: '000123456' })
    const { headers, column } = await file(6, november)
    expect(headers.slice(-2)).toEqual(['Numer BDO punktu', 'Kod odpadu'])
    expect(new Set(column('Numer BDO punktu'))).toEqual(new Set(['000123456']))
    expect(new Set(column('Kod odpadu'))).toEqual(new Set(['16 01 03']))
  })

  it('takes both days inside, by the days of Warsaw', async () => {
    const numbers = async (to: string) => (await file(1, { ...november, '@DateTo': to })).column('Numer')
    expect(await numbers('2026-11-30')).toHaveLength(3)
    expect(await numbers('2026-12-01')).toHaveLength(4)
    expect(await numbers('2026-11-11')).toHaveLength(0)
  })

  it('of orders is narrowed by their status, under the names of the order report, too', async () => {
    const count = async (id: number, asked: Parameters<typeof queryOf>[0]) =>
      (await file(id, asked)).column('Numer').length
    expect([await count(1, { ...november, '@Status': 3 }), await count(1, { ...november, '@Status': 0 })]).toEqual([
      3, 0
    ])
    const created = { '@createdFrom': '2026-11-01', '@createdTo': '2026-11-30' }
    const own = ReportName.orderReport
    expect([await count(own, created), await count(own, { ...created, '@currentStatus': 5 })]).toEqual([3, 0])
    const turned = { '@createdFrom': '2026-11-30', '@createdTo': '2026-11-01' }
    expect((await refusal(own, turned)).slice(0, 2)).toEqual([400, '@createdTo'])
  })

  it('adds up what was finished', async () => {
    const { column } = await file(2, { ...november, '@MinimumTonnage': 0, OrderBy: 'client' })
    expect(column('Klient')).toEqual(['=Żuraw()', 'Abecadło'])
    expect(column('Tonaż')).toEqual(['4', '3.75'])
    expect((await file(2, { ...november, '@MinimumTonnage': 4 })).column('Klient')).toEqual(['=Żuraw()'])
    expect((await file(5, { '@Year': 2026 })).column('Miesiąc')).toEqual(['2026-11', '2026-12'])
    expect((await file(6, { ...november, '@Kpo': 'z/2026/3' })).column('Numer KPO')).toEqual(['KPO Z/2026/3'])
  })
})

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

describe('the orders that a report is begun from', () => {
  it('come as page 1 of 200 rows, as the specification asks for them', async () => {
    const { db } = test.services
    await query(
      db,
      sql`insert into orders.orders (number, company_id, department_id, reception_place_id, order_type_id, order_type_item_id, quantity,
          net_price, gross_price, net_value, gross_value, vat_value, created_at)
        select 'Z/2020/' || n, o.company_id, o.department_id, o.reception_place_id, o.order_type_id, o.order_type_item_id, 1, 1, 1, 1, 1, 0,
          '2020-01-01' from generate_series(1, 210) n, lateral (select * from orders.orders limit 1) o`
    )
    const { status, body } = await staff.get('/api/Admin/Orders?page=1&limit=200')
    expect([status, body.data.length]).toEqual([200, 200])
  })
})
