/** Who may call what of the clients' users, for `security.ts`. */

import type { Asked } from '../security/fixtures/callers.ts'
import { absentIds, admin, type Entries, type Entry, none, ofCompany, read } from '../security/fixtures/entry.ts'
import type { World } from '../security/fixtures/world.ts'

const users = '/api/Admin/Users'
const managers = ['ADMIN', 'CLIENT_ADMIN'] as const

/** A call for one user of the own company, in the state that the call is for, made anew for each caller. */
const ofUser = (
  method: NonNullable<Asked['method']>,
  url: (id: number | string) => string,
  state: Parameters<World['user']>[0] = 'active'
): Entry => ({
  may: managers,
  own: async world => ({ method, url: url((await world.user(state)).id) }),
  another: world => [{ method, url: url(world.other.accountId) }],
  absent: () => absentIds.map((id): Asked => ({ method, url: url(id) }))
})

let invited = 0
const invitation = (companyId: number, departmentId?: number): Asked => {
  invited += 1
  const person = { email: `guest${invited}@example.com`, firstName: 'Jan', lastName: 'Lis' }
  return { method: 'POST', url: '/api/InvitedUsers', body: { ...person, companyId, departmentId } }
}
const resending = (email: string): Asked => ({ method: 'POST', url: '/api/InvitedUsers/resending', body: { email } })

export const ofUsers: Entries = {
  'GET /api/Admin/Users': read(managers, `${users}?limit=1000`),
  'GET /api/Admin/Users/joined': read(admin, `${users}/joined?limit=1000`),
  'GET /api/Admin/Users/unactivated': read(admin, `${users}/unactivated`),
  'GET /api/Admin/Users/:id': ofUser('GET', id => `${users}/${id}`),
  'GET /api/Admin/Users/:id/history': ofUser('GET', id => `${users}/${id}/history`),
  'PUT /api/Admin/Users/:id/activate': ofUser('PUT', id => `${users}/${id}/activate`, 'inactive'),
  'PUT /api/Admin/Users/:id/deactivate': ofUser('PUT', id => `${users}/${id}/deactivate`),
  'DELETE /api/Admin/Users/:id': ofUser('DELETE', id => `${users}/${id}`),
  'DELETE /api/InvitedUsers/:id': ofUser('DELETE', id => `/api/InvitedUsers/${id}`, 'invited'),
  'POST /api/InvitedUsers/resending': {
    may: managers,
    own: async world => resending((await world.user('invited')).email),
    another: world => [resending(world.other.email)],
    absent: () => [resending('nobody.of.this@example.com')]
  },
  'POST /api/InvitedUsers': {
    may: managers,
    status: 201,
    own: world => invitation(world.own.company.id, world.own.company.departmentId),
    another: world => [invitation(world.other.company.id, world.other.company.departmentId)],
    absent: () => [invitation(none, 1)]
  },
  'GET /api/Admin/Companies/:id/users': {
    ...ofCompany(id => `/api/Admin/Companies/${id}/users?IncludeInvitedUsers=true`),
    may: managers
  }
}
