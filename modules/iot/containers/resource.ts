/** The resource of containers: who sees them, the SQL of their fields, filters and search. */
import { sql } from '../../../src/kernel/database/sql.ts'
import { businessDay, filter, joined } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { EnumOf, Id } from '../../../src/kernel/schema.ts'
import { leftJoinCompany, leftJoinPlace, placeAddress, placeAddresses, placeType } from '../../companies/public.ts'
import { leftJoinAccount, personName } from '../../users/public.ts'
import { leftJoinStore, storeNames } from '../../warehouse/public.ts'
import { containerTexts } from '../fragments.ts'
import { BatteryStatus, BatteryTrend, Container, ContainerStatus, Silence } from '../schema.ts'

const isNotInHistory: ReadonlySet<string> = new Set(['batteryChangedBy', 'batteryChangedToday'])
const inHistory = Object.keys(Container.properties).filter(
  (key): key is keyof typeof Container.properties => !isNotInHistory.has(key)
)

export const containers = defineResource({
  type: 'iot.container',
  title: 'container',
  path: '/IoT/containers-list',
  itemPath: '/IoT/container/:id',
  historyPath: '/IoT/container/:id/changes',
  // a single container has its photos, so it has a route of its own: `photos/routes.ts`
  serves: ['list', 'history'],
  access: ['ADMIN', 'SERVICE_TECHNICAN'],
  scope: 'containers:read',
  schema: Container,
  table: 'iot.containers',
  alias: 'container',
  joins: {
    store: leftJoinStore('store', 'container.store_id'),
    service: leftJoinStore('service', 'container.assigned_store_id'),
    place: leftJoinPlace('place', 'container.reception_place_id'),
    company: { sql: leftJoinCompany('company', 'place.company_id'), after: 'place' },
    change: 'left join iot.battery_changes change on change.id = container.battery_change_id',
    changer: { sql: leftJoinAccount('changer', 'change.account_id'), after: 'change' }
  },
  fields: {
    lastActiveDate: 'last_active_at',
    currentBatteryLevel: 'battery',
    currentBatteryStatus: 'battery_status',
    batteryTrend: {
      sql: `(case when container.battery_status = ${BatteryStatus.critical} then ${BatteryTrend.critical}::smallint
        else container.battery_trend end)`
    },
    daysUntilCritical: {
      sql: `(case when container.battery_status = ${BatteryStatus.critical} then 0
        when container.battery_critical_at is not null
          then greatest(0, ceil(extract(epoch from container.battery_critical_at - now()) / 86400)) end)::int`,
      // the soonest first, unknown ones last; the same expression as in the index
      sort: [
        `(case when container.battery_status = ${BatteryStatus.critical} then '-infinity'
          else coalesce(container.battery_critical_at, 'infinity') end)`
      ]
    },
    batteryChangedDate: { sql: businessDay('change.changed_at'), join: 'change', sort: ['change.changed_at'] },
    batteryChangedBy: { sql: personName('changer'), join: 'changer' },
    batteryChangedToday: {
      sql: `coalesce(${businessDay('change.recorded_at')} = ${businessDay('now()')}, false)`,
      join: 'change'
    },
    hasPhotos: { sql: 'exists (select from iot.photos photo where photo.container_id = container.id)' },
    hasAccess: { sql: 'container.secret_hash is not null' },
    internalStoreId: 'store_id',
    internalStoreName: joined('store', 'name'),
    assignedInternalStoreId: 'assigned_store_id',
    assignedInternalStoreName: joined('service', 'name'),
    closestCompanyName: joined('company', 'name'),
    closestCompanyTaxNumber: joined('company', 'tax_number'),
    closestReceptionPlaceAddress: {
      sql: placeAddress('place'),
      join: 'place',
      sort: ['place.city', 'place.street']
    },
    closestReceptionPlaceType: { sql: placeType('place'), join: 'place' },
    closestReceptionPlaceDistance: { sql: 'round(container.reception_place_distance)' }
  },
  // history names people by their accounts, and outlives them
  views: { history: inHistory },
  visibleTo: () => undefined,
  filters: {
    BatteryStatus: filter(EnumOf(BatteryStatus), status => sql`container.battery_status = ${status}`),
    ContainerStatus: filter(EnumOf(ContainerStatus), status => sql`container.status = ${status}`),
    InternalStoreId: filter(Id, id => sql`container.store_id = ${id}`),
    Silence: filter(
      EnumOf(Silence),
      days =>
        sql`(container.last_active_at is null or container.last_active_at < now() - make_interval(days => ${days}::int))`
    )
  },
  search: [
    {
      key: 'container.id',
      of: containerTexts
    },
    { key: 'container.reception_place_id', of: placeAddresses },
    { key: 'container.store_id', of: storeNames },
    { key: 'container.assigned_store_id', of: storeNames }
  ],
  found: { name: 'containerNumber', details: ['serNo', 'closestReceptionPlaceAddress'], icon: 'box', place: 4 },
  sort: 'containerNumber'
})
