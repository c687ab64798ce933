/** The order report. A file's cells are read by test/helper/xlsx.ts. */
import { once } from 'node:events'
import { get as request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, anOrder } from '../helper/factories.ts'
import { cellsOf, headOf, partsOf } from '../helper/xlsx.ts'

const report = '/api/Admin/Orders/report'
const host = 'admin.localhost:3000'
let test: TestApp
let staff: Person
let company: ACompany
let itemId: number

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  const { db } = test.services
  staff = await test.signedInAs('ADMIN', { host })
  company = await aCompany(db, { name: '=Opony i "Gumy" <sp.> z o.o.' })
  itemId = (await anItem(db)).id
})
afterAll(() => test.close())

const asked = { createdFrom: '2026-03-01', createdTo: '2026-03-31', currentStatus: 0, orderBy: 'number', desc: false }
const addressOf = (more: object = {}): string => {
  const texts = Object.entries({ ...asked, ...more }).map(([key, value]) => [key, String(value)])
  return `${report}?${new URLSearchParams(Object.fromEntries(texts))}`
}

async function file(more: object = {}) {
  const answer = await test.app.inject({
    url: addressOf(more),
    headers: { host, authorization: `Bearer ${staff.token}` }
  })
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.payload]).toEqual([200, ''])
  const rows = cellsOf(partsOf(answer.rawPayload))
  const headers = rows[0]?.map(cell => cell?.value) ?? []
  const cell = (row: number, header: string) => rows[row]?.[headers.indexOf(header)]
  return {
    answer,
    rows,
    head: headOf(partsOf(answer.rawPayload)),
    headers,
    cell,
    numbers: rows.slice(1).map(row => row[0]?.value)
  }
}

const order = (number: string, createdAt: string, more: object = {}) =>
  anOrder(test.services.db, { company, itemId, number, createdAt: new Date(createdAt), ...more })

