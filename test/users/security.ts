/** Who may call what of users: one entry a route (see test/security/routes.test.ts). */
import { aPassword } from '../helper/factories.ts'
import {
  admin,
  type Entries,
  type Entry,
  none,
  open,
  read,
  signedIn,
  withBody,
  withSession
} from '../security/fixtures/entry.ts'
import { type Asked, everyone, type World } from '../security/fixtures/world.ts'

const admins = '/api/Admin/Users/admins'

/** A call about one account of the staff, made anew for each caller. */
const ofStaff = (
  method: NonNullable<Asked['method']>,
  url: (id: number | string) => string,
  id: (world: World) => Promise<number>,
  body?: object
): Entry => ({
  may: admin,
  own: async world => ({ method, url: url(await id(world)), ...(body ? { body } : {}) }),
  ...withBody(method, url, body)
})
const active = (world: World) => world.administrator('active')

let made = 0
/** A session that there is not. */
const nobodys = '0f8fad5b-d9cb-469f-a165-70867728950e'
const secondFactor = '/api/Authorization/second-factor'
/** What everyone may ask for the own account, and nobody's code is right for. */
const ofCode = (what: string, status: number): Entry => ({
  may: signedIn,
  status,
  own: () => ({ method: 'POST', url: `${secondFactor}/${what}`, body: { code: '000000' } })
})

