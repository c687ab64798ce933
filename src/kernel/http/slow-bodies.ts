/**
 * A request must have arrived within 15 seconds (`requestTimeout`), or a dripping body would live for ever. A file over a
 * slow line takes longer, and its route has a limit of its own. Node knows one limit for the whole server and says when it
 * is over by the event `clientError`: for a socket that is named here the event is passed over. Node says it once for each
 * request, so the route's own limit is then the only one. A connection on which nothing arrives still ends after 30 seconds.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const patient = new WeakSet<Socket>()

/** Puts itself before the server's own listener of `clientError`. */
export function allowSlowBodies(server: Pick<Server, 'listeners' | 'removeAllListeners' | 'on'>): void {
  const usual = server.listeners('clientError') as ((error: Error, socket: Socket) => void)[]
  server.removeAllListeners('clientError')
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && patient.has(socket)) return
    for (const listener of usual) listener(error, socket)
  })
}

/** Runs `work` while the request of this socket may take longer than the server's limit. */
export async function withSlowBody<T>(socket: Socket, work: () => Promise<T>): Promise<T> {
  patient.add(socket)
  try {
    return await work()
  } finally {
    patient.delete(socket)
  }
}
