/** Emissions of transport and avoided ones: the sums by examples that were calculated by hand, and a statement that keeps its factors. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emissionsOf, type Factor, type RowToReckon } from '../../modules/evidence/emissions/reckon.ts'
import { EmissionKind, FactorBasis, NotCounted } from '../../modules/evidence/emissions/schema.ts'
import { waysOf } from '../../modules/orders/planning/ways.ts'
import type { WayOfLoad } from '../../modules/orders/public.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { type ACompany, aCompany, aVehicle } from '../helper/factories.ts'
import { cellsOf, partsOf } from '../helper/xlsx.ts'
import { type Collections, collectionsIn } from './fixtures/collections.ts'
import { pagesOf } from './fixtures/pdf.ts'

const { transport, avoided } = EmissionKind
const aFactor = (more: Partial<Factor>): Factor => ({
  ...{ id: 1, name: 'Ciężarówka', basis: FactorBasis.tonneKilometre, process: null, value: 0.1 },
  ...{ source: 'KOBiZE', year: 2025, firstDay: '2026-01-01', lastDay: null, ...more }
})
const aRow = (more: Partial<RowToReckon> = {}): RowToReckon => ({
  ...{ orderId: 1, day: '2026-05-10', process: 'R3', kilograms: 2_000, ...more }
})
const ways = new Map<number, WayOfLoad>([
  [1, { carried: 50, share: 30 }],
  [2, { carried: 10, share: 15 }]
])
/** As people read it: kind, factor, quantity, kilograms of CO2e, or the reason with rows and kilograms. */
const read = (rows: readonly RowToReckon[], factors: readonly Factor[]) =>
  emissionsOf(rows, ways, factors).map(one =>
    one.factor
      ? [one.kind, one.factor.id, one.quantity, one.emissions]
      : [one.kind, one.reason, one.rows, one.kilograms]
  )
const perTonne = (id: number, process: string, value: number, more: Partial<Factor> = {}) =>
  aFactor({ id, basis: FactorBasis.tonne, process, value, ...more })

describe('the emissions of rows', () => {
  it.each<[string, RowToReckon[], Factor[], unknown[]]>([
    ['are none without factors', [aRow()], [], []],
    // 2 t over 50 km are 100 tkm; 1.5 t over 10 km are 15 tkm; 115 tkm by 0.1 kg are 11.5 kg
    [
      'of transport are tonnes by kilometres by the factor',
      [aRow(), aRow({ orderId: 2, kilograms: 1_500 })],
      [aFactor({})],
      [[transport, 1, 115, 11.5]]
    ],
    // the shares of both orders are 30 and 15 km; 45 km by 0.8 kg are 36 kg
    [
      'of transport by the kilometre are the orders’ shares of their routes',
      [aRow(), aRow({ orderId: 2 })],
      [aFactor({ basis: FactorBasis.kilometre, value: 0.8 })],
      [[transport, 1, 45, 36]]
    ],
    // of 30 km the row with 500 of 2000 kg has 7.5 km, the other one lies before the factor begins
    [
      'by the kilometre divide an order’s share among its rows by kilograms',
      [aRow({ kilograms: 500 }), aRow({ kilograms: 1_500, day: '2025-12-31' })],
      [aFactor({ basis: FactorBasis.kilometre, value: 1 })],
      [
        [transport, 1, 7.5, 7.5],
        [transport, NotCounted.noFactor, 1, 1_500]
      ]
    ],
    // 100 tkm by 0.1 until the end of March, 100 tkm by 0.2 from April on
    [
      'take the factor of the row’s day',
      [aRow({ day: '2026-03-31' }), aRow({ day: '2026-04-01' })],
      [aFactor({ lastDay: '2026-03-31' }), aFactor({ id: 2, name: 'Nowa', value: 0.2, firstDay: '2026-04-01' })],
      [
        [transport, 1, 100, 10],
        [transport, 2, 100, 20]
      ]
    ],
    [
      'name rows whose kilometres nobody knows',
      [aRow(), aRow({ orderId: 9, kilograms: 700 }), aRow({ orderId: 9, kilograms: 1 })],
      [aFactor({})],
      [
        [transport, 1, 100, 10],
        [transport, NotCounted.noKilometres, 2, 701]
      ]
    ],
    // 2 t of R3 avoid 1.5 t each, 0.333 t of R1 avoid 900 kg a tonne: 299.7 kg
    [
      'that recovery avoids are tonnes of each process by its factor, and rows without process or factor are named',
      [
        aRow(),
        aRow({ process: 'R1', kilograms: 333 }),
        aRow({ process: null, kilograms: 40 }),
        aRow({ process: 'D10', kilograms: 50 })
      ],
      [perTonne(3, 'R3', 1_500), perTonne(4, 'R1', 900, { name: 'Energia' })],
      [
        [avoided, 3, 2, 3_000],
        [avoided, 4, 0.333, 299.7],
        [avoided, NotCounted.noFactor, 1, 50],
        [avoided, NotCounted.noProcess, 1, 40]
      ]
    ],
    [
      'of transport stand beside those that are avoided, and neither is taken from the other',
      [aRow()],
      [aFactor({}), perTonne(3, 'R3', 1_500)],
      [
        [transport, 1, 100, 10],
        [avoided, 3, 2, 3_000]
      ]
    ]
  ])('%s', (_, rows, factors, expected) => {
    expect(read(rows, factors)).toEqual(expected)
  })
})

