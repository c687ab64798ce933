/** Who may call what of kernel: one entry a route (see test/security/routes.test.ts). */

import type { Who } from '../security/fixtures/callers.ts'
import { everyone } from '../security/fixtures/callers.ts'
import { active, type Entries, open, read } from '../security/fixtures/entry.ts'

const pageOf: Partial<Record<Who, string>> = { ADMIN: 'orders.new', SERVICE_TECHNICAN: 'iot.containers' }
export const entries: Entries = {
  'GET /api/openapi.json': open('/api/openapi.json'),
  'GET /api/docs/': open('/api/docs/'),
  'GET /api/docs/static/index.html': open('/api/docs/static/index.html', 302),
  'GET /api/docs/static/swagger-initializer.js': open('/api/docs/static/swagger-initializer.js'),
  'GET /api/docs/json': open('/api/docs/json'),
  'GET /api/docs/yaml': open('/api/docs/yaml'),
  'GET /api/docs/static/*': open('/api/docs/static/swagger-ui.css'),
  'GET /assets/*': { ...open('/assets/none.js', 404), built: true },
  'GET /favicon.svg': { ...open('/favicon.svg'), built: true },
  'GET /icons/*': { ...open('/icons/icon-192.png'), built: true },
  'GET /manifest.webmanifest': { ...open('/manifest.webmanifest'), built: true },
  'GET /driver/assets/*': { ...open('/driver/assets/none.js', 404), built: true },
  'GET /driver/app': { ...open('/driver/app'), built: true },
  'GET /driver/worker.js': { ...open('/driver/worker.js'), built: true },
  'GET /driver/manifest.webmanifest': { ...open('/driver/manifest.webmanifest'), built: true },
  'GET /health/live': open('/health/live'),
  'GET /health/ready': open('/health/ready'),
  // The hub answers sockets only; who hears what there is told by test/kernel/hub.test.ts.
  'GET /api/hub': open('/api/hub', 404),
  'POST /api/ui/crashes': {
    ...open('/api/ui/crashes', 204),
    own: () => ({ method: 'POST', url: '/api/ui/crashes', body: { message: 'x', path: [], build: 'abc' } })
  },
  'GET /api/ui/pages': read(active, '/api/ui/pages'),
  'GET /api/ui/pages/:pageId': {
    may: active,
    without: ['DRIVER'],
    own: (_world, who) => ({ url: `/api/ui/pages/${pageOf[who] ?? 'orders.client'}` }),
    another: () => [{ url: '/api/ui/pages/catalogue.cancellationReasons' }],
    absent: () => [{ url: '/api/ui/pages/none' }, { url: '/api/ui/pages/__proto__' }]
  },
  'GET /api/ui/pages/:pageId/export': {
    may: active,
    without: ['DRIVER'],
    own: (_world, who) => ({ url: `/api/ui/pages/${pageOf[who] ?? 'orders.client'}/export` }),
    another: () => [{ url: '/api/ui/pages/catalogue.cancellationReasons/export' }],
    absent: () => [{ url: '/api/ui/pages/none/export' }, { url: '/api/ui/pages/__proto__/export' }]
  },
  'GET /api/ui/pages/:pageId/elsewhere': {
    may: active,
    without: ['DRIVER'],
    own: (_world, who) => ({ url: `/api/ui/pages/${pageOf[who] ?? 'orders.client'}/elsewhere?allFields=2026` }),
    another: () => [{ url: '/api/ui/pages/catalogue.cancellationReasons/elsewhere?allFields=2026' }],
    absent: () => [
      { url: '/api/ui/pages/none/elsewhere?allFields=2026' },
      { url: '/api/ui/pages/__proto__/elsewhere?allFields=2026' }
    ]
  },
  'GET /api/ui/counts': read(active, '/api/ui/counts'),
  'GET /api/ui/find': read(active, '/api/ui/find?q=2026'),
  'GET /api/ui/forms/:command': {
    may: everyone,
    own: () => ({ url: '/api/ui/forms/users.signIn' }),
    another: () => [{ url: '/api/ui/forms/catalogue.addReason' }],
    absent: () => [
      { url: '/api/ui/forms/none' },
      { url: '/api/ui/forms/__proto__' },
      { url: '/api/ui/forms/orders.accept' }
    ]
  }
}
