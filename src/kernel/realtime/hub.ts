/**
 * The notifications hub: a WebSocket over which browsers learn that something changed. The token travels in the first
 * message, never in the URL. A client is sent hints of its own company only, and of its own department where it sees no
 * other; items of a channel go to the channel's roles, a notice to its account. A socket that does not read is closed rather
 * than buffered for; one whose session ends gets a message and is closed. Who does not answer our closing in time is cut off.
 * The number of sockets is limited, that of sockets without a token yet by itself, so that strangers cannot take all.
 */

import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import type { HubMessage } from '../../contract/hub.ts'
import type { Role } from '../../contract/roles.ts'
import { type Caller, hasFullAccess, isStaff } from '../access/caller.ts'
import { concerns } from '../access/sessions.ts'
import { listPagesOf, type Module } from '../module.ts'
import { visible } from '../resources/select.ts'
import type { Services } from '../services.ts'
import type { ChangeHint, Hint } from './hints.ts'

/** From its opening to a token; together with `farewellMs` a silent socket lives 5 s. */
const handshakeMs = 4_000
/** How long a closed socket may take to answer that it is. */
const farewellMs = 1_000
/** At once; more would take the pool from requests. */
const revalidationsAtOnce = 4
const pingMs = 30_000
const revalidateMs = 60_000
const maxBuffered = 256 * 1024
const unauthorized = 4401
const tryAgainLater = 1013

interface Connection {
  readonly socket: WebSocket
  caller: Caller
  alive: boolean
}

const isFor = (roles: readonly Role[], { role }: Caller): boolean => role !== null && roles.includes(role)

/** Ends the connection, politely first: ws alone would wait half a minute for the other side. */
function close(socket: WebSocket, code: number): void {
  socket.close(code)
  const cut = setTimeout(() => socket.terminate(), farewellMs)
  socket.once('close', () => clearTimeout(cut))
}

/** As `visibleTo` has it: a client receives what is its company's, or its department's where it sees no other. */
const isOwn = (caller: Caller, { companyId, departmentId }: ChangeHint): boolean =>
  companyId !== null &&
  companyId === caller.companyId &&
  (!caller.ownDepartmentOnly || departmentId === undefined || departmentId === caller.departmentId)

/** Administrators receive all; a client what is its own; another role what it has a list of without limits. */
function receives(caller: Caller, hint: ChangeHint, modules: readonly Module[]): boolean {
  if (isStaff(caller) || isOwn(caller, hint)) return true
  const { resourceType } = hint
  return listPagesOf(modules).some(
    ({ resource, access }) =>
      resource.subjectType === resourceType && isFor(access, caller) && !visible(resource, caller)
  )
}

