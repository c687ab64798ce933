/** What speaks against a plan: the form says it, and a person ticks it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../src/contract/days.ts'
import type { FormMetadata } from '../../src/contract/form.ts'
import { firstUnticked, ticksField, warningsAt, withTick } from '../../ui/parts/form/ticks.ts'
import type { Person, TestApp } from '../helper/app.ts'
import { anItem, aVehicle } from '../helper/factories.ts'
import { aPlanning, type Planning, today, tomorrow } from './fixtures/planning.ts'

let test: TestApp
let staff: Person
let itemId: number
let order: Planning['order']
let realize: Planning['realize']

beforeAll(async () => {
  ;({ test, staff, itemId, order, realize } = await aPlanning())
})
afterAll(() => test.close())

const none = {
  overload: null,
  notCarried: null,
  driverElsewhere: null,
  driverAway: null,
  outOfService: null,
  clientInactive: null,
  notAsWished: null
}
const doubts = async (ids: readonly number[], plan: { day?: string; vehicleId?: number }) => {
  const { day = '', vehicleId = '' } = plan
  const { body } = await staff.get(`/api/Admin/Orders/plan-doubts?ids=${ids.join()}&day=${day}&vehicleId=${vehicleId}`)
  return body.data
}
const update = (id: number, change: object) => test.services.db('fleet.vehicles').where({ id }).update(change)

describe('what speaks against a plan', () => {
  it('is nothing where the vehicle carries all of it, has the room, and is free with its driver', async () => {
    const { id: vehicleId } = await aVehicle(test.services.db, { items: [itemId] })
    expect(await doubts([await order(1)], { day: tomorrow, vehicleId })).toEqual(none)
  })

  it('is a load beyond the payload, or beyond the largest item of a vehicle without one', async () => {
    const { id: vehicleId } = await aVehicle(test.services.db, { items: [itemId], plate: 'DO 11' })
    await realize([await order(1)], vehicleId)
    const ids = [await order(2)]
    expect(await doubts(ids, { day: tomorrow, vehicleId })).toEqual({ ...none, overload: 'DO 11: 3 / 1,5 t' })
    await update(vehicleId, { payload: 3 })
    expect(await doubts(ids, { day: tomorrow, vehicleId })).toEqual(none)
    await update(vehicleId, { payload: 2.5 })
    expect(await doubts(ids, { day: tomorrow, vehicleId })).toMatchObject({ overload: 'DO 11: 3 / 2,5 t' })
    expect(await doubts(ids, { day: today, vehicleId })).toEqual(none)
  })

  it('is an item that the vehicle does not carry', async () => {
    const { id: vehicleId } = await aVehicle(test.services.db, { items: [itemId], plate: 'DO 12' })
    const other = (await anItem(test.services.db)).id
    await update(vehicleId, { payload: 10 })
    const { notCarried, ...others } = await doubts([await order(1, 1, other)], { day: tomorrow, vehicleId })
    expect(notCarried).toMatch(/^DO 12: Pozycja/)
    expect(others).toMatchObject({ overload: null })
  })

  it('is a driver with another vehicle that day, absent, or a vehicle out of service', async () => {
    const { db } = test.services
    const [one, other] = [
      await aVehicle(db, { items: [itemId], plate: 'DO 13' }),
      await aVehicle(db, { items: [itemId], plate: 'DO 14' })
    ]
    await update(other.id, { driver_id: one.driver_id })
    await realize([await order(1)], one.id)
    const ids = [await order(2)]
    expect(await doubts(ids, { day: tomorrow, vehicleId: other.id })).toEqual({
      ...none,
      driverElsewhere: expect.stringMatching(/^Anna Nowak \d+: DO 13$/)
    })
    await db('fleet.absences').insert({ driver_id: one.driver_id, from_day: '2026-06-03', to_day: '2026-06-05' })
    await db('fleet.out_of_service').insert({ vehicle_id: other.id, from_day: '2026-06-05', to_day: '2026-06-05' })
    const on = (day: string) => doubts(ids, { day, vehicleId: other.id })
    expect(await on('2026-06-04')).toEqual({ ...none, driverAway: expect.stringMatching(/^Anna Nowak/) })
    expect(await on('2026-06-05')).toMatchObject({ driverAway: expect.any(String), outOfService: 'DO 14' })
    expect(await on('2026-06-06')).toEqual(none)
    const { body } = await staff.get(
      `/api/Admin/Vehicles/matched-vehicles?OrdersId=${ids[0]}&day=2026-06-05&VehicleId=${other.id}`
    )
    expect(body.data).toMatchObject([{ driverAway: true, outOfService: true }])
    await realize(ids, other.id, '2026-06-05')
    const route = (await staff.get(`/api/Admin/Vehicles/${other.id}/route?day=2026-06-05`)).body.route
    expect(route).toMatchObject({ driverAway: true, outOfService: true })
  })

  it('of orders that keep their vehicles, or their days, is of all of these', async () => {
    const [one, other] = [
      await aVehicle(test.services.db, { items: [itemId], plate: 'DO 15' }),
      await aVehicle(test.services.db, { items: [itemId], plate: 'DO 16' })
    ]
    const [a, b, c] = [await order(1), await order(2), await order(3)]
    await realize([a], one.id)
    await realize([b], other.id)
    await realize([c], other.id, '2026-06-03')
    expect(await doubts([a, b], { day: '2026-06-03' })).toEqual({ ...none, overload: 'DO 16: 3 / 1,5 t' })
    expect(await doubts([a], { vehicleId: other.id })).toEqual({ ...none, overload: 'DO 16: 3 / 1,5 t' })
    expect(await doubts([a, b], {})).toEqual(none)
  })

  it('is one driver of two vehicles that get the same day at once, by their day or by the driver', async () => {
    const { db } = test.services
    const [one, other] = [
      await aVehicle(db, { items: [itemId], plate: 'DO 17' }),
      await aVehicle(db, { items: [itemId], plate: 'DO 18' })
    ]
    const [a, b] = [await order(1), await order(2)]
    await realize([a], one.id, '2026-06-03')
    await realize([b], other.id, '2026-06-04')
    expect(await doubts([a, b], { day: '2026-06-05' })).toEqual(none)
    const named = async (ids: readonly number[]) =>
      (await staff.get(`/api/Admin/Orders/plan-doubts?ids=${ids.join()}&driverId=${one.driver_id}`)).body.data
    expect(await named([a, b])).toEqual(none)
    await update(other.id, { driver_id: one.driver_id })
    const both = expect.stringMatching(/^(Anna Nowak \d+): DO 18; \1: DO 17$/)
    expect(await doubts([a, b], { day: '2026-06-05' })).toEqual({ ...none, driverElsewhere: both })
    expect(await doubts([a], { day: '2026-06-05' })).toEqual(none)
    await realize([await order(1)], other.id, '2026-06-03')
    const [c, d] = [await order(1), await order(2)]
    await realize([c], one.id, '2026-06-08')
    await realize([d], other.id, '2026-06-08')
    expect(await named([c, d])).toEqual({ ...none, driverElsewhere: both })
  })

  it('is another day than the wished one, earlier or later', async () => {
    const { db } = test.services
    const { id: vehicleId } = await aVehicle(db, { items: [itemId] })
    const [one, other] = [await order(1), await order(2)]
    await db('orders.orders').where({ id: one }).update({ wished_date: '2026-06-03', wished_part: 1 })
    const { number } = await db('orders.orders').where({ id: one }).first('number')
    const said = `${number}: śr. 3.06`
    const on = (day: string) => doubts([one, other], { day, vehicleId }).then(({ notAsWished }) => notAsWished)
    expect([await on('2026-06-02'), await on('2026-06-03'), await on('2026-06-04')]).toEqual([said, null, said])
    await realize([one], vehicleId, '2026-06-03')
    expect(await doubts([one], { vehicleId })).toMatchObject({ notAsWished: null })
  })

  it('is not a wished day that is over', async () => {
    const { id: vehicleId } = await aVehicle(test.services.db, { items: [itemId] })
    const ids = [await order(1)]
    const on = async (wished_date: string) => {
      await test.services.db('orders.orders').where({ id: ids[0] }).update({ wished_date })
      return (await doubts(ids, { day: '2026-06-03', vehicleId })).notAsWished
    }
    expect([await on(addDays(today, -1)), await on(today)]).toEqual([null, expect.stringContaining(': ')])
  })

  it('names five orders, and counts the others', async () => {
    const ids = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(step => order(step)))
    await test.services.db('orders.orders').whereIn('id', ids).update({ wished_date: '2026-06-03' })
    const { notAsWished } = await doubts(ids, { day: '2026-06-02' })
    expect(notAsWished.split('; ')).toHaveLength(6)
    expect(notAsWished).toMatch(/; … \+2$/)
  })

  it('is a deactivated client', async () => {
    const { db } = test.services
    const { id: vehicleId } = await aVehicle(db, { items: [itemId] })
    const ids = [await order(1)]
    const { company_id: companyId } = await db('orders.orders').where({ id: ids[0] }).first('company_id')
    await db('companies.companies').where({ id: companyId }).update({ active: false })
    const { name } = await db('companies.companies').where({ id: companyId }).first('name')
    expect(await doubts(ids, { day: tomorrow, vehicleId })).toEqual({ ...none, clientInactive: name })
    await db('companies.companies').where({ id: companyId }).update({ active: true })
  })

  it.each(['ids=x', 'ids=1&day=2026-02-30', 'ids=1&vehicleId=x'])('is refused for %s', async query => {
    expect((await staff.get(`/api/Admin/Orders/plan-doubts?${query}`)).status).toBe(400)
  })

  it.each(['orders.realize', 'orders.replan'])('has to be ticked in the form of %s', async name => {
    const form: FormMetadata = (await staff.get(`/api/ui/forms/${name}`)).body.data
    const values = { vehicleId: 1, orderRealizationDate: tomorrow }
    expect(firstUnticked(form, values, today)).toBeUndefined()
    for (const doubt of Object.keys(none)) {
      const doubted = { ...values, [doubt]: 'DO 11: 3 / 1,5 t' }
      const field = firstUnticked(form, doubted, today)!
      expect(field.name).toBe(doubt === 'notAsWished' ? 'orderRealizationDate' : 'vehicleId')
      const [warning] = warningsAt(field, doubted, today)
      expect(test.services.messages.say('pl', warning!.message, doubted)).toContain('(DO 11: 3 / 1,5 t)')
      const ticked = { ...doubted, [ticksField]: withTick(field, warning!, doubted, today, true) }
      expect(firstUnticked(form, ticked, today)).toBeUndefined()
      expect(firstUnticked(form, { ...ticked, [doubt]: 'DO 11: 4 / 1,5 t' }, today)).toBe(field)
    }
  })
})
