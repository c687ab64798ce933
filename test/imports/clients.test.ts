/** Clients from a spreadsheet, through the real database: what is found, what is written, and that it can be taken back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepImports } from '../../modules/imports/job.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aCompany } from '../helper/factories.ts'
import { aClientRow, aCsv, act, aNip, aXlsx, checksums, headers, startImport, worked } from './fixtures/files.ts'

let test: TestApp
let staff: Person
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  await test.begin()
  staff = await test.signedInAs('ADMIN')
})
afterAll(() => test.close())

let n = 0
const next = (): number => {
  n += 1
  return n
}

const db = () => test.services.db
const companyOf = (nip: string) => db()('companies.companies').where({ tax_number: nip }).first()

describe('an import of clients', () => {
  it('is checked first, and writes nothing', async () => {
    const [one, two] = [next(), next()]
    const before = await checksums(db())
    const found = await startImport(test, staff, aCsv([headers, aClientRow(one), aClientRow(two, { Telefon: '12' })]))
    expect(await checksums(db())).toEqual(before)
    expect(found).toMatchObject({
      state: 'checked',
      kind: 'clients',
      fileName: 'klienci.csv',
      counts: { rows: 2, good: 1, bad: 1, skipped: 0 },
      columnsRead: headers.length
    })
    expect(found.errors).toEqual([
      { row: 3, field: 'phone', column: 'Telefon', error: expect.stringContaining('9'), isSkipped: false }
    ])
  })

  it('is applied: company, department, place, order type, person without a letter, history', async () => {
    const one = next()
    const row = aClientRow(one)
    const second = aClientRow(one, { 'E-mail': `drugi${one}@example.com` })
    const text = aCsv([
      [...headers, 'Ulica odbioru', 'Kod odbioru', 'Miejscowość odbioru'],
      row,
      [...second, 'Nowa 5', '22100', 'Krasnystaw']
    ])
    const letters = async () => (await db()('notifications.messages').count('id as n'))[0]
    const before = await letters()
    const { id } = await startImport(test, staff, text)
    const applied = await act(test, staff, id, 'apply')
    expect(applied).toMatchObject({ state: 'applied', counts: { rows: 2, good: 2, bad: 0, skipped: 0 }, failure: null })
    expect(await letters()).toEqual(before)
    const company = await companyOf(aNip(one))
    expect(company).toMatchObject({
      name: `Żółty Serwis ${one}`,
      verified: true,
      active: true,
      register_check: 2,
      version: 1
    })
    const places = await db()('companies.reception_places').where({ company_id: company.id }).orderBy('id')
    expect(
      places.map(place => [place.street, place.postal_code, place.phone, place.is_default, place.is_active])
    ).toEqual([
      [`Długa ${one}`, '22-100', '501502503', true, true],
      ['Nowa 5', '22-100', '501502503', false, true]
    ])
    const people = await db()('users.accounts').where({ company_id: company.id }).orderBy('id')
    expect(people.map(person => [person.email, person.role, person.password_hash])).toEqual([
      [`import${one}@example.com`, 2, null],
      [`drugi${one}@example.com`, 4, null]
    ])
    const { body } = await staff.get(`/api/Admin/Companies/${company.id}/history`)
    expect(body.data[0].statusDescription).toContain(`import ${id}`)
    // clients are not told of it: the portal has no texts of imports
    const administrator = await test.signedInAs(people[0].id)
    const told = await administrator.get(`/api/Admin/reception-places/${places[0].id}/history`)
    expect([told.status, JSON.stringify(told.body)]).toEqual([200, expect.not.stringContaining('import')])
    const shown = (await staff.get(`/api/Admin/Companies/${company.id}`)).body.data
    expect(shown.orderTypes).toEqual([1])
  })

  it('says by a column who is told of arrivals, by any of its names', async () => {
    const [yes, no] = [next(), next()]
    const rows = [
      [...aClientRow(yes), 'tak'],
      [...aClientRow(no), 'nie']
    ]
    const { id } = await startImport(test, staff, aCsv([[...headers, 'Wiadomości o przyjeździe kierowcy'], ...rows]))
    await act(test, staff, id, 'apply')
    const told = await Promise.all([yes, no].map(one => companyOf(aNip(one))))
    expect(told.map(company => company.arrival_messages)).toEqual([true, false])
    const exported = await staff.get('/api/Admin/Companies?page=1&limit=100&IsActive=true')
    const shown = (exported.body.data as { id: number; arrivalMessages: boolean }[]).filter(one =>
      told.some(({ id }) => id === one.id)
    )
    expect(new Set(shown.map(one => one.arrivalMessages))).toEqual(new Set([true, false]))
  })

  it('is undone: counts and checksums of all tables are as before', async () => {
    const before = await checksums(db())
    const rows = Array.from({ length: 30 }, () => aClientRow(next()))
    const { id } = await startImport(test, staff, aCsv([headers, ...rows]))
    await act(test, staff, id, 'apply')
    expect(await checksums(db())).not.toEqual(before)
    expect(await act(test, staff, id, 'undo')).toMatchObject({ state: 'undone', failure: null })
    expect(await checksums(db())).toEqual(before)
  })

  it('is not undone once somebody has changed or used it, nor after a day', async () => {
    const one = next()
    const { id } = await startImport(test, staff, aCsv([headers, aClientRow(one)]))
    await act(test, staff, id, 'apply')
    const company = await companyOf(aNip(one))
    const { status } = await staff.put('/api/Admin/Companies/order-types', {
      companiesIds: [company.id],
      orderTypeIds: [1, 2]
    })
    expect(status).toBe(200)
    expect(await act(test, staff, id, 'undo')).toMatchObject({
      state: 'applied',
      failure: 'errors.imports.undoTouched'
    })
    expect(await companyOf(aNip(one))).toBeDefined()
    const two = next()
    const second = await startImport(test, staff, aCsv([headers, aClientRow(two)]))
    await act(test, staff, second.id, 'apply')
    const now = test.clock.now
    test.clock.now = new Date(now.getTime() + 24 * 3_600_000 + 1)
    const late = await act(test, staff, second.id, 'undo')
    test.clock.now = now
    expect([late.status, late.body.code]).toEqual([409, 'imports.undoLate'])
  })

  it('leaves out clients that are there: by number, else by name and street; and rows that repeat others', async () => {
    const [one, two] = [next(), next()]
    const { id } = await startImport(test, staff, aCsv([headers, aClientRow(one)]))
    await act(test, staff, id, 'apply')
    const again = await startImport(
      test,
      staff,
      aCsv([
        headers,
        aClientRow(one, { 'E-mail': '', Imię: '', Nazwisko: '' }),
        aClientRow(two),
        aClientRow(two, { 'E-mail': '', Imię: '', Nazwisko: '' }),
        aClientRow(next(), { 'E-mail': `import${two}@example.com` })
      ])
    )
    expect(again.counts).toEqual({ rows: 4, good: 1, bad: 1, skipped: 2 })
    expect(
      again.errors.map((found: { row: number; isSkipped: boolean; field: string }) => [
        found.row,
        found.isSkipped,
        found.field
      ])
    ).toEqual([
      [2, true, ''],
      [4, true, ''],
      [5, false, 'email']
    ])
  })

  it('reads a workbook, with numbers that lost their zeros, and words of other languages', async () => {
    const one = next()
    const content = await aXlsx([
      ['Customer', 'VAT number', 'REGON', 'BDO', 'Street', 'Postcode', 'City', 'Phone', 'Country'],
      [`Firma ${one}`, Number(aNip(one)), 140517016, 123456, 'Lipowa 1', 2100, 'Chełm', 501502503, 'Polska']
    ])
    const found = await startImport(test, staff, content, { name: 'klienci.xlsx', dryRun: false })
    expect(found).toMatchObject({ counts: { good: 1, bad: 0 }, state: 'applying' })
    expect(await worked(test, staff, found.id)).toMatchObject({ state: 'applied' })
    expect(await companyOf(aNip(one))).toMatchObject({ bdo_number: '000123456', postal_code: '02-100' })
  })

  it('takes columns as a person says, and remembers it', async () => {
    const one = next()
    const own = headers.map(header => (header === 'Nazwa' ? 'Skrót' : header))
    const text = (row: string[]) => aCsv([own, row])
    const found = await startImport(test, staff, text(aClientRow(one)))
    expect(found.counts).toMatchObject({ good: 0, bad: 1 })
    const columns = found.columns.map((column: { header: string; field: string | null }) =>
      column.header === 'Skrót' ? { ...column, field: 'name' } : column
    )
    expect((await staff.put(`/api/Admin/Imports/${found.id}/columns`, { columns })).status).toBe(200)
    expect(await worked(test, staff, found.id)).toMatchObject({ state: 'checked', counts: { good: 1, bad: 0 } })
    expect((await startImport(test, staff, text(aClientRow(next())))).counts).toMatchObject({ good: 1 })
    const other = await test.signedInAs('ADMIN')
    expect((await startImport(test, other, text(aClientRow(next())))).counts).toMatchObject({ good: 0 })
  })

  it('refuses columns twice, fields that are none, and headers of another file', async () => {
    const { id, columns } = await startImport(test, staff, aCsv([headers, aClientRow(next())]))
    const put = async (changed: unknown) => {
      const { status, body } = await staff.put(`/api/Admin/Imports/${id}/columns`, { columns: changed })
      return [status, body.Errors?.[0]?.PropertyName]
    }
    const with0 = (field: string) =>
      columns.map((column: object, at: number) => (at === 0 ? { ...column, field } : column))
    expect(await put(with0('name'))).toEqual([422, 'columns.1.field'])
    expect(await put(with0('nothing'))).toEqual([422, 'columns.0.field'])
    expect(await put(columns.slice(1))).toEqual([400, 'columns'])
  })

  it('gives the file back with reasons, which can be imported again', async () => {
    const [one, two] = [next(), next()]
    const found = await startImport(test, staff, aCsv([headers, aClientRow(one), aClientRow(two, { REGON: '1' })]))
    const { status, body, headers: sent } = await staff.get(`/api/Admin/Imports/${found.id}/reasons`)
    expect([status, sent['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    const lines = (body as string).trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toMatch(/;$/)
    expect(lines[2]).toContain('REGON: ')
    expect((await startImport(test, staff, body as string)).counts).toEqual(found.counts)
  })

  it.each<[string, () => string | Promise<Buffer>, object, string]>([
    ['a formula', () => aCsv([headers, aClientRow(1, { Ulica: '=A1' })]), {}, 'fileFormulas'],
    ['200 columns', () => `${'x;'.repeat(199)}x\n1`, {}, 'fileColumns'],
    ['no rows', () => ' \n', {}, 'fileEmpty'],
    ['2,001 rows of a kind of 2,000', () => `IMEI\n${'1\n'.repeat(2_001)}`, { kind: 'containers' }, 'fileRows'],
    [
      'NUL in it',
      () => aCsv([headers, ...Array.from({ length: 100 }, () => aClientRow(1)), ['\0']]),
      {},
      'fileUnreadable'
    ]
  ])('of a file with %s keeps nothing, and says why', async (_what, make, more, code) => {
    const before = await checksums(db())
    const found = await startImport(test, staff, (await make()) as string, more)
    expect(found).toMatchObject({ state: 'failed', failure: `errors.imports.${code}`, hasFile: false, errors: [] })
    expect(found.failureText).toMatch(/\.$/)
    expect(await checksums(db())).toEqual(before)
  })

  it('forgets its file and its errors after 90 days', async () => {
    const { id } = await startImport(test, staff, aCsv([headers, aClientRow(next(), { Telefon: '' })]))
    const shown = async () => (await staff.get(`/api/Admin/Imports/${id}`)).body.data
    await sweepImports(test.services)
    expect(await shown()).toMatchObject({ hasFile: true, errors: [{ field: 'phone' }] })
    const now = test.clock.now
    test.clock.now = new Date(now.getTime() + 91 * 24 * 3_600_000)
    await sweepImports(test.services)
    test.clock.now = now
    expect(await shown()).toMatchObject({ hasFile: false, fileName: null, errors: [], counts: { bad: 1 } })
  })

  it('of a file without a known column asks what the columns are', async () => {
    expect(await startImport(test, staff, 'a;b\n1;2\n')).toMatchObject({
      state: 'failed',
      failure: 'errors.imports.noColumns',
      hasFile: true,
      columns: [
        { header: 'a', field: null },
        { header: 'b', field: null }
      ]
    })
  })

  it('has a template whose example is right', async () => {
    const answer = await test.app.inject({
      url: '/api/Admin/Imports/template?kind=clients',
      headers: { host: 'localhost:3000', authorization: `Bearer ${staff.token}` }
    })
    expect(answer.statusCode).toBe(200)
    const found = await startImport(test, staff, answer.rawPayload, { name: 'szablon.xlsx' })
    expect([found.counts, found.errors]).toEqual([{ rows: 1, good: 1, bad: 0, skipped: 0 }, []])
  })

  it('has no template without a kind, in the words of a form', async () => {
    const fault = async (query: string) =>
      (await staff.get(`/api/Admin/Imports/template${query}`)).body.Errors.map(
        ({ PropertyName, ErrorMessage }: { PropertyName: string; ErrorMessage: string }) => [PropertyName, ErrorMessage]
      )
    expect(await fault('')).toEqual([['kind', 'To pole jest wymagane.']])
    expect(await fault('?kind=')).toEqual([['kind', 'To pole jest wymagane.']])
    expect(await fault('?kind=ships')).toEqual([['kind', 'Wybierz jedną z dostępnych wartości.']])
  })

  it('of an export changes nothing: all are there', async () => {
    await aCompany(db())
    const exported = await test.app.inject({
      url: '/api/ui/pages/companies.active/export',
      headers: { host: 'localhost:3000', authorization: `Bearer ${staff.token}` }
    })
    expect(exported.statusCode).toBe(200)
    const before = await checksums(db())
    const found = await startImport(test, staff, exported.rawPayload, { name: 'eksport.xlsx', dryRun: false })
    expect(found.counts.good).toBe(0)
    expect(await checksums(db())).toEqual(before)
  })
})
