/**
 * The notifications hub: a WebSocket over which browsers learn that something changed. The token travels in the first
 * message, never in the URL. Clients get hints of their own company only, and of their own department where they see no
 * other; items of a channel go to the channel's roles, a notice to its account. One whose session ends gets a message and is closed.
 * How many connections there may be is in `hub-connections.ts`.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { type HubHandshake, unauthorized } from '../../contract/hub.ts'
import type { Role } from '../../contract/roles.ts'
import { type Caller, hasFullAccess, isStaff } from '../access/caller.ts'
import { concerns } from '../access/sessions.ts'
import { groupedBy } from '../grouped.ts'
import { listPagesOf, type Module } from '../module.ts'
import type { ChangeHint, Hint } from '../realtime/hints.ts'
import { recentChanges } from '../realtime/recent.ts'
import { visible } from '../resources/select.ts'
import type { Services } from '../services.ts'
import { type Connection, type Connections, close, openConnections, send } from './hub-connections.ts'
import { logCall } from './request-log.ts'
import { eventOf } from './security-events.ts'

/** Time to send a token after opening; together with the time for the closing a silent socket lives for 5 s. */
const handshakeMs = 4_000
/** Revalidations at the same time; more would take the pool's connections from requests. */
const revalidationsAtOnce = 4
const pingMs = 30_000
/** The status by which a call has become a socket. */
const switched = 101
const revalidateMs = 60_000

const isFor = (roles: readonly Role[], { role }: Caller): boolean => role !== null && roles.includes(role)

/** The same rule as `visibleTo`: a client receives hints of its company, or of its department where it sees no other. */
const isOwn = (caller: Caller, { companyId, departmentId }: ChangeHint): boolean =>
  companyId !== null &&
  companyId === caller.companyId &&
  (!caller.ownDepartmentOnly || departmentId === undefined || departmentId === caller.departmentId)

/**
 * Says who receives a hint: administrators all, a client its own, other roles those of resources whose list they see without limits. That
 * is found out once for a caller and a resource, because each change is judged for ten thousand connections.
 */
function receivingBy(modules: readonly Module[]): (caller: Caller, hint: ChangeHint) => boolean {
  const lists = groupedBy(listPagesOf(modules), ({ resource }) => resource.subjectType)
  const known = new WeakMap<Caller, Map<string, boolean>>()
  const seesAll = (caller: Caller, resourceType: string): boolean => {
    const ofCaller = known.get(caller) ?? new Map<string, boolean>()
    known.set(caller, ofCaller)
    const before = ofCaller.get(resourceType)
    if (before !== undefined) return before
    const isUnlimited = (lists.get(resourceType) ?? []).some(
      ({ resource, access }) => isFor(access, caller) && !visible(resource, caller)
    )
    ofCaller.set(resourceType, isUnlimited)
    return isUnlimited
  }
  return (caller, hint) => isStaff(caller) || isOwn(caller, hint) || seesAll(caller, hint.resourceType)
}

/** The first message; empty if it is not JSON. */
function greetingIn(text: string): Partial<HubHandshake> {
  try {
    return (JSON.parse(text) as Partial<HubHandshake> | null) ?? {}
  } catch {
    return {}
  }
}

/** Passes what has changed to the connections that may know it, and tells new ones what they have missed. */
function passHints({ hints }: Services, connections: Connections, modules: readonly Module[]) {
  const recent = recentChanges(performance.now())
  const channels = new Map(modules.flatMap(module => module.channels ?? []).map(channel => [channel.name, channel]))
  const receives = receivingBy(modules)
  const hearsChannel = (caller: Caller, channel: string): boolean => isFor(channels.get(channel)?.access ?? [], caller)
  const stopHints = hints.onHint((hint: Hint) => {
    if (hint.kind === 'changed') {
      const { resourceType, ids } = hint
      recent.add(hint, performance.now())
      connections.sendAll({ kind: 'changed', resourceType, ids }, caller => receives(caller, hint))
    } else if (hint.kind === 'notice') {
      connections.sendToAccount({ kind: 'notice', ...hint.notice }, hint.accountId)
    } else {
      const { channel, items } = hint
      recent.add(hint, performance.now())
      connections.sendAll({ kind: 'items', channel, items }, caller => hearsChannel(caller, channel))
    }
  })
  const stopGaps = hints.onGap(() => {
    recent.lose(performance.now())
    connections.sendAll({ kind: 'resync' }, () => true)
  })
  return {
    /**
     * Tells a new connection what has changed since the browser began to ask, once for each resource type, and the items since then; of a
     * channel with too many of them, that what it is about has changed.
     */
    tellMissed(connection: Connection, from: number): void {
      const { caller } = connection
      const missed = recent.since(from, performance.now())
      const types = new Set<string>()
      for (const hint of missed ?? [])
        if (hint.kind === 'changed') {
          if (receives(caller, hint)) types.add(hint.resourceType)
        } else if (!hearsChannel(caller, hint.channel)) continue
        else if (hint.items.length > 0) send(connection, hint)
        else types.add(hint.channel)
      for (const resourceType of types) send(connection, { kind: 'changed', resourceType, ids: [] })
      if (!missed) send(connection, { kind: 'resync' })
    },
    stop(): void {
      stopHints()
      stopGaps()
    }
  }
}

