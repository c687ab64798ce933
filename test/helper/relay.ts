/** Ports, and a TCP relay that stands between two ends. */
import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'

/** A port that nobody held a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** A relay to the port: it sees what the near end writes, cuts its connections, or lets nothing through any more. */
export async function aRelay(port: number, onWritten: (bytes: Buffer) => unknown) {
  const sockets = new Set<Socket>()
  const server = createServer(near => {
    const far = createConnection(port, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket) && [near, far].forEach(one => void one.destroy()))
    }
    near.on('data', onWritten)
    near.pipe(far)
    far.pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    relayUrl: `mqtt://127.0.0.1:${(server.address() as { port: number }).port}`,
    cut,
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause()
    },
    close: () => {
      cut()
      server.close()
    }
  }
}
