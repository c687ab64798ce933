import { beforeAll, describe, expect, it } from 'vitest'
import { aCompany, anOperator, aPlace, aVehicle } from '../helper/factories.ts'
import { editing } from './fixtures/edit.ts'
import { anOrderFixture, monday, type OrderFixture } from './fixtures/order.ts'

let fixture: OrderFixture

beforeAll(async () => {
  fixture = await anOrderFixture()
})

const { edit, money } = editing(() => fixture)

describe('editing an order', () => {
  it.each([0, 1, 2])(
    'by staff in status %d saves what the documents name, and no value of the caller’s',
    async status => {
      const id = await fixture.order(status)
      const said = {
        additionalInfo: 'Brama od podwórza',
        quantity: 2,
        paymentType: 0,
        netPrice: 10,
        grossPrice: 1,
        netValue: 1,
        grossValue: 1,
        vatValue: 1,
        vatRate: 23,
        vatSymbol: 'B',
        receivingDate: '2026-06-01',
        ...fixture.finishData
      }
      const { status: answered, body } = await edit(id, said)
      expect([answered, body.data?.version]).toEqual([200, 2])
      expect(await fixture.details(id)).toMatchObject({
        ...fixture.finishData,
        currentStatus: status,
        additionalInfo: 'Brama od podwórza',
        paymentType: 0,
        vatRate: 23,
        vatSymbol: 'B',
        receivingDate: '2026-06-01',
        driverId: fixture.driverId
      })
      expect(await money(id)).toEqual([10, 12.3, 20, 24.6, 4.6])
    }
  )

  it.each([3, 4, 5])('in status %d is refused, with the sentence of the grey button', async status => {
    const { body } = await edit(await fixture.order(status))
    expect(body).toMatchObject({ status: 409, detail: 'Tego zamówienia nie można już edytować.' })
  })

  it('keeps fields that the body leaves out, and clears null and blank ones', async () => {
    const id = await fixture.order(0, { additional_info: 'Brama', kpo: 'KPO/1' })
    await edit(id)
    expect(await fixture.details(id)).toMatchObject({ additionalInfo: 'Brama', kpo: 'KPO/1', version: 2 })
    await edit(id, { additionalInfo: '  ', kpo: null })
    expect(await fixture.details(id)).toMatchObject({ additionalInfo: null, kpo: null })
  })

  it.each([
    ['receptionPlace', 'Wybierz punkt odbioru'],
    ['orderTypeItemId', 'Wybierz pozycję']
  ])('needs %s', async (field, sentence) => {
    const { status, body } = await edit(await fixture.order(), { [field]: undefined })
    expect(status).toBe(400)
    expect(body.Errors).toEqual([{ PropertyName: field, ErrorMessage: sentence }])
  })

  it('keeps quantities within the bounds of the type', async () => {
    const { status, body } = await edit(await fixture.order(), { quantity: 3 })
    expect([status, body.Errors[0].PropertyName]).toEqual([400, 'quantity'])
  })

  it('takes no day of collection after today in Warsaw', async () => {
    const id = await fixture.order()
    fixture.test.clock.now = new Date('2026-06-01T21:30:00Z')
    expect((await edit(id, { receivingDate: '2026-06-02' })).body.Errors).toEqual([
      { PropertyName: 'receivingDate', ErrorMessage: 'Data odbioru nie może być późniejsza niż dzisiaj.' }
    ])
    fixture.test.clock.now = new Date('2026-06-01T22:30:00Z')
    expect((await edit(id, { receivingDate: '2026-06-02' })).status).toBe(200)
    fixture.test.clock.now = monday
  })

  it('refuses a removed vehicle, an inactive operator and an unknown store', async () => {
    const id = await fixture.order()
    const asleep = await anOperator(fixture.test.services.db, { isActive: false })
    const refusals = [
      { vehicleId: 2_000_000_000 },
      { recycleOperatorId: asleep.id },
      { internalStoreId: 2_000_000_000 }
    ]
    for (const more of refusals) expect((await edit(id, more)).status).toBe(422)
    expect((await edit(id, { internalStoreId: 2_000_000_000 })).body.code).toBe('orders.noStore')
  })
})

describe('the place of an edited order', () => {
  it('makes the driver count as not notified when it changes, and only then', async () => {
    const { company, test } = fixture
    const id = await fixture.order(2, { driver_id: fixture.driverId, notification_sent: true })
    await edit(id, { additionalInfo: 'Brama od podwórza' })
    expect(await fixture.details(id)).toMatchObject({ receptionPlaceId: company.placeId, notificationSent: true })
    const other = await aPlace(test.services.db, { companyId: company.id, departmentId: company.departmentId })
    expect((await edit(id, { receptionPlace: other.id })).status).toBe(200)
    expect(await fixture.details(id)).toMatchObject({ receptionPlaceId: other.id, notificationSent: false })
  })

  it('may stay although it is inactive', async () => {
    const { db } = fixture.test.services
    const place = await aPlace(db, {
      companyId: fixture.company.id,
      departmentId: fixture.company.departmentId,
      isActive: false
    })
    const id = await fixture.order(0, { reception_place_id: place.id })
    expect((await edit(id, { receptionPlace: place.id, quantity: 2 })).status).toBe(200)
    expect((await fixture.details(id)).receptionPlaceId).toBe(place.id)
  })

  it('must be active when it is another one, and of the order’s company', async () => {
    const { db } = fixture.test.services
    const id = await fixture.order()
    const where = { companyId: fixture.company.id, departmentId: fixture.company.departmentId }
    const asleep = await aPlace(db, { ...where, isActive: false })
    const other = await aCompany(db)
    expect((await edit(id, { receptionPlace: asleep.id })).body).toMatchObject({
      status: 422,
      code: 'orders.placeInactive'
    })
    expect((await edit(id, { receptionPlace: other.placeId })).body).toMatchObject({
      status: 422,
      code: 'orders.otherCompany'
    })
    expect((await edit(id, { receptionPlace: other.placeId }, fixture.client)).status).toBe(404)
  })

  it('must be assigned the type of the item', async () => {
    const { db } = fixture.test.services
    const place = await aPlace(db, { companyId: fixture.company.id, departmentId: fixture.company.departmentId })
    await db('companies.place_order_types').where({ reception_place_id: place.id, order_type_id: 3 }).delete()
    const { body } = await edit(await fixture.order(), { receptionPlace: place.id })
    expect(body).toMatchObject({ status: 422, code: 'orders.itemNotAllowed' })
  })
})

