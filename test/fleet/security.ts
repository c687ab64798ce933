/** Who may call what of fleet: one entry a route (see test/security/routes.test.ts). */
import { absentIds, admin, type Entries, type Entry, read } from '../security/fixtures/entry.ts'
import type { Asked, World } from '../security/fixtures/world.ts'

type Url = (id: number | string) => string
type Id = (world: World) => number | Promise<number>

let made = 0
const next = (): number => {
  made += 1
  return made
}

/** A call for one thing, made anew for each caller. */
const ofThing = (method: NonNullable<Asked['method']>, url: Url, id: Id, body?: (world: World) => object): Entry => ({
  may: admin,
  own: async world => ({ method, url: url(await id(world)), ...(body ? { body: body(world) } : {}) }),
  absent: () =>
    absentIds.map((none): Asked => ({ method, url: url(none), ...(body ? { body: body({} as World) } : {}) }))
})

const driver = () => ({ lastName: 'Lis', firstName: 'Jan', phone: '501502503', email: `lis${next()}@example.com` })
const vehicle = (world: Partial<World>) => ({
  brand: 'MAN',
  model: 'TGS',
  registerNumber: `WA ${10_000 + next()}`,
  driverId: world.accountId?.('DRIVER') ?? 1
})
const operator = () => ({ name: `Operator ${next()}` })

const drivers = '/api/Admin/Users/drivers'
const vehicles = '/api/Admin/Vehicles'
const operators = '/api/Admin/RecycleOperators'
const ofDriver: Id = world => world.driver()
const ofVehicle: Id = world => world.vehicle()
const ofOperator: Id = world => world.operator()

export const entries: Entries = {
  'GET /api/Admin/Users/drivers': read(admin, drivers),
  'GET /api/Admin/Users/drivers/:id': ofThing('GET', id => `${drivers}/${id}`, ofDriver),
  'GET /api/Admin/Users/drivers/:id/history': ofThing('GET', id => `${drivers}/${id}/history`, ofDriver),
  'POST /api/Admin/Users/AddDriver': {
    may: admin,
    status: 201,
    own: () => ({ method: 'POST', url: '/api/Admin/Users/AddDriver', body: driver() })
  },
  'PUT /api/Admin/Users/drivers/:id': ofThing('PUT', id => `${drivers}/${id}`, ofDriver, driver),
  'DELETE /api/Admin/Users/drivers/:id': ofThing('DELETE', id => `${drivers}/${id}`, ofDriver),

  'GET /api/Admin/Vehicles': read(admin, vehicles),
  'GET /api/Admin/Vehicles/listbox': read(admin, `${vehicles}/listbox`),
  'GET /api/Admin/Vehicles/:id': ofThing('GET', id => `${vehicles}/${id}`, ofVehicle),
  'GET /api/Admin/Vehicles/:id/history': ofThing('GET', id => `${vehicles}/${id}/history`, ofVehicle),
  'POST /api/Admin/Vehicles': {
    may: admin,
    status: 201,
    own: world => ({ method: 'POST', url: vehicles, body: vehicle(world) })
  },
  'PUT /api/Admin/Vehicles/:id': ofThing('PUT', id => `${vehicles}/${id}`, ofVehicle, vehicle),
  'DELETE /api/Admin/Vehicles/:id': ofThing('DELETE', id => `${vehicles}/${id}`, ofVehicle),

  'GET /api/Admin/RecycleOperators': read(admin, operators),
  'GET /api/Admin/RecycleOperators/:id': ofThing('GET', id => `${operators}/${id}`, ofOperator),
  'GET /api/Admin/RecycleOperators/:id/history': ofThing('GET', id => `${operators}/${id}/history`, ofOperator),
  'POST /api/Admin/RecycleOperators': {
    may: admin,
    status: 201,
    own: () => ({ method: 'POST', url: operators, body: operator() })
  },
  'PUT /api/Admin/RecycleOperators/:id': ofThing('PUT', id => `${operators}/${id}`, ofOperator, operator),
  'DELETE /api/Admin/RecycleOperators/:id': ofThing('DELETE', id => `${operators}/${id}`, ofOperator)
}
