/**
 * The driver's application as it is built (`ui/driver`): its page, its files, its manifest, and the service worker that keeps them on the
 * phone. The worker's scope is /driver/; office and portal have none.
 */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Product } from '../product.ts'
import { permissionsPolicy } from './headers.ts'
import { driverManifest } from './web-manifest.ts'

const open = { config: { audiences: ['anyone' as const] }, schema: { hide: true } as never }

/**
 * @param files the part of the application that has `sendFile`
 * @param html the page, with `__CSP_NONCE__` where the nonce stands
 * @param policyOf the page's content policy for a nonce
 */
export function mountDriverApp(
  files: FastifyInstance,
  html: string,
  policyOf: (nonce: string) => string,
  product: Product
): void {
  files.get('/driver/app', open, (_request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    return (
      reply
        .header('content-security-policy', policyOf(nonce))
        // where a photo was taken and a stop was done, if the driver allows it
        .header('permissions-policy', permissionsPolicy('camera', 'geolocation'))
        .type('text/html; charset=utf-8')
        .send(html.replaceAll('__CSP_NONCE__', nonce))
    )
  })
  files.get('/driver/assets/*', open, (request, reply) =>
    reply.sendFile(`driver/assets/${(request.params as { '*': string })['*']}`, { immutable: true, maxAge: '1y' })
  )
  // asked for anew each time, or a phone would keep yesterday's version
  files.get('/driver/worker.js', open, (_request, reply) =>
    reply.sendFile('driver/worker.js', { cacheControl: false, immutable: false })
  )
  files.get('/driver/manifest.webmanifest', open, (_request, reply) =>
    reply.type('application/manifest+json').send(driverManifest(product))
  )
}
