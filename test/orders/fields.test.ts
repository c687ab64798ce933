/** The fields of an order that the specification names, each with the value that stands in the database. */
import { beforeAll, describe, expect, it } from 'vitest'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { aCompany, anItem, anOperator, anOrder, aStore, aVehicle } from '../helper/factories.ts'

let test: SharedApp
let staff: Person
let id: number
let rows: Record<string, { id: number }>

beforeAll(async () => {
  test = await aSharedApp()
  staff = await test.signedInAs('ADMIN')
  const { db } = test.services
  const company = await aCompany(db, { name: 'Wulkan Chełm' })
  const [item, vehicle, operator, store] = [
    await anItem(db, { orderTypeId: 3 }),
    await aVehicle(db, { plate: 'LCH 45678' }),
    await anOperator(db, { name: 'Granulat Lublin' }),
    await aStore(db, { name: 'Magazyn Chełm', at: { latitude: 51.14, longitude: 23.47 } })
  ]
  rows = { item, vehicle, operator, store, place: { id: company.placeId as number }, company }
  id = (await anOrder(db, { company, itemId: item.id, status: 3, number: 'Z/2026/000123' })).id
  await db('companies.reception_places').where({ id: company.placeId }).update({ street: 'Hutnicza 3' })
  await db('catalogue.order_type_items').where({ id: item.id }).update({ name: 'Kontener 18 m³' })
  await db('orders.orders')
    .where({ id })
    .update({
      quantity: 2,
      quantity_taken: 1,
      additional_info: 'brama zamknięta po 15:00',
      payment_type: 0,
      net_price: 600,
      gross_price: 648,
      net_value: 1200,
      gross_value: 1296,
      vat_value: 96,
      vat_rate: 8,
      vat_symbol: 'A',
      kpo: 'KPO/1/2026',
      tonnage: 3.45,
      internal_store_id: store.id,
      recycle_operator_id: operator.id,
      vehicle_id: vehicle.id,
      driver_id: vehicle.driver_id,
      wished_date: '2026-05-05',
      wished_part: 1,
      urgent: true,
      realization_date: '2026-05-06',
      receiving_date: '2026-05-07',
      accepted_at: new Date('2026-05-05T10:00:00Z'),
      finished_at: new Date('2026-05-08T10:00:00Z'),
      created_at: new Date('2026-05-04T10:00:00Z'),
      reason_for_cancellation: 'none of these days',
      manually: true,
      optima_status: 2,
      optima_number: 'OPT/7',
      invoice_number: 'FV/8',
      notification_sent: true
    })
  const [route] = await db('orders.routes').insert({ vehicle_id: vehicle.id, day: '2026-05-06' }).returning('id')
  await db('orders.stops').insert({ order_id: id, route_id: route.id, sequence: 2 })
})

const address = 'Chełm, Hutnicza 3, 22-100'

describe('an order', () => {
  it('has in a list every field that the specification names, dates as days', async () => {
    const { data } = (await staff.get('/api/Admin/Orders?allFields=000123')).body
    // others of the same process may have these digits in a text
    const [order] = data.filter((row: { id: number }) => row.id === id)
    expect(order).toMatchObject({
      id,
      number: 'Z/2026/000123',
      optimaNumber: 'OPT/7',
      invoiceNumber: 'FV/8',
      optimaStatus: 2,
      optimaStatusName: 'Ma numer księgowy',
      createdAt: '2026-05-04',
      finishedAt: '2026-05-08',
      receivingDate: '2026-05-07',
      acceptedDate: '2026-05-05',
      company: 'Wulkan Chełm',
      receptionPlace: address,
      type: 3,
      currentStatus: 3,
      departmentId: expect.any(Number),
      orderTypeItemName: 'Kontener 18 m³',
      quantity: 2,
      vehicle: expect.stringContaining('LCH 45678'),
      operator: 'Granulat Lublin',
      contactPhone: '825601234',
      notificationSent: true,
      route: expect.any(Number),
      sequenceInRoute: 2,
      wishedDate: '2026-05-05',
      wishedPart: 1,
      urgent: true,
      clientActive: true,
      notAsWished: false,
      receptionCount: '1/2'
    })
  })

  it('has in full every field that the specification names', async () => {
    const { data } = (await staff.get(`/api/Admin/Orders/${id}/details`)).body
    expect(data).toMatchObject({
      id,
      number: 'Z/2026/000123',
      company: 'Wulkan Chełm',
      type: 3,
      receptionPlace: address,
      receptionPlaceId: rows.place?.id,
      receptionPlacePhone: '825601234',
      vehicle: expect.stringContaining('LCH 45678'),
      vehicleId: rows.vehicle?.id,
      additionalInfo: 'brama zamknięta po 15:00',
      paymentType: 0,
      quantity: 2,
      quantityTaken: 1,
      orderTypeId: 3,
      orderTypeItemId: rows.item?.id,
      netPrice: 600,
      grossPrice: 648,
      netValue: 1200,
      grossValue: 1296,
      vatValue: 96,
      vatRate: 8,
      vatSymbol: 'A',
      kpo: 'KPO/1/2026',
      tonnage: 3.45,
      internalStoreId: rows.store?.id,
      internalStoreName: 'Magazyn Chełm',
      recycleOperatorId: rows.operator?.id,
      recycleOperatorName: 'Granulat Lublin',
      receivingDate: '2026-05-07',
      wishedDate: '2026-05-05',
      wishedPart: 1,
      urgent: true,
      optimaStatusName: 'Ma numer księgowy',
      optimaNumber: 'OPT/7',
      invoiceNumber: 'FV/8',
      reasonForCancellation: 'none of these days',
      currentStatusId: 3,
      departmentId: expect.any(Number),
      createdAt: '2026-05-04',
      manually: true
    })
  })

  it('shows each of these fields in the tabs of its panel; the number is its title', async () => {
    const { list } = (await staff.get('/api/ui/pages/orders.completed')).body.data
    const shown = list.panel.tabs
      .flatMap((tab: { kind: string; fields?: { key: string }[] }) => (tab.kind === 'fields' ? (tab.fields ?? []) : []))
      .map(({ key }: { key: string }) => key)
    const named =
      'company type receptionPlace receptionPlacePhone vehicle additionalInfo paymentType quantity quantityTaken ' +
      'orderTypeItemName netPrice grossPrice netValue grossValue vatValue vatRate kpo tonnage internalStoreName ' +
      'recycleOperatorName receivingDate optimaNumber invoiceNumber reasonForCancellation createdAt manually'
    expect(named.split(' ').filter(name => !shown.includes(name))).toEqual([])
    expect(test.services.messages.say('pl', list.panel.title, { number: 'Z/1' })).toContain('Z/1')
  })
})
