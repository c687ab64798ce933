import { defineLink } from '../../../src/kernel/commands/command.ts'
import { defineList, type Panel } from '../../../src/kernel/metadata/pages.ts'
import { SentMessage } from '../../notifications/schema.ts'
import { DriverRow, VehicleRow } from '../schema.ts'
import { addDriver } from './add.ts'
import { editDriver } from './edit.ts'
import { removeDriver } from './remove.ts'
import { driversRoute } from './routes.ts'
import { driverRows } from './rows.ts'

const none = 'fleet.none'

const panel: Panel = {
  name: 'fleet.driverPanel',
  title: 'fleet.driverPanel.title',
  tabs: [
    {
      name: 'details',
      title: 'fleet.details',
      kind: 'fields',
      load: `${driversRoute.url}/:id`,
      schema: DriverRow,
      resourceType: driverRows.type,
      commands: [editDriver, removeDriver],
      fields: [
        { key: 'lastName', blank: none },
        { key: 'firstName', blank: none },
        { key: 'phone', blank: none },
        'email'
      ]
    },
    {
      name: 'messages',
      title: 'fleet.driverPanel.messages',
      kind: 'list',
      load: '/api/Notifications/sent?userId=:id&OrderBy=SentDate&Desc=true&limit=1000',
      schema: SentMessage,
      resourceType: 'notifications.sent',
      columns: ['sentDate', 'channel', 'status', 'type', 'body', 'error']
    },
    {
      name: 'vehicles',
      title: 'fleet.driverPanel.vehicles',
      kind: 'list',
      load: '/api/Admin/Vehicles?DriverId=:id&limit=100',
      schema: VehicleRow,
      resourceType: 'fleet.vehicle',
      columns: ['registerNumber', 'brand', 'model']
    },
    {
      name: 'history',
      title: 'fleet.history',
      kind: 'timeline',
      load: `${driversRoute.url}/:id/history`,
      rows: driverRows
    }
  ]
}

const see = defineLink(driverRows)({
  name: 'fleet.seeDriver',
  icon: 'eye',
  selection: 'one',
  access: { ADMIN: {} },
  open: panel.name
})

const seeMessages = defineLink(driverRows)({
  name: 'fleet.seeMessages',
  icon: 'comment',
  selection: 'one',
  access: { ADMIN: {} },
  open: panel.name,
  tab: 'messages'
})

export const driversPage = defineList(driverRows)({
  id: 'fleet.drivers',
  route: '/config/drivers',
  group: 'settings',
  access: ['ADMIN'],
  call: driversRoute.url,
  columns: [
    { key: 'lastName', blank: none },
    { key: 'firstName', blank: none },
    { key: 'phone', blank: none },
    { key: 'email', grow: 1.4 }
  ],
  sort: 'lastName',
  pageSize: 100,
  commands: [addDriver, see, editDriver, seeMessages, removeDriver],
  panel
})
