/** Who may call what of statements of masses: one entry a route (see test/security/routes.test.ts). */
import { addDays } from '../../src/contract/days.ts'
import { next } from '../helper/factories.ts'
import type { Who } from '../security/fixtures/callers.ts'
import {
  absentIds,
  admin,
  type Entries,
  type Entry,
  open,
  read,
  resourceEntries,
  thingEntries
} from '../security/fixtures/entry.ts'

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

/** Each on a day of its own, because one factor of a process is valid on a day. */
function factor() {
  const day = addDays('2201-01-01', next() % 8_000)
  return {
    ...{ name: 'Granulat', basis: 2, process: 'R3', value: 1.5, source: 'LCA', year: 2025 },
    ...{ firstDay: day, lastDay: day }
  }
}

export const entries: Entries = {
  [`GET ${path}`]: read(readers, path),
  ...Object.fromEntries(
    ['', '/history', '/rows', '/codes', '/places', '/emissions', '/pdf', '/xlsx'].map(part => [
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
  ...resourceEntries(admin, '/api/Admin/EmissionFactors', {
    id: world => world.factor(),
    add: factor,
    edit: factor,
    remove: true
  }),
  'GET /statement/:token': {
    ...open('/statement/no-such-token', 404),
    absent: () => [{ url: '/statement/1' }, { url: `/statement/${'A'.repeat(32)}` }]
  }
}
