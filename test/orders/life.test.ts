import { beforeAll, describe, expect, it } from 'vitest'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { type ACompany, aCompany, anAccount, anItem, anOrder } from '../helper/factories.ts'

let test: SharedApp
let company: ACompany
let client: Person
let staff: Person
let itemId: number

beforeAll(async () => {
  test = await aSharedApp()
  const { db } = test.services
  company = await aCompany(db)
  client = await test.signedInAs('CLIENT', { companyId: company.id, departmentId: company.departmentId })
  staff = await test.signedInAs('ADMIN')
  itemId = (await anItem(db)).id
})

const order = (status = 0) => anOrder(test.services.db, { company, itemId, status })
const accept = (id: number, who = staff, headers: Record<string, string> = {}) =>
  who.call('PUT', `/api/Admin/Orders/${id}/accept`, undefined, headers)
const cancel = (id: number, who = staff, body: object = { reasonForCancel: 'Na prośbę klienta' }) =>
  who.put(`/api/Admin/Orders/${id}/cancel`, body)

describe('accepting', () => {
  it('moves a new order on, and history says who and when', async () => {
    test.clock.now = new Date('2026-06-01T10:00:00Z')
    const { id } = await order()
    const { status, body } = await accept(id)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ id, currentStatus: 1, acceptedDate: '2026-06-01', version: 2 })
    const history = await staff.get(`/api/Admin/Orders/${id}/history`)
    expect(history.body.data).toMatchObject([
      {
        statusDescription: 'Przyjęto zamówienie',
        date: '2026-06-01T10:00:00.000Z',
        user: expect.stringMatching(/^Anna Nowak/)
      }
    ])
    expect(history.body.data[0].changes).toContainEqual({ field: 'currentStatus', before: 0, after: 1 })
  })

  it.each([1, 2, 3, 4, 5])(
    'is refused in status %d, with the sentence of the grey button and the present row',
    async status => {
      const { id } = await order(status)
      const answer = await accept(id)
      expect(answer.body).toMatchObject({
        status: 409,
        code: 'kernel.state',
        detail: 'Przyjąć można tylko nowe zamówienie.',
        current: { id, currentStatus: status }
      })
      expect((await staff.get(`/api/Admin/Orders/${id}/history`)).body.total).toBe(0)
    }
  )

  it('by two at once: one wins, the other is told', async () => {
    const { id } = await order()
    const second = await test.signedInAs('ADMIN')
    const answers = await Promise.all([accept(id), accept(id, second)])
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409])
    expect((await staff.get(`/api/Admin/Orders/${id}/history`)).body.total).toBe(1)
  })

  it('of a stale version says who changed what since', async () => {
    const { id } = await order()
    await accept(id, staff, { 'if-match': '"1"' })
    const answer = await cancel(id, staff)
    expect(answer.status).toBe(200)
    const late = await accept(id, staff, { 'if-match': '"1"' })
    expect(late.body).toMatchObject({ status: 409, code: 'kernel.stale', current: { version: 3, currentStatus: 4 } })
    expect(late.body.changes.map((change: { what: string }) => change.what)).toEqual([
      'Anulowano zamówienie: Na prośbę klienta',
      'Przyjęto zamówienie'
    ])
    expect(late.body.changes[1].fields).toEqual([{ field: 'currentStatus', before: 0, after: 1 }])
    expect(late.body.changes[0].fields).toContainEqual({
      field: 'reasonForCancellation',
      before: null,
      after: 'Na prośbę klienta'
    })
  })

  it('is not for clients', async () => {
    expect((await accept((await order()).id, client)).status).toBe(403)
  })
})

