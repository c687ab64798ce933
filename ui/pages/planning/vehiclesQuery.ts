/** The calls for vehicles that suit the selected orders, and the vehicle that is proposed. */
import type { ListResponse } from '../../../src/contract/list.ts'
import type { Query } from '../../api.ts'
import type { ProposalOf } from '../../parts/form/nextValues.ts'
import { readsOf } from '../../parts/form/reads.ts'
import { query } from '../../query.ts'
import { dayIn, type Vehicle } from './vehicles.ts'

/** The vehicles that suit, best first. */
export const vehiclesQuery = (params: Query) => query('orders.order', '/api/Admin/Vehicles/matched-vehicles', params)

const maxOptions = 20

/** The query for vehicles that carry these orders on that day, whichever their plate and driver. */
export const offeredQuery = (ids: readonly number[], day: string | undefined, byDriver: boolean) => ({
  OrdersId: ids,
  day,
  DriverNameOrRegistrationNumber: '',
  limit: maxOptions,
  ByDriver: byDriver
})

/** The one that the server would take. */
export const bestOf = (answer: unknown): Vehicle | undefined =>
  (answer as ListResponse<Vehicle> | undefined)?.data.find(vehicle => vehicle.proposed)

/** The vehicle that the server would take for the selected orders stands in the field until a person chooses, and follows the selection. */
export const proposedVehicle: ProposalOf = (field, values, rows) => {
  const day = dayIn(readsOf(field, values).day)
  const ids = rows.map(({ id }) => id)
  return {
    query: ids.length > 0 && day !== undefined ? vehiclesQuery(offeredQuery(ids, day, false)) : undefined,
    valueIn: answer => bestOf(answer)?.id
  }
}
