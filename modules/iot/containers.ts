/** Containers: where their fields come from, what people may change, their page and side panel. */
import { Type } from '@sinclair/typebox'
import { defineCommand, defineLink } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { refuseField } from '../../src/kernel/commands/validation.ts'
import { definePage, detailsTab, historyTab, listTab, seeLink } from '../../src/kernel/metadata/pages.ts'
import { joined } from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { EnumOf, Nullable } from '../../src/kernel/schema.ts'
import { leftJoinCompany, leftJoinPlace, placeAddress, placeAddresses, placeType } from '../companies/public.ts'
import { leftJoinStore, storeNames } from '../warehouse/public.ts'
import { Container as ContainerModel } from './models.ts'
import { Container, ContainerStatus, StayRow, StoreVisit } from './schema.ts'

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

const forTechnician = {
  status: Type.Optional(EnumOf(ContainerStatus)),
  description: Type.Optional(Nullable(Type.String({ maxLength: 2000 }))),
  /** Accepted and not used: the specification sends it without saying what it would change. */
  identifier: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
  /** Another name of `status`. */
  containerStatus: Type.Optional(EnumOf(ContainerStatus))
}

const asked = {
  omit: ['identifier', 'containerStatus'],
  fields: {
    status: { options: { call: '/api/Admin/GpsDevice/statuses', value: 'gpsDeviceStatus', label: ['description'] } }
  }
}

const TechnicianForm = defineForm({ ...asked, schema: Type.Object(forTechnician) })

const AdminForm = defineForm({
  ...asked,
  schema: Type.Object({ containerNumber: Type.Optional(Nullable(Type.String({ maxLength: 50 }))), ...forTechnician })
})

/** Number, status and description of a container; what is left out stays, null clears. */
export const editContainer = defineCommand(containers, {
  name: 'iot.edit',
  call: 'PUT /IoT/container/:id',
  icon: 'pencil',
  tone: 'info',
  repeatsId: 'id',
  access: { ADMIN: { form: AdminForm }, SERVICE_TECHNICAN: { form: TechnicianForm } },
  async run({ trx }, { id }, { containerNumber, description, ...input }) {
    const { status = input.containerStatus, containerStatus = status } = input
    if (status !== containerStatus) refuseField('containerStatus', 'iot.edit.twoStatuses')
    const patch = { containerNumber, description, status }
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
    if (Object.keys(given).length > 0) await ContainerModel.query(trx).findById(id).patch(given)
  }
})

const seeOnMap = defineLink(containers, {
  name: 'iot.seeOnMap',
  icon: 'map-marker',
  selection: 'one',
  access: { ADMIN: {}, SERVICE_TECHNICAN: {} },
  navigate: '/store/container/map?Id=:id'
})

const container = { group: 'iot.containerPanel.container' }
const sensor = { group: 'iot.containerPanel.sensor' }
const place = { group: 'iot.containerPanel.place' }

export const containersPage = definePage(containers, {
  id: 'iot.containers',
  route: '/store/containers',
  group: 'store',
  place: 4,
  columns: [
    { key: 'containerNumber', grow: 0.8 },
    { key: 'closestReceptionPlaceAddress', grow: 1.8 },
    { key: 'serNo', grow: 0.9 },
    { key: 'lastActiveDate', blank: 'iot.never' },
    'internalStoreName',
    'status',
    { key: 'currentBatteryStatus', grow: 0.8 },
    'assignedInternalStoreName'
  ],
  commands: [editContainer, seeOnMap, seeLink(containers, { name: 'iot.seeStores', tab: 'stores', icon: 'building' })],
  panel: [
    detailsTab(
      containers,
      [
        { key: 'containerNumber', ...container },
        { key: 'status', ...container },
        { key: 'description', ...container },
        { key: 'assignedInternalStoreName', ...container },
        { key: 'serNo', ...sensor },
        { key: 'imei', ...sensor },
        { key: 'iccid', ...sensor },
        { key: 'lastActiveDate', ...sensor },
        { key: 'currentBatteryLevel', ...sensor },
        { key: 'currentBatteryStatus', ...sensor },
        { key: 'latitude', ...place },
        { key: 'longitude', ...place },
        { key: 'internalStoreName', ...place },
        { key: 'closestReceptionPlaceAddress', ...place },
        { key: 'closestReceptionPlaceDistance', ...place },
        { key: 'closestReceptionPlaceType', ...place },
        { key: 'closestCompanyName', ...place },
        { key: 'closestCompanyTaxNumber', ...place }
      ],
      { commands: [editContainer] }
    ),
    listTab('stays', {
      load: '/IoT/container/:id/history',
      schema: StayRow,
      resourceType: 'iot.stay',
      columns: ['firstActiveDate', 'lastActiveDate', 'latitude', 'longitude', 'internalStoreName']
    }),
    listTab('stores', {
      load: '/api/Admin/GpsDevice/:id/internal-store/history',
      schema: StoreVisit,
      resourceType: 'iot.visit',
      columns: ['internalStoreName', 'firstGpsUTCDate', 'lastGpsUTCDate']
    }),
    historyTab(containers, { name: 'changes' })
  ]
})
