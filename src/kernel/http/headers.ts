/**
 * Headers of every answer, those of the router and of Node itself included. An answer of the API is kept by nobody, framed by
 * nobody, and runs nothing where a browser opens it as a page; what is a page or a file says otherwise itself (`browser.ts`).
 */
import type { FastifyInstance } from 'fastify'

/** Nothing that the pages do asks a person for these. */
const unused = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb']

export const commonHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': unused.map(name => `${name}=()`).join(', '),
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  // For browsers that do not know frame-ancestors; it says the same.
  'x-frame-options': 'DENY'
}

/** Call it before any other hook, so that refusals of those have the headers, too. */
export function setHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(commonHeaders).header('x-request-id', request.id)
    done()
  })
}
