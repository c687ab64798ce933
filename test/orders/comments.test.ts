import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCompany, anAccount } from '../helper/factories.ts'
import { anOrderFixture, type OrderFixture } from './fixtures/order.ts'

let fixture: OrderFixture

beforeAll(async () => {
  fixture = await anOrderFixture()
})
afterAll(() => fixture.test.close())

const say = (id: number, content: unknown, who = fixture.staff) =>
  who.post(`/api/Admin/Orders/${id}/add-comment`, { content })
const comments = (id: number, who = fixture.staff) => who.get(`/api/Admin/Orders/${id}/comments`)

describe('comments', () => {
  it('are said by staff and the client, and read newest first, with who and when', async () => {
    const id = await fixture.order()
    expect((await say(id, 'Kiedy przyjedziecie?', fixture.client)).status).toBe(200)
    expect((await say(id, 'We wtorek.')).status).toBe(200)
    const { body } = await comments(id, fixture.client)
    expect(body).toMatchObject({
      total: 2,
      data: [
        { content: 'We wtorek.', createdAt: '2026-06-01T10:00:00.000Z', user: { firstName: 'Anna' } },
        { content: 'Kiedy przyjedziecie?', user: { firstName: 'Anna', lastName: expect.stringMatching(/^Nowak/) } }
      ]
    })
    expect((await fixture.history(id))[0]).toMatchObject({ statusDescription: 'Dodano komentarz', changes: [] })
  })

  it('are text: markup comes back as it was written', async () => {
    const id = await fixture.order()
    const markup = '<img src=x onerror="alert(1)"> & <b>pilne</b> \'; drop table orders.orders; --'
    await say(id, markup)
    const answer = await comments(id)
    expect(answer.body.data[0].content).toBe(markup)
    expect(String(answer.headers['content-type'])).toMatch(/^application\/json/)
  })

  it.each([['  '], [''], [null], [7], ['a'.repeat(2001)]])('refuse %j', async content => {
    const { status, body } = await say(await fixture.order(), content)
    expect([status, body.Errors[0].PropertyName]).toEqual([400, 'content'])
  })

  it('say what is missing', async () => {
    const { body } = await say(await fixture.order(), ' ')
    expect(body.Errors[0].ErrorMessage).toBe('Wpisz komentarz')
  })

  it('of somebody unknown are an unknown user’s', async () => {
    const { db } = fixture.test.services
    const id = await fixture.order()
    const erased = await anAccount(db, { firstName: null, lastName: null, password: null })
    for (const account of [null, erased.id])
      await db('orders.comments').insert({ order_id: id, content: 'x', account_id: account, created_at: new Date() })
    expect((await comments(id)).body.data.map((comment: { user: unknown }) => comment.user)).toEqual([null, null])
  })

  it('do not make an edit stale', async () => {
    const id = await fixture.order()
    await say(id, 'Uwaga na psa')
    expect((await fixture.details(id)).version).toBe(1)
  })

  it('of another company’s order are not there', async () => {
    const other = await aCompany(fixture.test.services.db)
    const stranger = await fixture.test.signedInAs('CLIENT_ADMIN', {
      companyId: other.id,
      departmentId: other.departmentId
    })
    const id = await fixture.order()
    await say(id, 'CANARY')
    expect((await comments(id, stranger)).status).toBe(404)
    expect((await say(id, 'x', stranger)).status).toBe(404)
    expect((await comments(id)).body.total).toBe(1)
  })
})

describe('history', () => {
  it('says from what to what, once for each thing, without ids and names of people', async () => {
    const id = await fixture.order(0, { additional_info: 'Brama' })
    await fixture.staff.put(`/api/Admin/Orders/${id}`, {
      receptionPlace: fixture.company.placeId,
      orderTypeItemId: fixture.itemId,
      quantity: 2,
      netPrice: 50,
      additionalInfo: null,
      ...fixture.finishData
    })
    const [line] = await fixture.history(id)
    const fields = Object.fromEntries((line?.changes ?? []).map(({ field, before, after }) => [field, [before, after]]))
    expect(fields).toEqual({
      quantity: [1, 2],
      netPrice: [100, 50],
      additionalInfo: ['Brama', null],
      kpo: [null, 'KPO/2026/17'],
      tonnage: [null, 1.25],
      quantityTaken: [null, 2],
      vehicle: [null, expect.stringMatching(/MAN TGS$/)],
      recycleOperatorName: [null, expect.stringMatching(/^Granulat/)],
      internalStoreName: [null, expect.stringMatching(/^Magazyn/)]
    })
  })

  it('is told in the reader’s language', async () => {
    const id = await fixture.order()
    await fixture.staff.call('PUT', `/api/Admin/Orders/${id}/accept`)
    await fixture.staff.call('PUT', `/api/Admin/Orders/${id}/undo`)
    const said = async (language: string) =>
      (await fixture.history(id, fixture.client, { 'accept-language': language })).map(line => line.statusDescription)
    expect(await said('en')).toEqual(['Acceptance undone', 'Order accepted'])
    expect(await said('de')).toEqual(['Annahme rückgängig gemacht', 'Auftrag angenommen'])
  })

  it('hides from a client what its details hide', async () => {
    const id = await fixture.driven()
    await fixture.test.services.db('kernel.changes').insert({
      at: new Date(),
      resource_type: 'orders.order',
      subject_id: id,
      version: 2,
      code: 'orders.edit',
      params: {},
      before: { notificationSent: false, kpo: null },
      after: { notificationSent: true, kpo: 'KPO/1' }
    })
    const fields = async (who = fixture.staff) => (await fixture.history(id, who))[0]?.changes.map(({ field }) => field)
    expect(await fields()).toEqual(expect.arrayContaining(['notificationSent', 'kpo']))
    expect(await fields(fixture.client)).toEqual(['kpo'])
  })
})
