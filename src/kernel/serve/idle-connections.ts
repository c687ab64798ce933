/**
 * Connections on which nothing happens when the process stops are closed by Node at once. Behind a proxy one of them may be that on which a
 * call is just arriving; the call then fails, because a proxy does not send what is no mere reading twice. So they stay for a moment: a
 * call that comes is answered, and its connection ends with the answer.
 */
import type { Server } from 'node:http'

const usualMs = 1_500

/** To be called before the server is closed. */
export function keepIdleConnections(server: Server, ms = usualMs): void {
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => undefined
  const late = setTimeout(closeIdle, ms)
  server.once('close', () => clearTimeout(late))
}
