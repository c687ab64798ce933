import { beforeAll, describe, expect, it } from 'vitest'
import { lockVehicle } from '../../modules/fleet/public.ts'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { type ACompany, aCompany, anAccount, anItem, anOrder, aVehicle } from '../helper/factories.ts'
import { someoneWaits } from './fixtures/waiting.ts'

const vehicles = '/api/Admin/Vehicles'
const taken = 'Pojazd o podanym numerze rejestracyjnym już istnieje'
let test: SharedApp
let staff: Person
let company: ACompany
let driver: { id: number; email: string }
let items: number[]

beforeAll(async () => {
  test = await aSharedApp()
  const { db } = test.services
  staff = await test.signedInAs('ADMIN')
  company = await aCompany(db)
  driver = await anAccount(db, { role: 'DRIVER', firstName: 'Jan', lastName: 'Nowak' })
  items = [(await anItem(db, { orderTypeId: 1 })).id, (await anItem(db, { orderTypeId: 3 })).id]
})

let made = 0
const aPlate = (): string => {
  made += 1
  return `KR ${10_000 + made}`
}
const data = (given: Record<string, unknown> = {}) => ({
  brand: 'MAN',
  model: 'TGS',
  registerNumber: aPlate(),
  driverId: driver.id,
  ...given
})
const add = (given: Record<string, unknown> = {}) => staff.post(vehicles, data(given))
const edit = (id: number, given: Record<string, unknown>) => staff.put(`${vehicles}/${id}`, data(given))
const remove = (id: number) => staff.call('DELETE', `${vehicles}/${id}`)
const found = async (text: string): Promise<number[]> => {
  const { body } = await staff.get(`${vehicles}?DriverNameOrRegistrationNumber=${encodeURIComponent(text)}`)
  return body.data.map(({ id }: { id: number }) => id)
}
const anOrderOf = async (vehicleId: number, status = 2) => {
  const { id } = await anOrder(test.services.db, { company, itemId: items[1] as number, status })
  await test.services.db('orders.orders').where({ id }).update({ vehicle_id: vehicleId })
  return id
}

describe('adding a vehicle', () => {
  it('answers the row in each of the documents’ shapes, the plate in capitals', async () => {
    const orderTypeItems = [
      { orderTypeItemId: items[0], isActive: true },
      { orderTypeItemId: items[1], isActive: false }
    ]
    const { status, body } = await add({ registerNumber: 'lch 12ab5', orderTypeItems })
    expect(status).toBe(201)
    const { id } = body.data
    const own = { brand: 'MAN', model: 'TGS', registerNumber: 'LCH 12AB5', driverId: driver.id }
    expect(body.data).toMatchObject({
      ...own,
      version: 1,
      driver: 'Jan Nowak',
      lastName: 'Nowak',
      firstName: 'Jan',
      orderTypeItems,
      items: expect.stringMatching(/^Pozycja \d+$/),
      vehicleData: { id, ...own },
      driverData: { id: driver.id, firstName: 'Jan', lastName: 'Nowak', phone: '501502503', email: driver.email }
    })
    expect((await staff.get(`${vehicles}/${id}`)).body.data).toEqual(body.data)
    expect((await staff.get(`${vehicles}?limit=1000`)).body.data).toContainEqual(body.data)
  })

  it('says the documents’ sentences for what is missing', async () => {
    const { status, body } = await staff.post(vehicles, {})
    expect(status).toBe(400)
    expect(body.Errors).toEqual([
      { PropertyName: 'brand', ErrorMessage: 'podaj markę samochodu' },
      { PropertyName: 'model', ErrorMessage: 'Podaj model samochodu' },
      { PropertyName: 'registerNumber', ErrorMessage: 'Podaj numer rejestracyjny' },
      { PropertyName: 'driverId', ErrorMessage: 'podaj kierowcę' }
    ])
  })

  it.each(['KR 9876Z', 'kr 9876z'])('refuses the plate %j of another vehicle, at the field', async registerNumber => {
    if ((await found('KR9876Z')).length === 0) await aVehicle(test.services.db, { plate: 'KR 9876Z' })
    expect((await add({ registerNumber })).body).toMatchObject({
      status: 422,
      code: 'fleet.plateTaken',
      detail: taken,
      Errors: [{ PropertyName: 'registerNumber', ErrorMessage: taken }]
    })
  })

  it('counts a plate with its space elsewhere as the same', async () => {
    await add({ registerNumber: 'KRA 5555' })
    expect((await add({ registerNumber: 'KR A5555' })).body.detail).toBe(taken)
  })

  it('by two at once with one plate adds one vehicle; the other call gets the same refusal', async () => {
    const registerNumber = aPlate()
    const trx = await test.services.db.transaction()
    const first = { brand: 'DAF', model: 'CF', register_number: registerNumber, driver_id: driver.id }
    await trx('fleet.vehicles').insert(first)
    const second = add({ registerNumber })
    await someoneWaits(test.services.db)
    await trx.commit()
    expect((await second).body).toMatchObject({ status: 422, code: 'fleet.plateTaken', detail: taken })
  })

  it.each([
    ['an administrator', 'ADMIN', {}],
    ['a driver who is not confirmed', 'DRIVER', { confirmedAt: null }]
  ] as const)('refuses %s as its driver, at the field', async (_who, role, more) => {
    const { id } = await anAccount(test.services.db, { role, ...more })
    const { status, body } = await add({ driverId: id })
    expect([status, body.Errors]).toMatchObject([422, [{ PropertyName: 'driverId' }]])
  })

  it('refuses an item that is not there, and one named twice', async () => {
    const item = (orderTypeItemId: number | undefined, isActive = true) => ({ orderTypeItemId, isActive })
    for (const orderTypeItems of [[item(2_000_000_000)], [item(items[0]), item(items[0], false)]]) {
      const { status, body } = await add({ orderTypeItems })
      expect([status, body.Errors]).toMatchObject([400, [{ PropertyName: 'orderTypeItems' }]])
    }
  })
})

