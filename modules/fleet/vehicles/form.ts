import { defineForm } from '../../../src/kernel/commands/form.ts'
import { VehicleData } from '../schema.ts'

export const VehicleForm = defineForm({
  schema: VehicleData,
  fields: {
    registerNumber: { help: 'fleet.vehicle.registerNumber.help' },
    driverId: {
      label: 'fleet.vehicle.driver',
      options: { call: '/api/Admin/Users/drivers?page=1&limit=1000', value: 'id', label: ['lastName', 'firstName'] }
    },
    orderTypeItems: {
      label: 'fleet.vehicle.items',
      options: {
        call: '/api/Admin/OrderTypeItems',
        value: 'id',
        label: ['name'],
        group: { by: 'orderTypeId', vocabulary: 'catalogue.orderType' },
        item: { value: 'orderTypeItemId', chosen: 'isActive' }
      }
    }
  },
  derive: [{ kind: 'upperCase', field: 'registerNumber' }]
})