describe('a client', () => {
  it('edits place, item, quantity and note of its placed order', async () => {
    const { db } = fixture.test.services
    const place = await aPlace(db, { companyId: fixture.company.id, departmentId: fixture.company.departmentId })
    const id = await fixture.order()
    const { status } = await edit(
      id,
      { receptionPlace: place.id, quantity: 2, additionalInfo: 'Dzwonić' },
      fixture.client
    )
    expect(status).toBe(200)
    expect(await fixture.details(id, fixture.client)).toMatchObject({
      receptionPlaceId: place.id,
      quantity: 2,
      additionalInfo: 'Dzwonić',
      netValue: 200
    })
  })

  it.each([1, 2, 3, 4, 5])('edits nothing in status %d', async status => {
    expect((await edit(await fixture.order(status), {}, fixture.client)).status).toBe(409)
  })

  it.each(['netPrice', 'paymentType', 'tonnage', 'kpo', 'vehicleId', 'receivingDate', 'vatSymbol'])(
    'may not say %s',
    async field => {
      const { status, body } = await edit(await fixture.order(), { [field]: 1 }, fixture.client)
      expect([status, body.Errors[0].PropertyName]).toEqual([400, field])
    }
  )

  it('sees nothing of vehicle, driver and route', async () => {
    const id = await fixture.driven()
    expect(await fixture.details(id)).toMatchObject({ driverId: fixture.driverId, sequenceInRoute: expect.any(Number) })
    for (const field of ['driver', 'driverId', 'route', 'sequenceInRoute', 'notificationSent'])
      expect(await fixture.details(id, fixture.client)).not.toHaveProperty(field)
  })
})

describe('an order that is driven', () => {
  const routeOf = async (vehicleId: number, day = '2026-06-02') =>
    (await fixture.staff.get(`/api/Admin/Vehicles/${vehicleId}/route?day=${day}`)).body.data.map(
      (stop: { orderId: number }) => stop.orderId
    )

  it('moves to the route of another vehicle, whose driver counts as not notified', async () => {
    const id = await fixture.driven()
    const other = await aVehicle(fixture.test.services.db)
    await fixture.test.services.db('orders.orders').where({ id }).update({ notification_sent: true })
    expect((await edit(id, { vehicleId: other.id })).status).toBe(200)
    expect(await fixture.details(id)).toMatchObject({
      vehicleId: other.id,
      driverId: other.driver_id,
      notificationSent: false
    })
    expect(await routeOf(other.id)).toEqual([id])
    expect(await routeOf(fixture.finishData.vehicleId as number)).not.toContain(id)
  })

  it('by another vehicle of the same driver counts as not notified', async () => {
    const { db } = fixture.test.services
    const id = await fixture.driven()
    const told = async () => (await db('orders.orders').where({ id }).first()).notification_sent
    await db('orders.orders').where({ id }).update({ notification_sent: true })
    const { driver_id: driverId } = await db('orders.orders').where({ id }).first()
    expect((await edit(id, { additionalInfo: 'Brama' })).status).toBe(200)
    expect(await told()).toBe(true)
    expect((await edit(id, { vehicleId: (await aVehicle(db, { driverId })).id })).status).toBe(200)
    expect(await told()).toBe(false)
  })

  it('keeps a vehicle', async () => {
    const { body } = await edit(await fixture.driven(), { vehicleId: null })
    expect(body.Errors).toEqual([
      {
        PropertyName: 'vehicleId',
        ErrorMessage: 'Wybierz pojazd z kierowcą. Bez niego zamówienie nie może być w realizacji.'
      }
    ])
  })
})

describe('two editors', () => {
  it('the later one gets a conflict that names who changed what, and nothing is lost', async () => {
    const id = await fixture.order()
    const seen = { 'if-match': '"1"' }
    expect((await edit(id, { additionalInfo: 'pierwszy' }, fixture.staff, seen)).status).toBe(200)
    const late = await edit(id, { additionalInfo: 'drugi' }, fixture.colleague, seen)
    expect(late.body).toMatchObject({
      status: 409,
      code: 'kernel.stale',
      current: { id, version: 2 },
      changes: [{ who: expect.stringMatching(/^Anna Nowak/), what: 'Edytowano zamówienie' }]
    })
    expect((await fixture.details(id)).additionalInfo).toBe('pierwszy')
  })

  it('at the same moment: one wins', async () => {
    const id = await fixture.order()
    const seen = { 'if-match': '"1"' }
    const answers = await Promise.all([
      edit(id, { quantity: 2 }, fixture.staff, seen),
      edit(id, { quantity: 2, additionalInfo: 'x' }, fixture.colleague, seen)
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
