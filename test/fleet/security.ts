/** Who may call what of fleet: one entry a route (see test/security/routes.test.ts). */
import { admin, creation, type Entries, read, resourceEntries } from '../security/fixtures/entry.ts'
import type { World } from '../security/fixtures/world.ts'

let made = 0
const next = (): number => {
  made += 1
  return made
}

const driver = () => ({ lastName: 'Lis', firstName: 'Jan', phone: '501502503', email: `lis${next()}@example.com` })
const vehicle = (world: Partial<World>) => ({
  brand: 'MAN',
  model: 'TGS',
  registerNumber: `WA ${10_000 + next()}`,
  driverId: world.accountId?.('DRIVER') ?? 1
})
const operator = () => ({ name: `Operator ${next()}` })

const vehicles = '/api/Admin/Vehicles'

export const entries: Entries = {
  ...resourceEntries(admin, '/api/Admin/Users/drivers', { id: world => world.driver(), edit: driver, remove: true }),
  'POST /api/Admin/Users/AddDriver': creation(admin, '/api/Admin/Users/AddDriver', driver),
  ...resourceEntries(admin, vehicles, { id: world => world.vehicle(), add: vehicle, edit: vehicle, remove: true }),
  'GET /api/Admin/Vehicles/listbox': read(admin, `${vehicles}/listbox`),
  ...resourceEntries(admin, '/api/Admin/RecycleOperators', {
    id: world => world.operator(),
    add: operator,
    edit: operator,
    remove: true
  })
}
