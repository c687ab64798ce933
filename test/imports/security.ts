/** Who may call what of imports: one entry a route (see test/security/routes.test.ts). */
import { absentIds, admin, creation, type Entries, read, thingEntries } from '../security/fixtures/entry.ts'

const path = '/api/Admin/Imports'

export const entries: Entries = {
  [`GET ${path}`]: read(admin, path),
  [`POST ${path}`]: {
    ...creation(admin, path, () => ({
      kind: 'clients',
      blobFileName: 'imports/2026-01/00000000-0000-0000-0000-000000000000.csv'
    })),
    // there is no such upload of the caller
    status: 422
  },
  [`GET ${path}/kinds`]: read(admin, `${path}/kinds`),
  [`GET ${path}/fields`]: read(admin, `${path}/fields?kind=clients`),
  [`GET ${path}/template`]: read(admin, `${path}/template?kind=clients`),
  ...thingEntries(admin, world => world.import(), {
    [`GET ${path}/:id`]: null,
    [`GET ${path}/:id/history`]: null,
    [`GET ${path}/:id/errors`]: null,
    [`PUT ${path}/:id/apply`]: null,
    [`DELETE ${path}/:id`]: null
  }),
  ...thingEntries(admin, world => world.import({ hasFile: true }), {
    [`PUT ${path}/:id/columns`]: () => ({ columns: [] })
  }),
  // its bytes are not in the store
  [`GET ${path}/:id/reasons`]: {
    may: admin,
    status: 409,
    own: async world => ({ url: `${path}/${await world.import({ hasFile: true })}/reasons` }),
    absent: () => absentIds.map(id => ({ url: `${path}/${id}/reasons` }))
  },
  ...thingEntries(admin, world => world.import({ isApplied: true }), { [`PUT ${path}/:id/undo`]: null })
}
