/** Files that the worker makes, saved sets, and those that are sent each month. */
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeFile } from '../../modules/reports/files/make.ts'
import { sweepFiles } from '../../modules/reports/files/sweep.ts'
import { enqueueMonthly, monthBefore } from '../../modules/reports/sets/monthly.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import type { Services } from '../../src/kernel/services.ts'
import { aReportFile } from '../helper/account-factories.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aMailbox, type Mailbox } from '../helper/emails.ts'
import { aCompany, anAccount, anItem, anOrder } from '../helper/factories.ts'
import { cellsOf, partsOf } from '../helper/xlsx.ts'

const path = '/api/Admin/Reports'
const host = 'admin.localhost:3000'
const october = '@DateFrom=2026-10-01&@DateTo=2026-10-31&OrderBy=number'
let test: TestApp
let mailbox: Mailbox
let staff: Person
let email: string

beforeAll(async () => {
  mailbox = await aMailbox()
  test = await anApp({ MAIL_URL: mailbox.url, ADMIN_URL: 'http://admin.localhost:3000' })
  test.clock.now = new Date('2026-11-20T12:00:00Z')
  await test.begin()
  const { db } = test.services
  const account = await anAccount(db, { role: 'ADMIN', password: null })
  email = account.email
  staff = await test.signedInAs(account.id, { host })
  const company = await aCompany(db)
  const itemId = (await anItem(db)).id
  for (const [number, at] of [
    ['Z/2026/1', '2026-10-05T10:00:00Z'],
    ['Z/2026/2', '2026-10-31T22:59:00Z'],
    ['Z/2026/3', '2026-11-05T10:00:00Z']
  ] as const)
    await anOrder(db, { company, itemId, number, createdAt: new Date(at) })
})
afterAll(async () => {
  await test.close()
  await mailbox.close()
})
beforeEach(async () => {
  await query(test.services.db, sql`delete from reports.saved_sets`)
})

const prepare = (id: number, text: string) => staff.post(`${path}/${id}/files`, { query: text })
const rowOf = async (id: number) => test.services.db('reports.files').where({ id }).first()

async function until<T>(ask: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  return expect
    .poll(
      async () => {
        const value = await ask()
        return holds(value)
      },
      { timeout: 15_000, interval: 100 }
    )
    .toBe(true)
    .then(ask)
}

const ready = (id: number) =>
  until(
    () => rowOf(id),
    row => row?.status === 2
  )

async function numbersIn(id: number): Promise<(string | undefined)[]> {
  const answer = await test.app.inject({
    url: `${path}/files/${id}`,
    headers: { host, authorization: `Bearer ${staff.token}` }
  })
  expect(answer.statusCode).toBe(200)
  return cellsOf(partsOf(answer.rawPayload))
    .slice(1)
    .map(row => row[0]?.value)
}