describe('editing a vehicle', () => {
  it('changes it, and history names the drivers of then', async () => {
    const vehicle = (await add()).body.data
    const next = await anAccount(test.services.db, { role: 'DRIVER', firstName: 'Ewa', lastName: 'Lis' })
    const orderTypeItems = [{ orderTypeItemId: items[0], isActive: true }]
    const { registerNumber } = vehicle
    const { status, body } = await edit(vehicle.id, { registerNumber, brand: 'DAF', driverId: next.id, orderTypeItems })
    expect([status, body.data]).toMatchObject([200, { version: 2, brand: 'DAF', driver: 'Ewa Lis', orderTypeItems }])
    const { data } = (await staff.get(`${vehicles}/${vehicle.id}/history`)).body
    expect(data.map((entry: { statusDescription: string }) => entry.statusDescription)).toEqual([
      'Zmieniono dane pojazdu',
      'Dodano pojazd'
    ])
    expect(data[0].changes).toEqual([
      { field: 'brand', before: 'MAN', after: 'DAF' },
      { field: 'items', before: null, after: body.data.items },
      { field: 'driver', before: 'Jan Nowak', after: 'Ewa Lis' }
    ])
    const kept = await test.services
      .db('kernel.changes')
      .where({ resource_type: 'fleet.vehicle', subject_id: vehicle.id })
    expect(kept).toHaveLength(2)
    expect(JSON.stringify(kept)).not.toMatch(/Jan|Nowak|Ewa|Lis/)
  })

  it('keeps the items where the call does not name them', async () => {
    const orderTypeItems = [{ orderTypeItemId: items[1], isActive: true }]
    const vehicle = (await add({ orderTypeItems })).body.data
    expect((await edit(vehicle.id, { registerNumber: vehicle.registerNumber })).body.data).toMatchObject({
      orderTypeItems
    })
    expect((await edit(vehicle.id, { orderTypeItems: [] })).body.data).toMatchObject({ orderTypeItems: [], version: 2 })
  })

  it('keeps its tare, which counts until its last day', async () => {
    const { body } = await add({ tare: 7_980, tareUntil: '2026-06-30' })
    const { id, registerNumber } = body.data
    expect(body.data).toMatchObject({ tare: 7_980, tareUntil: '2026-06-30' })
    const valid = async () => (await staff.get(`/api/Admin/Vehicles/${id}`)).body.data.validTare
    expect((await edit(id, { registerNumber, tareUntil: '2099-06-30' })).body.data.validTare).toBe(7_980)
    expect((await edit(id, { registerNumber, tareUntil: '2020-06-30' })).body.data.validTare).toBeNull()
    expect((await edit(id, { registerNumber, tare: null })).body.data).toMatchObject({ tare: null, tareUntil: null })
    expect(await valid()).toBeNull()
    expect((await edit(id, { registerNumber, tare: 499 })).status).toBe(400)
  })

  it('keeps its payload and its days out of service where the call does not name them', async () => {
    const outOfService = [{ from: '2099-06-01', to: '2099-06-01' }]
    const { body } = await add({ payload: 7.5, outOfService })
    const { id, registerNumber } = body.data
    const kept = { payload: 7.5, outOfService, serviceDays: '1.06.2099' }
    expect(body.data).toMatchObject(kept)
    expect((await edit(id, { registerNumber, brand: 'DAF' })).body.data).toMatchObject({ ...kept, brand: 'DAF' })
    const cleared = await edit(id, { registerNumber, brand: 'DAF', payload: null, outOfService: [] })
    expect(cleared.body.data).toMatchObject({ payload: null, outOfService: [], serviceDays: null, version: 3 })
    expect((await edit(id, { registerNumber, payload: 0 })).status).toBe(400)
  })

  it('keeps days out of service until further notice, which end with a day; what is over is no longer named', async () => {
    const past = { from: '2020-03-02', to: '2020-03-04' }
    const { body } = await add({ outOfService: [past, { from: '2099-06-01', to: null }] })
    const { id, registerNumber, version } = body.data
    expect(body.data).toMatchObject({
      outOfService: [past, { from: '2099-06-01', to: null }],
      serviceDays: '1.06.2099–…'
    })
    const isOff = async (day: string) =>
      (await staff.get(`/api/Admin/Vehicles/matched-vehicles?VehicleId=${id}&day=${day}`)).body.data[0].outOfService
    expect([await isOff('2099-05-31'), await isOff('2099-06-01'), await isOff('2150-01-01')]).toEqual([
      false,
      true,
      true
    ])
    const ended = await edit(id, { registerNumber, outOfService: [past, { from: '2099-06-01', to: '2099-06-03' }] })
    expect(ended.body.data).toMatchObject({ serviceDays: '1.06.2099–3.06.2099', version: version + 1 })
    expect(await isOff('2099-06-04')).toBe(false)
    const { data } = (await staff.get(`/api/Admin/Vehicles/${id}/history`)).body
    expect(data[0].changes).toContainEqual({
      field: 'serviceDays',
      before: '1.06.2099–…',
      after: '1.06.2099–3.06.2099'
    })
  })

  it('that changes nothing, items included, writes no history and no version', async () => {
    const orderTypeItems = [{ orderTypeItemId: items[1], isActive: true }]
    const vehicle = (await add({ orderTypeItems })).body.data
    const { registerNumber } = vehicle
    const same = await edit(vehicle.id, { registerNumber: registerNumber.toLowerCase(), orderTypeItems })
    expect(same.body).toMatchObject({ unchanged: true, data: { version: 1 } })
    const other = await edit(vehicle.id, {
      registerNumber,
      orderTypeItems: [{ ...orderTypeItems[0], isActive: false }]
    })
    expect([other.body.unchanged, other.body.data.version]).toEqual([undefined, 2])
    const { data } = (await staff.get(`${vehicles}/${vehicle.id}/history`)).body
    expect(data).toHaveLength(2)
  })

  it('to the plate of another vehicle is refused with the same sentence', async () => {
    const [one, other] = [(await add()).body.data, (await add()).body.data]
    const { status, body } = await edit(one.id, { registerNumber: other.registerNumber })
    expect([status, body.detail]).toEqual([422, taken])
  })
})