describe('the way of a load', () => {
  // at the equator a thousandth of a degree is 111.195 m
  const at = (thousandths: number) => ({ latitude: 0, longitude: thousandths / 1000 })
  const store = at(0)
  const km = (thousandths: number) => (thousandths * 6_371_008.8 * (Math.PI / 180)) / 1_000_000
  const rounded = (found: ReadonlyMap<number, WayOfLoad>) =>
    [...found].map(([id, { carried, share }]) => [id, carried.toFixed(3), share.toFixed(3)])

  it('is from its place along the further stops to the store; the route’s kilometres are shared by tonne-kilometres', () => {
    // store – 100 – 300 – store: 600 in all; the first load goes 200 + 300, the second 300; 1 t × 500 and 5 t × 300 are as 1 to 3
    const found = waysOf(store, [
      { orderId: 1, at: at(100), tonnes: 1 },
      { orderId: 2, at: at(300), tonnes: 5 }
    ])
    expect(rounded(found)).toEqual([
      [1, km(500).toFixed(3), km(150).toFixed(3)],
      [2, km(300).toFixed(3), km(450).toFixed(3)]
    ])
  })

  it('passes over a place that nobody knows, whose load has none', () => {
    const found = waysOf(store, [
      { orderId: 1, at: at(100), tonnes: 1 },
      { orderId: 2, at: undefined, tonnes: 1 },
      { orderId: 3, at: at(200), tonnes: 0 }
    ])
    expect(rounded(found)).toEqual([
      [1, km(300).toFixed(3), km(400).toFixed(3)],
      [3, km(200).toFixed(3), '0.000']
    ])
  })

  it.each([
    ['without a store', undefined, [{ orderId: 1, at: at(1), tonnes: 1 }]],
    ['without stops', store, []]
  ])('is unknown %s', (_, from, stops) => {
    expect(waysOf(from, stops).size).toBe(0)
  })

  it('is shared alike where nothing was loaded', () => {
    const found = waysOf(store, [
      { orderId: 1, at: at(100), tonnes: 0 },
      { orderId: 2, at: at(100), tonnes: 0 }
    ])
    expect([...found.values()].map(({ share }) => share.toFixed(3))).toEqual([km(100).toFixed(3), km(100).toFixed(3)])
  })
})

