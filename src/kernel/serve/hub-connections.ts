/**
 * The connections of the notifications hub. The number of sockets is limited; that of sockets without a token yet, and that of one
 * account, each by itself, so that neither strangers nor one person can take all. A socket that does not read is closed instead of
 * buffered for. A client that does not answer our closing is cut off.
 */
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { Settings } from '../../../config/settings.ts'
import { type HubMessage, unauthorized } from '../../contract/hub.ts'
import type { Caller } from '../access/caller.ts'

export interface Connection {
  readonly socket: WebSocket
  /** The connection below the WebSocket. */
  readonly tcp: Socket
  caller: Caller
  alive: boolean
}

/** How long the other side may take to confirm the closing. */
const farewellMs = 1_000
const maxBuffered = 256 * 1024
const tryAgainLater = 1013
const goingAway = 1001

/** Closes the connection, and cuts it off if the other side does not confirm: ws alone would wait half a minute. */
export function close(socket: WebSocket, code: number): void {
  socket.close(code)
  const cut = setTimeout(() => socket.terminate(), farewellMs)
  socket.once('close', () => clearTimeout(cut))
}

/** Sends a message. A socket that does not read would not read a closing frame either, so it is cut off and not closed. */
export const send = (connection: Connection, message: HubMessage): void => sendBytes(connection, bytesOf(message))

/** A message as it is sent, made once for all connections that get it. */
const bytesOf = (message: HubMessage): Buffer => Buffer.from(JSON.stringify(message))

function sendBytes(connection: Connection, bytes: Buffer): void {
  const { socket } = connection
  if (socket.bufferedAmount > maxBuffered) cutOff(connection)
  else socket.send(bytes, { binary: false })
}

/**
 * Ends a connection by a reset, because the other side does not read. After an ordinary end the kernel would go on to keep what was sent and
 * not read, over a megabyte for each; a thousand of these take its memory for TCP, and all connections stall, the database's too.
 */
const cutOff = ({ tcp }: Connection): unknown => tcp.resetAndDestroy()

/** The connections of each account. */
function openAccounts() {
  const accounts = new Map<number, Set<Connection>>()
  return {
    of: (accountId: number): ReadonlySet<Connection> => accounts.get(accountId) ?? none,
    add(connection: Connection): void {
      const { accountId } = connection.caller
      const own = accounts.get(accountId) ?? new Set()
      accounts.set(accountId, own.add(connection))
    },
    remove(connection: Connection): void {
      const { accountId } = connection.caller
      const own = accounts.get(accountId)
      own?.delete(connection)
      if (own?.size === 0) accounts.delete(accountId)
    }
  }
}

const none: ReadonlySet<Connection> = new Set()

export type Connections = ReturnType<typeof openConnections>

type Limits = Pick<Settings, 'hubMaxConnections' | 'hubMaxUnauthenticated' | 'hubMaxPerAccount'>

export function openConnections({ hubMaxConnections, hubMaxUnauthenticated, hubMaxPerAccount }: Limits) {
  const connections = new Set<Connection>()
  const accounts = openAccounts()
  /** Sockets that have not sent a token yet, in order of arrival. */
  const unauthenticated = new Set<WebSocket>()

  const remove = (connection: Connection): void => {
    if (connections.delete(connection)) accounts.remove(connection)
  }
  return {
    /** Admits a socket that has yet to send its token, in place of the one that has waited longest where there are too many; or closes it. */
    admit(socket: WebSocket): boolean {
      if (connections.size + unauthenticated.size >= hubMaxConnections) {
        close(socket, tryAgainLater)
        return false
      }
      unauthenticated.add(socket)
      const [longest] = unauthenticated
      if (longest && unauthenticated.size > hubMaxUnauthenticated) {
        unauthenticated.delete(longest)
        close(longest, tryAgainLater)
      }
      return true
    },
    /** The socket has closed. */
    forget: (socket: WebSocket): boolean => unauthenticated.delete(socket),
    /** Takes a connection whose token was accepted; closes it if its account has too many. */
    add(connection: Connection): boolean {
      if (accounts.of(connection.caller.accountId).size >= hubMaxPerAccount) {
        close(connection.socket, tryAgainLater)
        return false
      }
      unauthenticated.delete(connection.socket)
      connections.add(connection)
      accounts.add(connection)
      return true
    },
    remove,
    counts: (): Record<string, number> => ({ signedIn: connections.size, greeting: unauthenticated.size }),
    chosen: (choose: (connection: Connection) => boolean): Connection[] => [...connections].filter(choose),
    sendAll(message: HubMessage, to: (caller: Caller) => boolean): void {
      const bytes = bytesOf(message)
      for (const connection of connections) if (to(connection.caller)) sendBytes(connection, bytes)
    },
    sendToAccount(message: HubMessage, accountId: number): void {
      const bytes = bytesOf(message)
      for (const connection of accounts.of(accountId)) sendBytes(connection, bytes)
    },
    end(connection: Connection): void {
      remove(connection)
      close(connection.socket, unauthorized)
    },
    /** Cuts off the sockets that have not answered since the last ping, and pings the others. */
    ping(): void {
      for (const connection of connections) {
        if (!connection.alive) cutOff(connection)
        connection.alive = false
        connection.socket.ping()
      }
    },
    closeAll(): void {
      for (const { socket } of connections) close(socket, goingAway)
    }
  }
}