describe('a large report', () => {
  it('is one of over 10,000 rows; a small one is made at once', async () => {
    expect((await staff.get(`${path}/1/size?${october}`)).body.data).toEqual({ rows: 2, isLarge: false })
    await query(
      test.services.db,
      sql`insert into iot.containers (imei, container_number) select 'large' || n, n::text from generate_series(1, 10001) n`
    )
    expect((await staff.get(`${path}/8/size`)).body.data).toEqual({ rows: 10000, isLarge: true })
    await query(test.services.db, sql`delete from iot.containers`)
  })

  it('is made by the worker, and waits among the person’s files', async () => {
    const { status, body } = await prepare(1, october)
    expect([status, body.data.status]).toEqual([201, 0])
    const row = await ready(body.data.id)
    expect([row.rows_written, row.file_name]).toEqual([2, 'Zamówienia 2026-10-01 – 2026-10-31.xlsx'])
    expect(await numbersIn(body.data.id)).toEqual(['Z/2026/1', 'Z/2026/2'])
    const own = await staff.get(`${path}/files?ReportId=1&Own=true`)
    expect(own.body.data.map(({ id }: { id: number }) => id)).toContain(body.data.id)
    const other = await test.signedInAs('ADMIN', { host })
    expect((await other.get(`${path}/files?ReportId=1&Own=true`)).body.data).toEqual([])
  })

  it('is refused as its call would be', async () => {
    const refused = await prepare(1, 'OrderBy=nothing')
    expect([refused.status, refused.body.Errors[0].PropertyName]).toEqual([400, 'OrderBy'])
    expect((await prepare(99, october)).status).toBe(404)
  })

  /** The test does the tries of its job itself. */
  const aFile = async (more: Partial<Parameters<typeof aReportFile>[1]> = {}): Promise<number> =>
    (await aReportFile(test.services.db, { accountId: staff.accountId, ...more })).id
  const blobs = async (): Promise<string[]> => {
    const names: string[] = []
    for await (const name of test.services.storage.list()) names.push(name)
    return names
  }

  it('whose worker was killed in the middle is made again under the same name', async () => {
    const name = 'reports/2026-11/00000000-0000-0000-0000-00000000000a.xlsx'
    await test.services.storage.write(name, Readable.from(['half of a file']), { maxBytes: 100 })
    const id = await aFile({ status: 1, attempts: 1, blobName: name })
    const before = await blobs()
    await makeFile(test.services, { id })
    expect(await numbersIn(id)).toEqual(['Z/2026/1', 'Z/2026/2'])
    expect((await blobs()).sort()).toEqual(before.sort())
    // the job may come once more: it finds the file ready
    const { version } = await rowOf(id)
    await makeFile(test.services, { id })
    expect((await rowOf(id)).version).toBe(version)
  })

  it('that cannot be stored is tried three times, then said to have failed, and leaves nothing', async () => {
    const id = await aFile()
    const before = await blobs()
    const broken: Services = {
      ...test.services,
      storage: { ...test.services.storage, write: async () => Promise.reject(new Error('the store is away')) }
    }
    for (const attempts of [1, 2]) {
      await expect(makeFile(broken, { id })).rejects.toThrow('the store is away')
      expect(await rowOf(id)).toMatchObject({ status: 1, attempts })
    }
    await makeFile(broken, { id })
    expect(await rowOf(id)).toMatchObject({ status: 3, attempts: 3, blob_name: null })
    expect((await blobs()).sort()).toEqual(before.sort())
    expect((await staff.get(`${path}/files/${id}`)).status).toBe(409)
  })

  it('whose try has failed reads no more: another of the same person is made at once', async () => {
    const tried = [await aFile(), await aFile(), await aFile()]
    const next = await aFile()
    const broken: Services = {
      ...test.services,
      storage: { ...test.services.storage, write: async () => Promise.reject(new Error('the store is away')) }
    }
    // what is read does not come as long as this is open
    const lock = await test.services.db.transaction()
    await query(lock, sql`lock table orders.orders in access exclusive mode`)
    for (const id of tried) await expect(makeFile(broken, { id })).rejects.toThrow('the store is away')
    const made = makeFile(test.services, { id: next })
    await lock.rollback()
    await made
    expect(await rowOf(next)).toMatchObject({ status: 2, rows_written: 2 })
  })

  it('of somebody who is no administrator any more is not made', async () => {
    const gone = await anAccount(test.services.db, { role: 'CLIENT', password: null })
    const id = await aFile({ accountId: gone.id, attempts: 2 })
    await makeFile(test.services, { id })
    expect(await rowOf(id)).toMatchObject({ status: 3 })
  })

  it('is removed by hand with its blob, and after 60 days by itself', async () => {
    const [first, second] = [await aFile(), await aFile()]
    await makeFile(test.services, { id: first })
    await makeFile(test.services, { id: second })
    const { blob_name: name } = await rowOf(first)
    expect((await staff.call('DELETE', `${path}/files/${first}`)).status).toBe(200)
    expect(await test.services.storage.facts(name)).toBeUndefined()
    const late = { ...test.services, now: () => new Date('2027-01-20T12:00:00Z') }
    const { blob_name: old } = await rowOf(second)
    await sweepFiles(late)
    expect([await rowOf(second), await test.services.storage.facts(old)]).toEqual([undefined, undefined])
  })
})

