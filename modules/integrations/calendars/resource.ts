/**
 * Calendars of collections: of a client, of a vehicle or of a driver. A calendar belongs to the person who made it and shows what this
 * person may see. Administrators see all calendars, because they revoke those of others, too; clients see their own.
 */
import { Type } from '@sinclair/typebox'
import type { Reader } from '../../../src/kernel/access/caller.ts'
import { isStaff } from '../../../src/kernel/access/caller.ts'
import { raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { EnumOf, Id, Instant, Nullable, Version } from '../../../src/kernel/schema.ts'
import { leftJoinCompany } from '../../companies/public.ts'
import { leftJoinVehicle, vehicleLabel } from '../../fleet/public.ts'
import { leftJoinAccount, personName } from '../../users/public.ts'
import { CalendarKind } from './schema.ts'

const own = ({ accountId }: Reader): Sql => sql`calendar.account_id = ${accountId}::int`

export const calendars = defineResource({
  type: 'integrations.calendar',
  title: 'calendar of collections',
  titles: 'calendars of collections',
  path: '/api/Calendars',
  access: ['ADMIN', 'CLIENT_ADMIN', 'CLIENT'],
  schema: Type.Object({
    id: Id,
    version: Version,
    kind: EnumOf(CalendarKind),
    subject: Type.String({ description: 'name of the company, plate of the vehicle, or name of the driver' }),
    owner: Nullable(Type.String()),
    createdAt: Instant,
    readAt: Nullable(Type.String({ format: 'instant', description: 'when a program last read it, to the hour' }))
  }),
  table: 'integrations.calendars',
  alias: 'calendar',
  joins: {
    company: leftJoinCompany('company', 'calendar.company_id'),
    vehicle: leftJoinVehicle('vehicle', 'calendar.vehicle_id'),
    driver: leftJoinAccount('driver', 'calendar.driver_id'),
    owner: leftJoinAccount('owner', 'calendar.account_id')
  },
  fields: {
    subject: {
      sql: sql`coalesce(company.name, ${vehicleLabel('vehicle')}, ${personName('driver')}, '')`,
      join: ['company', 'vehicle', 'driver']
    },
    owner: { sql: personName('owner'), join: 'owner', access: ['ADMIN'] }
  },
  named: 'subject',
  visibleTo: reader => (isStaff(reader) ? raw('true') : own(reader)),
  // names of persons stay out of the history
  views: { history: ['kind'] },
  sort: '-createdAt'
})