describe('finding a vehicle', () => {
  it('goes by the plate without spaces, or the driver’s names in either order', async () => {
    const { id: driverId } = await anAccount(test.services.db, {
      role: 'DRIVER',
      firstName: 'Zyta',
      lastName: 'Wróbel'
    })
    const { id } = (await add({ registerNumber: 'ZZ 1QW23', driverId })).body.data
    for (const text of ['ZZ1Q', 'zz 1qw', 'wróbel', 'Zyta Wró', 'Wróbel Zyta']) expect(await found(text)).toEqual([id])
    expect(await found('Zyta Nowak')).toEqual([])
    expect(await found('%')).toEqual([])
    expect((await staff.get(`${vehicles}?DriverId=${driverId}`)).body.data).toMatchObject([{ id }])
  })

  it('in the picker gives plate, vehicle and driver in one name', async () => {
    const { body } = await add({ registerNumber: 'LCH 12345' })
    const option = { id: body.data.id, name: 'LCH 12345, MAN TGS, Jan Nowak', registerNumber: 'LCH 12345' }
    const { data, total } = (await staff.get(`${vehicles}/listbox`)).body
    expect(data).toContainEqual({ ...option, driverId: driver.id })
    expect(total).toBe(data.length)
    const narrowed = await staff.get(`${vehicles}/listbox?DriverNameOrRegistrationNumber=lch12345`)
    expect(narrowed.body.data).toMatchObject([option])
  })
})

