import { beforeAll, describe, expect, it } from 'vitest'
import { down, up } from '../../migrations/160_order_undo.ts'
import type { Person } from '../helper/app.ts'
import { aVehicle } from '../helper/factories.ts'
import { anOrderFixture, monday, type OrderFixture } from './fixtures/order.ts'

let fixture: OrderFixture

beforeAll(async () => {
  fixture = await anOrderFixture()
})

const put = (verb: string, id: number, who: Person = fixture.staff, body?: object, headers?: Record<string, string>) =>
  who.call('PUT', `/api/Admin/Orders/${id}/${verb}`, body, headers)
const undo = (id: number, who = fixture.staff, headers?: Record<string, string>) =>
  put('undo', id, who, undefined, headers)
const reason = { reasonForCancel: 'Brak dojazdu', Comment: 'Remont' }
const cancel = (id: number, who = fixture.staff) => put('cancel', id, who, who === fixture.staff ? reason : {})
const minutes = (count: number) => {
  fixture.test.clock.now = new Date(monday.getTime() + count * 60_000)
}
const stored = (id: number) => fixture.test.services.db('orders.orders').where({ id }).first()

describe('undo', () => {
  it('of an accept makes the order new again, and history says so', async () => {
    const id = await fixture.order()
    const { body } = await put('accept', id)
    expect((await undo(id, fixture.staff, { 'if-match': `"${body.data.version}"` })).status).toBe(200)
    expect(await fixture.details(id)).toMatchObject({ currentStatus: 0, acceptedDate: null })
    expect((await fixture.history(id)).map(line => line.statusDescription)).toEqual([
      'Cofnięto przyjęcie zamówienia',
      'Przyjęto zamówienie'
    ])
  })

  it.each([0, 1])('of a cancel leads back to status %d, without the reason', async status => {
    const id = await fixture.order(status)
    await cancel(id)
    expect((await undo(id)).status).toBe(200)
    expect(await fixture.details(id)).toMatchObject({
      currentStatus: status,
      reasonForCancellation: null,
      cancellationComment: null,
      canceledAt: null
    })
  })

  it('of a cancel of a driven order puts it back into its route', async () => {
    const id = await fixture.driven('2026-07-01')
    const before = await fixture.details(id)
    await cancel(id)
    expect(await fixture.details(id)).toMatchObject({ currentStatus: 4, route: null, canceledAt: '2026-06-01' })
    expect((await undo(id)).status).toBe(200)
    expect(await fixture.details(id)).toEqual({ ...before, version: 4 })
  })

  it.each([
    ['cancel', 'vehicles', (id: number) => cancel(id)],
    ['restore', 'vehicles', (id: number) => put('set-accepted', id)],
    ['cancel', 'drivers', (id: number) => cancel(id)]
  ] as const)('of a %s is refused once the order would have one of the removed %s again', async (_, what, change) => {
    const { db } = fixture.test.services
    const vehicle = await aVehicle(db, { items: [fixture.itemId] })
    const id = await fixture.order(1)
    const plan = { orderIds: [id], vehicleId: vehicle.id, orderRealizationDate: '2026-07-20' }
    expect((await fixture.staff.put('/api/Admin/Orders/set-realization', plan)).status).toBe(200)
    await change(id)
    const removed = await fixture.colleague.call('DELETE', `/api/Admin/Vehicles/${vehicle.id}`)
    expect(removed.status).toBe(200)
    if (what === 'drivers') {
      const gone = await fixture.colleague.call('DELETE', `/api/Admin/Users/drivers/${vehicle.driver_id}`)
      expect(gone.status).toBe(200)
      await db('fleet.vehicles').where({ id: vehicle.id }).update({ removed_at: null })
    }
    const before = await stored(id)
    expect((await undo(id)).body).toMatchObject({ status: 409, code: 'orders.undoGone' })
    expect(await stored(id)).toEqual(before)
  })

  it('of a restore gives vehicle, driver, day and route back', async () => {
    const id = await fixture.driven('2026-07-02')
    const { db } = fixture.test.services
    const [{ driver_id: notified_driver_id }] = await db('orders.orders')
      .where({ id })
      .update({ notification_sent: true })
      .returning('driver_id')
    await db('orders.stops').where({ order_id: id }).update({ notified_driver_id, notified_sequence: 1 })
    const before = await fixture.details(id)
    await put('set-accepted', id)
    expect(await stored(id)).toMatchObject({ status: 1, vehicle_id: null, driver_id: null, realization_date: null })
    expect((await undo(id)).status).toBe(200)
    expect(await fixture.details(id)).toEqual({ ...before, version: expect.any(Number) })
  })

  it('takes back the last of the three commands, once', async () => {
    const id = await fixture.order()
    await put('accept', id)
    await cancel(id)
    await undo(id)
    expect((await undo(id)).body).toMatchObject({ status: 409, code: 'orders.undoChanged' })
  })

  it('is refused for a colleague’s command', async () => {
    const id = await fixture.order()
    await put('accept', id)
    expect((await undo(id, fixture.colleague)).body).toMatchObject({
      status: 409,
      detail: 'Tę zmianę wprowadził ktoś inny. Cofnąć można tylko własną.'
    })
  })

  it('is refused once somebody has changed the order since', async () => {
    const id = await fixture.order()
    await put('accept', id)
    await fixture.colleague.put(`/api/Admin/Orders/${id}`, {
      receptionPlace: fixture.company.placeId,
      orderTypeItemId: fixture.itemId,
      additionalInfo: 'Brama'
    })
    expect((await undo(id)).body).toMatchObject({
      status: 409,
      detail: 'Zamówienie zostało od tego czasu zmienione i nie można już tego cofnąć.'
    })
  })

  it('does not mind a comment', async () => {
    const id = await fixture.order()
    await put('accept', id)
    await fixture.colleague.post(`/api/Admin/Orders/${id}/add-comment`, { content: 'Dziękuję' })
    expect((await undo(id)).status).toBe(200)
  })

  it('is possible for ten minutes', async () => {
    const [early, late] = [await fixture.order(), await fixture.order()]
    await put('accept', early)
    await put('accept', late)
    minutes(10)
    expect((await undo(early)).status).toBe(200)
    fixture.test.clock.now = new Date(fixture.test.clock.now.getTime() + 1)
    expect((await undo(late)).body).toMatchObject({ status: 409, code: 'orders.undoTooLate' })
    fixture.test.clock.now = monday
  })

  it('needs something to undo', async () => {
    expect((await undo(await fixture.order(1))).body).toMatchObject({ status: 409, code: 'orders.undoNothing' })
  })

  it.each([0, 5])('is refused in status %d', async status => {
    expect((await undo(await fixture.order(status))).body).toMatchObject({
      status: 409,
      detail:
        'Cofnąć można tylko przyjęcie, skierowanie do realizacji, anulowanie, przywrócenie lub zakończenie zamówienia.'
    })
  })

  it('by a client takes back its own cancel, not that of the staff', async () => {
    const [own, staffs] = [await fixture.order(), await fixture.order()]
    await cancel(own, fixture.client)
    expect((await undo(own, fixture.client)).body.data).toMatchObject({ currentStatus: 0 })
    await cancel(staffs)
    expect((await undo(staffs, fixture.client)).body.code).toBe('orders.undoAnothers')
    const accepted = await fixture.order()
    await put('accept', accepted)
    expect((await undo(accepted, fixture.client)).status).toBe(409)
  })

  it('twice at once takes back once', async () => {
    const id = await fixture.order()
    await put('accept', id)
    const answers = await Promise.all([undo(id), undo(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('undo of a finish', () => {
  const finish = (id: number, more: object = {}) =>
    put('set-realized', id, fixture.staff, { ...fixture.finishData, ...more })

  it('leaves the order as it was: its data, amounts, place in the route', async () => {
    const [id, next] = [await fixture.driven('2026-07-06'), await fixture.driven('2026-07-06')]
    const [before, beforeNext] = [await fixture.details(id), await fixture.details(next)]
    await finish(id, { quantity: 2, receivingDate: '2026-06-01' })
    expect(await fixture.details(id)).toMatchObject({
      currentStatus: 3,
      quantity: 2,
      netValue: 200,
      kpo: 'KPO/2026/17'
    })
    expect((await undo(id)).status).toBe(200)
    expect(await fixture.details(id)).toEqual({ ...before, version: expect.any(Number) })
    expect(await fixture.details(next)).toEqual({ ...beforeNext, version: expect.any(Number) })
    expect(await stored(id)).toMatchObject({ finished_at: null, receiving_date: null })
    expect((await fixture.history(id))[0]?.statusDescription).toBe('Cofnięto zakończenie zamówienia')
  })

  it('gives back the vehicle, the driver and the route of another one', async () => {
    const { db } = fixture.test.services
    const other = await aVehicle(db, { items: [fixture.itemId] })
    const id = await fixture.driven('2026-07-07')
    const before = await fixture.details(id)
    await finish(id, { vehicleId: other.id })
    expect((await fixture.details(id)).vehicleId).toBe(other.id)
    await undo(id)
    expect(await fixture.details(id)).toEqual({ ...before, version: expect.any(Number) })
  })

  it('keeps what it gives back apart from the history, until it is undone or the order is gone', async () => {
    const { db } = fixture.test.services
    const id = await fixture.driven('2026-07-12')
    await finish(id)
    const kept = () => db('orders.undo').where({ order_id: id }).select('code', 'columns')
    expect(await kept()).toEqual([{ code: 'orders.finish', columns: expect.objectContaining({ finishedAt: null }) }])
    const [entry] = await db('kernel.changes').where({ subject_id: id, code: 'orders.finish' }).select('params')
    expect(entry.params).toEqual({})
    await undo(id)
    expect(await kept()).toEqual([])
  })

  it('gives back what a finish has changed, after the order was carried over from the history', async () => {
    const { db } = fixture.test.services
    const id = await fixture.driven('2026-07-13')
    const before = await fixture.details(id)
    await finish(id)
    await down(db)
    await up(db)
    await undo(id)
    expect(await fixture.details(id)).toEqual({ ...before, version: expect.any(Number) })
  })

  it('keeps what was saved before the finish', async () => {
    const id = await fixture.driven('2026-07-08')
    await fixture.staff.put(`/api/Admin/Orders/${id}`, {
      receptionPlace: fixture.company.placeId,
      orderTypeItemId: fixture.itemId,
      ...fixture.finishData
    })
    await put('set-realized', id)
    expect((await fixture.details(id)).currentStatus).toBe(3)
    await undo(id)
    expect(await fixture.details(id)).toMatchObject({ currentStatus: 2, ...fixture.finishData, receivingDate: null })
  })

  it('has no limit of time, and is for one’s own', async () => {
    const id = await fixture.driven('2026-07-09')
    await finish(id)
    minutes(24 * 60)
    expect((await undo(id, fixture.colleague)).body.code).toBe('orders.undoAnothers')
    expect((await undo(id)).status).toBe(200)
    fixture.test.clock.now = monday
  })

  it.each([
    [{ optima_status: 1 }, 'To zamówienie przekazano już do systemu księgowego, więc zakończenia nie można cofnąć.'],
    [{ optima_status: 3 }, 'To zamówienie przekazano już do systemu księgowego, więc zakończenia nie można cofnąć.'],
    [{ optima_number: 'RO/1' }, 'To zamówienie ma już numer księgowy, więc zakończenia nie można cofnąć.']
  ])('is refused once accounting has the order: %j', async (accounting, detail) => {
    const id = await fixture.driven('2026-07-10')
    await finish(id)
    await fixture.test.services.db('orders.orders').where({ id }).update(accounting)
    expect((await undo(id)).body).toMatchObject({ status: 409, detail })
  })

  it('is refused once the order was corrected', async () => {
    const id = await fixture.driven('2026-07-11')
    await finish(id)
    await fixture.colleague.put(`/api/Admin/Orders/${id}/correct`, { tonnage: 9 })
    expect((await undo(id)).body.code).toBe('orders.undoChanged')
  })

  it('is offered with the success of a finish, and stands on the page of completed orders', async () => {
    const commandsOf = async (page: string) =>
      (await fixture.staff.get(`/api/ui/pages/${page}`)).body.data.list.commands
    const named = (name: string) => (command: { name: string }) => command.name === name
    const undone = 'PUT /api/Admin/Orders/:id/undo'
    expect((await commandsOf('orders.inProgress')).find(named('orders.finish')).undo).toBe(undone)
    expect((await commandsOf('orders.completed')).some(named('orders.undo'))).toBe(true)
  })
})

describe('cancelling a driven order', () => {
  it('closes the gap in its route', async () => {
    const [first, second] = [await fixture.driven('2026-07-03'), await fixture.driven('2026-07-03')]
    await cancel(first)
    expect(await fixture.details(second)).toMatchObject({ sequenceInRoute: 1 })
    expect(await stored(first)).toMatchObject({ realization_date: '2026-07-03', canceled_at: monday })
  })
})
