/** What the form of a finish proposes: the store and the operator, by what was finished before. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anOperator, aStore, aVehicle } from '../helper/factories.ts'
import { aPlanning, east, type Planning } from './fixtures/planning.ts'

let world: Planning
beforeAll(async () => {
  world = await aPlanning()
})
afterAll(() => world.test.close())
beforeEach(async () => {
  const { db } = world.test.services
  await db('orders.orders').update({ internal_store_id: null })
  await db('warehouse.border_points').del()
  await db('warehouse.internal_stores').del()
})

const proposed = async (id: number, query = '') => {
  const { status, body } = await world.staff.get(`/api/Admin/Orders/${id}/finish-proposal${query}`)
  expect(status).toBe(200)
  const { internalStoreId, recycleOperatorId } = body.data
  return { internalStoreId, recycleOperatorId }
}
const store = async (steps: number): Promise<number> =>
  (await aStore(world.test.services.db, { at: east(steps), reach: 0 })).id
const operator = async (isActive = true): Promise<number> => (await anOperator(world.test.services.db, { isActive })).id
/** Completed so many minutes ago at a store. */
const finished = (id: number, storeId: number, operatorId: number, minutes: number) =>
  world.test.services
    .db('orders.orders')
    .where({ id })
    .update({
      status: 3,
      finished_at: new Date(Date.parse('2026-06-01T10:00:00Z') - minutes * 60_000),
      internal_store_id: storeId,
      recycle_operator_id: operatorId
    })

describe('a KPO number', () => {
  it('is known by the last order that was finished with it, never by the order itself', async () => {
    const { db } = world.test.services
    const [first, last, own] = [await world.order(1), await world.order(2), await world.order(3)]
    const kpo = 'KPO/1 & 2'
    const use = async (id: number, asked = kpo) =>
      (await world.staff.get(`/api/Admin/Orders/${id}/kpo-use?kpo=${encodeURIComponent(asked)}`)).body.data.number
    expect(await use(own)).toBeNull()
    await db('orders.orders').whereIn('id', [first, last, own]).update({ kpo })
    // an order that is not finished may have it without harm: it is what is being typed
    expect(await use(own)).toBeNull()
    await finished(first, await store(1), await operator(), 9)
    await finished(last, await store(2), await operator(), 3)
    const { number } = await db('orders.orders').where({ id: last }).first()
    expect([await use(own), await use(own, ` ${kpo} `), await use(own, 'KPO/1')]).toEqual([number, number, null])
    expect(await use(last)).not.toBe(number)
  })
})

describe('the store of a finish', () => {
  it('is the only one there is, wherever it is', async () => {
    const only = await store(90)
    expect(await proposed(await world.order(1))).toEqual({ internalStoreId: only, recycleOperatorId: null })
    expect((await proposed(await world.order())).internalStoreId).toBe(only)
  })

  it('is the nearest of several, and none where nobody knows where the place is', async () => {
    await store(50)
    const near = await store(2)
    expect((await proposed(await world.order(1))).internalStoreId).toBe(near)
    expect((await proposed(await world.order())).internalStoreId).toBeNull()
  })

  it('is where the vehicle has unloaded on this route already', async () => {
    const far = await store(50)
    const near = await store(2)
    const vehicle = await aVehicle(world.test.services.db, { items: [world.itemId] })
    const [first, second] = [await world.order(1), await world.order(2)]
    await world.realize([first, second], vehicle.id)
    expect((await proposed(second)).internalStoreId).toBe(near)
    await finished(first, far, await operator(), 5)
    expect((await proposed(second)).internalStoreId).toBe(far)
  })

  it('is none where there is none', async () => {
    expect(await proposed(await world.order(1))).toEqual({ internalStoreId: null, recycleOperatorId: null })
  })
})

describe('the operator of a finish', () => {
  it('is that of the last finish of the proposed store, or of the one that was chosen', async () => {
    const [near, far] = [await store(2), await store(50)]
    const [first, second, third] = [await operator(), await operator(), await operator()]
    await finished(await world.order(1), near, first, 30)
    await finished(await world.order(1), near, second, 20)
    await finished(await world.order(1), far, third, 10)
    const id = await world.order(1)
    expect(await proposed(id)).toEqual({ internalStoreId: near, recycleOperatorId: second })
    expect((await proposed(id, `?internalStoreId=${far}`)).recycleOperatorId).toBe(third)
    expect((await proposed(id, '?internalStoreId=2000000000')).recycleOperatorId).toBeNull()
  })

  it('is one that may still be named', async () => {
    const near = await store(2)
    const [active, inactive] = [await operator(), await operator(false)]
    await finished(await world.order(1), near, active, 30)
    await finished(await world.order(1), near, inactive, 20)
    expect((await proposed(await world.order(1))).recycleOperatorId).toBe(active)
  })
})
