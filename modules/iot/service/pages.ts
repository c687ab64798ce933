/** The page of containers by the state of their batteries, and the service round of the selected ones. */
import { defineLink } from '../../../src/kernel/commands/link.ts'
import { definePage, definePartPage } from '../../../src/kernel/pages/pages.ts'
import { changeBattery } from '../battery/change.ts'
import { editContainer } from '../containers/commands.ts'
import { containerPanel, whatIsWrong } from '../containers/pages.ts'
import { containers } from '../containers/resource.ts'
import { endRound } from './rounds.ts'

/** Shows the selected containers in the order of a service round, to be printed or shared. */
export const serviceRound = defineLink(containers, {
  name: 'iot.serviceRound',
  selection: 'some',
  bulk: 'all',
  access: { ADMIN: {}, SERVICE_TECHNICAN: {} },
  ui: { icon: 'directions', tone: 'info' },
  open: 'iot.serviceRound'
})

export const servicePage = definePage(containers, {
  id: 'iot.service',
  route: '/store/service',
  group: 'store',
  place: 6,
  selection: 'many',
  sort: 'daysUntilCritical',
  filters: ['BatteryStatus', 'ContainerStatus', 'Silence'],
  quick: whatIsWrong,
  columns: [
    { key: 'containerNumber', grow: 0.8 },
    { key: 'currentBatteryStatus', grow: 0.9 },
    { key: 'currentBatteryLevel', header: 'iot.column.volts' },
    { key: 'daysUntilCritical', header: 'iot.column.days' },
    { key: 'batteryChangedDate', header: 'iot.column.changed', under: 'daysUntilCritical' },
    { key: 'closestReceptionPlaceAddress', grow: 2 },
    { key: 'lastActiveDate', blank: 'iot.never', under: 'closestReceptionPlaceAddress' },
    'status'
  ],
  commands: [serviceRound, changeBattery, editContainer],
  panel: containerPanel
})

/** The page on which the caller's round is worked. */
export const roundPage = definePartPage({
  id: 'iot.round',
  route: '/store/round',
  group: 'store',
  place: 6.5,
  icon: 'directions',
  part: 'round',
  access: containers.access,
  first: ['/IoT/rounds/current'],
  commands: [changeBattery, endRound]
})
