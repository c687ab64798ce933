/** The data of the printed sheets. */
import { beforeAll, describe, expect, it } from 'vitest'
import { cashOf, routeOf, runsOf, type Sheet } from '../../ui/pages/printing/routes.ts'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { type ACompany, aCompany, anItem, anOrder, aVehicle } from '../helper/factories.ts'

let test: SharedApp
let staff: Person
let company: ACompany
let itemId: number

beforeAll(async () => {
  test = await aSharedApp()
  const { db } = test.services
  staff = await test.signedInAs('ADMIN')
  company = await aCompany(db, { name: 'Opony i "Gumy" <sp.> z o.o.' })
  itemId = (await anItem(db)).id
})

const order = (number: string, createdAt: string, more: object = {}) =>
  anOrder(test.services.db, { company, itemId, number, createdAt: new Date(createdAt), ...more })

describe('the print', () => {
  const print = (ids: string) => staff.get(`/api/Admin/Orders/print?${ids}`)

  it('says of an order what the sheet shows', async () => {
    const { db } = test.services
    const vehicle = await aVehicle(db, { plate: 'LCH 77777' })
    const { id } = await order('Z/2026/P1', '2026-05-01T10:00:00Z', { status: 2 })
    await db('companies.companies').where({ id: company.id }).update({ bdo_number: '000123456' })
    await db('companies.reception_places').where({ id: company.placeId }).update({ bdo_number: null })
    await db('orders.orders')
      .where({ id })
      .update({
        vehicle_id: vehicle.id,
        driver_id: vehicle.driver_id,
        accepted_at: new Date('2026-05-02T22:30:00Z'),
        realization_date: '2026-05-05',
        payment_type: 0,
        wished_date: '2026-05-04',
        wished_part: 2,
        urgent: true,
        additional_info: 'Brama od podwórza'
      })
    const { status, body } = await print(`ids=${id}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      business: expect.objectContaining({ name: expect.any(String), bdoNumber: expect.any(String) }),
      wasteCode: '16 01 03',
      data: [
        {
          orderInfo: {
            number: 'Z/2026/P1',
            acceptedDate: '2026-05-03',
            company: 'Opony i "Gumy" <sp.> z o.o.',
            receptionPlacePhone: '825601234',
            receptionPlace: expect.stringContaining('Chełm'),
            vehicle: 'LCH 77777, MAN TGS',
            type: 3,
            quantity: 1
          },
          paymentType: 0,
          totalValue: 108,
          details: {
            id,
            orderTypeItemName: expect.stringContaining('Pozycja'),
            companyTaxNumber: expect.stringMatching(/^\d{10}$/),
            bdoNumber: '000123456',
            unit: 'pieces',
            additionalInfo: 'Brama od podwórza',
            wishedDate: '2026-05-04',
            wishedPart: 2,
            urgent: true,
            realizationDate: '2026-05-05',
            driver: expect.stringContaining('Anna'),
            perTonne: null,
            tonnage: null,
            grossOwed: 108,
            load: 1.5,
            stop: null
          }
        }
      ]
    })
  })

  it('has the BDO number of the place, where it has one of its own', async () => {
    const { db } = test.services
    const other = await aCompany(db)
    await db('companies.companies').where({ id: other.id }).update({ bdo_number: '000123456' })
    await db('companies.reception_places').where({ id: other.placeId }).update({ bdo_number: '000777777' })
    const { id } = await order('Z/2026/B1', '2026-05-01T10:00:00Z', { company: other })
    expect((await print(`ids=${id}`)).body.data).toMatchObject([{ details: { bdoNumber: '000777777' } }])
  })

  it('says of an order by the tonne the price of one, and what is owed once it is weighed', async () => {
    const { db } = test.services
    const { id } = await order('Z/2026/T1', '2026-05-01T10:00:00Z', { status: 2 })
    const prices = { net_price: 450, gross_price: 486, net_value: 450, gross_value: 486 }
    await db('orders.orders')
      .where({ id })
      .update({ order_type_id: 2, quantity: 6, ...prices })
    const detailsNow = async () => (await print(`ids=${id}`)).body.data[0].details
    const perTonne = { net: 450, gross: 486 }
    expect(await detailsNow()).toMatchObject({ perTonne, tonnage: null, grossOwed: null })
    await db('orders.orders').where({ id }).update({ tonnage: 5.8 })
    expect(await detailsNow()).toMatchObject({ perTonne, tonnage: 5.8, grossOwed: 2818.8 })
  })

  it.each([
    [1, 'trips'],
    [2, 'tonnes'],
    [3, 'pieces']
  ])('says what the quantity of an order of type %d counts, as the stop in its route does', async (type, unit) => {
    const { db } = test.services
    const vehicle = await aVehicle(db)
    const { id } = await order(`Z/2026/U${type}`, '2026-05-01T10:00:00Z', { status: 2, realizationDate: '2026-05-06' })
    await db('orders.orders').where({ id }).update({ order_type_id: type, vehicle_id: vehicle.id })
    const [route] = await db('orders.routes').insert({ vehicle_id: vehicle.id, day: '2026-05-06' }).returning('id')
    await db('orders.stops').insert({ order_id: id, route_id: route.id, sequence: 1 })
    expect((await print(`ids=${id}`)).body.data).toMatchObject([{ details: { unit } }])
    const stops = await staff.get(`/api/Admin/Vehicles/${vehicle.id}/route?day=2026-05-06`)
    expect(stops.body.data).toMatchObject([{ quantity: 1, unit }])
  })

  it('takes ids with commas or repeated, each once, and what is planned nowhere in the order asked', async () => {
    const made = [await order('P2', '2026-05-01T10:00:00Z'), await order('P3', '2026-05-01T10:00:00Z')]
    const [a, b] = made.map(({ id }) => id)
    const numbers = async (ids: string) =>
      (await print(ids)).body.data.map((sheet: { orderInfo: { number: string } }) => sheet.orderInfo.number)
    expect(await numbers(`ids=${b},${a}`)).toEqual(['P3', 'P2'])
    expect(await numbers(`ids=${b}&ids=${a}&ids=${b}`)).toEqual(['P3', 'P2'])
    expect(await numbers(`IDS=${a}`)).toEqual(['P2'])
  })

  it('has the sheets by vehicle, day and stop, each with its place in the route', async () => {
    const { db } = test.services
    const [late, early] = [await aVehicle(db, { plate: 'ZZ 1' }), await aVehicle(db, { plate: 'AA 1' })]
    const planned = async (number: string, vehicle_id: number, day: string, sequence: number) => {
      const { id } = await order(number, '2026-05-01T10:00:00Z', { status: 2, realizationDate: day })
      const [route] = await db('orders.routes')
        .insert({ vehicle_id, day })
        .onConflict(['vehicle_id', 'day'])
        .merge()
        .returning('id')
      await db('orders.stops').insert({ order_id: id, route_id: route.id, sequence })
      return id
    }
    const nowhere = (await order('S0', '2026-05-01T10:00:00Z')).id
    const ids = [
      nowhere,
      await planned('S1', late.id, '2026-05-06', 1),
      await planned('S2', early.id, '2026-05-07', 1),
      await planned('S3', early.id, '2026-05-06', 2),
      await planned('S4', early.id, '2026-05-06', 1)
    ]
    const notChosen = await planned('S5', early.id, '2026-05-06', 3)
    expect(notChosen).toBeGreaterThan(0)
    const { body } = await print(`ids=${ids.join()}`)
    const placeOf = ({
      orderInfo,
      details: { stop }
    }: {
      orderInfo: { number: string }
      details: { stop: { sequence: number; stops: number } | null }
    }) => [orderInfo.number, stop && `${stop.sequence}/${stop.stops}`]
    expect(body.data.map(placeOf)).toEqual([
      ['S4', '1/3'],
      ['S3', '2/3'],
      ['S2', '1/1'],
      ['S1', '1/1'],
      ['S0', null]
    ])
    expect(body.data[0].details.stop).toMatchObject({ vehicleId: early.id, route: expect.any(Number) })
  })

  it('answers 404 when one of the orders is not there', async () => {
    const { id } = await order('P4', '2026-05-01T10:00:00Z')
    expect((await print(`ids=${id},2000000000`)).status).toBe(404)
  })

  it.each(['', 'ids=', 'ids=,', 'ids=x', 'ids=1,x', 'ids=0', 'ids=-1', 'ids=2147483648', 'ids=1e3'])(
    'refuses %j',
    async ids => {
      expect((await print(ids)).status).toBe(400)
    }
  )

  it('refuses more than 200 at once', async () => {
    const ids = (n: number) => `ids=${Array.from({ length: n }, (_, at) => at + 1_000_000).join()}`
    expect((await print(ids(200))).status).toBe(404)
    expect((await print(ids(201))).body).toMatchObject({
      status: 400,
      Errors: [{ PropertyName: 'ids', ErrorMessage: 'Na raz można wydrukować najwyżej 200 zamówień.' }]
    })
  })
})

describe('the covers of routes', () => {
  const sheet = (id: number, vehicleId?: number, realizationDate = '2026-05-06', load = 1.1) =>
    ({
      orderInfo: {},
      details: { id, realizationDate, load, stop: vehicleId ? { vehicleId, route: 1, sequence: id, stops: 9 } : null }
    }) as unknown as Sheet
  const covered = (sheets: Sheet[]) =>
    runsOf(sheets).map(run => [run.map(({ details }) => details.id), routeOf(run)?.load ?? null])

  it.each<[string, Sheet[], unknown[]]>([
    ['nothing', [], []],
    ['one sheet has none', [sheet(1, 7)], [[[1], null]]],
    ['a route’s sheets', [sheet(1, 7), sheet(2, 7, '2026-05-06', 2.2)], [[[1, 2], 3.3]]],
    [
      'another day is another route',
      [sheet(1, 7), sheet(2, 7, '2026-05-07')],
      [
        [[1], null],
        [[2], null]
      ]
    ],
    [
      'another vehicle, too',
      [sheet(1, 7), sheet(2, 7), sheet(3, 8), sheet(4, 8)],
      [
        [[1, 2], 2.2],
        [[3, 4], 2.2]
      ]
    ],
    ['what is planned nowhere', [sheet(1), sheet(2)], [[[1, 2], null]]]
  ])('%s', (_what, sheets, runs) => {
    expect(covered(sheets)).toEqual(runs)
  })
})

describe('the cash of a route', () => {
  const sheet = (paymentType: number, grossOwed: number | null) =>
    ({ paymentType, details: { grossOwed } }) as unknown as Sheet

  it.each<[string, Sheet[], ReturnType<typeof cashOf>]>([
    ['nothing', [], { amount: 0, unknown: 0 }],
    ['transfers', [sheet(0, 100)], { amount: 0, unknown: 0 }],
    ['to the grosz', [sheet(1, 0.1), sheet(1, 0.2), sheet(0, 5)], { amount: 0.3, unknown: 0 }],
    ['tonnes that are not weighed', [sheet(1, 723.6), sheet(1, null)], { amount: 723.6, unknown: 1 }]
  ])('%s', (_what, sheets, cash) => {
    expect(cashOf(sheets, 1)).toEqual(cash)
  })
})
