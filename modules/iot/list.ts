import { defineLink } from '../../src/kernel/commands/command.ts'
import { defineList } from '../../src/kernel/metadata/pages.ts'
import { edit } from './commands/edit.ts'
import { containerPanel } from './panel.ts'
import { containerRows } from './rows.ts'

const everyone = { ADMIN: {}, SERVICE_TECHNICAN: {} }

const see = defineLink(containerRows)({
  name: 'iot.see',
  icon: 'eye',
  selection: 'one',
  access: everyone,
  open: containerPanel.name
})

const seeOnMap = defineLink(containerRows)({
  name: 'iot.seeOnMap',
  icon: 'map-marker',
  selection: 'one',
  access: everyone,
  navigate: '/store/container/map?Id=:id'
})

const seeStores = defineLink(containerRows)({
  name: 'iot.seeStores',
  icon: 'building',
  selection: 'one',
  access: everyone,
  open: containerPanel.name,
  tab: 'stores'
})

export const containersPage = defineList(containerRows)({
  id: 'iot.containers',
  route: '/store/containers',
  group: 'store',
  access: ['ADMIN', 'SERVICE_TECHNICAN'],
  call: '/IoT/containers-list',
  columns: [
    { key: 'containerNumber', grow: 0.8, blank: 'iot.none' },
    { key: 'closestReceptionPlaceAddress', grow: 1.8, blank: 'iot.none' },
    { key: 'serNo', grow: 0.9, blank: 'iot.none' },
    { key: 'lastActiveDate', grow: 1, blank: 'iot.never' },
    { key: 'internalStoreName', grow: 1, blank: 'iot.none' },
    { key: 'status', grow: 1 },
    { key: 'currentBatteryStatus', grow: 0.8 },
    { key: 'assignedInternalStoreName', grow: 1, blank: 'iot.none' }
  ],
  search: true,
  sort: 'containerNumber',
  pageSize: 35,
  selection: 'one',
  commands: [see, edit, seeOnMap, seeStores],
  panel: containerPanel
})
