import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moveToRoute } from '../../modules/orders/planning/stops.ts'
import type { Business } from '../../seeds/demo/business.ts'
import { seedDemo } from '../../seeds/demo/insert.ts'
import { insertOrders } from '../../seeds/demo/insert-orders.ts'
import { seedEssentials } from '../../seeds/essentials.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { aDatabase } from '../helper/database.ts'

const options = {
  seed: 2026,
  orders: 3000,
  now: new Date('2026-03-18T15:00:00Z'),
  hashPassword: async (password: string) => `hash of ${password}`,
  hashSecret: (secret: string) => `hash of ${secret}`
}

let made: Awaited<ReturnType<typeof aDatabase>>
let database: Knex
let business: Business

beforeAll(async () => {
  made = await aDatabase()
  database = openDatabase({ url: made.url })
  business = await seedDemo(database, options)
})

afterAll(async () => {
  await database?.destroy()
  await made?.drop()
})

async function count(table: string, where = 'true'): Promise<number> {
  const { rows } = await database.raw<{ rows: { n: number }[] }>(
    `select count(*)::int as n from ${table} where ${where}`
  )
  return rows[0]?.n ?? -1
}

describe('the demo business in a database', () => {
  it('has every row', async () => {
    const orders = [...business.orders()]
    expect(await count('orders.orders')).toBe(options.orders)
    expect(await count('companies.companies')).toBe(business.companies.length)
    expect(await count('companies.reception_places')).toBe(business.places.length)
    expect(await count('users.accounts', 'id not in (select account_id from users.programs)')).toBe(
      business.accounts.length
    )
    expect(await count('iot.containers')).toBe(120)
    expect(await count('iot.containers', 'latitude is not null and reception_place_id is null')).toBe(0)
    expect(await count('kernel.changes', "resource_type = 'orders.order'")).toBe(
      orders.reduce((sum, order) => sum + order.history.length, 0)
    )
    expect(
      await count(
        'orders.order_search s join orders.orders o on o.id = s.order_id',
        '(s.text, s.created_at, s.period) = (orders.search_text(o), o.created_at, orders.search_period(o.created_at))'
      )
    ).toBe(options.orders)
    const { rows } = await database.raw(
      `select status::text as key, count(*)::int as n from orders.orders group by 1 order by 1`
    )
    const counted = await database.raw(
      `select key, sum(n)::int as n from kernel.counts where list = 'orders' group by 1 order by 1`
    )
    expect(counted.rows).toEqual(rows)
    expect(rows).toHaveLength(6)
  })

  it('goes on where the demo ends: the next order of the year has the next number and id', async () => {
    const last = [...business.orders()].at(-1)
    const { rows } = await database.raw<{ rows: { number: string; id: number }[] }>(
      `select orders.next_number(2026) as number, nextval(pg_get_serial_sequence('orders.orders', 'id')) as id`
    )
    expect(Number(rows[0]?.number.split('/')[2])).toBe(Number(last?.number.split('/')[2]) + 1)
    expect(rows[0]?.id).toBe(options.orders + 1)
  })

  it('has levels that are the sums of the movements, and goes on with the numbers of documents', async () => {
    expect(await count('warehouse.documents')).toBe(business.documents.length)
    for (const status of [0, 1, 2, 3])
      expect(await count('warehouse.documents', `document_status = ${status}`)).toBeGreaterThan(2)
    expect(await count('warehouse.stock_levels', 'containers_amount > 0')).toBeGreaterThan(20)
    const sums = `(select level_id, sum(amount) as amount, sum(reserved) as reserved
      from warehouse.stock_movements group by level_id)`
    expect(
      await count(
        `warehouse.stock_levels level left join ${sums} s on s.level_id = level.id`,
        'level.containers_amount <> coalesce(s.amount, 0) or level.reserved <> coalesce(s.reserved, 0)'
      )
    ).toBe(0)
    // What has come in and not been destroyed is somewhere.
    const { rows } = await database.raw('select sum(containers_amount)::int as n from warehouse.stock_levels')
    expect(rows[0].n).toBe(119)
    const next = await database.raw(`select warehouse.next_number('PP', 2026) as number`)
    const last = business.documents.filter(({ number }) => number.startsWith('PP/2026/')).at(-1)?.number ?? ''
    expect(Number(next.rows[0].number.split('/')[2])).toBe(Number(last.split('/')[2]) + 1)
  })

  it('says of each order what its history says', async () => {
    expect(
      await count(
        'orders.orders o',
        `status is distinct from (select (after->>'currentStatus')::int from kernel.changes c
          where c.subject_id = o.id and c.resource_type = 'orders.order' order by id desc limit 1)
         or version <> (select count(*) from kernel.changes c where c.subject_id = o.id and c.resource_type = 'orders.order')`
      )
    ).toBe(0)
  })

  it('has each planned order in the route of its vehicle and day, numbered from 1', async () => {
    expect(await count('orders.stops')).toBe(await count('orders.orders', 'vehicle_id is not null'))
    expect(
      await count(
        'orders.stops s join orders.routes r on r.id = s.route_id join orders.orders o on o.id = s.order_id',
        '(r.vehicle_id, r.day) is distinct from (o.vehicle_id, o.realization_date)'
      )
    ).toBe(0)
    expect(
      await count(
        '(select count(*) as n, max(sequence) as last, min(sequence) as first from orders.stops group by route_id) r',
        'last <> n or first <> 1'
      )
    ).toBe(0)
    expect(
      await count(
        '(select count(*) as n, max(number) as last, min(number) as first from orders.routes group by day) d',
        'last <> n or first <> 1'
      )
    ).toBe(0)
    expect(await count('orders.routes r', 'not exists (select from orders.stops s where s.route_id = r.id)')).toBe(0)
  })

  it('has no driver in two vehicles on a day', async () => {
    expect(
      await count(
        `(select count(distinct vehicle_id) as vehicles from orders.orders where vehicle_id is not null
          group by driver_id, realization_date) d`,
        'vehicles > 1'
      )
    ).toBe(0)
  })

  it('has the stops of each route as planning would number them', async () => {
    const numbers = 'select order_id, sequence from orders.stops order by order_id'
    const { rows: before } = await database.raw(numbers)
    const { rows: routes } = await database.raw<{ rows: { vehicleId: number; day: string; ids: number[] }[] }>(
      `select r.vehicle_id as "vehicleId", r.day::text, array_agg(o.id) as ids
       from orders.routes r join orders.stops s on s.route_id = r.id join orders.orders o on o.id = s.order_id
       where o.finished_at is null group by r.id`
    )
    expect(routes.some(({ ids }) => ids.length > 2)).toBe(true)
    const trx = await database.transaction()
    for (const { ids, ...route } of routes) await moveToRoute(trx, ids, route)
    const { rows: after } = await trx.raw(numbers)
    await trx.rollback()
    expect(after).toEqual(before)
  })

  it('is refused by a database that has companies, and in production', async () => {
    await expect(seedDemo(database, options)).rejects.toThrow(/already has companies/)
    const before = process.env.NODE_ENV
    process.env.NODE_ENV = 'production'
    try {
      await expect(seedDemo(database, options)).rejects.toThrow(/production/)
    } finally {
      process.env.NODE_ENV = before
    }
    expect(await count('orders.orders')).toBe(options.orders)
  })

  it('has the reasons of every installation; seeding again adds none, nor one that people have removed', async () => {
    const reasons = await database('catalogue.dictionary_values').count('* as n').first()
    expect(Number(reasons?.n)).toBe(7)
    const trx = await database.transaction()
    await trx('catalogue.dictionary_values').where({ value: 'Brak dojazdu' }).delete()
    expect(await seedEssentials(trx)).toBe(0)
    await trx('catalogue.dictionary_values').delete()
    expect([await seedEssentials(trx), await seedEssentials(trx)]).toEqual([7, 0])
    await trx.rollback()
  })

  it('inserts the same rows in bulk, and restores indexes, constraints and triggers', async () => {
    const tables = ['orders.orders', 'orders.order_search', 'orders.stops', 'kernel.changes']
      .map(name => `'${name}'::regclass`)
      .join(', ')
    const shape = `
      select 'index' as kind, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
        where indrelid in (${tables})
      union all select 'constraint', conname, pg_get_constraintdef(oid) from pg_constraint
        where conrelid in (${tables})
      union all select 'trigger', tgname, tgenabled::text from pg_trigger
        where tgrelid = 'orders.orders'::regclass and not tgisinternal order by 1, 2`
    const content = `select md5(string_agg(o::text || s.text || coalesce(t.route_id || ' ' || t.sequence, ''), '|' order by o.id)) as sum
      from orders.orders o join orders.order_search s on s.order_id = o.id left join orders.stops t on t.order_id = o.id`
    const papers =
      'select id, differences, explained, state, document_id, kpo from validators.reconciliations order by id'
    const [shapeBefore, contentBefore] = [(await database.raw(shape)).rows, (await database.raw(content)).rows]
    const papersBefore = (await database.raw(papers)).rows
    await database.transaction(async trx => {
      await trx.raw('update warehouse.documents set order_id = null, order_number = null')
      await trx.raw('delete from weights.loads')
      await trx.raw('delete from evidence.rows')
      await trx.raw('delete from orders.orders')
      await trx.raw(`delete from kernel.changes where resource_type = 'orders.order'`)
      await insertOrders(trx, business, { bulkFrom: 1 })
    })
    expect((await database.raw(shape)).rows).toEqual(shapeBefore)
    expect((await database.raw(content)).rows).toEqual(contentBefore)
    expect((await database.raw(papers)).rows).toEqual(papersBefore)
    expect(papersBefore.length).toBeGreaterThan(100)
    expect(contentBefore[0].sum).toMatch(/^[0-9a-f]{32}$/)
  })
})
