import type { Panel } from '../../src/kernel/metadata/pages.ts'
import { edit } from './commands/edit.ts'
import { containerRows } from './rows.ts'
import { ContainerRow, StayRow, StoreVisit } from './schema.ts'

const none = 'iot.none'
const container = { group: 'iot.panel.container', blank: none }
const sensor = { group: 'iot.panel.sensor', blank: none }
const place = { group: 'iot.panel.place', blank: none }

/** The container's side panel. */
export const containerPanel: Panel = {
  name: 'iot.panel',
  title: 'iot.panel.title',
  tabs: [
    {
      name: 'details',
      title: 'iot.panel.details',
      kind: 'fields',
      load: '/IoT/container/:id',
      schema: ContainerRow,
      resourceType: 'iot.container',
      commands: [edit],
      fields: [
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
      ]
    },
    {
      name: 'stays',
      title: 'iot.panel.stays',
      kind: 'list',
      load: '/IoT/container/:id/history',
      schema: StayRow,
      resourceType: 'iot.stay',
      columns: ['firstActiveDate', 'lastActiveDate', 'latitude', 'longitude', { key: 'internalStoreName', blank: none }]
    },
    {
      name: 'stores',
      title: 'iot.panel.stores',
      kind: 'list',
      load: '/api/Admin/GpsDevice/:id/internal-store/history',
      schema: StoreVisit,
      resourceType: 'iot.visit',
      columns: ['internalStoreName', 'firstGpsUTCDate', 'lastGpsUTCDate']
    },
    {
      name: 'changes',
      title: 'iot.panel.changes',
      kind: 'timeline',
      load: '/IoT/container/:id/changes',
      rows: containerRows
    }
  ]
}
