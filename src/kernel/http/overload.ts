/**
 * At most so many calls are being answered at a time (MAX_CALLS); one more is refused with 503 and Retry-After, because
 * whoever waits behind hundreds has given up before the answer comes, and the work for it was in vain.
 *
 * - A call counts from when it is whole: a slow sender of a body takes no place.
 * - It counts until its answer is ready, not until the other side has read it, nor until it has gone away: its statements
 *   go on all the same.
 * - A refusal is answered after a pause, during which it costs nothing: a client that tries again at once would else take
 *   the time of those who are being answered. Past a number of waiting refusals there is no pause.
 * - Health, the hub's sockets and the browser's files do not count.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { languageFor } from '../access/authenticate.ts'
import type { Services } from '../services.ts'
import { throwProblem } from './errors.ts'

const pauseMs = 300
const pausedMost = 1_000
const retryAfter = 2

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered whatever the load. */
    uncounted?: boolean
  }
  interface FastifyRequest {
    isCounted: boolean
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const isOurs = ({ routeOptions: { url, config } }: FastifyRequest): boolean =>
  !config.uncounted && url !== undefined && /^\/(api|iot)\//.test(url)

/** Call it before any other hook is added: a refusal is to cost little. */
export function limitLoad(app: FastifyInstance, { settings, metrics }: Pick<Services, 'settings' | 'metrics'>): void {
  let counted = 0
  let paused = 0
  app.decorateRequest('isCounted', false)
  metrics.observe('opony_http_calls', 'Calls being answered, and refusals waiting', 'state', () => ({
    answering: counted,
    refused: paused
  }))

  const refuse = async (request: FastifyRequest): Promise<never> => {
    request.language = languageFor(request.host, request.headers['accept-language'], undefined)
    if (paused < pausedMost) {
      paused += 1
      await new Promise(resolve => setTimeout(resolve, pauseMs))
      paused -= 1
    }
    return throwProblem('unavailable', { retryAfter })
  }
  const count = async (request: FastifyRequest): Promise<void> => {
    if (counted >= settings.maxCalls) return refuse(request)
    counted += 1
    request.isCounted = true
  }
  app.addHook('onRequest', async request => {
    if (!hasBody(request) && isOurs(request)) await count(request)
  })
  app.addHook('preValidation', async request => {
    if (!request.isCounted && isOurs(request)) await count(request)
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    if (request.isCounted) counted -= 1
    request.isCounted = false
    return payload
  })
}