describe('cancelling', () => {
  it.each([0, 1, 2])('by staff in status %d keeps reason and comment', async status => {
    const { id } = await order(status)
    expect(
      (await cancel(id, staff, { reasonForCancel: 'Brak dojazdu', Comment: 'Remont mostu' })).body.data.currentStatus
    ).toBe(4)
    const { body } = await staff.get(`/api/Admin/Orders/${id}/details`)
    expect(body.data).toMatchObject({ reasonForCancellation: 'Brak dojazdu', cancellationComment: 'Remont mostu' })
  })
  it.each([3, 4, 5])('by staff in status %d is refused', async status => {
    expect((await cancel((await order(status)).id)).body).toMatchObject({
      status: 409,
      detail: 'Tego zamówienia nie można już anulować.'
    })
  })
  it('needs a reason from staff', async () => {
    const { body } = await cancel((await order()).id, staff, {})
    expect(body.Errors).toEqual([{ PropertyName: 'reasonForCancel', ErrorMessage: 'Wybierz powód anulowania' }])
  })
  it.each([{ Comment: null }, { Comment: ' ' }, {}])('takes a comment that is not there: %j', async more => {
    const { id } = await order()
    expect((await cancel(id, staff, { reasonForCancel: 'Brak dojazdu', ...more })).status).toBe(200)
    const { body } = await staff.get(`/api/Admin/Orders/${id}/details`)
    expect(body.data.cancellationComment).toBeNull()
  })

  it('by a client says canceled by user, and only while the order is new', async () => {
    const { id } = await order()
    expect((await cancel(id, client, { reasonForCancel: 'canceled by user' })).status).toBe(200)
    expect((await client.get(`/api/Admin/Orders/${id}/details`)).body.data.reasonForCancellation).toBe(
      'canceled by user'
    )
    // the history says it in the reader's language
    for (const who of [client, staff]) {
      const [{ statusDescription }] = (await who.get(`/api/Admin/Orders/${id}/history`)).body.data
      expect(statusDescription).toBe('Anulowano zamówienie: anulował klient')
    }
    expect((await cancel((await order()).id, client, { reasonForCancel: 'something else' })).status).toBe(400)
    expect((await cancel((await order(1)).id, client, {})).status).toBe(409)
  })
})