describe('removing a vehicle', () => {
  it('takes it from lists and pickers; an old order still shows it, and the plate is free', async () => {
    const registerNumber = 'WX 55AA5'
    const { id } = (await add({ registerNumber })).body.data
    const orderId = await anOrderOf(id, 3)
    expect((await remove(id)).body).toEqual({ data: null })
    expect(await found(registerNumber)).toEqual([])
    const { body } = await staff.get(`${vehicles}/listbox?DriverNameOrRegistrationNumber=WX55AA5`)
    expect(body.total).toBe(0)
    for (const gone of [remove(id), edit(id, {}), staff.get(`${vehicles}/${id}`)]) expect((await gone).status).toBe(404)
    const order = await staff.get(`/api/Admin/Orders/${orderId}/details`)
    expect(order.body.data.vehicle).toBe('WX 55AA5, MAN TGS')
    expect((await add({ registerNumber })).status).toBe(201)
  })

  it('is refused while an order in progress has it', async () => {
    const { id } = (await add()).body.data
    await anOrderOf(id)
    expect((await remove(id)).body).toMatchObject({
      status: 409,
      code: 'fleet.vehicleInUse',
      detail: 'Pojazd jest przypisany do zamówienia w realizacji. Najpierw przypisz do niego inny.'
    })
  })

  it('waits for an order that is being given it, and is then refused', async () => {
    const { id } = (await add()).body.data
    const orderId = await anOrderOf(id, 1)
    const trx = await test.services.db.transaction()
    expect(await lockVehicle(trx, id)).toBe(driver.id)
    await trx('orders.orders').where({ id: orderId }).update({ vehicle_id: id, status: 2 })
    const removal = remove(id)
    await someoneWaits(test.services.db)
    await trx.commit()
    expect((await removal).status).toBe(409)
  })

  it('cannot be given to an order afterwards', async () => {
    const { id } = (await add()).body.data
    await remove(id)
    await expect(test.services.db.transaction(trx => lockVehicle(trx, id))).rejects.toMatchObject({
      code: 'fleet.noVehicle',
      status: 422
    })
  })

  it('allows its driver to be removed', async () => {
    const { id: driverId } = await anAccount(test.services.db, { role: 'DRIVER' })
    const { id } = (await add({ driverId })).body.data
    const erase = () => staff.call('DELETE', `/api/Admin/Users/drivers/${driverId}`)
    expect((await erase()).status).toBe(409)
    await remove(id)
    expect((await erase()).status).toBe(200)
  })

  it('and giving a vehicle a driver who is being erased: one of both is refused', async () => {
    const { id: driverId } = await anAccount(test.services.db, { role: 'DRIVER' })
    const [added, erased] = await Promise.all([
      add({ driverId }),
      staff.call('DELETE', `/api/Admin/Users/drivers/${driverId}`)
    ])
    expect([
      [201, 409],
      [422, 200]
    ]).toContainEqual([added.status, erased.status])
  })
})
