/**
 * Headers of every answer, also of those by the router and by Node itself. An answer of the API is never cached or framed, and runs
 * nothing when a browser opens it as a page; pages and files set other headers themselves (`browser.ts`).
 */
import type { FastifyInstance } from 'fastify'

/** Browser features that our pages do not use, but for those that a page names. */
const refused = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb'] as const

/** The Permissions-Policy that allows a page these features, and frames and other answers none. */
export const permissionsPolicy = (...allowed: readonly (typeof refused)[number][]): string =>
  refused.map(name => `${name}=(${allowed.includes(name) ? 'self' : ''})`).join(', ')

export const commonHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': permissionsPolicy(),
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  // For browsers that do not know frame-ancestors; it says the same.
  'x-frame-options': 'DENY'
}

/** To be called before any other hook, so that their refusals have the headers, too. */
export function setHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(commonHeaders).header('x-request-id', request.id)
    done()
  })
}
