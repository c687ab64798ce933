/** The page of containers and their side panel. */
import { defineLink } from '../../../src/kernel/commands/link.ts'
import { definePage, seeLink } from '../../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab, listTab, resourceTab, type Tab } from '../../../src/kernel/pages/tabs.ts'
import { changeBattery, undoBatteryChange } from '../battery/change.ts'
import { fenceEvents } from '../geofence/events.ts'
import { addPhotoHere, addPhotoTo, removePhoto, seePhoto, seePhotos } from '../photos/commands.ts'
import { photos } from '../photos/resource.ts'
import { BatteryStatus, Silence, StayRow, StoreVisit } from '../schema.ts'
import { provisionSensor, revokeSensor } from '../sensor-access.ts'
import { addContainer, editContainer } from './commands.ts'
import { containers } from './resource.ts'

/** Shows the trail of the container in a dialog. The map page shows it together with everything else. */
const seeOnMap = defineLink(containers, {
  name: 'iot.seeOnMap',
  selection: 'one',
  access: { ADMIN: {}, SERVICE_TECHNICAN: {} },
  ui: { icon: 'map-marker' },
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
      { key: 'batteryChangedDate', ...sensor },
      { key: 'batteryChangedBy', ...sensor },
      { key: 'latitude', ...place },
      { key: 'longitude', ...place },
      { key: 'internalStoreName', ...place },
      { key: 'closestReceptionPlaceAddress', ...place },
      { key: 'closestReceptionPlaceDistance', ...place },
      { key: 'closestReceptionPlaceType', ...place },
      { key: 'closestCompanyName', ...place },
      { key: 'closestCompanyTaxNumber', ...place }
    ],
    {
      commands: [
        ...[editContainer, changeBattery, undoBatteryChange, seePhotos, addPhotoTo],
        ...[provisionSensor, revokeSensor]
      ]
    }
  ),
  resourceTab('photos', photos, {
    parent: 'ContainerId',
    columns: ['picture', { key: 'originalFileName', grow: 1.5 }, 'createdDate'],
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
  { name: 'critical', filters: { BatteryStatus: BatteryStatus.critical }, counted: true },
  { name: 'low', filters: { BatteryStatus: BatteryStatus.low }, counted: true },
  { name: 'silent', filters: { Silence: Silence.twoDays }, counted: true }
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
  filters: [
    'ContainerStatus',
    'BatteryStatus',
    'Silence',
    { key: 'InternalStoreId', options: { call: '/api/Admin/Stores/internal', value: 'id', label: ['name'] } }
  ],
  quick: whatIsWrong,
  commands: [
    addContainer,
    editContainer,
    changeBattery,
    seeOnMap,
    seePhotos,
    seeLink(containers, { name: 'iot.seeStores', tab: 'stores', icon: 'building' }),
    addPhotoTo
  ],
  panel: containerPanel
})
