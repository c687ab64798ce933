import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../helper/app.ts'
import { anOrderFixture, monday, type OrderFixture } from './fixtures/order.ts'

let desk: OrderFixture

beforeAll(async () => {
  desk = await anOrderFixture()
})
afterAll(() => desk.test.close())

const put = (verb: string, id: number, who: Person = desk.staff, body?: object, headers?: Record<string, string>) =>
  who.call('PUT', `/api/Admin/Orders/${id}/${verb}`, body, headers)
const undo = (id: number, who = desk.staff, headers?: Record<string, string>) =>
  put('undo', id, who, undefined, headers)
const reason = { reasonForCancel: 'Brak dojazdu', Comment: 'Remont' }
const cancel = (id: number, who = desk.staff) => put('cancel', id, who, who === desk.staff ? reason : {})
const minutes = (count: number) => {
  desk.test.clock.now = new Date(monday.getTime() + count * 60_000)
}
const stored = (id: number) => desk.test.services.db('orders.orders').where({ id }).first()

describe('undo', () => {
  it('of an accept makes the order new again, and history says so', async () => {
    const id = await desk.order()
    const { body } = await put('accept', id)
    expect((await undo(id, desk.staff, { 'if-match': `"${body.data.version}"` })).status).toBe(200)
    expect(await desk.details(id)).toMatchObject({ currentStatus: 0, acceptedDate: null })
    expect((await desk.history(id)).map(line => line.statusDescription)).toEqual([
      'Cofnięto przyjęcie zamówienia',
      'Przyjęto zamówienie'
    ])
  })

  it.each([0, 1])('of a cancel leads back to status %d, without the reason', async status => {
    const id = await desk.order(status)
    await cancel(id)
    expect((await undo(id)).status).toBe(200)
    expect(await desk.details(id)).toMatchObject({
      currentStatus: status,
      reasonForCancellation: null,
      cancellationComment: null,
      canceledAt: null
    })
  })

  it('of a cancel of a driven order puts it back into its route', async () => {
    const id = await desk.driven('2026-07-01')
    const before = await desk.details(id)
    await cancel(id)
    expect(await desk.details(id)).toMatchObject({ currentStatus: 4, route: null, canceledAt: '2026-06-01' })
    expect((await undo(id)).status).toBe(200)
    expect(await desk.details(id)).toEqual({ ...before, version: 4 })
  })

  it('of a restore gives vehicle, driver, day and route back', async () => {
    const id = await desk.driven('2026-07-02')
    await desk.test.services.db('orders.orders').where({ id }).update({ notification_sent: true })
    const before = await desk.details(id)
    await put('set-accepted', id)
    expect(await stored(id)).toMatchObject({ status: 1, vehicle_id: null, driver_id: null, realization_date: null })
    expect((await undo(id)).status).toBe(200)
    expect(await desk.details(id)).toEqual({ ...before, version: expect.any(Number) })
  })

  it('is for the last of the three: after it there is nothing of it left to undo', async () => {
    const id = await desk.order()
    await put('accept', id)
    await cancel(id)
    await undo(id)
    expect((await undo(id)).body).toMatchObject({ status: 409, code: 'orders.undoChanged' })
  })

  it('is for one’s own alone', async () => {
    const id = await desk.order()
    await put('accept', id)
    expect((await undo(id, desk.colleague)).body).toMatchObject({
      status: 409,
      detail: 'Tę zmianę wprowadził ktoś inny. Cofnąć można tylko własną.'
    })
  })

  it('is refused once somebody has changed the order since', async () => {
    const id = await desk.order()
    await put('accept', id)
    await desk.colleague.put(`/api/Admin/Orders/${id}`, {
      receptionPlace: desk.company.placeId,
      orderTypeItemId: desk.itemId,
      additionalInfo: 'Brama'
    })
    expect((await undo(id)).body).toMatchObject({
      status: 409,
      detail: 'Od tego czasu zamówienie zmieniono, więc nie można już tego cofnąć.'
    })
  })

  it('does not mind a comment', async () => {
    const id = await desk.order()
    await put('accept', id)
    await desk.colleague.post(`/api/Admin/Orders/${id}/add-comment`, { content: 'Dziękuję' })
    expect((await undo(id)).status).toBe(200)
  })

  it('is possible for ten minutes', async () => {
    const [early, late] = [await desk.order(), await desk.order()]
    await put('accept', early)
    await put('accept', late)
    minutes(10)
    expect((await undo(early)).status).toBe(200)
    desk.test.clock.now = new Date(desk.test.clock.now.getTime() + 1)
    expect((await undo(late)).body).toMatchObject({ status: 409, code: 'orders.undoTooLate' })
    desk.test.clock.now = monday
  })

  it('needs something to undo', async () => {
    expect((await undo(await desk.order(1))).body).toMatchObject({ status: 409, code: 'orders.undoNothing' })
  })

  it.each([0, 2, 3, 5])('is refused in status %d', async status => {
    expect((await undo(await desk.order(status))).body).toMatchObject({
      status: 409,
      detail: 'Cofnąć można tylko przyjęcie, anulowanie lub przywrócenie zamówienia.'
    })
  })

  it('by a client is for its own cancel, not for the staff’s', async () => {
    const [own, staffs] = [await desk.order(), await desk.order()]
    await cancel(own, desk.client)
    expect((await undo(own, desk.client)).body.data).toMatchObject({ currentStatus: 0 })
    await cancel(staffs)
    expect((await undo(staffs, desk.client)).body.code).toBe('orders.undoAnothers')
    const accepted = await desk.order()
    await put('accept', accepted)
    expect((await undo(accepted, desk.client)).status).toBe(409)
  })

  it('twice at once takes back once', async () => {
    const id = await desk.order()
    await put('accept', id)
    const answers = await Promise.all([undo(id), undo(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('cancelling a driven order', () => {
  it('closes the gap in its route', async () => {
    const [first, second] = [await desk.driven('2026-07-03'), await desk.driven('2026-07-03')]
    await cancel(first)
    expect(await desk.details(second)).toMatchObject({ sequenceInRoute: 1 })
    expect(await stored(first)).toMatchObject({ realization_date: '2026-07-03', canceled_at: monday })
  })
})
