/** The arrival of a driver at an order, for other modules. */
import type { Database } from '../../../src/kernel/database/sql.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { trackingOf } from './tracking.ts'

/** When the driver is expected at an order that is planned; undefined where nobody knows, or the driver was there. */
export async function expectedArrival(
  services: Pick<Services, 'settings' | 'now'>,
  database: Database,
  orderId: number
): Promise<Date | undefined> {
  const arrival = (await trackingOf(services, database, orderId))?.arrival
  return arrival?.window ? arrival.expectedAt : undefined
}
