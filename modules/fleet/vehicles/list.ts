import { defineLink } from '../../../src/kernel/commands/command.ts'
import { defineList, type Panel } from '../../../src/kernel/metadata/pages.ts'
import { VehicleRow } from '../schema.ts'
import { addVehicle } from './add.ts'
import { editVehicle } from './edit.ts'
import { removeVehicle } from './remove.ts'
import { vehiclesRoute } from './routes.ts'
import { vehicleRows } from './rows.ts'

const panel: Panel = {
  name: 'fleet.vehiclePanel',
  title: 'fleet.vehiclePanel.title',
  tabs: [
    {
      name: 'details',
      title: 'fleet.details',
      kind: 'fields',
      load: `${vehiclesRoute.url}/:id`,
      schema: VehicleRow,
      resourceType: vehicleRows.type,
      commands: [editVehicle, removeVehicle],
      fields: ['registerNumber', 'brand', 'model', 'driver', { key: 'items', blank: 'fleet.none' }]
    },
    {
      name: 'history',
      title: 'fleet.history',
      kind: 'timeline',
      load: `${vehiclesRoute.url}/:id/history`,
      rows: vehicleRows
    }
  ]
}

const see = defineLink(vehicleRows)({
  name: 'fleet.seeVehicle',
  icon: 'eye',
  selection: 'one',
  access: { ADMIN: {} },
  open: panel.name
})

export const vehiclesPage = defineList(vehicleRows)({
  id: 'fleet.vehicles',
  route: '/config/vehicles',
  group: 'settings',
  access: ['ADMIN'],
  call: vehiclesRoute.url,
  columns: [
    { key: 'registerNumber', grow: 1 },
    { key: 'brand', grow: 0.8 },
    { key: 'model', grow: 0.8 },
    { key: 'driver', grow: 1 },
    { key: 'items', grow: 2, sortable: false, blank: 'fleet.none' }
  ],
  filters: [{ key: 'DriverNameOrRegistrationNumber', debounce: 350 }],
  sort: 'registerNumber',
  commands: [addVehicle, see, editVehicle, removeVehicle],
  panel
})