describe('a statement', () => {
  let test: TestApp
  let staff: Person
  let make: Collections
  let company: ACompany
  const statements = '/api/Admin/MassStatements'
  const path = '/api/Admin/EmissionFactors'
  const period = { firstDay: '2026-05-01', lastDay: '2026-05-31' }
  const truck = {
    name: 'Ciężarówka 12 t',
    basis: FactorBasis.tonneKilometre,
    value: 0.125,
    source: 'KOBiZE',
    year: 2025
  }
  const recovery = {
    name: 'Granulat',
    basis: FactorBasis.tonne,
    process: 'R3',
    value: 700.5,
    source: 'LCA',
    year: 2024
  }

  beforeAll(async () => {
    test = await anApp({ ROLES: 'web' })
    test.clock.now = new Date('2026-06-15T10:00:00Z')
    staff = await test.signedInAs('ADMIN')
    make = await collectionsIn(test.services.db)
  })
  afterAll(() => test.close())

  const add = (factor: object) => staff.post(path, { firstDay: '2026-01-01', ...factor })
  const issue = () => staff.post(statements, { companyId: company.id, ...period })
  const emissions = async (id: number) => (await staff.get(`${statements}/${id}/emissions`)).body.data
  const file = async (id: number, kind: string) =>
    (
      await test.app.inject({
        url: `${statements}/${id}/${kind}`,
        headers: { host: 'localhost:3000', authorization: `Bearer ${staff.token}` }
      })
    ).rawPayload
  const textOf = async (id: number) =>
    pagesOf(await file(id, 'pdf'))
      .flatMap(({ texts }) => texts)
      .join(' ')
      .replaceAll(/[\u00a0\u202f]/g, '')

  /** A route from the store, a tenth of a degree north, with an order of 2 t by card for R3; and an order of 1 t without a route. */
  async function collections() {
    const { db } = test.services
    company = await aCompany(db, { name: 'Wulkanizacja' })
    const north = { latitude: 51.2, longitude: 23.4 }
    await db('companies.reception_places').where({ id: company.placeId }).update(north)
    const order = await make.collected({ company, day: '2026-05-04', tonnage: 2 })
    await make.card(order.id, 2, { process: 'R3' })
    const vehicle = await aVehicle(db)
    const [route] = await db('orders.routes').insert({ vehicle_id: vehicle.id, day: '2026-05-04' }).returning('id')
    await db('orders.stops').insert({ order_id: order.id, route_id: route.id, sequence: 1 })
    await make.collected({ company, day: '2026-05-05', tonnage: 1 })
  }

  it('has no emissions without factors', async () => {
    await collections()
    const { id } = (await issue()).body.data
    expect(await emissions(id)).toEqual([])
    expect(await textOf(id)).not.toContain('CO2e')
  })

  it('has those of transport and avoided ones, with what was not counted, on page and papers, and keeps its factors', async () => {
    await collections()
    const factor = (await add(truck)).body.data
    expect((await add(recovery)).status).toBe(201)
    const { id } = (await issue()).body.data
    // a tenth of a degree is 11.1195 km; 2 t are carried as far: 22.239 tkm by 0.125 kg
    const counted = { basis: FactorBasis.tonneKilometre, quantity: 22.239, emissions: 2.78, rows: 1, kilograms: 2_000 }
    const expected = [
      {
        kind: transport,
        name: 'Ciężarówka 12 t',
        value: 0.125,
        source: 'KOBiZE',
        year: 2025,
        reason: null,
        ...counted
      },
      { kind: transport, name: null, emissions: null, reason: NotCounted.noKilometres, rows: 1, kilograms: 1_000 },
      { kind: avoided, name: 'Granulat', process: 'R3', quantity: 2, emissions: 1_401, reason: null },
      { kind: avoided, emissions: null, reason: NotCounted.noProcess, rows: 1, kilograms: 1_000 }
    ]
    expect(await emissions(id)).toMatchObject(expected)
    const changed = await staff.put(`${path}/${factor.id}`, { ...truck, firstDay: '2026-01-01', value: 9 })
    expect(changed.status).toBe(200)
    expect(await emissions(id)).toMatchObject(expected)
    const text = await textOf(id)
    for (const part of [
      'Emisje transportu',
      'Ciężarówka 12 t: 0,125 kg CO2e/tkm (KOBiZE, 2025) 22,239 tkm 2000 2,78',
      'Nie policzono 1 wiersza (1000 kg): kilometry nie są znane.',
      'Emisje uniknięte przez odzysk',
      'R3 Granulat: 700,5 kg CO2e/t (LCA, 2024) 2 t 2000 1401',
      'Nie policzono 1 wiersza (1000 kg): karta nie podaje procesu odzysku.',
      'nie odejmuje się od siebie'
    ])
      expect(text).toContain(part)
    const parts = partsOf(await file(id, 'xlsx'))
    const [, width] = /<col min="9" max="9" width="(\d+)"/.exec(parts.get('xl/worksheets/sheet1.xml') ?? '') ?? []
    expect(Number(width)).toBeGreaterThan('123 456,789 kg CO2e'.length)
    const cells = cellsOf(parts).map(row => [row[1]?.value, row[8]?.value])
    expect(cells).toEqual(
      expect.arrayContaining([
        ['Emisje transportu', '2.78'],
        ['Emisje uniknięte przez odzysk', '1401'],
        ['Nie policzono 1 wiersza (1000 kg): kilometry nie są znane.', undefined]
      ])
    )
  })

  it('is of factors of which one alone is valid on a day', async () => {
    const other = { ...truck, basis: FactorBasis.kilometre }
    expect((await add(other)).body.code).toBe('evidence.factorOverlaps')
    expect((await add({ ...other, firstDay: '2025-01-01', lastDay: '2026-01-01' })).status).toBe(409)
    expect((await add({ ...other, firstDay: '2025-01-01', lastDay: '2025-12-31' })).status).toBe(201)
    expect((await add({ ...recovery, process: 'R1' })).status).toBe(201)
    expect((await add({ ...recovery, process: undefined })).body.Errors?.[0]?.PropertyName).toBe('process')
    const reversed = await add({ ...recovery, process: 'R5', lastDay: '2025-12-31' })
    expect([reversed.status, reversed.body.Errors?.[0]?.PropertyName]).toEqual([422, 'lastDay'])
  })
})
