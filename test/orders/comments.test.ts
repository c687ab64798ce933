import { beforeAll, describe, expect, it } from 'vitest'
import type { FormMetadata } from '../../src/contract/form.ts'
import type { Hint } from '../../src/kernel/realtime/hints.ts'
import { initialValues } from '../../ui/parts/form/formValues.ts'
import type { Person } from '../helper/app.ts'
import { aCompany, anAccount } from '../helper/factories.ts'
import { anOrderFixture, type OrderFixture } from './fixtures/order.ts'

let fixture: OrderFixture

beforeAll(async () => {
  fixture = await anOrderFixture()
})

const say = (id: number, content: unknown, who = fixture.staff) =>
  who.post(`/api/Admin/Orders/${id}/add-comment`, { content })
const comments = (id: number, who = fixture.staff) => who.get(`/api/Admin/Orders/${id}/comments`)

describe('comments', () => {
  it('are written by the staff and the client, and listed newest first with author and time', async () => {
    const id = await fixture.order()
    expect((await say(id, 'Kiedy przyjedziecie?', fixture.client)).status).toBe(200)
    expect((await say(id, 'We wtorek.')).status).toBe(200)
    const { body } = await comments(id, fixture.client)
    expect(body).toMatchObject({
      total: 2,
      data: [
        { content: 'We wtorek.', createdAt: '2026-06-01T10:00:00.000Z', user: { firstName: 'Opony', lastName: '' } },
        { content: 'Kiedy przyjedziecie?', user: { firstName: 'Anna', lastName: expect.stringMatching(/^Nowak/) } }
      ]
    })
    expect((await fixture.history(id))[0]).toMatchObject({ statusDescription: 'Dodano komentarz', changes: [] })
  })

  it('say whether staff or a client wrote them; staff read who it was', async () => {
    const id = await fixture.order()
    await say(id, 'Kiedy?', fixture.client)
    await say(id, 'We wtorek.')
    expect((await comments(id)).body.data).toMatchObject([
      { byClient: false, internal: false, user: { firstName: 'Anna' } },
      { byClient: true, internal: false, user: { firstName: 'Anna' } }
    ])
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

  it('that are more than are read at once say so, and so does the history', async () => {
    const [few, many] = [await fixture.order(), await fixture.order()]
    await say(few, 'x')
    const { db } = fixture.test.services
    await db.raw(
      `insert into orders.comments (order_id, content, created_at, by_client) select ?, n, now(), false from generate_series(1, 1001) n`,
      [many]
    )
    await db.raw(
      `insert into kernel.changes (at, resource_type, subject_id, version, code, params, before, after)
        select now(), 'orders.order', ?, 1, 'orders.accept', '{}', '{}', '{}' from generate_series(1, 1001)`,
      [many]
    )
    const answer = async (path: string) => {
      const { total, totalCapped, data } = (await fixture.staff.get(`/api/Admin/Orders/${path}`)).body
      return [total, data.length, totalCapped]
    }
    for (const list of ['comments', 'history']) {
      expect(await answer(`${few}/${list}`)).toEqual([1, 1, undefined])
      expect(await answer(`${many}/${list}`)).toEqual([1000, 1000, true])
    }
  })
})

describe('internal comments', () => {
  const note = (id: number, content = 'CANARY') =>
    fixture.staff.post(`/api/Admin/Orders/${id}/add-comment`, { content, internal: true })
  const rowFor = async (id: number, who: Person) =>
    (await who.get('/api/Admin/Orders?limit=1000')).body.data.find((row: { id: number }) => row.id === id)

  it('are read by staff; a call without `internal` is for the client', async () => {
    const id = await fixture.order()
    expect((await note(id)).status).toBe(200)
    await say(id, 'Dla klienta')
    expect((await comments(id)).body.data.map((one: { internal: boolean }) => one.internal)).toEqual([false, true])
    expect(await rowFor(id, fixture.staff)).toMatchObject({ commentsCount: 2, hasComments: true })
    expect((await fixture.history(id)).map(line => line.statusDescription)).toEqual([
      'Dodano komentarz',
      'Dodano notatkę wewnętrzną'
    ])
  })

  it('are invisible to clients: no text, count, mark, history or version', async () => {
    const id = await fixture.order()
    const before = { row: await rowFor(id, fixture.client), details: await fixture.details(id, fixture.client) }
    await note(id)
    expect((await comments(id, fixture.client)).body).toEqual({ data: [], total: 0 })
    expect(await rowFor(id, fixture.client)).toEqual(before.row)
    expect(await fixture.details(id, fixture.client)).toEqual(before.details)
    expect(before.row).toMatchObject({ commentsCount: 0, hasComments: false })
    expect(await fixture.history(id, fixture.client)).toEqual([])
    await say(id, 'Dla klienta')
    const { body } = await comments(id, fixture.client)
    expect(body).toMatchObject({ total: 1, data: [{ content: 'Dla klienta' }] })
    expect(Object.keys(body.data[0])).not.toContain('internal')
  })

  it('send no hint to clients', async () => {
    const id = await fixture.order()
    const heard: Hint[] = []
    const stop = fixture.test.services.hints.onHint(hint => heard.push(hint))
    const companies = () =>
      heard.flatMap(hint => (hint.kind === 'changed' && hint.ids.includes(id) ? [hint.companyId] : []))
    await note(id)
    await expect.poll(companies).toEqual([null])
    await say(id, 'Dla klienta')
    await expect.poll(companies).toEqual([null, fixture.company.id])
    stop()
  })

  it('cannot be written by clients', async () => {
    const id = await fixture.order()
    const body = { content: 'x', internal: true }
    const answer = await fixture.client.post(`/api/Admin/Orders/${id}/add-comment`, body)
    expect([answer.status, answer.body.Errors[0].PropertyName]).toEqual([400, 'internal'])
  })

  it('are what the form of staff begins with until a client waits for an answer, and clients have no such question', async () => {
    const form = async (who: Person) => (await who.get('/api/ui/forms/orders.addComment')).body.data
    const staffForm: FormMetadata = await form(fixture.staff)
    const id = await fixture.order()
    const begins = async () => initialValues(staffForm, await fixture.details(id)).internal
    expect(await begins()).toBe(true)
    await say(id, 'Kiedy?', fixture.client)
    expect(await begins()).toBe(false)
    await note(id)
    expect(await begins()).toBe(false)
    await say(id, 'We wtorek.')
    expect(await begins()).toBe(true)
    expect((await form(fixture.client)).fields.map(({ name }: { name: string }) => name)).toEqual(['content'])
  })
})

describe('a client’s comment', () => {
  const waiting = async () =>
    (await fixture.staff.get('/api/Notifications')).body.data.find(
      (one: { notificationType: number }) => one.notificationType === 5
    ).count
  const list = async () =>
    (await fixture.staff.get('/api/Admin/Orders?Unanswered=true&limit=1000')).body.data.map(
      (row: { id: number }) => row.id
    )
  const isUnanswered = async (id: number) => (await fixture.details(id)).unansweredComment

  it('waits until staff answer it, with the bell and its list in step; a note does not answer it', async () => {
    const before = await waiting()
    const id = await fixture.order()
    await say(id, 'Kiedy?', fixture.client)
    await say(id, 'Halo?', fixture.client)
    expect([await isUnanswered(id), await waiting()]).toEqual([true, before + 1])
    expect(await list()).toHaveLength(before + 1)
    expect(await list()).toContain(id)
    await fixture.staff.post(`/api/Admin/Orders/${id}/add-comment`, { content: 'Oddzwonić', internal: true })
    expect(await isUnanswered(id)).toBe(true)
    await say(id, 'We wtorek.')
    expect([await isUnanswered(id), await waiting()]).toEqual([false, before])
    await say(id, 'Dziękuję', fixture.client)
    expect(await isUnanswered(id)).toBe(true)
  })

  it('can be settled without an answer, once, and only staff know', async () => {
    const id = await fixture.order()
    const settle = (who = fixture.staff) => who.call('POST', `/api/Admin/Orders/${id}/settle-comments`)
    expect((await settle()).body).toMatchObject({
      status: 409,
      detail: 'Żaden komentarz klienta nie czeka na odpowiedź.'
    })
    await say(id, 'Dziękuję', fixture.client)
    expect((await settle(fixture.client)).status).toBe(403)
    expect((await settle()).body.data).toMatchObject({ id, unansweredComment: false, version: 1 })
    expect((await settle()).status).toBe(409)
    expect((await fixture.history(id))[0]?.statusDescription).toBe('Oznaczono komentarz klienta jako załatwiony')
    expect(await fixture.history(id, fixture.client)).toHaveLength(1)
  })

  it('marks the row, and its tab is counted', async () => {
    const { list: page } = (await fixture.staff.get('/api/ui/pages/orders.new')).body.data
    expect(page.marks.slice(-3)).toMatchObject([
      { icon: 'comment', when: { unansweredComment: [true] } },
      { icon: 'comments', when: { hasComments: [true], unansweredComment: [false] } },
      { icon: 'file-edit', when: { hasAdditionalInfo: [true] } }
    ])
    const tab = page.panel.tabs.find(({ kind }: { kind: string }) => kind === 'comments')
    expect(tab.count).toBe('commentsCount')
  })
})

describe('history', () => {
  it('shows old and new values, each once, without ids', async () => {
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
      // staff read who drives
      driver: [null, expect.stringMatching(/^Anna Nowak/)],
      recycleOperatorName: [null, expect.stringMatching(/^Granulat/)],
      internalStoreName: [null, expect.stringMatching(/^Magazyn/)]
    })
  })

  it('is in the reader’s language', async () => {
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
