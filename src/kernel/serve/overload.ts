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
 * faulty program, or an attack by one account, leaves places and database connections to the others. A call that has waited too
 * long is refused with 503 like any other; past a number of waiting calls, with 429.
 *
 * What machines send that try again by themselves (`patient`) is answered a few calls at a time, whoever calls: a hundred phones that come back
 * into the network at once take no more of the database than three, and people's lists are read meanwhile.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { throwProblem } from '../errors/errors.ts'
import type { Services } from '../services.ts'
import { languageFor } from './authenticate.ts'

const waitMs = 500
const maxWaiting = 1_000
/** Seconds. */
const retryAfter = 2
/** Less than the database is waited for, so that everybody is told in time when it does not answer. */
const ownWaitMs = 2_000
const maxOwnWaiting = 50
/** A quarter of the connections to the database; a phone waits for twenty seconds. */
const ofMachines: Limit = { most: 3, waitMs: 15_000, maxWaiting: 500 }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered under any load. */
    uncounted?: boolean
    /** Machines call it, which try again by themselves: answered a few at a time. */
    patient?: true
  }
  interface FastifyRequest {
    isCounted: boolean
    /** Gives the turns that the call has to the next ones. */
    leaveTurns: (() => void) | undefined
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

/** Calls that share a limit. */
interface Sharing {
  answering: number
  /** In order of arrival. */
  readonly waiting: Set<Waiting>
}

const nobody = (): Sharing => ({ answering: 0, waiting: new Set() })

const turn = ({ waiting }: Sharing, request: FastifyRequest, ms: number): Promise<boolean> =>
  new Promise(resolve => {
    const one: Waiting = {
      request,
      done(got) {
        clearTimeout(late)
        waiting.delete(one)
        resolve(got)
      }
    }
    const late = setTimeout(() => one.done(false), ms)
    waiting.add(one)
  })

/** Gives the turn of a call that is answered to the one that has waited longest and whose client is still connected. */
function pass(sharing: Sharing): void {
  for (const one of sharing.waiting) {
    const isThere = !one.request.raw.socket.destroyed
    one.done(isThere)
    if (isThere) return
  }
  sharing.answering -= 1
}

export interface Load {
  /** Takes the place of a call that waits for something else, and gives it to another one. */
  giveBack(request: FastifyRequest): void
  /** Waits for a place again, or refuses. */
  take(request: FastifyRequest): Promise<void>
}

/** To be called before any other hook is added, so that a refusal costs little. */
export function limitLoad(app: FastifyInstance, { settings, metrics }: Pick<Services, 'settings' | 'metrics'>): Load {
  const all = nobody()
  app.decorateRequest('isCounted', false)
  metrics.observe('opony_http_calls', 'Calls being answered, and those waiting for a place', 'state', () => ({
    answering: all.answering,
    waiting: all.waiting.size
  }))

  const count = async (request: FastifyRequest): Promise<void> => {
    if (all.answering < settings.maxCalls) all.answering += 1
    else if (all.waiting.size >= maxWaiting || !(await turn(all, request, waitMs))) {
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
    if (request.isCounted) pass(all)
    request.isCounted = false
  }
  app.addHook('onSend', async (request, _reply, payload) => {
    giveBack(request)
    return payload
  })
  return { giveBack, take: count }
}

/** How many calls are answered at a time of those that share a limit, and what becomes of further ones. */
interface Limit {
  readonly most: number
  readonly waitMs: number
  /** Past so many that wait, one more is refused at once with 429. */
  readonly maxWaiting: number
}

/** Waits for a turn, without a place; `left` is called with the answer, and gives it to the next. */
async function takeTurn(
  request: FastifyRequest,
  sharing: Sharing,
  { most, waitMs: ms, maxWaiting: mostWaiting }: Limit,
  load: Load,
  left: () => void
): Promise<void> {
  const hold = (): void => {
    const others = request.leaveTurns
    request.leaveTurns = () => {
      left()
      others?.()
    }
  }
  if (sharing.answering < most) {
    sharing.answering += 1
    return hold()
  }
  const hadPlace = request.isCounted
  load.giveBack(request)
  if (sharing.waiting.size >= mostWaiting) throwProblem('tooMany', { retryAfter })
  if (!(await turn(sharing, request, ms))) throwProblem('unavailable', { retryAfter })
  hold()
  if (hadPlace) await load.take(request)
}

/** To be called after the hook that says who calls. */
export function limitSharing(app: FastifyInstance, { settings }: Pick<Services, 'settings'>, load: Load): void {
  const ofAccount: Limit = { most: settings.maxCallsPerAccount, waitMs: ownWaitMs, maxWaiting: maxOwnWaiting }
  const accounts = new Map<number, Sharing>()
  const machines = nobody()
  app.decorateRequest('leaveTurns', undefined)

  app.addHook('onRequest', async request => {
    if (!request.caller || !isOurs(request)) return
    const { accountId } = request.caller
    const own = accounts.get(accountId) ?? nobody()
    accounts.set(accountId, own)
    await takeTurn(request, own, ofAccount, load, () => {
      pass(own)
      if (own.answering === 0) accounts.delete(accountId)
    })
  })
  // the body is here: one that comes slowly keeps nobody waiting
  app.addHook('preValidation', async request => {
    if (request.routeOptions.config.patient) await takeTurn(request, machines, ofMachines, load, () => pass(machines))
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    request.leaveTurns?.()
    request.leaveTurns = undefined
    return payload
  })
}
