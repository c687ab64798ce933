/**
 * At most so many calls are being answered at a time (MAX_CALLS). One more waits a moment for a place, so that many at once
 * (every browser reads its list again after a change) are all served; a call that has waited too long is refused with 503 and
 * Retry-After. Without a limit each call would wait behind hundreds, and be answered when its caller has given up.
 *
 * - A call counts from when it is whole: a slow sender of a body takes no place.
 * - It counts until its answer is ready: not until the client has read it, and also after the client has gone, because its
 *   statements go on.
 * - Because a refusal comes after a wait, a client that tries again at once takes no time from calls that are being
 *   answered. Past a number of waiting calls the refusal is immediate.
 * - Health, the hub's sockets and the browser's files do not count.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { languageFor } from '../access/authenticate.ts'
import type { Services } from '../services.ts'
import { throwProblem } from './errors.ts'

const waitMs = 500
const waitingMost = 1_000
/** Seconds. */
const retryAfter = 2

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered under any load. */
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

interface Waiting {
  readonly request: FastifyRequest
  /** Called with whether it got a place. */
  done(got: boolean): void
}

/** To be called before any other hook is added, so that a refusal costs little. */
export function limitLoad(app: FastifyInstance, { settings, metrics }: Pick<Services, 'settings' | 'metrics'>): void {
  let counted = 0
  /** In order of arrival. */
  const waiting = new Set<Waiting>()
  app.decorateRequest('isCounted', false)
  metrics.observe('opony_http_calls', 'Calls being answered, and those waiting for a place', 'state', () => ({
    answering: counted,
    waiting: waiting.size
  }))

  const place = (request: FastifyRequest): Promise<boolean> =>
    new Promise(resolve => {
      const one: Waiting = {
        request,
        done(got) {
          clearTimeout(late)
          waiting.delete(one)
          resolve(got)
        }
      }
      const late = setTimeout(() => one.done(false), waitMs)
      waiting.add(one)
    })
  /** Gives a free place to the call that has waited longest and whose client is still connected. */
  const release = (): void => {
    for (const one of waiting) {
      const isThere = !one.request.raw.socket.destroyed
      one.done(isThere)
      if (isThere) return
    }
    counted -= 1
  }
  const count = async (request: FastifyRequest): Promise<void> => {
    if (counted < settings.maxCalls) counted += 1
    else if (waiting.size >= waitingMost || !(await place(request))) {
      request.language = languageFor(request.host, request.headers['accept-language'], undefined)
      throwProblem('unavailable', { retryAfter })
    }
    request.isCounted = true
  }
  app.addHook('onRequest', async request => {
    if (!hasBody(request) && isOurs(request)) await count(request)
  })
  app.addHook('preValidation', async request => {
    if (!request.isCounted && isOurs(request)) await count(request)
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    if (request.isCounted) release()
    request.isCounted = false
    return payload
  })
}
