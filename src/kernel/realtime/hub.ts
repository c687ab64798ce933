/**
 * The notifications hub: a WebSocket over which browsers learn that something changed. The token travels in the first
 * message, never in the URL. A client is sent hints of its own company only, items of a channel go to the channel's roles, a
 * notice to its account. A socket that does not read is closed rather than buffered for; one whose session ends gets a message and is closed.
 */

import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import type { HubMessage } from '../../contract/hub.ts'
import type { Role } from '../../contract/roles.ts'
import { type Caller, hasFullAccess, isStaff } from '../access/caller.ts'
import { identify } from '../access/identity.ts'
import { listPagesOf, type Module } from '../module.ts'
import { visible } from '../resources/select.ts'
import type { Services } from '../services.ts'
import type { ChangeHint, Hint } from './hints.ts'

const handshakeMs = 5_000
const pingMs = 30_000
const revalidateMs = 60_000
const maxBuffered = 256 * 1024
const unauthorized = 4401

interface Connection {
  readonly socket: WebSocket
  caller: Caller
  alive: boolean
}

const isFor = (roles: readonly Role[], { role }: Caller): boolean => role !== null && roles.includes(role)

/** Administrators receive all; a client what is its company's; another role what it has a list of without limits. */
function receives(caller: Caller, { resourceType, companyId }: ChangeHint, modules: readonly Module[]): boolean {
  if (isStaff(caller) || (companyId !== null && companyId === caller.companyId)) return true
  return listPagesOf(modules).some(
    ({ resource, access }) => resource.type === resourceType && isFor(access, caller) && !visible(resource, caller)
  )
}

export function mountHub(app: FastifyInstance, services: Services, modules: readonly Module[]): void {
  const connections = new Set<Connection>()
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
  const disconnect = (connection: Connection): void => {
    send(connection, JSON.stringify({ kind: 'signed-out' } satisfies HubMessage))
    connection.socket.close(unauthorized)
    connections.delete(connection)
  }
  /** Reads again whose connection it is; one whose session has ended is closed. */
  const revalidate = async (connection: Connection): Promise<void> => {
    const { accountId, sessionId } = connection.caller
    const caller = await identify.of(services.extensions)(services, sessionId, accountId, services.now())
    if (!caller) return disconnect(connection)
    connection.caller = caller
    if (!hasFullAccess(caller)) connection.socket.close(unauthorized)
  }
  const revalidateAll = (chosen: (connection: Connection) => boolean): void => {
    for (const connection of connections)
      if (chosen(connection))
        revalidate(connection).catch((error: unknown) =>
          services.log.warn({ err: error }, 'hub: a connection could not be revalidated')
        )
  }
  const onHint = (hint: Hint): void => {
    if (hint.kind === 'changed') {
      const { resourceType, ids } = hint
      sendAll({ kind: 'changed', resourceType, ids }, caller => receives(caller, hint, modules))
    } else if (hint.kind === 'items') {
      const { channel, items } = hint
      sendAll({ kind: 'items', channel, items }, caller => isFor(channels.get(channel)?.access ?? [], caller))
    } else if (hint.kind === 'notice') {
      sendAll({ kind: 'notice', ...hint.notice }, ({ accountId }) => accountId === hint.accountId)
    } else revalidateAll(connection => connection.caller.accountId === hint.accountId)
  }

  const stopHints = services.hints.onHint(onHint)
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
    stopGaps()
    for (const { socket } of connections) socket.close(1001)
  })

  const handshake = async (socket: WebSocket, text: string): Promise<Connection | undefined> => {
    const { token } = JSON.parse(text) as { token?: string }
    const now = services.now()
    const content = typeof token === 'string' ? await services.tokens.verify(token, now) : undefined
    if (!content || content === 'expired' || !token) return undefined
    const caller = await identify.of(services.extensions)(services, content.sessionId, content.accountId, now)
    return caller && hasFullAccess(caller) ? { socket, caller, alive: true } : undefined
  }

  app.get(
    '/api/hub',
    { websocket: true, config: { audiences: ['anyone'] }, schema: { hide: true } as never },
    socket => {
      let connection: Connection | undefined
      const late = setTimeout(() => socket.close(unauthorized), handshakeMs)
      socket.on('pong', () => {
        if (connection) connection.alive = true
      })
      socket.on('close', () => {
        clearTimeout(late)
        if (connection) connections.delete(connection)
      })
      socket.on('error', () => socket.terminate())
      socket.once('message', data => {
        clearTimeout(late)
        handshake(socket, String(data)).then(
          accepted => {
            if (!accepted) return socket.close(unauthorized)
            connection = accepted
            if (socket.readyState !== socket.OPEN) return
            connections.add(accepted)
            send(accepted, JSON.stringify({ kind: 'ready' } satisfies HubMessage))
            // A session that ended during the handshake was announced before the connection was in the set.
            revalidateAll(other => other === accepted)
          },
          () => socket.close(unauthorized)
        )
      })
    }
  )
}
