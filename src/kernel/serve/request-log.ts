/**
 * One line of the log for each call that was answered, at `info`: what was called (method and route, never the values of its path or
 * query), the status, how long it took, who called from which network, and the code of a refusal. The id of the call, and that of its
 * trace, are fields of each line of a call. A live connection has its line when it ends. A caller who goes before the answer has the status 499. Health and the browser's files are written with `debug`.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '../access/address-key.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the refusal that this call was answered with. */
    refusal: string | undefined
    /** By the clock of `performance.now()`. */
    beganAt: number
  }
}

/** Routes whose calls say little and are many. */
const quiet = /^\/(health\/|assets\/|icons\/|favicon\.svg|manifest\.webmanifest|api\/docs\/)/

/** The pattern of the route; `page` where the browser's page was sent, `none` where there is nothing. */
export const routeOf = ({ routeOptions: { url } }: FastifyRequest, statusCode: number): string =>
  url ?? (statusCode < 400 ? 'page' : 'none')

/** As proxies write it of a caller who has gone before the answer. */
const gone = 499

/** Writes the line of a call. */
export function logCall(request: FastifyRequest, status: number): void {
  const { method, caller, refusal } = request
  const route = routeOf(request, status)
  const facts = {
    method,
    route,
    status,
    ms: Math.round((performance.now() - request.beganAt) * 10) / 10,
    account: caller?.accountId,
    network: networkOf(request.ip) ?? undefined,
    code: refusal
  }
  request.log[quiet.test(route) ? 'debug' : 'info'](facts, 'answered')
}

/** To be called before other hooks, so that a refusal by any of them has its line. */
export function logCalls(app: FastifyInstance): void {
  app.decorateRequest('refusal', undefined)
  app.decorateRequest('beganAt', 0)
  app.addHook('onRequest', async request => {
    request.beganAt = performance.now()
  })
  app.addHook('onResponse', async (request, { statusCode }) => logCall(request, statusCode))
  app.addHook('onRequestAbort', async request => logCall(request, gone))
}
