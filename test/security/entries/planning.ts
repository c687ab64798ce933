import { admin, type Entry, none, read, readOne, withBody } from '../fixtures/entry.ts'

const orders = '/api/Admin/Orders'
const vehicles = '/api/Admin/Vehicles'
const day = '2099-06-01'
const plan = (orderIds: readonly number[], vehicleId: number) => ({ orderIds, vehicleId, orderRealizationDate: day })

export const planningEntries: Readonly<Record<string, Entry>> = {
  'GET /api/Admin/Vehicles/matched-vehicles': {
    ...read(admin, `${vehicles}/matched-vehicles`),
    own: world => ({ url: `${vehicles}/matched-vehicles?OrdersId=${world.own.orderId}&day=${day}` }),
    absent: () => [{ url: `${vehicles}/matched-vehicles?OrdersId=${none}` }]
  },
  'GET /api/Admin/Vehicles/:id/route': readOne(
    admin,
    id => `${vehicles}/${id}/route?day=${day}`,
    world => world.vehicleId
  ),
  'GET /api/Admin/Orders/:id/internal-stores': readOne(
    admin,
    id => `${orders}/${id}/internal-stores`,
    world => world.own.orderId
  ),
  'PUT /api/Admin/Orders/set-realization': {
    may: admin,
    own: async world => ({
      method: 'PUT',
      url: `${orders}/set-realization`,
      body: plan([await world.order(1)], world.vehicleId)
    }),
    absent: () => [{ method: 'PUT', url: `${orders}/set-realization`, body: plan([none], 1) }]
  },
  'PUT /api/Admin/Orders/:id/set-accepted': {
    may: admin,
    own: async world => ({ method: 'PUT', url: `${orders}/${await world.order(2)}/set-accepted` }),
    ...withBody('PUT', id => `${orders}/${id}/set-accepted`)
  }
}
