/**
 * Notes which orders of the coming days have their driver at a time when their place lets nobody in, for the lists of the office. It is worked out
 * from plan and reports each minute, because windows move with the clock; what has not changed is not written.
 */
import { addDays, dayOf } from '../../../src/contract/days.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { drivesWithHours, keepOutsideHours } from '../../orders/public.ts'
import { orderResources } from '../../orders/resources.ts'
import { arrivalsOfDriver } from './of-day.ts'

/** Today and the days after it that are planned in detail. */
const daysAhead = 7

export async function noteOutsideHours(services: Services): Promise<void> {
  const { db, now, hints } = services
  const today = dayOf(now())
  const days = Array.from({ length: daysAhead + 1 }, (_, ahead) => addDays(today, ahead))
  const outside: number[] = []
  for (const drive of await drivesWithHours(db, days)) {
    const { arrivals } = await arrivalsOfDriver(services, db, drive)
    for (const [id, arrival] of arrivals) if (arrival.state === 'ahead' && arrival.isOutside) outside.push(id)
  }
  const ids = await keepOutsideHours(db, outside)
  if (ids.length > 0) hints.send({ kind: 'changed', resourceType: orderResources.orders.type, ids, companyId: null })
}