export const entries: Entries = {
  'GET /api/Authorization/userinfo': read(withSession, '/api/Authorization/userinfo'),
  'POST /api/Authorization/sign-in': {
    may: everyone,
    own: world => ({ method: 'POST', url: '/api/Authorization/sign-in', body: world.credentials })
  },
  'POST /api/Authorization/renew': {
    may: withSession,
    own: () => ({ method: 'POST', url: '/api/Authorization/renew' })
  },
  'POST /api/Authorization/sign-out': {
    may: withSession,
    own: () => ({ method: 'POST', url: '/api/Authorization/sign-out' })
  },
  'POST /api/Authorization/sign-out-everywhere': {
    may: withSession,
    own: () => ({ method: 'POST', url: '/api/Authorization/sign-out-everywhere' })
  },
  'POST /api/Authorization/forgot-password': {
    may: everyone,
    status: 202,
    own: world => ({ method: 'POST', url: '/api/Authorization/forgot-password', body: { email: world.other.email } })
  },
  'GET /api/Authorization/SetNewPassword/link': {
    may: everyone,
    own: () => ({ method: 'GET', url: '/api/Authorization/SetNewPassword/link' })
  },
  'POST /api/Authorization/SetNewPassword/setNewPassword': {
    may: everyone,
    status: 422,
    own: () => ({
      method: 'POST',
      url: '/api/Authorization/SetNewPassword/setNewPassword',
      body: { password: 'Correct-Horse-7', passwordConfirm: 'Correct-Horse-7', token: 'nobody was sent this' }
    })
  },
  'POST /api/Authorization/sign-up': {
    may: everyone,
    status: 202,
    own: (_world, who) => ({
      method: 'POST',
      url: '/api/Authorization/sign-up',
      body: {
        email: `new.${who.toLowerCase()}@example.com`,
        password: 'Correct-Horse-7',
        firstName: 'Nowy',
        lastName: 'Pracownik',
        phone: '501502503'
      }
    })
  },
  'GET /api/Admin/Users/admins': read(admin, admins),
  'GET /api/Admin/Users/admins/:id': ofStaff('GET', id => `${admins}/${id}`, active),
  'GET /api/Admin/Users/admins/:id/history': ofStaff('GET', id => `${admins}/${id}/history`, active),
  'POST /api/Admin/Users/AddAdmin': {
    may: admin,
    status: 201,
    own: () => {
      made += 1
      return { method: 'POST', url: '/api/Admin/Users/AddAdmin', body: { email: `new.admin.${made}@example.com` } }
    }
  },
  'PUT /api/Admin/Users/admins/:id/deactivate': ofStaff('PUT', id => `${admins}/${id}/deactivate`, active),
  'PUT /api/Admin/Users/admins/:id/activate': ofStaff(
    'PUT',
    id => `${admins}/${id}/activate`,
    world => world.administrator('inactive')
  ),
  'POST /api/Admin/Users/admins/:id/invitation': ofStaff(
    'POST',
    id => `${admins}/${id}/invitation`,
    world => world.administrator('invited')
  ),
  'DELETE /api/Admin/Users/admins/:id': ofStaff('DELETE', id => `${admins}/${id}`, active),
  'GET /api/Authorization/sessions': read(signedIn, '/api/Authorization/sessions'),
  'POST /api/Authorization/sessions/end': {
    may: signedIn,
    status: 404,
    own: () => ({ method: 'POST', url: '/api/Authorization/sessions/end', body: { id: nobodys } })
  },
  'GET /api/Admin/Users/:id/sessions': {
    may: admin,
    own: world => ({ url: `/api/Admin/Users/${world.other.accountId}/sessions` }),
    ...withBody('GET', id => `/api/Admin/Users/${id}/sessions`)
  },
  'POST /api/Admin/Users/:id/sessions/end': ofStaff('POST', id => `/api/Admin/Users/${id}/sessions/end`, active),
  'GET /api/Authorization/external': open('/api/Authorization/external'),
  'POST /api/Authorization/external/begin': {
    may: everyone,
    status: 404,
    own: () => ({ method: 'POST', url: '/api/Authorization/external/begin' })
  },
  'POST /api/Authorization/external/complete': {
    may: everyone,
    status: 404,
    own: () => ({
      method: 'POST',
      url: '/api/Authorization/external/complete',
      body: { state: 'a', code: 'b', binder: 'c' }
    })
  },
  'GET /api/Authorization/second-factor': read(signedIn, secondFactor),
  'POST /api/Authorization/second-factor': {
    may: signedIn,
    own: () => ({ method: 'POST', url: secondFactor, body: { password: aPassword } })
  },
  'PUT /api/Authorization/password': {
    may: signedIn,
    status: 400,
    own: () => ({
      method: 'PUT',
      url: '/api/Authorization/password',
      body: { oldPassword: aPassword, newPassword: aPassword }
    })
  },
  'GET /api/Authorization/credentials': read(signedIn, '/api/Authorization/credentials'),
  'POST /api/Authorization/credentials/unlink': {
    may: signedIn,
    status: 409,
    own: () => ({ method: 'POST', url: '/api/Authorization/credentials/unlink', body: { password: aPassword } })
  },
  'POST /api/Authorization/external/code': {
    may: everyone,
    status: 401,
    own: () => ({
      method: 'POST',
      url: '/api/Authorization/external/code',
      body: { ticket: 'a', binder: 'b', code: '123456' }
    })
  },
  'POST /api/Admin/Users/:id/identities/unlink': ofStaff(
    'POST',
    id => `/api/Admin/Users/${id}/identities/unlink`,
    world => world.withIdentity()
  ),
  'POST /api/Authorization/second-factor/confirm': ofCode('confirm', 400),
  'POST /api/Authorization/second-factor/recovery-codes': ofCode('recovery-codes', 409),
  'POST /api/Authorization/second-factor/remove': ofCode('remove', 409),
  'POST /api/Admin/Users/:id/second-factor/reset': ofStaff(
    'POST',
    id => `/api/Admin/Users/${id}/second-factor/reset`,
    world => world.withSecondFactor()
  ),
  'GET /api/Admin/Users/not-confirmed': read(admin, '/api/Admin/Users/not-confirmed'),
  'DELETE /api/Admin/Users/not-confirmed/:id': {
    ...ofStaff(
      'DELETE',
      id => `/api/Admin/Users/not-confirmed/${id}`,
      world => world.signedUp()
    ),
    another: world => [{ method: 'DELETE', url: `/api/Admin/Users/not-confirmed/${world.other.accountId}` }]
  },
  'POST /api/Admin/Users/:id/confirm': {
    ...ofStaff(
      'POST',
      id => `/api/Admin/Users/${id}/confirm`,
      world => world.signedUp(),
      { roleId: 3 }
    ),
    another: world => [
      { method: 'POST', url: `/api/Admin/Users/${world.other.accountId}/confirm`, body: { roleId: 3 } },
      { method: 'POST', url: `/api/Admin/Users/${none}/confirm`, body: { roleId: 3 } }
    ]
  },
  'PUT /api/Admin/Users/:id': {
    may: signedIn,
    own: (world, who) => ({ method: 'PUT', url: `/api/Admin/Users/${world.accountId(who)}`, body: world.profile }),
    another: world => [{ method: 'PUT', url: `/api/Admin/Users/${world.other.accountId}`, body: world.profile }],
    ...withBody('PUT', id => `/api/Admin/Users/${id}`, { firstName: 'A', lastName: 'B', phone: '501502503' })
  }
}
