/** Who may call what of saved views: one entry a route (see test/security/routes.test.ts). */

import type { Who } from '../security/fixtures/callers.ts'
import { absentIds, admin, type Entries, type Entry, read, seers, withBody } from '../security/fixtures/entry.ts'

const views = '/api/Views'

/** A change of a view: of the caller's own; another's, also one of an administrator, is not there. */
const change = (may: readonly Who[], path: string, body?: object): Entry => ({
  may,
  own: async (world, who) => ({
    method: 'PUT',
    url: `${views}/${await world.savedView(who)}${path}`,
    ...(body ? { body } : {})
  }),
  ...withBody('PUT', id => `${views}/${id}${path}`, body)
})

export const entries: Entries = {
  'GET /api/Views': read(seers, views),
  'POST /api/Views': {
    may: seers,
    status: 201,
    own: (_world, who) => ({
      method: 'POST',
      url: views,
      body: { name: `Widok ${who}`, page: 'iot.containers', state: {} }
    })
  },
  'PUT /api/Views/:id/name': change(seers, '/name', { name: 'Inna nazwa' }),
  'PUT /api/Views/:id/state': change(seers, '/state', { state: { sort: '-createdAt' } }),
  'PUT /api/Views/:id/share': change(admin, '/share'),
  'PUT /api/Views/:id/unshare': change(admin, '/unshare'),
  'DELETE /api/Views/:id': {
    may: seers,
    own: async (world, who) => ({ method: 'DELETE', url: `${views}/${await world.savedView(who)}` }),
    absent: () => absentIds.map(id => ({ method: 'DELETE', url: `${views}/${id}` }))
  }
}
