/** Who may call what of statements of masses: one entry a route (see test/security/routes.test.ts). */
import { absentIds, admin, type Entries, type Entry, open, read, thingEntries } from '../security/fixtures/entry.ts'
import type { Who } from '../security/fixtures/world.ts'

const path = '/api/Admin/MassStatements'
const readers: readonly Who[] = ['ADMIN', 'CLIENT_ADMIN']

/** A read of the statement of one's own company. */
const ofStatement = (part = ''): Entry => ({
  may: readers,
  own: world => ({ url: `${path}/${world.own.statementId}${part}` }),
  another: world => [{ url: `${path}/${world.other.statementId}${part}` }],
  absent: () => absentIds.map(id => ({ url: `${path}/${id}${part}` }))
})

const preview = '/api/Admin/MassStatementPreview'

export const entries: Entries = {
  [`GET ${path}`]: read(readers, path),
  ...Object.fromEntries(
    ['', '/history', '/rows', '/codes', '/places', '/pdf', '/xlsx'].map(part => [
      `GET ${path}/:id${part}`,
      ofStatement(part)
    ])
  ),
  ...thingEntries(admin, world => world.own.statementId, { [`GET ${path}/:id/differences`]: null }),
  [`GET ${preview}`]: {
    may: admin,
    own: world => ({ url: `${preview}?CompanyId=${world.own.company.id}&From=2026-05-01&To=2026-05-31` })
  },
  [`POST ${path}`]: {
    may: admin,
    status: 201,
    own: async world => {
      const { companyId, day } = await world.collectedDay()
      return { method: 'POST', url: path, body: { companyId, firstDay: day, lastDay: day } }
    }
  },
  ...thingEntries(admin, world => world.statement({ isOutdated: true }), { [`PUT ${path}/:id/reissue`]: null }),
  ...thingEntries(admin, world => world.statement(), { [`PUT ${path}/:id/withdraw`]: () => ({ reason: 'pomyłka' }) }),
  'GET /statement/:token': {
    ...open('/statement/no-such-token', 404),
    absent: () => [{ url: '/statement/1' }, { url: `/statement/${'A'.repeat(32)}` }]
  }
}
