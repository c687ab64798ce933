/** The reports: what they answer, and what their files have. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reports } from '../../modules/reports/catalogue/index.ts'
import { ReportName } from '../../modules/reports/schema.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import type { Person, TestApp } from '../helper/app.ts'
import { aCompany, anItem, anOrder } from '../helper/factories.ts'
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
