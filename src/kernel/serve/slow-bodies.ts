/**
 * A request must have arrived within 15 seconds (`requestTimeout`); otherwise a body sent very slowly would never end. A file over a
 * slow line takes longer, and its route has its own limit. Node has one limit for the whole server and reports its end
 * by the event `clientError`: for sockets registered here the event is ignored. Node reports it once for each
 * request, so the route's own limit is then the only one. A connection on which nothing arrives still ends after 30 seconds.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const patient = new WeakSet<Socket>()

/** Registers before the server's own listener of `clientError`. */
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
