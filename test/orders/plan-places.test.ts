/** The places on the planner's map: all of the day, then the oldest of what waits, and whether there are more. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { placesOf } from '../../modules/orders/planning/places.ts'
import { aVehicle } from '../helper/factories.ts'
import { aPlanning, type Planning, tomorrow } from './fixtures/planning.ts'

let planning: Planning

beforeAll(async () => {
  planning = await aPlanning()
})
afterAll(() => planning.test.close())

it('says that there are more than the answer has', async () => {
  const { test, itemId, order, realize } = planning
  const { db } = test.services
  const { id: vehicleId } = await aVehicle(db, { items: [itemId] })
  const [waiting, planned, newer] = [await order(1), await order(2), await order(3)]
  await realize([planned], vehicleId)
  const idsOf = async (most?: number) => {
    const { places, isCut } = await placesOf(db, tomorrow, most)
    return { ids: places.map(({ id }) => id), isCut }
  }
  expect(await idsOf()).toEqual({ ids: [planned, waiting, newer], isCut: false })
  expect(await idsOf(3)).toEqual({ ids: [planned, waiting, newer], isCut: false })
  expect(await idsOf(2)).toEqual({ ids: [planned, waiting], isCut: true })
})
