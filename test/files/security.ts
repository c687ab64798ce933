/** Who may call what of files: one entry a route (see test/security/routes.test.ts). Keys and links themselves: test/files. */

import { everyone } from '../security/fixtures/callers.ts'
import type { Entries } from '../security/fixtures/entry.ts'

const key = (folder: string): string =>
  `/api/Storage/access-token?fileName=umowa.pdf&folder=${encodeURIComponent(folder)}`
const link = (blobFileName: string): string => `/api/Storage/file-url?blobFileName=${blobFileName}`
const blob = '/api/Storage/blobs/files/documents/2026-05/0b6cfd9e-7d35-4a3c-9d53-2f4a0d5a7f11.pdf'
const body = Buffer.from('%PDF-1.4')

export const entries: Entries = {
  'GET /api/Storage/access-token': {
    may: ['ADMIN', 'CLIENT_ADMIN'],
    own: world => ({ url: key(`documents/${world.own.company.id}`) }),
    another: (world, who) => (who === 'CLIENT_ADMIN' ? [{ url: key(`documents/${world.other.company.id}`) }] : []),
    absent: who => (who === 'ADMIN' || who === 'CLIENT_ADMIN' ? [{ url: key('documents/2000000') }] : [])
  },
  // A key that was never given opens nothing, for anybody.
  'PUT /api/Storage/blobs/:container/:folder/:month/:file': {
    may: everyone,
    own: () => ({ method: 'PUT', url: `${blob}?sig=none`, body }),
    status: 403,
    absent: () => [{ method: 'PUT', url: '/api/Storage/blobs/files/etc/2026-05/passwd?sig=none', body }]
  },
  'PUT /api/Storage/blobs': {
    may: everyone,
    own: () => ({ method: 'PUT', url: '/api/Storage/blobs?sig=none', body }),
    status: 403
  },
  'GET /api/Storage/file-url': {
    may: ['ADMIN', 'CLIENT_ADMIN', 'CLIENT', 'SERVICE_TECHNICAN'],
    without: ['SERVICE_TECHNICAN'],
    own: async world => ({ url: link((await world.document()).blobName) }),
    another: world => [{ url: link(world.other.documentFile) }],
    absent: () => [{ url: link('none') }, { url: link('..%2F..%2Fetc%2Fpasswd') }]
  },
  // An address that the server has not signed leads to nothing, for anybody.
  'GET /api/Storage/pictures/:token': {
    may: everyone,
    own: () => ({ url: '/api/Storage/pictures/none' }),
    status: 404,
    absent: () => [{ url: `/api/Storage/pictures/1.1.x.1.${'A'.repeat(43)}` }]
  },
  // A link that was never given leads to nothing, for anybody.
  'GET /api/Storage/files/:token': {
    may: everyone,
    own: () => ({ url: '/api/Storage/files/none' }),
    status: 404,
    absent: () => [{ url: `/api/Storage/files/${'A'.repeat(43)}` }]
  }
}
