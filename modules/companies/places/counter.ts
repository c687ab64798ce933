import { defineCounter } from '../../../src/kernel/counters.ts'
import { queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { NotificationType } from '../../notifications/schema.ts'
import { places } from './resource.ts'

/** Reception places that wait for the staff. The number is the total of the list that the counter opens. */
export const placesToVerify = defineCounter({
  code: NotificationType.placesToVerify,
  name: 'placesToVerify',
  icon: 'map-marker',
  tone: 'warning',
  to: '/pickuppoints/inactive',
  search: { 'f.Waiting': 'true' },
  resourceType: places.type,
  access: ['ADMIN'],
  count: async ({ db }) =>
    (
      await queryOne<{ n: number }>(
        db,
        sql`select count(*)::int as n from companies.reception_places where not is_active and approved_at is null`
      )
    )?.n ?? 0
})