describe('the list', () => {
  it('is a client’s own: another company’s orders are not there, by list, details or history', async () => {
    const { db } = test.services
    const other = await aCompany(db)
    const secret = await anOrder(db, { company: other, itemId, number: 'Z/2026/CANARY' })
    const text = JSON.stringify((await client.get('/api/Admin/Orders?limit=1000')).body)
    expect(text).not.toContain('CANARY')
    expect((await client.get('/api/Admin/Orders?allFields=CANARY')).body).toMatchObject({ data: [], total: 0 })
    expect((await client.get(`/api/Admin/Orders/${secret.id}/details`)).status).toBe(404)
    expect((await client.get(`/api/Admin/Orders/${secret.id}/history`)).status).toBe(404)
    expect((await cancel(secret.id, client, {})).status).toBe(404)
    expect(JSON.stringify((await staff.get('/api/Admin/Orders?allFields=CANARY')).body)).toContain('CANARY')
  })

  it('shows an ordinary client of a company with departments its own department only', async () => {
    const { db } = test.services
    const wide = await aCompany(db, { multiDepartment: true })
    const [far] = await db('companies.departments')
      .insert({ company_id: wide.id, city: 'Lublin', street: 'Krótka 1', postal_code: '20-001' })
      .returning('id')
    const there = await anOrder(db, { company: wide, itemId, departmentId: far.id })
    const ordinary = await test.signedInAs('CLIENT', { companyId: wide.id, departmentId: wide.departmentId })
    const chief = await test.signedInAs('CLIENT_ADMIN', { companyId: wide.id, departmentId: wide.departmentId })
    expect((await ordinary.get(`/api/Admin/Orders/${there.id}/details`)).status).toBe(404)
    expect((await ordinary.get('/api/Admin/Orders')).body.total).toBe(0)
    expect((await chief.get('/api/Admin/Orders')).body.total).toBe(1)
  })

  it('has the same total by the counter as by counting rows', async () => {
    for (const status of [0, 1, 2, 3, 4, 5]) {
      const { body } = await staff.get(`/api/Admin/Orders?OrderStatus=${status}&limit=1000`)
      expect(body.total).toBe(body.data.length)
    }
    const all = await staff.get('/api/Admin/Orders?limit=1000')
    expect(all.body.total).toBe(all.body.data.length)
  })

  it('takes keys in any letter case, and refuses unknown ones', async () => {
    expect((await staff.get('/API/admin/ORDERS?PAGE=1&LIMIT=2&orderBY=Number&DESC=true')).body.data).toHaveLength(2)
    expect((await staff.get('/api/Admin/Orders?OrderBy=password')).status).toBe(400)
    expect((await staff.get('/api/Admin/Orders?OrderBy=netValue')).status).toBe(200)
    expect((await staff.get('/api/Admin/Orders?OrderBy=additionalInfo')).status).toBe(400)
    expect((await staff.get('/api/Admin/Orders?limit=1001')).status).toBe(400)
    expect((await staff.get('/api/Admin/Orders?PostalCode=%25')).status).toBe(400)
  })

  it('searches by number, company and place, treats two letters as a beginning, and takes wildcards literally', async () => {
    const { db } = test.services
    const named = await aCompany(db, { name: 'Żółta Guma 100% s.c.' })
    const mine = await anOrder(db, { company: named, itemId, number: 'Z/2026/776655' })
    const found = async (text: string) =>
      (await staff.get(`/api/Admin/Orders?limit=1000&allFields=${encodeURIComponent(text)}`)).body.data.map(
        (row: { id: number }) => row.id
      )
    expect(await found('776655')).toEqual([mine.id])
    expect(await found('żółta guma')).toEqual([mine.id])
    expect(await found('100%')).toEqual([mine.id])
    expect(await found('%%%')).toEqual([])
    expect(await found('___')).toEqual([])
    expect(await found('Żó')).toEqual([mine.id])
    expect(await found('ół')).toEqual([])
  })

  it('filters by the beginning of the postal code', async () => {
    const all = (await staff.get('/api/Admin/Orders?PostalCode=22-1&limit=1000')).body
    expect(all.total).toBeGreaterThan(0)
    expect((await staff.get('/api/Admin/Orders?PostalCode=99')).body.total).toBe(0)
  })

  it.each(['__-___', '__-', '-', '', '   '])('takes the empty mask “%s” as no filter', async mask => {
    const totalOf = async (query: string) => (await staff.get(`/api/Admin/Orders?limit=1${query}`)).body.total
    expect(await totalOf(`&PostalCode=${encodeURIComponent(mask)}`)).toBe(await totalOf(''))
  })

  it.each([
    ['22-1__', true],
    ['2_-___', true],
    ['__-100', true],
    ['9_-___', false]
  ])('filters by the digits of a mask that is not filled: %s', async (mask, isFound) => {
    const { status, body } = await staff.get(`/api/Admin/Orders?PostalCode=${mask}`)
    expect([status, body.total > 0]).toEqual([200, isFound])
  })

  it('says what is overdue by the day in Warsaw', async () => {
    const late = await anOrder(test.services.db, { company, itemId, status: 2, realizationDate: '2020-01-01' })
    const { body } = await staff.get('/api/Admin/Orders?OrderStatus=2&limit=1000')
    expect(body.data.find((row: { id: number }) => row.id === late.id).overdue).toBe(true)
  })
})

describe('an order’s texts', () => {
  it('are said in the caller’s language, Polish in the back office', async () => {
    const { id } = await order(4)
    const say = async (host: string, language: string) => {
      const { accountId } = await anAccountOf()
      const who = await test.signedInAs(accountId, { host })
      return (await who.call('PUT', `/api/Admin/Orders/${id}/accept`, undefined, { 'accept-language': language })).body
        .detail
    }
    expect(await say('admin.localhost', 'de')).toBe('Przyjąć można tylko nowe zamówienie.')
    expect(await say('localhost', 'de-DE,de;q=0.9,en;q=0.5')).toBe('Nur ein neuer Auftrag kann angenommen werden.')
  })
})

const anAccountOf = async () => ({
  accountId: (await anAccount(test.services.db, { role: 'ADMIN', password: null })).id
})
