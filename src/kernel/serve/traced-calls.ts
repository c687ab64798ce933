/** A span for each call that arrives, named by method and route. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Span, tracer } from '../traces.ts'
import { routeOf } from './request-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | undefined
  }
}

function end(request: FastifyRequest, status: number): void {
  const { span, method, id, caller, refusal } = request
  if (!span) return
  request.span = undefined
  const route = routeOf(request, status)
  span.rename(`${method} ${route}`)
  const facts = {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'opony.request_id': id,
    'opony.account': caller?.accountId,
    'error.type': refusal
  }
  span.end(facts, status >= 500 ? new Error(refusal ?? String(status)) : undefined)
}

/** To be called before other hooks. Does nothing where no spans are recorded. */
export function traceCalls(app: FastifyInstance): void {
  const own = tracer()
  app.decorateRequest('span', undefined)
  if (!own) return
  app.addHook('onRequest', (request, reply, done) => {
    const span = own.call(request.headers)
    request.span = span
    request.log = request.log.child({ traceId: span.traceId })
    reply.log = request.log
    span.run(done)
  })
  // A body arrives by events of its connection, outside of the span.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.run(done)
    else done()
  })
  app.addHook('onResponse', async (request, { statusCode }) => end(request, statusCode))
  app.addHook('onRequestAbort', async request => end(request, 499))
}
