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
 *
 * Of one account only some calls are answered at a time (MAX_CALLS_PER_ACCOUNT): further ones wait for those, without a place, so that a
 * program that runs wild, or one person's revenge, leaves the others places and connections of the database. A call that has waited too
 * long is refused with 503 like any other; past a number of waiting calls, with 429.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { throwProblem } from '../errors/errors.ts'
import type { Services } from '../services.ts'
import { languageFor } from './authenticate.ts'

const waitMs = 500
const waitingMost = 1_000
/** Seconds. */
const retryAfter = 2
/** Less than the database is waited for, so that everybody is told in time when it does not answer. */
const ownWaitMs = 2_000
const ownWaitingMost = 50

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered under any load. */
    uncounted?: boolean
  }
  interface FastifyRequest {
    isCounted: boolean
    /** Gives back the place that the call has among those of its account. */
    leaveAccount: (() => void) | undefined
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

export interface Load {
  /** Takes the place of a call that waits for something else, and gives it to another one. */
  giveBack(request: FastifyRequest): void
  /** Waits for a place again, or refuses. */
  take(request: FastifyRequest): Promise<void>
}

/** To be called before any other hook is added, so that a refusal costs little. */
export function limitLoad(app: FastifyInstance, { settings, metrics }: Pick<Services, 'settings' | 'metrics'>): Load {
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
  const giveBack = (request: FastifyRequest): void => {
    if (request.isCounted) release()
    request.isCounted = false
  }
  app.addHook('onSend', async (request, _reply, payload) => {
    giveBack(request)
    return payload
  })
  return { giveBack, take: count }
}

/** The calls of one account. */
interface Own {
  answering: number
  /** In order of arrival. */
  readonly waiting: Set<Waiting>
}

/** To be called after the hook that says who calls. */
export function limitAccounts(app: FastifyInstance, { settings }: Pick<Services, 'settings'>, load: Load): void {
  const accounts = new Map<number, Own>()
  app.decorateRequest('leaveAccount', undefined)

  const leave = (accountId: number, own: Own): void => {
    for (const one of own.waiting) {
      const isThere = !one.request.raw.socket.destroyed
      one.done(isThere)
      if (isThere) return
    }
    own.answering -= 1
    if (own.answering === 0) accounts.delete(accountId)
  }
  const turn = (own: Own, request: FastifyRequest): Promise<boolean> =>
    new Promise(resolve => {
      const one: Waiting = {
        request,
        done(got) {
          clearTimeout(late)
          own.waiting.delete(one)
          resolve(got)
        }
      }
      const late = setTimeout(() => one.done(false), ownWaitMs)
      own.waiting.add(one)
    })

  app.addHook('onRequest', async request => {
    if (!request.caller || !isOurs(request)) return
    const { accountId } = request.caller
    const own = accounts.get(accountId) ?? { answering: 0, waiting: new Set() }
    accounts.set(accountId, own)
    if (own.answering < settings.maxCallsPerAccount) own.answering += 1
    else {
      const hadPlace = request.isCounted
      load.giveBack(request)
      if (own.waiting.size >= ownWaitingMost) throwProblem('tooMany', { retryAfter })
      if (!(await turn(own, request))) throwProblem('unavailable', { retryAfter })
      request.leaveAccount = () => leave(accountId, own)
      if (hadPlace) await load.take(request)
      return
    }
    request.leaveAccount = () => leave(accountId, own)
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    request.leaveAccount?.()
    request.leaveAccount = undefined
    return payload
  })
}
