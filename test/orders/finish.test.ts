import { beforeAll, describe, expect, it } from 'vitest'
import type { FormMetadata } from '../../src/contract/form.ts'
import { faultsOf, initialValues } from '../../ui/parts/form/formValues.ts'
import { anOperator, aStore, aVehicle } from '../helper/factories.ts'
import { anOrderFixture, type OrderFixture } from './fixtures/order.ts'

let fixture: OrderFixture

beforeAll(async () => {
  fixture = await anOrderFixture()
})

const finish = (id: number, body?: object, who = fixture.staff) =>
  who.call('PUT', `/api/Admin/Orders/${id}/set-realized`, body)
const save = (id: number, more: object) =>
  fixture.staff.put(`/api/Admin/Orders/${id}`, {
    receptionPlace: fixture.company.placeId,
    orderTypeItemId: fixture.itemId,
    ...more
  })

describe('finishing', () => {
  it('saves what was taken and completes the order in one call', async () => {
    const id = await fixture.driven()
    const { status, body } = await finish(id, fixture.finishData)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ currentStatus: 3, receptionCount: '2/2', finishedAt: '2026-06-01' })
    expect(await fixture.details(id)).toMatchObject({
      ...fixture.finishData,
      driverId: fixture.driverId,
      receivingDate: '2026-06-01',
      netValue: 200
    })
    const [line] = await fixture.history(id)
    expect(line?.statusDescription).toBe('Zakończono zamówienie')
    expect(line?.changes).toContainEqual({ field: 'kpo', before: null, after: 'KPO/2026/17' })
  })

  it('in two calls, as the documents have it, leaves the same order', async () => {
    const [once, twice] = [await fixture.driven(), await fixture.driven()]
    await finish(once, { ...fixture.finishData, receivingDate: '2026-05-31' })
    expect((await save(twice, { ...fixture.finishData, receivingDate: '2026-05-31' })).status).toBe(200)
    expect((await finish(twice)).status).toBe(200)
    const alike = async (id: number) => {
      const { id: _id, number: _number, version: _version, sequenceInRoute: _turn, ...rest } = await fixture.details(id)
      return rest
    }
    expect(await alike(twice)).toEqual(await alike(once))
  })

  it('without a body names each field that was not saved', async () => {
    const { status, body } = await finish(await fixture.driven())
    expect(status).toBe(400)
    expect(body.Errors.map((error: { PropertyName: string }) => error.PropertyName)).toEqual([
      'tonnage',
      'kpo',
      'recycleOperatorId',
      'quantityTaken',
      'internalStoreId'
    ])
  })

  it.each(['vehicleId', 'tonnage', 'kpo', 'recycleOperatorId', 'quantity', 'quantityTaken', 'internalStoreId'])(
    'with a body needs %s, and changes nothing without it',
    async field => {
      const id = await fixture.driven()
      const { status, body } = await finish(id, { ...fixture.finishData, [field]: undefined })
      expect([status, body.Errors[0].PropertyName]).toEqual([400, field])
      expect(await fixture.details(id)).toMatchObject({ currentStatus: 2, kpo: null })
    }
  )

  it.each([
    ['quantity', 1.5],
    ['quantityTaken', 1.5],
    ['quantityTaken', -1],
    ['tonnage', 1.255],
    ['kpo', '  ']
  ])('refuses %s %j', async (field, value) => {
    const { status, body } = await finish(await fixture.driven(), { ...fixture.finishData, [field]: value })
    expect([status, body.Errors[0].PropertyName]).toEqual([400, field])
  })

  it('by another vehicle names its driver, and is a stop of its route', async () => {
    const id = await fixture.driven()
    const other = await aVehicle(fixture.test.services.db)
    await finish(id, { ...fixture.finishData, vehicleId: other.id })
    expect(await fixture.details(id)).toMatchObject({
      vehicleId: other.id,
      driverId: other.driver_id,
      currentStatus: 3
    })
    const { body } = await fixture.staff.get(`/api/Admin/Vehicles/${other.id}/route?day=2026-06-02`)
    expect(body.data).toMatchObject([{ orderId: id }])
  })

  it('is refused as a whole when one thing is wrong', async () => {
    const id = await fixture.driven()
    expect((await finish(id, { ...fixture.finishData, internalStoreId: 2_000_000_000 })).status).toBe(422)
    expect((await finish(id, { ...fixture.finishData, receivingDate: '2026-06-02' })).status).toBe(400)
    expect(await fixture.details(id)).toMatchObject({ currentStatus: 2, version: 2, kpo: null })
  })

  it.each([0, 1, 3, 4, 5])('is refused in status %d', async status => {
    expect((await finish(await fixture.order(status), fixture.finishData)).body).toMatchObject({
      status: 409,
      detail: 'Zakończyć można tylko zamówienie w realizacji.'
    })
  })

  it('is not for clients', async () => {
    expect((await finish(await fixture.driven(), fixture.finishData, fixture.client)).status).toBe(403)
  })
})

