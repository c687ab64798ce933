/** A TCP proxy to the database that can be shut: what a test of an unreachable database needs. */
import { connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  /** The database's address, by way of the proxy. */
  readonly url: string
  /** Breaks the open connections, and accepts no new ones. */
  shut(): void
  /** Keeps the connections open, and drops all that is sent. */
  swallow(): void
  open(): void
  close(): Promise<void>
}

export async function aTcpProxy(database: string): Promise<TcpProxy> {
  const target = new URL(database)
  const pairs = new Set<readonly [Socket, Socket]>()
  let state: 'open' | 'shut' | 'swallowing' = 'open'
  const server = createServer(near => {
    if (state === 'shut') {
      near.destroy()
      return
    }
    const far = connect(Number(target.port), target.hostname)
    const pair = [near, far] as const
    pairs.add(pair)
    for (const socket of pair) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        near.destroy()
        far.destroy()
        pairs.delete(pair)
      })
    }
    near.on('data', part => state === 'swallowing' || far.write(part))
    far.on('data', part => state === 'swallowing' || near.write(part))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(database)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as { port: number }).port)
  const destroyAll = (): void => {
    for (const [near] of pairs) near.destroy()
  }
  return {
    url: url.href,
    shut() {
      state = 'shut'
      destroyAll()
    },
    swallow() {
      state = 'swallowing'
    },
    open() {
      // What has lost bytes is of no use any more.
      if (state === 'swallowing') destroyAll()
      state = 'open'
    },
    close: () =>
      new Promise(resolve => {
        destroyAll()
        server.close(() => resolve())
      })
  }
}
