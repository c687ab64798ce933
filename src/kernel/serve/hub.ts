/**
 * The notifications hub: a WebSocket over which browsers learn that something changed. The token travels in the first
 * message, never in the URL. Clients get hints of their own company only, and of their own department where they see no
 * other; items of a channel go to the channel's roles, a notice to its account. A socket that does not read is closed instead
 * of buffered for; one whose session ends gets a message and is closed. A client that does not answer our closing is cut off.
 * The number of sockets is limited; that of sockets without a token yet, and that of one account, each by itself, so that neither
 * strangers nor one person can take all.
 */

import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { type HubHandshake, type HubMessage, unauthorized } from '../../contract/hub.ts'
import type { Role } from '../../contract/roles.ts'
import { type Caller, hasFullAccess, isStaff } from '../access/caller.ts'
import { concerns } from '../access/sessions.ts'
import { listPagesOf, type Module } from '../module.ts'
import type { ChangeHint, Hint } from '../realtime/hints.ts'
import { recentChanges } from '../realtime/recent.ts'
import { visible } from '../resources/select.ts'
import type { Services } from '../services.ts'
import { eventOf } from './security-events.ts'

/** Time to send a token after opening; together with `farewellMs` a silent socket lives for 5 s. */
const handshakeMs = 4_000
/** How long the other side may take to confirm the closing. */
const farewellMs = 1_000
/** Revalidations at the same time; more would take the pool's connections from requests. */
const revalidationsAtOnce = 4
const pingMs = 30_000
const revalidateMs = 60_000
const maxBuffered = 256 * 1024
const tryAgainLater = 1013

interface Connection {
  readonly socket: WebSocket
  caller: Caller
  alive: boolean
}

const isFor = (roles: readonly Role[], { role }: Caller): boolean => role !== null && roles.includes(role)

/** Closes the connection, and cuts it off if the other side does not confirm: ws alone would wait half a minute. */
function close(socket: WebSocket, code: number): void {
  socket.close(code)
  const cut = setTimeout(() => socket.terminate(), farewellMs)
  socket.once('close', () => clearTimeout(cut))
}

/** The same rule as `visibleTo`: a client receives hints of its company, or of its department where it sees no other. */
const isOwn = (caller: Caller, { companyId, departmentId }: ChangeHint): boolean =>
  companyId !== null &&
  companyId === caller.companyId &&
  (!caller.ownDepartmentOnly || departmentId === undefined || departmentId === caller.departmentId)

/** Administrators receive all hints; a client its own; other roles those of resources whose list they see without limits. */
function receives(caller: Caller, hint: ChangeHint, modules: readonly Module[]): boolean {
  if (isStaff(caller) || isOwn(caller, hint)) return true
  const { resourceType } = hint
  return listPagesOf(modules).some(
    ({ resource, access }) =>
      resource.subjectType === resourceType && isFor(access, caller) && !visible(resource, caller)
  )
}

/** The first message; empty if it is not JSON. */
function greetingIn(text: string): Partial<HubHandshake> {
  try {
    return (JSON.parse(text) as Partial<HubHandshake> | null) ?? {}
  } catch {
    return {}
  }
}

export function mountHub(app: FastifyInstance, services: Services, modules: readonly Module[]): void {
  const { hubMaxConnections, hubMaxUnauthenticated, hubMaxPerAccount } = services.settings
  const connections = new Set<Connection>()
  /** How many connections each account has. */
  const ofAccount = new Map<number, number>()
  /** Sockets that have not sent a token yet, in order of arrival. */
  const unauthenticated = new Set<WebSocket>()
  const recent = recentChanges(performance.now())
  const channels = new Map(modules.flatMap(module => module.channels ?? []).map(channel => [channel.name, channel]))

  const countOf = ({ caller: { accountId } }: Connection): number => ofAccount.get(accountId) ?? 0
  const add = (connection: Connection): void => {
    connections.add(connection)
    ofAccount.set(connection.caller.accountId, countOf(connection) + 1)
  }
  const remove = (connection: Connection): void => {
    if (!connections.delete(connection)) return
    const left = countOf(connection) - 1
    if (left > 0) ofAccount.set(connection.caller.accountId, left)
    else ofAccount.delete(connection.caller.accountId)
  }
  /** A socket that does not read would not read a closing frame either, so it is terminated and not closed. */
  const send = ({ socket }: Connection, text: string): void => {
    if (socket.bufferedAmount > maxBuffered) socket.terminate()
    else socket.send(text)
  }
  const sendAll = (message: HubMessage, to: (caller: Caller) => boolean): void => {
    const text = JSON.stringify(message)
    for (const connection of connections) if (to(connection.caller)) send(connection, text)
  }
  const end = (connection: Connection): void => {
    remove(connection)
    close(connection.socket, unauthorized)
  }
  const disconnect = (connection: Connection): void => {
    send(connection, JSON.stringify({ kind: 'signed-out' } satisfies HubMessage))
    end(connection)
  }
  /** Reads the caller of a connection again, and closes the connection if the session has ended. */
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
      recent.add(hint, performance.now())
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
  const stopGaps = services.hints.onGap(() => {
    recent.lose(performance.now())
    sendAll({ kind: 'resync' }, () => true)
  })
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

  /** Tells a new connection what has changed since the browser began to ask, once for each resource type. */
  const tellMissed = (connection: Connection, from: number): void => {
    const changes = recent.since(from, performance.now())
    const own = changes?.filter(hint => receives(connection.caller, hint, modules))
    const messages: HubMessage[] = own
      ? [...new Set(own.map(hint => hint.resourceType))].map(type => ({ kind: 'changed', resourceType: type, ids: [] }))
      : [{ kind: 'resync' }]
    for (const message of messages) send(connection, JSON.stringify(message))
  }

  const handshake = async (socket: WebSocket, { token }: Partial<HubHandshake>): Promise<Connection | undefined> => {
    const now = services.now()
    const content = typeof token === 'string' ? await services.tokens.verify(token, now) : undefined
    if (!content || content === 'expired' || !token) return undefined
    const caller = await services.sessions.callerOf(content.sessionId, content.accountId, now)
    return caller && hasFullAccess(caller) ? { socket, caller, alive: true } : undefined
  }

  app.get(
    '/api/hub',
    { websocket: true, config: { audiences: ['anyone'], uncounted: true }, schema: { hide: true } as never },
    (socket, request) => {
      if (connections.size + unauthenticated.size >= hubMaxConnections) return close(socket, tryAgainLater)
      let connection: Connection | undefined
      const connectedAt = performance.now()
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
        if (connection) remove(connection)
      })
      socket.on('error', () => socket.terminate())
      socket.once('message', data => {
        clearTimeout(late)
        const greeting = greetingIn(String(data))
        handshake(socket, greeting).then(
          accepted => {
            if (!accepted) {
              services.security.record(eventOf(request, 'unauthorized'))
              return close(socket, unauthorized)
            }
            if (socket.readyState !== socket.OPEN) return
            if (countOf(accepted) >= hubMaxPerAccount) return close(socket, tryAgainLater)
            connection = accepted
            unauthenticated.delete(socket)
            add(accepted)
            send(accepted, JSON.stringify({ kind: 'ready' } satisfies HubMessage))
            // counted back from the socket's opening, this covers everything that the browser asked for before
            const { askingForMs } = greeting
            if (typeof askingForMs === 'number') tellMissed(accepted, connectedAt - askingForMs)
            // A session that ended during the handshake was announced before this connection was in the set: check again.
            revalidateAll(other => other === accepted)
          },
          () => close(socket, unauthorized)
        )
      })
    }
  )
}