export function mountHub(app: FastifyInstance, services: Services, modules: readonly Module[]): void {
  const { hubMaxConnections, hubMaxUnauthenticated } = services.settings
  const connections = new Set<Connection>()
  /** Without a token yet, the one that has waited longest first. */
  const unauthenticated = new Set<WebSocket>()
  const channels = new Map(modules.flatMap(module => module.channels ?? []).map(channel => [channel.name, channel]))

  /** A socket that does not read would not read a closing frame either: it is terminated, not closed. */
  const send = ({ socket }: Connection, text: string): void => {
    if (socket.bufferedAmount > maxBuffered) socket.terminate()
    else socket.send(text)
  }
  const sendAll = (message: HubMessage, to: (caller: Caller) => boolean): void => {
    const text = JSON.stringify(message)
    for (const connection of connections) if (to(connection.caller)) send(connection, text)
  }
  const end = (connection: Connection): void => {
    connections.delete(connection)
    close(connection.socket, unauthorized)
  }
  const disconnect = (connection: Connection): void => {
    send(connection, JSON.stringify({ kind: 'signed-out' } satisfies HubMessage))
    end(connection)
  }
  /** Reads again whose connection it is; one whose session has ended is closed. */
  const revalidate = async (connection: Connection): Promise<void> => {
    const { accountId, sessionId } = connection.caller
    const caller = await services.sessions.callerOf(sessionId, accountId, services.now())
    if (!caller) return disconnect(connection)
    connection.caller = caller
    if (!hasFullAccess(caller)) end(connection)
  }
  const revalidateAll = (chosen: (connection: Connection) => boolean): void => {
    const waiting = [...connections].filter(chosen)
    const next = async (): Promise<void> => {
      for (let connection = waiting.pop(); connection; connection = waiting.pop())
        await revalidate(connection).catch((error: unknown) =>
          services.log.warn({ err: error }, 'hub: a connection could not be revalidated')
        )
    }
    for (let n = 0; n < revalidationsAtOnce; n += 1) void next()
  }
  const onHint = (hint: Hint): void => {
    if (hint.kind === 'changed') {
      const { resourceType, ids } = hint
      sendAll({ kind: 'changed', resourceType, ids }, caller => receives(caller, hint, modules))
    } else if (hint.kind === 'notice') {
      sendAll({ kind: 'notice', ...hint.notice }, ({ accountId }) => accountId === hint.accountId)
    } else {
      const { channel, items } = hint
      sendAll({ kind: 'items', channel, items }, caller => isFor(channels.get(channel)?.access ?? [], caller))
    }
  }

  const stopHints = services.hints.onHint(onHint)
  const stopChanges = services.sessions.onChange(change => revalidateAll(({ caller }) => concerns(change, caller)))
  const stopGaps = services.hints.onGap(() => sendAll({ kind: 'resync' }, () => true))
  const revalidation = setInterval(() => revalidateAll(() => true), revalidateMs)
  const ping = setInterval(() => {
    for (const connection of connections) {
      if (!connection.alive) connection.socket.terminate()
      connection.alive = false
      connection.socket.ping()
    }
  }, pingMs)
  app.addHook('preClose', async () => {
    clearInterval(revalidation)
    clearInterval(ping)
    stopHints()
    stopChanges()
    stopGaps()
    for (const { socket } of connections) close(socket, 1001)
  })

  const handshake = async (socket: WebSocket, text: string): Promise<Connection | undefined> => {
    const { token } = JSON.parse(text) as { token?: string }
    const now = services.now()
    const content = typeof token === 'string' ? await services.tokens.verify(token, now) : undefined
    if (!content || content === 'expired' || !token) return undefined
    const caller = await services.sessions.callerOf(content.sessionId, content.accountId, now)
    return caller && hasFullAccess(caller) ? { socket, caller, alive: true } : undefined
  }

  app.get(
    '/api/hub',
    { websocket: true, config: { audiences: ['anyone'], uncounted: true }, schema: { hide: true } as never },
    socket => {
      if (connections.size + unauthenticated.size >= hubMaxConnections) return close(socket, tryAgainLater)
      let connection: Connection | undefined
      const late = setTimeout(() => close(socket, unauthorized), handshakeMs)
      unauthenticated.add(socket)
      const [longest] = unauthenticated
      if (longest && unauthenticated.size > hubMaxUnauthenticated) {
        unauthenticated.delete(longest)
        close(longest, tryAgainLater)
      }
      socket.on('pong', () => {
        if (connection) connection.alive = true
      })
      socket.on('close', () => {
        clearTimeout(late)
        unauthenticated.delete(socket)
        if (connection) connections.delete(connection)
      })
      socket.on('error', () => socket.terminate())
      socket.once('message', data => {
        clearTimeout(late)
        handshake(socket, String(data)).then(
          accepted => {
            if (!accepted) return close(socket, unauthorized)
            connection = accepted
            if (socket.readyState !== socket.OPEN) return
            unauthenticated.delete(socket)
            connections.add(accepted)
            send(accepted, JSON.stringify({ kind: 'ready' } satisfies HubMessage))
            // A session that ended during the handshake was announced before the connection was in the set.
            revalidateAll(other => other === accepted)
          },
          () => close(socket, unauthorized)
        )
      })
    }
  )
}
