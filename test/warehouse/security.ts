/** Who may call what of warehouse: one entry a route (see test/security/routes.test.ts). */
import {
  absentIds,
  admin,
  type Entries,
  type Entry,
  none,
  orderers,
  read,
  resourceEntries,
  seers,
  thingEntries
} from '../security/fixtures/entry.ts'

/** A document that the caller may see: its own company's, or its own department's. */
const ofDocument = (url: (id: number | string) => string): Entries[string] => ({
  may: orderers,
  own: async world => ({ url: url((await world.document()).id) }),
  another: world => [{ url: url(world.other.documentId) }],
  absent: () => absentIds.map(id => ({ url: url(id) }))
})
/** A change of one document that staff make, by its id in the body. */
const change = (url: string, status: number): Entry => {
  const asked = (id: number) => ({ method: 'PUT', url, body: { id } }) as const
  return {
    may: admin,
    own: async world => asked((await world.document(status)).id),
    absent: () => [asked(none)]
  }
}
/** The level of what is in transit, which there always is. */
const inTransit = () => 1

const aContract = {
  documentDate: '2026-05-04',
  clientDocumentType: 1,
  blobFileName: 'documents/2026-05/0b6cfd9e-7d35-4a3c-9d53-2f4a0d5a7f11.pdf'
}

export const entries: Entries = {
  'GET /api/Admin/Stores/internal': read(seers, '/api/Admin/Stores/internal'),
  ...thingEntries(admin, world => world.storeId, {
    'GET /api/Admin/Stores/internal/:id': null,
    'GET /api/Admin/Stores/internal/:id/history': null,
    'GET /api/Admin/Stores/internal/:id/reservations': null
  }),
  ...thingEntries(seers, world => world.storeId, { 'GET /api/Admin/Stores/internal/:id/borderPoints': null }),
  'GET /api/Admin/Documents': {
    may: orderers,
    own: world => ({ url: `/api/Admin/Documents?CompanyId=${world.own.company.id}&Page=1&Limit=1000&Desc=true` })
  },
  'GET /api/Admin/Documents/:id': ofDocument(id => `/api/Admin/Documents/${id}`),
  'GET /api/Admin/Documents/:id/history': ofDocument(id => `/api/Admin/Documents/${id}/history`),
  ...thingEntries(admin, async world => (await world.document()).id, {
    'PUT /api/Admin/Documents/:id': () => ({ containersNumber: 1 })
  }),
  'PUT /api/Admin/Documents/:id/order': {
    may: admin,
    own: async world => ({
      method: 'PUT',
      url: `/api/Admin/Documents/${(await world.document(1)).id}/order`,
      body: { orderId: await world.order() }
    }),
    absent: () =>
      absentIds.map(id => ({ method: 'PUT', url: `/api/Admin/Documents/${id}/order`, body: { orderId: 1 } }))
  },
  ...thingEntries(admin, world => world.documentOfOrder(), { 'DELETE /api/Admin/Documents/:id/order': null }),
  'PUT /api/Admin/Documents/approve': change('/api/Admin/Documents/approve', 0),
  'PUT /api/Admin/Documents/cancel': change('/api/Admin/Documents/cancel', 1),
  'GET /api/Admin/Stores': read(admin, '/api/Admin/Stores?StoreTypeEnum=0'),
  ...resourceEntries(admin, '/api/Admin/Stores/stock-levels', { id: inTransit, list: '?StoreTypeEnum=1' }),
  'GET /api/Admin/Stores/movements': read(admin, '/api/Admin/Stores/movements'),
  // A file that was never sent: 422, for those who may send one. With a file: test/files.
  'POST /api/Admin/Documents': {
    may: ['ADMIN', 'CLIENT_ADMIN'],
    own: world => ({
      method: 'POST',
      url: '/api/Admin/Documents',
      body: { ...aContract, CompanyId: world.own.company.id }
    }),
    status: 422
  },
  'DELETE /api/Admin/Documents': {
    may: ['ADMIN', 'CLIENT_ADMIN'],
    own: async world => ({
      method: 'DELETE',
      url: `/api/Admin/Documents?documentId=${(await world.document()).id}`
    }),
    another: world => [{ method: 'DELETE', url: `/api/Admin/Documents?documentId=${world.other.documentId}` }],
    absent: () => [{ method: 'DELETE', url: '/api/Admin/Documents?documentId=2000000000' }]
  }
}
