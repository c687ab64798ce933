/**
 * The notifications hub: a WebSocket over which browsers hear that something changed. The token travels in the first
 * message, never in the URL. A client hears of its own company only; positions go to those who may see the map. A socket
 * that does not read is closed rather than buffered for; one whose session ends is told so and closed.
 */
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import type { HubMessage } from '../../contract/hub.ts'
import type { Role } from '../../contract/roles.ts'
import { type Caller, hasFullAccess, isStaff } from '../access/caller.ts'
import type { ListPage } from '../metadata/pages.ts'
import { visible } from '../resources/rows.ts'
import type { Services } from '../services.ts'
import type { ChangeHint, Hint } from './hints.ts'

const greetingMs = 5_000
const pingMs = 30_000
const sweepMs = 60_000
const maxBuffered = 256 * 1024
const unauthorized = 4401

interface Connection {
  readonly socket: WebSocket
  caller: Caller
  alive: boolean
}

/** Staff hear all; a client what is its company's; another role of what it has a list without limits of. */
const hears = (caller: Caller, hint: ChangeHint, lists: readonly ListPage[]): boolean =>
  isStaff(caller) ||
  (hint.companyId !== null && hint.companyId === caller.companyId) ||
  lists.some(
    ({ rows, access: roles }) => rows.type === hint.resourceType && isFor(roles, caller) && !visible(rows, caller)
  )

const isFor = (roles: readonly Role[], { role }: Caller): boolean => role !== null && roles.includes(role)

const seesMap = (caller: Caller): boolean => caller.role === 'ADMIN' || caller.role === 'SERVICE_TECHNICAN'

export function mountHub(app: FastifyInstance, services: Services, lists: readonly ListPage[]): void {
  const seats = new Set<Connection>()

  /** One that does not read would not read a farewell either, and keep its buffer until the farewell has timed out. */
  const say = ({ socket }: Connection, text: string): void => {
    if (socket.bufferedAmount > maxBuffered) socket.terminate()
    else socket.send(text)
  }
  const sayAll = (message: HubMessage, to: (caller: Caller) => boolean): void => {
    const text = JSON.stringify(message)
    for (const seat of seats) if (to(seat.caller)) say(seat, text)
  }
  const leave = (seat: Connection): void => {
    say(seat, JSON.stringify({ kind: 'signed-out' } satisfies HubMessage))
    seat.socket.close(unauthorized)
    seats.delete(seat)
  }
  /** Reads again who sits there; one who may no longer is asked to leave. */
  const review = async (seat: Connection): Promise<void> => {
    const { accountId, sessionId } = seat.caller
    const caller = await services.registries.identify(services.db, sessionId, accountId, services.now())
    if (!caller) return leave(seat)
    seat.caller = caller
    if (!hasFullAccess(caller)) seat.socket.close(unauthorized)
  }
  const reviewAll = (chosen: (seat: Connection) => boolean): void => {
    for (const seat of seats) {
      if (chosen(seat))
        review(seat).catch((error: unknown) => services.log.warn({ err: error }, 'hub: a seat was not reviewed'))
    }
  }
  const onHint = (hint: Hint): void => {
    if (hint.kind === 'changed')
      sayAll({ kind: 'changed', resourceType: hint.resourceType, ids: hint.ids }, caller => hears(caller, hint, lists))
    else if (hint.kind === 'positions') sayAll({ kind: 'positions', list: hint.list }, seesMap)
    else reviewAll(seat => seat.caller.accountId === hint.accountId)
  }

  const stopHints = services.hints.onHint(onHint)
  const stopGaps = services.hints.onGap(() => sayAll({ kind: 'resync' }, () => true))
  const sweep = setInterval(() => reviewAll(() => true), sweepMs)
  const ping = setInterval(() => {
    for (const seat of seats) {
      if (!seat.alive) seat.socket.terminate()
      seat.alive = false
      seat.socket.ping()
    }
  }, pingMs)
  app.addHook('preClose', async () => {
    clearInterval(sweep)
    clearInterval(ping)
    stopHints()
    stopGaps()
    for (const { socket } of seats) socket.close(1001)
  })

  const greet = async (socket: WebSocket, text: string): Promise<Connection | undefined> => {
    const { token } = JSON.parse(text) as { token?: string }
    const now = services.now()
    const content = typeof token === 'string' ? await services.tokens.verify(token, now) : undefined
    if (!content || content === 'expired' || !token) return undefined
    const caller = await services.registries.identify(services.db, content.sessionId, content.accountId, now)
    return caller && hasFullAccess(caller) ? { socket, caller, alive: true } : undefined
  }

  app.get(
    '/api/hub',
    { websocket: true, config: { audiences: ['anyone'] }, schema: { hide: true } as never },
    socket => {
      let seat: Connection | undefined
      const late = setTimeout(() => socket.close(unauthorized), greetingMs)
      socket.on('pong', () => {
        if (seat) seat.alive = true
      })
      socket.on('close', () => {
        clearTimeout(late)
        if (seat) seats.delete(seat)
      })
      socket.on('error', () => socket.terminate())
      socket.once('message', data => {
        clearTimeout(late)
        greet(socket, String(data)).then(
          greeted => {
            if (!greeted) return socket.close(unauthorized)
            seat = greeted
            if (socket.readyState !== socket.OPEN) return
            seats.add(greeted)
            say(greeted, JSON.stringify({ kind: 'ready' } satisfies HubMessage))
            // What ended the session while it was being greeted was told before it had a seat.
            reviewAll(seated => seated === greeted)
          },
          () => socket.close(unauthorized)
        )
      })
    }
  )
}