describe('the order report', () => {
  beforeAll(async () => {
    await order('Z/2026/A1', '2026-03-10T10:00:00Z')
    await order('Z/2026/A2', '2026-03-12T10:00:00Z')
    await order('Z/2026/B1', '2026-03-11T10:00:00Z', { status: 1 })
    await query(
      test.services.db,
      sql`update orders.orders set additional_info = '+48 500', net_value = 1234.50, accepted_at = '2026-03-12T23:30:00Z'
        where number = 'Z/2026/A1'`
    )
  })

  it('is a spreadsheet to be saved under a name of its own', async () => {
    const { answer } = await file()
    expect(answer.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    const disposition = String(answer.headers['content-disposition'])
    expect(disposition).toMatch(/^attachment; filename="[^"]+\.xlsx"; filename\*=UTF-8''/)
    expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe('Zamówienia 2026-03-01 – 2026-03-31.xlsx')
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('says its status and period above the header', async () => {
    const [title, period, made] = (await file()).head
    expect([title, period]).toEqual(['Raport zamówień: Nowe', 'Okres: 01.03.2026 – 31.03.2026'])
    expect(made).toMatch(/^Sporządzono: \d\d\.\d\d\.\d{4}, \d\d:\d\d$/)
  })

  it('holds the orders of the status, one a row', async () => {
    expect((await file()).numbers).toEqual(['Z/2026/A1', 'Z/2026/A2'])
    expect((await file({ currentStatus: 1 })).numbers).toEqual(['Z/2026/B1'])
    expect((await file({ currentStatus: 5 })).numbers).toEqual([])
  })

  it('writes texts as texts, days as days, money as numbers, codes as words', async () => {
    const { cell } = await file()
    expect(cell(1, 'Klient')).toEqual({ value: '=Opony i "Gumy" <sp.> z o.o.', type: 'text', format: '@' })
    expect(cell(1, 'Dodatkowe informacje')).toEqual({ value: '+48 500', type: 'text', format: '@' })
    expect(cell(1, 'Wartość netto')).toEqual({ value: '1234.5', type: 'number', format: '#,##0.00' })
    expect(cell(1, 'Status')?.value).toBe('Nowe')
    const days = (iso: string): string => String(Date.parse(iso) / 86_400_000 + 25_569)
    expect(cell(1, 'Utworzono')).toEqual({ value: days('2026-03-10'), type: 'number', format: 'dd.mm.yyyy' })
    // Accepted half an hour past midnight in Warsaw.
    expect(cell(1, 'Przyjęto')?.value).toBe(days('2026-03-13'))
    expect(cell(2, 'Przyjęto')).toBeUndefined()
  })

  it.each([
    [1, 'Numer', 'Nowe'],
    [2, 'Number', 'New'],
    [3, 'Nummer', 'Neu']
  ])('in language %d says “%s”, and “%s” for new', async (lang, header, word) => {
    const { headers, rows } = await file({ lang })
    expect(headers[0]).toBe(header)
    expect(rows[1]?.map(cell => cell?.value)).toContain(word)
    expect(headers.filter(text => !text || text.startsWith('orders.'))).toEqual([])
  })

  it.each([
    ['number', false, ['Z/2026/A1', 'Z/2026/A2']],
    ['NUMBER', true, ['Z/2026/A2', 'Z/2026/A1']],
    ['createdAt', true, ['Z/2026/A2', 'Z/2026/A1']],
    ['Company', false, ['Z/2026/A1', 'Z/2026/A2']],
    ['netvalue', true, ['Z/2026/A1', 'Z/2026/A2']],
    ['acceptedDate', true, ['Z/2026/A1', 'Z/2026/A2']]
  ])('is ordered by %s, descending %s', async (orderBy, desc, numbers) => {
    expect((await file({ orderBy, desc })).numbers).toEqual(numbers)
  })

  it('may be ordered by each column that it offers', async () => {
    const { data } = (await staff.get(`${report}/columns`)).body
    expect(data.length).toBeGreaterThan(20)
    for (const { key } of data) expect([key, (await file({ orderBy: key })).numbers.length]).toEqual([key, 2])
  })

  it('takes both days in, as days in Warsaw', async () => {
    // Midnight in Warsaw is 22:00 UTC in summer.
    for (const [number, at] of [
      ['D1', '2026-06-30T21:59:59Z'],
      ['D2', '2026-06-30T22:00:00Z'],
      ['D3', '2026-07-01T21:59:59Z'],
      ['D4', '2026-07-01T22:00:00Z']
    ] as const)
      await order(number, at)
    const day = '2026-07-01'
    expect((await file({ createdFrom: day, createdTo: day })).numbers).toEqual(['D2', 'D3'])
  })

  it.each(['createdFrom', 'createdTo', 'currentStatus', 'orderBy', 'desc'])('without %s is refused', async field => {
    const { status, body } = await staff.get(addressOf({ [field]: '' }).replace(`${field}=`, 'x='))
    expect([status, body.Errors.map((one: { PropertyName: string }) => one.PropertyName)]).toEqual([400, [field]])
  })

  it('without parameters says of each that it is needed, in the specification’s words', async () => {
    const { status, body } = await staff.get(report)
    const ErrorMessage = 'To pole jest wymagane do pobrania raportu'
    const fields = ['createdFrom', 'createdTo', 'currentStatus', 'orderBy', 'desc']
    expect([status, body.Errors]).toEqual([400, fields.map(PropertyName => ({ PropertyName, ErrorMessage }))])
  })

  it.each([
    [{ orderBy: 'password' }, 'orderBy'],
    [{ orderBy: 'o.id; drop table' }, 'orderBy'],
    [{ orderBy: '__proto__' }, 'orderBy'],
    [{ createdFrom: '2026-02-30' }, 'createdFrom'],
    [{ createdFrom: '2026-04-01' }, 'createdTo'],
    [{ currentStatus: 6 }, 'currentStatus'],
    [{ lang: 4 }, 'lang'],
    [{ desc: 'maybe' }, 'desc']
  ])('%j is refused at %s, before a byte is sent', async (more, field) => {
    const { status, body, headers } = await staff.get(addressOf(more))
    expect([status, headers['content-type']]).toEqual([400, 'application/problem+json; charset=utf-8'])
    expect(body.Errors[0].PropertyName).toBe(field)
  })

  it('offers the last ten days, the newest first', async () => {
    test.clock.now = new Date('2026-03-20T23:30:00Z')
    expect((await staff.get(`${report}/defaults`)).body.data).toEqual({
      createdFrom: '2026-03-11',
      createdTo: '2026-03-21',
      orderBy: 'createdAt',
      desc: true,
      lang: 1
    })
  })
})

const open = async (): Promise<number> => {
  const [row] = await query<{ n: number }>(
    test.services.db,
    sql`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and (query like 'fetch %' or query like 'declare %')`
  )
  return row?.n ?? 0
}

describe('a long report', () => {
  const long = { createdFrom: '2025-01-01', createdTo: '2025-12-31', orderBy: 'createdAt' }
  const rows = 50_000
  let port = 0
  beforeAll(async () => {
    const { id } = await order('L0', '2025-01-01T12:00:00Z')
    const patient = openDatabase({ url: test.url, poolSize: 1, statementTimeoutMs: 0 })
    // Nobody searches for these orders, and their search index is what takes longest to write.
    await patient.transaction(async trx => {
      await query(trx, sql`alter table orders.orders disable trigger search_inserted`)
      await query(
        trx,
        sql`insert into orders.orders (number, company_id, department_id, reception_place_id, order_type_id, order_type_item_id,
            quantity, net_price, gross_price, net_value, gross_value, vat_value, additional_info, created_at)
          select 'L' || n, company_id, department_id, reception_place_id, order_type_id, order_type_item_id, quantity, net_price,
            gross_price, net_value, gross_value, vat_value, md5(n::text) || md5((n * 7)::text), created_at + n * interval '1 minute'
          from orders.orders, generate_series(1, ${rows - 1}::int) n where id = ${id}`
      )
      await query(trx, sql`alter table orders.orders enable trigger search_inserted`)
    })
    await patient.destroy()
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    port = (test.app.server.address() as AddressInfo).port
  }, 120_000)

  async function began(more: object = {}, { token } = staff) {
    const headers = { host, authorization: `Bearer ${token}` }
    const call = request({ port, path: addressOf({ ...long, ...more }), headers })
    const [answer] = (await once(call, 'response')) as [import('node:http').IncomingMessage]
    expect(answer.statusCode).toBe(200)
    return { call, answer }
  }

  it('is whole, and takes no more memory than a short one', async () => {
    // what is still in use: how much garbage waits to be collected depends on the machine
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    const inUse = (): number => {
      collect()
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    }
    const read = async (more: object) => {
      const { answer } = await began(more)
      const chunks: Buffer[] = []
      let peak = 0
      let looked = 0
      let bytes = 0
      for await (const chunk of answer) {
        chunks.push(chunk as Buffer)
        bytes += (chunk as Buffer).length
        if (bytes < looked + 250_000) continue
        looked = bytes
        peak = Math.max(peak, inUse() - bytes)
      }
      return { peak, body: Buffer.concat(chunks) }
    }
    const short = await read({ createdTo: '2025-01-05' })
    const whole = await read({})
    expect((whole.peak - short.peak) / 1e6).toBeLessThan(20)
    const xml = partsOf(whole.body).get('xl/worksheets/sheet1.xml') ?? ''
    expect(xml.split('<row ').length - 1).toBe(rows + 4)
    await expect.poll(open).toBe(0)
  }, 120_000)

  it('that is given up in the middle ends the cursor and frees its connection', async () => {
    const { call, answer } = await began()
    await once(answer, 'data')
    expect(await open()).toBe(1)
    call.destroy()
    await expect.poll(open).toBe(0)
  })

  it('that the database ends early breaks off, so that half a file does not look complete', async () => {
    const { answer } = await began()
    answer.pause()
    await expect.poll(open).toBe(1)
    await query(
      test.services.db,
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'fetch %' and pid <> pg_backend_pid()`
    )
    const ended = (async () => {
      for await (const _ of answer);
      return 'whole'
    })().catch(() => 'broken off')
    expect(await ended).toBe('broken off')
  })

  it('is given to four callers at once; the fifth gets 503', async () => {
    const colleague = await test.signedInAs('ADMIN')
    const begun = await Promise.all([began(), began(), began(), began({}, colleague)])
    for (const { answer } of begun) answer.pause()
    const refused = await Promise.all([staff, colleague].map(one => one.get(addressOf(long))))
    expect(refused.map(({ status, headers }) => [status, headers['retry-after']])).toEqual([
      [429, '10'],
      [503, '10']
    ])
    for (const { call } of begun) call.destroy()
    await expect.poll(open).toBe(0)
    await expect.poll(async () => (await staff.get(addressOf())).status).toBe(200)
  })
})
