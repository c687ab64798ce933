import { defineForm } from '../../../src/kernel/commands/form.ts'
import { VehicleData } from '../schema.ts'

export const VehicleForm = defineForm({
  schema: VehicleData,
  fields: {
    brand: { control: 'text' },
    model: { control: 'text' },
    registerNumber: { control: 'text', help: 'fleet.vehicle.registerNumber.help' },
    driverId: {
      control: 'choice',
      label: 'fleet.vehicle.driver',
      options: { call: '/api/Admin/Users/drivers?page=1&limit=1000', value: 'id', label: ['lastName', 'firstName'] }
    },
    orderTypeItems: { control: 'part:fleet.items', label: 'fleet.vehicle.items' }
  },
  derive: [{ kind: 'upperCase', field: 'registerNumber' }]
})
