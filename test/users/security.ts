/** Who may call what of users: one entry a route (see test/security/routes.test.ts). */
import { aPassword } from '../helper/factories.ts'
import { everyone } from '../security/fixtures/callers.ts'
import {
  admin,
  type Entries,
  type Entry,
  none,
  open,
  read,
  signedIn,
  thingEntries,
  withBody,
  withSession
} from '../security/fixtures/entry.ts'
import type { World } from '../security/fixtures/world.ts'

const admins = '/api/Admin/Users/admins'

/** Accounts of the staff, made anew for each caller. */
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
  ...thingEntries(admin, active, {
    'GET /api/Admin/Users/admins/:id': null,
    'GET /api/Admin/Users/admins/:id/history': null,
    'PUT /api/Admin/Users/admins/:id/deactivate': null,
    'DELETE /api/Admin/Users/admins/:id': null,
    'POST /api/Admin/Users/:id/sessions/end': null
  }),
  ...thingEntries(admin, world => world.administrator('inactive'), {
    'PUT /api/Admin/Users/admins/:id/activate': null
  }),
  ...thingEntries(admin, world => world.administrator('invited'), {
    'POST /api/Admin/Users/admins/:id/invitation': null
  }),
  'POST /api/Admin/Users/AddAdmin': {
    may: admin,
    status: 201,
    own: () => {
      made += 1
      return { method: 'POST', url: '/api/Admin/Users/AddAdmin', body: { email: `new.admin.${made}@example.com` } }
    }
  },
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
  // nobody is let in by a secret that is not known, and that is no refusal
  'POST /api/Authorization/resume': {
    may: everyone,
    own: () => ({ method: 'POST', url: '/api/Authorization/resume', body: { remembered: 'a.b' } })
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
  ...thingEntries(admin, world => world.withIdentity(), { 'POST /api/Admin/Users/:id/identities/unlink': null }),
  'POST /api/Authorization/second-factor/confirm': ofCode('confirm', 400),
  'POST /api/Authorization/second-factor/recovery-codes': ofCode('recovery-codes', 409),
  'POST /api/Authorization/second-factor/remove': ofCode('remove', 409),
  ...thingEntries(admin, world => world.withSecondFactor(), { 'POST /api/Admin/Users/:id/second-factor/reset': null }),
  'GET /api/Admin/Users/not-confirmed': read(admin, '/api/Admin/Users/not-confirmed'),
  'DELETE /api/Admin/Users/not-confirmed/:id': {
    may: admin,
    own: async world => ({ method: 'DELETE', url: `/api/Admin/Users/not-confirmed/${await world.signedUp()}` }),
    another: world => [{ method: 'DELETE', url: `/api/Admin/Users/not-confirmed/${world.other.accountId}` }],
    ...withBody('DELETE', id => `/api/Admin/Users/not-confirmed/${id}`)
  },
  'POST /api/Admin/Users/:id/confirm': {
    may: admin,
    own: async world => ({
      method: 'POST',
      url: `/api/Admin/Users/${await world.signedUp()}/confirm`,
      body: { roleId: 3 }
    }),
    another: world => [
      { method: 'POST', url: `/api/Admin/Users/${world.other.accountId}/confirm`, body: { roleId: 3 } },
      { method: 'POST', url: `/api/Admin/Users/${none}/confirm`, body: { roleId: 3 } }
    ],
    ...withBody('POST', id => `/api/Admin/Users/${id}/confirm`, { roleId: 3 })
  },
  'PUT /api/Admin/Users/:id': {
    may: signedIn,
    own: (world, who) => ({ method: 'PUT', url: `/api/Admin/Users/${world.accountId(who)}`, body: world.profile }),
    another: world => [{ method: 'PUT', url: `/api/Admin/Users/${world.other.accountId}`, body: world.profile }],
    ...withBody('PUT', id => `/api/Admin/Users/${id}`, { firstName: 'A', lastName: 'B', phone: '501502503' })
  }
}
