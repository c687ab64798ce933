/** Who may call what of users: one entry a route (see test/security/routes.test.ts). */
import { type Entries, everyone, read, signedIn, withBody } from '../security/fixtures/entry.ts'

export const entries: Entries = {
  'GET /api/Authorization/userinfo': read(signedIn, '/api/Authorization/userinfo'),
  'POST /api/Authorization/sign-in': {
    may: everyone,
    own: world => ({ method: 'POST', url: '/api/Authorization/sign-in', body: world.credentials })
  },
  'POST /api/Authorization/renew': {
    may: signedIn,
    own: () => ({ method: 'POST', url: '/api/Authorization/renew' })
  },
  'POST /api/Authorization/sign-out': {
    may: signedIn,
    own: () => ({ method: 'POST', url: '/api/Authorization/sign-out' })
  },
  'POST /api/Authorization/sign-out-everywhere': {
    may: signedIn,
    own: () => ({ method: 'POST', url: '/api/Authorization/sign-out-everywhere' })
  },
  'POST /api/Authorization/forgot-password': {
    may: everyone,
    status: 202,
    own: world => ({ method: 'POST', url: '/api/Authorization/forgot-password', body: { email: world.other.email } })
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
  'PUT /api/Admin/Users/:id': {
    may: signedIn,
    own: (world, who) => ({ method: 'PUT', url: `/api/Admin/Users/${world.accountId(who)}`, body: world.profile }),
    another: world => [{ method: 'PUT', url: `/api/Admin/Users/${world.other.accountId}`, body: world.profile }],
    ...withBody('PUT', id => `/api/Admin/Users/${id}`, { firstName: 'A', lastName: 'B', phone: '501502503' })
  }
}
