/** When an item is removed, no vehicle carries it any more. The history of each vehicle says so. */
import { defineSystemCommand } from '../../src/kernel/commands/system.ts'
import { onItemRemoval } from '../catalogue/public.ts'
import { touched, Vehicle, VehicleItem } from './models.ts'
import { vehicles } from './vehicles.ts'

export const removeItemFromVehicle = defineSystemCommand(vehicles, {
  name: 'fleet.loseItem',
  async run({ trx, addAuditParams }, rows, { id, name }: { readonly id: number; readonly name: string }) {
    addAuditParams({ item: name })
    const ids = rows.map(row => row.id)
    await VehicleItem.query(trx).delete().where({ order_type_item_id: id }).whereIn('vehicle_id', ids)
    await Vehicle.query(trx).findByIds(ids).patch(touched)
  }
})

export const removeItemFromVehicles = onItemRemoval.fill({
  what: 'vehicles',
  async end({ trx, runAsSystem }, item) {
    const carrying = await VehicleItem.query(trx).where({ order_type_item_id: item.id }).orderBy('vehicle_id')
    const ids = carrying.map(({ vehicleId }) => vehicleId)
    const lost = ids.length > 0 ? await runAsSystem(removeItemFromVehicle, ids, item) : []
    // The rows of removed vehicles are deleted without an entry in the history.
    await VehicleItem.query(trx).delete().where({ order_type_item_id: item.id })
    return lost.length
  }
})
