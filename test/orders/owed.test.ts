/** What is owed for an order: the rule in TypeScript and its twin in SQL give the same for each case. */
import { beforeAll, describe, expect, it } from 'vitest'
import { type Owed, owedFor, owedSql } from '../../modules/orders/owed.ts'
import { pricedQuantity } from '../../modules/orders/rules.ts'
import type { ListMetadata } from '../../src/contract/list.ts'
import { valuesOf } from '../../src/contract/money.ts'
import { matches } from '../../src/contract/when.ts'
import { queryOne, sql } from '../../src/kernel/database/sql.ts'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { aCompany, anItem, anOrder } from '../helper/factories.ts'

const [vehicle, tonnage, container] = [1, 2, 3] as const

/** `[what, order type, net price, quantity, weighed tonnes, VAT rate, what is owed]` */
const cases: [string, 1 | 2 | 3, number, number, number | null, number, Owed | undefined][] = [
  ['a vehicle', vehicle, 650, 1, null, 8, { net: 650, gross: 702 }],
  ['a vehicle that was weighed', vehicle, 650, 1, 1.2, 8, { net: 650, gross: 702 }],
  ['two containers', container, 670, 2, null, 8, { net: 1340, gross: 1447.2 }],
  ['two containers, weighed', container, 670, 2, 9.16, 8, { net: 1340, gross: 1447.2 }],
  ['tonnes before weighing', tonnage, 450, 6, null, 8, undefined],
  ['tonnes that were weighed', tonnage, 450, 6, 5.8, 8, { net: 2610, gross: 2818.8 }],
  ['tonnes, more than were ordered', tonnage, 450, 1, 9.16, 8, { net: 4122, gross: 4451.76 }],
  ['nothing on the scale', tonnage, 450, 3, 0, 8, { net: 0, gross: 0 }],
  ['half a grosz, rounded up', tonnage, 0.5, 1, 0.01, 0, { net: 0.01, gross: 0.01 }],
  ['less than half a grosz', tonnage, 0.49, 1, 0.01, 0, { net: 0, gross: 0 }],
  ['a gross of half a grosz', tonnage, 0.5, 1, 0.25, 4, { net: 0.13, gross: 0.14 }],
  ['numbers that floats miss', tonnage, 1.15, 1, 2.3, 23, { net: 2.65, gross: 3.26 }],
  ['no VAT', tonnage, 333.33, 1, 3.33, 0, { net: 1109.99, gross: 1109.99 }],
  ['a rate with decimals', tonnage, 333.33, 1, 3.33, 8.75, { net: 1109.99, gross: 1207.11 }],
  [
    'amounts beyond the whole numbers of floats',
    tonnage,
    99_999.99,
    50,
    9999.99,
    23,
    { net: 999_998_900, gross: 1_229_998_647 }
  ]
]

let test: SharedApp
beforeAll(async () => {
  test = await aSharedApp()
})

describe.each(cases)('%s', (_what, orderTypeId, netPrice, quantity, weighed, vatRate, owed) => {
  const order = { orderTypeId, netPrice, quantity, tonnage: weighed, vatRate }

  it('owes this amount', () => {
    expect(owedFor(order)).toEqual(owed)
  })

  it('owes the same in SQL', async () => {
    const { db } = test.services
    const company = await aCompany(db)
    const item = await anItem(db, { orderTypeId })
    const { id } = await anOrder(db, { company, itemId: item.id, status: 3 })
    const { netValue, grossValue, ...stored } = valuesOf(netPrice, pricedQuantity(orderTypeId, quantity), vatRate)
    await db('orders.orders').where({ id }).update({
      order_type_id: orderTypeId,
      quantity,
      tonnage: weighed,
      net_price: netPrice,
      vat_rate: vatRate,
      net_value: netValue,
      gross_value: grossValue,
      gross_price: stored.grossPrice,
      vat_value: stored.vatValue
    })
    const { net, gross } = owedSql('o')
    const found = await queryOne<{ net: number | null; gross: number | null }>(
      db,
      sql`select ${net} as net, ${gross} as gross from orders.orders o where o.id = ${id}`
    )
    expect(found).toEqual(owedFor(order) ?? { net: null, gross: null })
  })
})

describe('an order by the tonne, as it is read', () => {
  const url = '/api/Admin/Orders'
  let staff: Person
  let ids: Record<'waiting' | 'weighed' | 'vehicle', number>

  beforeAll(async () => {
    const { db } = test.services
    staff = await test.signedInAs('ADMIN')
    const company = await aCompany(db)
    const anOrderOf = async (orderTypeId: 1 | 2, more: object) => {
      const item = await anItem(db, { orderTypeId })
      const { id } = await anOrder(db, { company, itemId: item.id, status: 3 })
      const prices = { net_price: 450, gross_price: 486, net_value: 450, gross_value: 486 }
      await db('orders.orders')
        .where({ id })
        .update({ ...prices, order_type_id: orderTypeId, finished_at: new Date(), ...more })
      return id
    }
    ids = {
      waiting: await anOrderOf(2, { quantity: 6 }),
      weighed: await anOrderOf(2, { quantity: 6, tonnage: 5.8 }),
      vehicle: await anOrderOf(1, { tonnage: 1.1 })
    }
  })

  it('has beside the stored price what will be invoiced, once it is weighed', async () => {
    const rowOf = async (id: number) => (await staff.get(`${url}?OrderId=${id}`)).body.data[0]
    const detailsOf = async (id: number) => (await staff.get(`${url}/${id}/details`)).body.data
    expect(await rowOf(ids.waiting)).toMatchObject({ netValue: 450, netOwed: null, load: 6 })
    expect(await rowOf(ids.weighed)).toMatchObject({ netValue: 450, netOwed: 2610, tonnage: 5.8, load: 5.8 })
    expect(await rowOf(ids.vehicle)).toMatchObject({ netValue: 450, netOwed: 450 })
    expect(await detailsOf(ids.waiting)).toMatchObject({ grossValue: 486, netOwed: null, grossOwed: null })
    expect(await detailsOf(ids.weighed)).toMatchObject({ grossValue: 486, netOwed: 2610, grossOwed: 2818.8 })
  })

  it('is sorted by what will be invoiced, those that are not weighed first', async () => {
    const { data } = (await staff.get(`${url}?OrderStatus=3&OrderBy=netOwed&Desc=false&limit=1000`)).body
    const own = data.map(({ id }: { id: number }) => id).filter((id: number) => Object.values(ids).includes(id))
    expect(own).toEqual([ids.waiting, ids.vehicle, ids.weighed])
  })

  it('has no value in the panel, and what is owed with what it follows from', async () => {
    const { panel } = (await staff.get('/api/ui/pages/orders.completed')).body.data.list as ListMetadata
    const fields = (panel?.tabs ?? []).flatMap(tab =>
      tab.kind === 'fields' && tab.name === 'details' ? tab.fields : []
    )
    const shownOf = (type: number) => fields.filter(({ shown }) => matches(shown, { type })).map(({ key }) => key)
    const values = ['netValue', 'vatValue', 'grossValue']
    const amounts = ['netOwed', 'grossOwed']
    expect(shownOf(container)).toEqual(expect.arrayContaining(values))
    expect(shownOf(container)).not.toEqual(expect.arrayContaining(amounts))
    expect(shownOf(tonnage)).toEqual(expect.arrayContaining(amounts))
    for (const key of values) expect(shownOf(tonnage)).not.toContain(key)
  })
})
