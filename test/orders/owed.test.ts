/** What is owed for an order: the rule in TypeScript and its twin in SQL give the same for each case. */
import { beforeAll, describe, expect, it } from 'vitest'
import { type Owed, owedFor, owedSql } from '../../modules/orders/owed.ts'
import { pricedQuantity } from '../../modules/orders/rules.ts'
import { valuesOf } from '../../src/contract/money.ts'
import { queryOne, sql } from '../../src/kernel/database/sql.ts'
import { aSharedApp, type SharedApp } from '../helper/app.ts'
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
