import { definePage } from '../../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab } from '../../../src/kernel/pages/tabs.ts'
import { driverChoices } from '../../fleet/public.ts'
import { revokeDevice, sendLink } from './commands.ts'
import { devices } from './resource.ts'

export const devicesPage = definePage(devices, {
  id: 'driver.devices',
  route: '/config/driverDevices',
  group: 'settings',
  place: 14,
  columns: [{ key: 'driver', grow: 2 }, { key: 'name', grow: 1.4 }, 'state', 'lastUsedAt', 'connectedAt', 'invitedAt'],
  filters: ['State', { key: 'DriverId', options: driverChoices }],
  commands: [sendLink, revokeDevice],
  panel: [
    detailsTab(
      devices,
      ['driver', 'name', 'state', 'invitedAt', 'linkExpiresAt', 'connectedAt', 'lastUsedAt', 'revokedAt'],
      { commands: [revokeDevice] }
    ),
    historyTab(devices)
  ]
})
