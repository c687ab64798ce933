/**
 * Answers that a browser keeps and asks about again: the metadata of pages. Such an answer changes with the version of the
 * application, its settings and the role of the caller, and hardly ever between two calls. Its route is `revalidated`: the answer
 * carries a strong ETag computed from its bytes (RFC 9110, 8.8.3), and a call that sends this ETag is answered
 * 304, without a body. The browser asks each time, with its token, so that nobody sees an answer for another or former account.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Successful answers of the route have an ETag. */
    revalidated?: boolean
  }
}

const etagOf = (content: string | Buffer): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`

/** Whether an If-None-Match header names the tag; `W/` makes no difference here (RFC 9110, 13.1.2). */
export function names(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.split(',').some(one => ['*', etag].includes(one.trim().replace(/^W\//, '')))
}

/** To be called after `compressAnswers`: each encoding of an answer has its own tag. */
export function tagAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.routeOptions.config?.revalidated || reply.statusCode !== 200) return payload
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    const etag = etagOf(payload)
    const vary = [reply.getHeader('vary'), 'Authorization', 'Accept-Language'].flat().filter(Boolean).join(', ')
    reply.headers({ etag, vary, 'cache-control': 'private, no-cache' })
    if (!names(request.headers['if-none-match'], etag)) return payload
    reply.code(304).removeHeader('content-type').removeHeader('content-length').removeHeader('content-encoding')
    return ''
  })
}
