/** The page of containers by the state of their batteries, and the service round of the selected ones. */
import { defineLink } from '../../../src/kernel/commands/link.ts'
import { definePage } from '../../../src/kernel/pages/pages.ts'
import { containerPanel, whatIsWrong } from '../containers.ts'
import { editContainer } from '../containers-commands.ts'
import { containers } from '../containers-resource.ts'

/** Shows the selected containers in the order of a service round, to be printed or shared. */
export const serviceRound = defineLink(containers, {
  name: 'iot.serviceRound',
  icon: 'directions',
  tone: 'info',
  selection: 'some',
  bulk: 'all',
  access: { ADMIN: {}, SERVICE_TECHNICAN: {} },
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
    { key: 'closestReceptionPlaceAddress', grow: 2 },
    { key: 'lastActiveDate', blank: 'iot.never', under: 'closestReceptionPlaceAddress' },
    'status'
  ],
  commands: [serviceRound, editContainer],
  panel: containerPanel
})
