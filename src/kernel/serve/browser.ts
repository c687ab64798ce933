/**
 * The built browser application: hashed files, cached for ever, and one page whose content policy allows only inline parts that carry
 * this answer's nonce.
 */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FirstOfPage } from '../../contract/first.ts'
import type { Language } from '../../contract/languages.ts'
import { isOffice } from '../../contract/roles.ts'
import { throwProblem } from '../errors/errors.ts'
import type { Product } from '../product.ts'
import { withBand } from './band.ts'
import { mountDriverApp } from './driver-app.ts'
import { escaped } from './escaped.ts'
import { permissionsPolicy } from './headers.ts'
import { webManifest } from './web-manifest.ts'

const api = /^\/(api|iot|health)(\/|$)/i

/** The page's content policy; `tiles` and `uploads` are origins, each after a space, or ''. */
export const contentPolicy = (nonce: string, tiles: string, uploads: string): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${tiles}`,
    "font-src 'self'",
    `connect-src 'self'${uploads}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'"
  ].join('; ')

const filePolicy = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

export interface BrowserOptions {
  /** Hosts of map tiles: `https://tile.example.org`. */
  readonly tileOrigins: readonly string[]
  /** The origin that files are uploaded to, where that is not this server. */
  readonly uploadOrigin: string | undefined
  /** Contact for people who need help; '' for none. */
  readonly contactPhone: string
  readonly contactEmail: string
  /** Whether the sign-in page of the back office offers the sign-up of staff. */
  readonly staffSignUp: boolean
  /** What a copy that sends nothing says above each page, in the language of whoever reads; undefined: it is no copy. */
  readonly band: (language: Language) => string | undefined
  /** The calls that the page at an address makes first. */
  readonly firstOf: (url: string, host: string) => FirstOfPage | undefined
  readonly product: Product
}

/** The browser application as it was built: its folder, its page, and an id that another build has not. Undefined where it is not built. */
export interface BrowserBuild {
  readonly folder: string
  readonly html: string
  /** The page of the driver's application, which is built into a folder of its own; undefined where that is not built. */
  readonly driverHtml: string | undefined
  readonly id: string
}

/** The folder that the build makes, seen from the sources and from what is compiled of them; undefined where nothing was built. */
const builtFolder = (): string | undefined =>
  ['../../../dist/ui/', '../../../ui/']
    .map(path => fileURLToPath(new URL(path, import.meta.url)))
    .find(path => existsSync(`${path}assets`) && existsSync(`${path}index.html`))

/**
 * Reads the built application. The id follows from the page, which names the files by their hashes.
 * @param chosen its folder; '' for the one that the build makes
 * @throws Error where the chosen folder has no page
 */
export function readBuild(chosen: string): BrowserBuild | undefined {
  const folder = chosen ? join(resolve(chosen), sep) : builtFolder()
  if (!folder) return undefined
  const html = readFileSync(`${folder}index.html`, 'utf8')
  const driverPage = `${folder}driver/index.html`
  const driverHtml = existsSync(driverPage) ? readFileSync(driverPage, 'utf8') : undefined
  return { folder, html, driverHtml, id: createHash('sha256').update(html).digest('hex').slice(0, 12) }
}

export async function mountBrowser(
  app: FastifyInstance,
  build: BrowserBuild | undefined,
  options: BrowserOptions
): Promise<void> {
  const { tileOrigins, uploadOrigin, contactPhone, contactEmail, staffSignUp, band, firstOf, product } = options
  const withContact = (html: string): string =>
    html
      .replace('__CONTACT_PHONE__', () => escaped(contactPhone))
      .replace('__CONTACT_EMAIL__', () => escaped(contactEmail))
  const page =
    build &&
    withContact(build.html)
      .replace('__BUILD__', build.id)
      .replace('__VERSION__', escaped(`${product.build().version} (${product.build().commit})`))
      .replace('__STAFF_SIGN_UP__', staffSignUp ? 'open' : 'closed')

  if (build) {
    await app.register(async files => {
      await files.register(fastifyStatic, { root: build.folder, serve: false, preCompressed: true })
      const open = { config: { audiences: ['anyone' as const] }, schema: { hide: true } as never }
      files.addHook('onRequest', async (_request, reply) => {
        // A worker of the page follows the policy sent with its own file.
        reply.header('content-security-policy', filePolicy)
      })
      files.get('/assets/*', open, (request, reply) =>
        reply.sendFile(`assets/${(request.params as { '*': string })['*']}`, { immutable: true, maxAge: '1y' })
      )
      files.get('/favicon.svg', open, (_request, reply) => reply.sendFile('favicon.svg'))
      files.get('/icons/*', open, (request, reply) =>
        reply.sendFile(`icons/${(request.params as { '*': string })['*']}`)
      )
      files.get('/manifest.webmanifest', open, (request, reply) =>
        reply.type('application/manifest+json').send(webManifest(request.host, product))
      )
      if (build.driverHtml) {
        const html = withContact(build.driverHtml)
        const { folder } = build
        mountDriverApp(files, { folder, html, band, policyOf: nonce => contentPolicy(nonce, '', ''), product })
      }
    })
  }
  const wantsPage = (request: FastifyRequest): boolean =>
    (request.method === 'GET' || request.method === 'HEAD') &&
    !api.test(request.url) &&
    (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null &&
    !/\.\w{2,5}$/.test(request.url.split('?')[0] ?? '')

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (!page || !wantsPage(request)) return throwProblem('noRoute')
    const nonce = randomBytes(16).toString('base64')
    const first = JSON.stringify(firstOf(request.url, request.host) ?? null)
    // A service round may begin where the technician is. The office is one document, whichever of its pages is opened first.
    if (isOffice(request.host)) reply.header('permissions-policy', permissionsPolicy('geolocation'))
    return reply
      .header(
        'content-security-policy',
        contentPolicy(nonce, tileOrigins.map(origin => ` ${origin}`).join(''), uploadOrigin ? ` ${uploadOrigin}` : '')
      )
      .type('text/html; charset=utf-8')
      .send(
        withBand(page, band(request.language))
          .replaceAll('__CSP_NONCE__', nonce)
          .replace('__FIRST__', () => escaped(first))
      )
  })
}