/** Reads the callers of connections again: of those that a change concerns, and each minute of all. Ends the others' connections. */
function revalidating({ sessions, now, log }: Services, connections: Connections) {
  const readAgain = async (connection: Connection): Promise<void> => {
    const { accountId, sessionId } = connection.caller
    const caller = await sessions.callerOf(sessionId, accountId, now())
    if (!caller) {
      send(connection, { kind: 'signed-out' })
      return connections.end(connection)
    }
    connection.caller = caller
    if (!hasFullAccess(caller)) connections.end(connection)
  }
  /** Closes the connection if its session has ended. */
  const revalidate = (connection: Connection): Promise<void> =>
    readAgain(connection).catch((error: unknown) =>
      log.warn({ err: error }, 'hub: a connection could not be revalidated')
    )
  const revalidateAll = (choose: (connection: Connection) => boolean): void => {
    const waiting = connections.chosen(choose)
    const next = async (): Promise<void> => {
      for (let connection = waiting.pop(); connection; connection = waiting.pop()) await revalidate(connection)
    }
    for (let n = 0; n < revalidationsAtOnce; n += 1) void next()
  }
  const stopChanges = sessions.onChange(change => revalidateAll(({ caller }) => concerns(change, caller)))
  const timer = setInterval(() => revalidateAll(() => true), revalidateMs)
  return {
    revalidate,
    stop(): void {
      clearInterval(timer)
      stopChanges()
    }
  }
}

/** The connection of the token's caller; undefined if the token is not accepted. */
async function accept(
  { tokens, sessions, now }: Services,
  { socket, tcp }: Pick<Connection, 'socket' | 'tcp'>,
  { token }: Partial<HubHandshake>
): Promise<Connection | undefined> {
  const present = now()
  const content = typeof token === 'string' ? await tokens.verify(token, present) : undefined
  if (!content || content === 'expired' || !token) return undefined
  const caller = await sessions.callerOf(content.sessionId, content.accountId, present)
  return caller && hasFullAccess(caller) ? { socket, tcp, caller, alive: true } : undefined
}

/** Waits for the socket's first message, and for its end. */
function attend(
  socket: WebSocket,
  connections: Connections,
  greet: (text: string) => Promise<Connection | undefined>
): void {
  let connection: Connection | undefined
  const late = setTimeout(() => close(socket, unauthorized), handshakeMs)
  socket.on('pong', () => {
    if (connection) connection.alive = true
  })
  socket.on('close', () => {
    clearTimeout(late)
    connections.forget(socket)
    if (connection) connections.remove(connection)
  })
  socket.on('error', () => socket.terminate())
  socket.once('message', data => {
    clearTimeout(late)
    greet(String(data)).then(
      accepted => {
        connection = accepted
      },
      () => close(socket, unauthorized)
    )
  })
}

/** `build`: the id of the browser application that is served, sent to each new connection. */
export function mountHub(
  app: FastifyInstance,
  services: Services,
  modules: readonly Module[],
  build: string | undefined
): void {
  const connections = openConnections(services.settings)
  const help = 'Live connections of browsers: signed in, and those that have yet to send their token'
  services.metrics.observe('opony_hub_connections', help, 'state', connections.counts)
  const passing = passHints(services, connections, modules)
  const revalidation = revalidating(services, connections)
  const ping = setInterval(connections.ping, pingMs)
  app.addHook('preClose', async () => {
    clearInterval(ping)
    revalidation.stop()
    passing.stop()
    connections.closeAll()
  })

  /** Reads the first message of a socket. @returns the connection, if its token is accepted */
  const greet = async (socket: WebSocket, request: FastifyRequest, text: string, openedAt: number) => {
    const greeting = greetingIn(text)
    const accepted = await accept(services, { socket, tcp: request.raw.socket }, greeting)
    if (!accepted) {
      services.security.record(eventOf(request, 'unauthorized'))
      close(socket, unauthorized)
    }
    request.caller = accepted?.caller
    if (!accepted || socket.readyState !== socket.OPEN || !connections.add(accepted)) return undefined
    send(accepted, { kind: 'ready', ...(build && { build }) })
    // counted back from the socket's opening, this covers everything that the browser asked for before
    const { askingForMs } = greeting
    if (typeof askingForMs === 'number') passing.tellMissed(accepted, openedAt - askingForMs)
    // A session that ended during the handshake was announced before this connection was in the set: check again.
    void revalidation.revalidate(accepted)
    return accepted
  }

  app.get(
    '/api/hub',
    { websocket: true, config: { audiences: ['anyone'], uncounted: true }, schema: { hide: true } as never },
    (socket, request) => {
      socket.once('close', () => logCall(request, switched))
      if (!connections.admit(socket)) return
      const openedAt = performance.now()
      attend(socket, connections, text => greet(socket, request, text, openedAt))
    }
  )
}
