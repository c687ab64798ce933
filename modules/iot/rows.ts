import { raw } from '../../src/kernel/database/sql.ts'
import { defineRows } from '../../src/kernel/resources/rows.ts'
import { leftJoinCompany, leftJoinPlace, placeAddress, placeAddresses, placeType } from '../companies/public.ts'
import { leftJoinStore, storeNames } from '../warehouse/public.ts'
import { ContainerRow } from './schema.ts'

/** What identifies a container, as its trigram index holds it. */
const words = (of: string): string =>
  `(coalesce(${of}container_number, '') || ' ' || coalesce(${of}ser_no, '') || ' ' || ${of}imei)`

export const containerRows = defineRows({
  type: 'iot.container',
  schema: ContainerRow,
  table: 'iot.containers',
  alias: 'c',
  joins: {
    s: leftJoinStore('s', 'c.store_id'),
    a: leftJoinStore('a', 'c.assigned_store_id'),
    p: leftJoinPlace('p', 'c.reception_place_id'),
    m: leftJoinCompany('m', 'p.company_id')
  },
  fields: {
    id: 'c.id',
    version: 'c.version',
    containerNumber: 'c.container_number',
    description: 'c.description',
    status: 'c.status',
    imei: 'c.imei',
    iccid: 'c.iccid',
    serNo: 'c.ser_no',
    lastActiveDate: 'c.last_active_at',
    latitude: 'c.latitude',
    longitude: 'c.longitude',
    currentBatteryLevel: 'c.battery',
    currentBatteryStatus: 'c.battery_status',
    hasPhotos: 'exists (select from iot.photos f where f.container_id = c.id)',
    internalStoreId: 'c.store_id',
    internalStoreName: 's.name',
    assignedInternalStoreId: 'c.assigned_store_id',
    assignedInternalStoreName: 'a.name',
    closestCompanyName: 'm.name',
    closestCompanyTaxNumber: 'm.tax_number',
    closestReceptionPlaceAddress: { sql: placeAddress('p'), sort: ['p.city', 'p.street'] },
    closestReceptionPlaceType: placeType('p'),
    closestReceptionPlaceDistance: 'round(c.reception_place_distance)'
  },
  visibleTo: ({ role }) => (role === 'SERVICE_TECHNICAN' ? undefined : raw('false')),
  search: [
    { key: 'c.id', text: words('c.'), of: { table: 'iot.containers', id: 'id', text: words('') } },
    { key: 'c.reception_place_id', text: placeAddress('p'), of: placeAddresses },
    { key: 'c.store_id', text: 's.name', of: storeNames },
    { key: 'c.assigned_store_id', text: 'a.name', of: storeNames }
  ]
})