describe('correcting', () => {
  const correct = (id: number, body: object, who = fixture.staff) => who.put(`/api/Admin/Orders/${id}/correct`, body)
  const completed = () => fixture.order(3, { tonnage: 1, receiving_date: '2026-05-30', kpo: 'KPO/1' })

  it('changes tonnage and day of a completed order, and nothing else', async () => {
    const id = await completed()
    const before = await fixture.details(id)
    expect((await correct(id, { orderId: id, tonnage: 2.75, receivingDate: '2026-05-31' })).status).toBe(200)
    expect(await fixture.details(id)).toEqual({ ...before, tonnage: 2.75, receivingDate: '2026-05-31', version: 3 })
    expect((await fixture.history(id))[0]).toMatchObject({
      statusDescription: 'Poprawiono zamówienie',
      changes: [
        { field: 'tonnage', before: 1, after: 2.75 },
        { field: 'receivingDate', before: '2026-05-30', after: '2026-05-31' }
      ]
    })
  })

  it('does not require a tonnage', async () => {
    const id = await completed()
    expect((await correct(id, { receivingDate: '2026-05-31' })).status).toBe(200)
    expect((await fixture.details(id)).tonnage).toBe(1)
  })

  it('leaves the KPO where the call gives a blank one: it is optional there', async () => {
    const id = await completed()
    expect((await correct(id, { kpo: ' ', receivingDate: '2026-05-31' })).status).toBe(200)
    expect((await fixture.details(id)).kpo).toBe('KPO/1')
  })

  it.each([
    ['tonnage', { tonnage: 2.755 }],
    ['tonnage', { tonnage: '2,75' }],
    ['receivingDate', { receivingDate: '2026-06-02' }],
    ['orderId', { orderId: 1_000_000 }],
    ['quantity', { quantity: 2 }],
    ['tonnage', { tonnage: null }],
    ['netPrice', { netPrice: 1 }]
  ])('refuses %s of %j', async (field, body) => {
    const answer = await correct(await completed(), body)
    expect([answer.status, answer.body.Errors[0].PropertyName]).toEqual([400, field])
  })

  it('changes every field of the finish, and neither price nor status', async () => {
    const { db } = fixture.test.services
    const id = await fixture.driven('2026-06-01')
    await fixture.staff.put(`/api/Admin/Orders/${id}/set-realized`, fixture.finishData)
    const before = await fixture.details(id)
    const [vehicle, operator, store] = [
      await aVehicle(db),
      await anOperator(db),
      await aStore(db, { at: { latitude: 52, longitude: 19 } })
    ]
    const mended = {
      tonnage: 3.5,
      receivingDate: '2026-05-31',
      vehicleId: vehicle.id,
      kpo: 'KPO/2',
      recycleOperatorId: operator.id,
      quantityTaken: 1,
      internalStoreId: store.id
    }
    expect((await correct(id, mended)).status).toBe(200)
    const after = await fixture.details(id)
    expect(after).toMatchObject({ ...mended, driverId: vehicle.driver_id, currentStatus: 3 })
    for (const field of ['netPrice', 'netValue', 'grossValue', 'quantity', 'finishedAt', 'route', 'sequenceInRoute'])
      expect([field, after[field]]).toEqual([field, before[field]])
  })

  it('refuses a vehicle, an operator or a store that is not there', async () => {
    const id = await completed()
    for (const field of ['vehicleId', 'recycleOperatorId', 'internalStoreId'])
      expect([field, (await correct(id, { [field]: 2_000_000_000 })).status]).toEqual([field, 422])
  })

  it('of nothing writes nothing', async () => {
    const id = await completed()
    const { version } = await fixture.details(id)
    expect((await correct(id, { tonnage: 1, receivingDate: '2026-05-30', kpo: 'KPO/1' })).status).toBe(200)
    expect((await correct(id, {})).status).toBe(200)
    expect((await fixture.details(id)).version).toBe(version)
  })

  it('asks for a tonnage that was cleared, in the form of tonnage and day first', async () => {
    const { form } = (await fixture.staff.get('/api/ui/pages/orders.completed')).body.data.list.commands.find(
      ({ name }: { name: string }) => name === 'orders.correct'
    ) as { form: FormMetadata }
    expect(form.fields.slice(0, 2).map(({ name, group }) => [name, group])).toEqual([
      ['tonnage', undefined],
      ['receivingDate', undefined]
    ])
    expect(form.fields.slice(2).every(({ group }) => group === 'orders.panel.collection')).toBe(true)
    const id = await fixture.driven('2026-06-01')
    await fixture.staff.put(`/api/Admin/Orders/${id}/set-realized`, fixture.finishData)
    const values = initialValues(form, await fixture.details(id))
    expect(faultsOf(form, values)).toEqual([])
    for (const field of ['tonnage', 'receivingDate', 'kpo', 'vehicleId'])
      expect(faultsOf(form, { ...values, [field]: undefined })).toMatchObject([{ path: field, code: 'required' }])
  })

  it.each([0, 1, 2, 4, 5])('is refused in status %d', async status => {
    const { body } = await correct(await fixture.order(status), { tonnage: 1 })
    expect(body).toMatchObject({ status: 409, detail: 'Poprawić można tylko zrealizowane zamówienie.' })
  })

  it('is not for clients', async () => {
    expect((await correct(await completed(), { tonnage: 1 }, fixture.client)).status).toBe(403)
  })
})
