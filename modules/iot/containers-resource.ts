/** Containers as a resource: who sees them, and where their fields come from. */
import { sql } from '../../src/kernel/database/sql.ts'
import { filter, joined } from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { EnumOf } from '../../src/kernel/schema.ts'
import { leftJoinCompany, leftJoinPlace, placeAddress, placeAddresses, placeType } from '../companies/public.ts'
import { leftJoinStore, storeNames } from '../warehouse/public.ts'
import { BatteryStatus, Container, ContainerStatus } from './schema.ts'

/** What identifies a container, as its trigram index contains it. */
const identification = (of: string): string =>
  `(coalesce(${of}container_number, '') || ' ' || coalesce(${of}ser_no, '') || ' ' || ${of}imei)`

const row = [
  'id',
  'version',
  'containerNumber',
  'description',
  'status',
  'imei',
  'iccid',
  'serNo',
  'lastActiveDate',
  'latitude',
  'longitude',
  'currentBatteryLevel',
  'currentBatteryStatus',
  'hasPhotos',
  'hasAccess',
  'internalStoreId',
  'internalStoreName',
  'assignedInternalStoreId',
  'assignedInternalStoreName',
  'closestCompanyName',
  'closestCompanyTaxNumber',
  'closestReceptionPlaceAddress',
  'closestReceptionPlaceType',
  'closestReceptionPlaceDistance'
] as const

export const containers = defineResource({
  type: 'iot.container',
  title: 'container',
  path: '/IoT/containers-list',
  itemPath: '/IoT/container/:id',
  historyPath: '/IoT/container/:id/changes',
  access: ['ADMIN', 'SERVICE_TECHNICAN'],
  schema: Container,
  table: 'iot.containers',
  alias: 'container',
  joins: {
    store: leftJoinStore('store', 'container.store_id'),
    service: leftJoinStore('service', 'container.assigned_store_id'),
    place: leftJoinPlace('place', 'container.reception_place_id'),
    company: { sql: leftJoinCompany('company', 'place.company_id'), after: 'place' }
  },
  fields: {
    lastActiveDate: 'last_active_at',
    currentBatteryLevel: 'battery',
    currentBatteryStatus: 'battery_status',
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
    closestReceptionPlaceDistance: { sql: 'round(container.reception_place_distance)' },
    photos: {
      sql: `coalesce((select json_agg(photo) from (
        select id, blob_file_name as "blobFileName", original_file_name as "originalFileName",
          to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdDate"
        from iot.photos where container_id = container.id order by created_at desc, id desc limit 1000) photo), '[]')`
    }
  },
  visibleTo: () => undefined,
  filters: {
    Status: filter(EnumOf(ContainerStatus), status => sql`container.status = ${status}`),
    BatteryStatus: filter(EnumOf(BatteryStatus), status => sql`container.battery_status = ${status}`)
  },
  search: [
    {
      key: 'container.id',
      text: identification('container.'),
      of: { table: 'iot.containers', id: 'id', text: identification('') }
    },
    { key: 'container.reception_place_id', text: placeAddress('place'), join: 'place', of: placeAddresses },
    { key: 'container.store_id', text: 'store.name', join: 'store', of: storeNames },
    { key: 'container.assigned_store_id', text: 'service.name', join: 'service', of: storeNames }
  ],
  views: { list: row, history: row },
  sort: 'containerNumber'
})
