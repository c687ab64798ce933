/** Containers: the command to edit them, their page and side panel. */
import { Type } from '@sinclair/typebox'
import { defineCommand } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { defineLink } from '../../src/kernel/commands/link.ts'
import { refuseField } from '../../src/kernel/commands/validation.ts'
import { definePage, seeLink } from '../../src/kernel/metadata/pages.ts'
import { detailsTab, historyTab, listTab, resourceTab, type Tab } from '../../src/kernel/metadata/tabs.ts'
import { EnumOf, Nullable } from '../../src/kernel/schema.ts'
import { containers } from './containers-resource.ts'
import { fenceEvents } from './geofence/events.ts'
import { Container as ContainerModel } from './models.ts'
import { addPhotoHere, addPhotoTo, removePhoto, seePhoto, seePhotos } from './photos/commands.ts'
import { photos } from './photos/resource.ts'
import { BatteryStatus, ContainerStatus, Silence, StayRow, StoreVisit } from './schema.ts'
import { provisionSensor, revokeSensor } from './sensor-access.ts'

const forTechnician = {
  status: Type.Optional(EnumOf(ContainerStatus)),
  description: Type.Optional(Nullable(Type.String({ maxLength: 2000 }))),
  /** Accepted but not used: the specification's call has it without saying what it changes. */
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

/** Changes number, status and description of a container. Fields that are left out stay; null clears them. */
export const editContainer = defineCommand(containers, {
  name: 'iot.edit',
  key: 'e',
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

/** Shows the trail of the container in a dialog. The map page shows it together with everything else. */
const seeOnMap = defineLink(containers, {
  name: 'iot.seeOnMap',
  icon: 'map-marker',
  selection: 'one',
  access: { ADMIN: {}, SERVICE_TECHNICAN: {} },
  open: 'iot.trail',
  title: 'iot.photos.title'
})

const container = { group: 'iot.containerPanel.container' }
const sensor = { group: 'iot.containerPanel.sensor' }
const place = { group: 'iot.containerPanel.place' }

/** The tabs of a container's panel, for all lists of containers. */
export const containerPanel: readonly Tab[] = [
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
      { key: 'hasAccess', ...sensor },
      { key: 'lastActiveDate', ...sensor },
      { key: 'currentBatteryLevel', ...sensor },
      { key: 'currentBatteryStatus', ...sensor },
      { key: 'batteryTrend', ...sensor },
      { key: 'daysUntilCritical', ...sensor },
      { key: 'latitude', ...place },
      { key: 'longitude', ...place },
      { key: 'internalStoreName', ...place },
      { key: 'closestReceptionPlaceAddress', ...place },
      { key: 'closestReceptionPlaceDistance', ...place },
      { key: 'closestReceptionPlaceType', ...place },
      { key: 'closestCompanyName', ...place },
      { key: 'closestCompanyTaxNumber', ...place }
    ],
    { commands: [editContainer, seePhotos, addPhotoTo, provisionSensor, revokeSensor] }
  ),
  resourceTab('photos', photos, {
    parent: 'ContainerId',
    columns: [{ key: 'originalFileName', grow: 1.5 }, 'createdDate'],
    commands: [addPhotoHere, seePhoto, removePhoto]
  }),
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
  resourceTab('fences', fenceEvents, {
    parent: 'ContainerId',
    selection: 'none',
    columns: ['at', 'event', 'fence', { key: 'fenceName', grow: 1.6 }, 'dwellSeconds']
  }),
  historyTab(containers, { name: 'changes' })
]

/** Quick filters for problems that technicians look for, on all lists of containers. */
export const whatIsWrong = [
  { name: 'critical', filters: { BatteryStatus: BatteryStatus.critical } },
  { name: 'low', filters: { BatteryStatus: BatteryStatus.low } },
  { name: 'silent', filters: { Silence: Silence.twoDays } }
] as const

export const containersPage = definePage(containers, {
  id: 'iot.containers',
  route: '/store/containers',
  goKey: 'c',
  group: 'store',
  place: 4,
  columns: [
    'containerNumber',
    { key: 'closestReceptionPlaceAddress', grow: 2 },
    { key: 'serNo', under: 'containerNumber' },
    { key: 'lastActiveDate', blank: 'iot.never', under: 'closestReceptionPlaceAddress' },
    'internalStoreName',
    'status',
    'currentBatteryStatus',
    { key: 'assignedInternalStoreName', under: 'internalStoreName' }
  ],
  filters: ['ContainerStatus', 'BatteryStatus', 'Silence'],
  quick: whatIsWrong,
  commands: [
    editContainer,
    seeOnMap,
    seePhotos,
    seeLink(containers, { name: 'iot.seeStores', tab: 'stores', icon: 'building' }),
    addPhotoTo
  ],
  panel: containerPanel
})
