/**
 * The driver's application as it is built (`ui/driver`): its page, its files, its manifest, and the service worker that keeps them on the
 * phone. The worker's scope is /driver/; office and portal have none.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { defaultLanguage, type Language } from '../../contract/languages.ts'
import type { Product } from '../product.ts'
import { withBand } from './band.ts'
import { permissionsPolicy } from './headers.ts'
import { driverManifest } from './web-manifest.ts'

const open = { config: { audiences: ['anyone' as const] }, schema: { hide: true } as never }

interface DriverApp {
  /** Where the browser application was built. */
  readonly folder: string
  /** The page, with `__CSP_NONCE__` where the nonce stands. */
  readonly html: string
  /** What a copy that sends nothing says above the page; undefined: it is no copy. */
  readonly band: (language: Language) => string | undefined
  /** The page's content policy for a nonce. */
  readonly policyOf: (nonce: string) => string
  readonly product: Product
}

/**
 * The worker of a copy; undefined where there is none. A phone that keeps the page asks for it again when the worker's file is another one,
 * so the two must differ: otherwise an installation that becomes a copy, or that is one no more, would leave the phones their old page.
 */
function workerOfCopy({ folder, band }: DriverApp): string | undefined {
  const path = `${folder}driver/worker.js`
  return band(defaultLanguage) !== undefined && existsSync(path)
    ? `${readFileSync(path, 'utf8')}\n// OUTSIDE=off: the page has a band\n`
    : undefined
}

/** @param files the part of the application that has `sendFile` */
export function mountDriverApp(files: FastifyInstance, driverApp: DriverApp): void {
  const { html, band, policyOf, product } = driverApp
  const worker = workerOfCopy(driverApp)
  files.get('/driver/app', open, (request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    return (
      reply
        .header('content-security-policy', policyOf(nonce))
        // where a photo was taken and a stop was done, if the driver allows it
        .header('permissions-policy', permissionsPolicy('camera', 'geolocation'))
        .type('text/html; charset=utf-8')
        .send(withBand(html, band(request.language)).replaceAll('__CSP_NONCE__', nonce))
    )
  })
  files.get('/driver/assets/*', open, (request, reply) =>
    reply.sendFile(`driver/assets/${(request.params as { '*': string })['*']}`, { immutable: true, maxAge: '1y' })
  )
  // asked for anew each time, or a phone would keep yesterday's version
  files.get('/driver/worker.js', open, (_request, reply) =>
    worker === undefined
      ? reply.sendFile('driver/worker.js', { cacheControl: false, immutable: false })
      : reply.type('text/javascript; charset=utf-8').send(worker)
  )
  files.get('/driver/manifest.webmanifest', open, (_request, reply) =>
    reply.type('application/manifest+json').send(driverManifest(product))
  )
}