describe('a saved set', () => {
  const save = (body: object, person = staff) => person.post(`${path}/1/sets`, { query: october, ...body })

  it('is the person’s own', async () => {
    const { body } = await save({ name: ' Październik ' })
    expect(body.data).toMatchObject({ name: 'Październik', query: october, isMonthly: false, reportId: 1 })
    const other = await test.signedInAs('ADMIN', { host })
    expect((await other.get(`${path}/sets?ReportId=1&Own=true`)).body.data).toEqual([])
    for (const method of ['PUT', 'DELETE'] as const) {
      const taken = await other.call(
        method,
        `${path}/sets/${body.data.id}`,
        method === 'PUT' ? { name: 'x' } : undefined
      )
      expect(taken.status).toBe(404)
    }
    expect((await staff.get(`${path}/sets?ReportId=1&Own=true`)).body.total).toBe(1)
    expect((await staff.get(`${path}/sets?ReportId=2&Own=true`)).body.total).toBe(0)
  })

  it('has a name of its own, in any letters', async () => {
    const first = (await save({ name: 'Miesiąc' })).body.data
    const refused = await save({ name: 'MIESIĄC' })
    expect([refused.status, refused.body.Errors[0].PropertyName]).toEqual([409, 'name'])
    const second = (await save({ name: 'Inny' })).body.data
    expect((await staff.put(`${path}/sets/${second.id}`, { name: 'miesiąc' })).status).toBe(409)
    expect((await staff.put(`${path}/sets/${first.id}`, { name: 'MIESIĄC', isMonthly: true })).body.data).toMatchObject(
      {
        name: 'MIESIĄC',
        isMonthly: true
      }
    )
    expect((await staff.call('DELETE', `${path}/sets/${first.id}`)).status).toBe(200)
  })

  it('refuses parameters that the report would refuse', async () => {
    const refused = await save({ name: 'Zły', query: 'GroupBy=number' })
    expect([refused.status, refused.body.Errors[0].PropertyName]).toEqual([400, 'GroupBy'])
  })
})

describe('a monthly report', () => {
  const monthly = async (name: string) =>
    (
      await staff.post(`${path}/1/sets`, {
        name,
        query: '@DateFrom=2020-01-01&@DateTo=2020-01-02&OrderBy=number',
        isMonthly: true
      })
    ).body.data.id as number
  const filesOf = (setId: number) => test.services.db('reports.files').where({ set_id: setId })

  it('is about the month before, and one e-mail with its link is sent', async () => {
    test.clock.now = new Date('2026-10-15T12:00:00Z')
    const id = await monthly('Co miesiąc')
    test.clock.now = new Date('2026-10-31T22:59:00Z')
    expect(await enqueueMonthly(test.services)).toBe(0)
    // midnight in Warsaw
    test.clock.now = new Date('2026-10-31T23:00:00Z')
    expect(await enqueueMonthly(test.services)).toBe(1)
    const letter = await mailbox.to(email)
    expect(letter.subject).toBe('Opony: raport „Co miesiąc 2026-10-01 – 2026-10-31”')
    expect(letter.text).toContain('http://admin.localhost:3000/report/reportList?row=1&panel=1&tab=files')
    const [file] = await filesOf(id)
    expect(await numbersIn(file.id)).toEqual(['Z/2026/1', 'Z/2026/2'])
    test.clock.now = new Date('2026-11-20T12:00:00Z')
    expect(await enqueueMonthly(test.services)).toBe(0)
  })

  it('is made once, whoever asks at the same time, and once more after a crash has one e-mail', async () => {
    test.clock.now = new Date('2026-10-15T12:00:00Z')
    const id = await monthly('Raz')
    test.clock.now = new Date('2026-11-01T08:00:00Z')
    const made = await Promise.all([1, 2, 3, 4].map(() => enqueueMonthly(test.services)))
    expect(made.reduce((sum, one) => sum + one, 0)).toBe(1)
    const [file] = await filesOf(id)
    await ready(file.id)
    await mailbox.to(email)
    // the job again, as after a worker that died before it could say that it was done
    await makeFile(test.services, { id: file.id })
    const sent = await query<{ n: number }>(
      test.services.db,
      sql`select count(*)::int as n from notifications.subjects where resource_type = 'reports.file' and subject_id = ${file.id}`
    )
    expect([(await filesOf(id)).length, sent[0]?.n, mailbox.kept.includes(email)]).toEqual([1, 1, false])
    test.clock.now = new Date('2026-11-20T12:00:00Z')
  })

  it('that was ticked this month waits for the month’s end; one that is not ticked is not sent', async () => {
    const id = await monthly('Nowy')
    await staff.post(`${path}/1/sets`, { name: 'Bez', query: october })
    expect(await enqueueMonthly(test.services)).toBe(0)
    await staff.put(`${path}/sets/${id}`, { name: 'Nowy', isMonthly: false })
    test.clock.now = new Date('2026-12-02T12:00:00Z')
    expect(await enqueueMonthly(test.services)).toBe(0)
    test.clock.now = new Date('2026-11-20T12:00:00Z')
  })

  it.each([
    ['2026-11-01', '2026-10-01', '2026-10-31'],
    ['2026-01-31', '2025-12-01', '2025-12-31'],
    ['2028-03-15', '2028-02-01', '2028-02-29']
  ])('on %s is about %s to %s', (day, first, last) => expect(monthBefore(day)).toEqual({ first, last }))
})
